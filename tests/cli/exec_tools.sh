# Tools of OTP with Maser as their emulator, and the nodes that they start.
same() { [ "$(basename "$(cat who)")" = "$(basename "$MASER_EMU")" ] && echo "$1: on maser" || echo "$1: on $(cat who)"; }
cat > who.escript <<'EOF'
#!/usr/bin/env escript
main(Args) ->
    {ok, Exe} = file:read_link("/proc/self/exe"),
    ok = file:write_file("who", Exe),
    io:format("escript ~p~n", [Args]).
EOF
chmod +x who.escript
maser exec ./who.escript a 'b c'; same "script by its path"
maser exec escript who.escript; same "escript"
maser exec "$OTP_ROOT/bin/escript" who.escript x; same "escript by its path"
printf '%s\n' '-module(m).' '-export([f/0]).' 'f() -> hello.' > m.erl
maser exec erlc m.erl && ls m.beam
maser exec erlc nosuch.erl; echo "status $?"
maser exec erl -noshell -eval 'io:format("~p~n", [m:f()]), halt().'
maser exec sh -c 'erl -noshell -eval "{ok, E} = file:read_link(\"/proc/self/exe\"), file:write_file(\"who\", E), halt(5)."'; echo "status $?"; same "erl from a script"
maser exec erl -noshell -eval 'io:put_chars(os:cmd("erl -noshell -eval \"{ok, E} = file:read_link(\\\"/proc/self/exe\\\"), file:write_file(who, E), halt().\"")), halt().'; same "erl from erl"
maser exec sh -c '"$(erl -noshell -eval "io:put_chars(code:root_dir()), halt().")/bin/erl" -noshell -eval "{ok, E} = file:read_link(\"/proc/self/exe\"), file:write_file(\"who\", E), halt()."'; same "erl of the root directory"
maser exec sh -c 'exit 7'; echo "status $?"

echo "== Maser's own modules"
maser exec erl -noshell -eval 'io:format("~p~n", [[filename:basename(code:which(M)) || M <- [maser, hipe]]]), halt().'
