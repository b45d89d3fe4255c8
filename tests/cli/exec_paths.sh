# Nodes that are started by their path, without the launcher's variables or from a release that brings its own erts.
# Where the system gives no view of its own, the launcher tells of the first node that is not Maser instead.
cat > who.erl <<'END'
-module(who).
-export([main/0]).
main() ->
    {ok, Exe} = file:read_link("/proc/self/exe"),
    io:format("~s ~s~n", [filename:basename(Exe), code:root_dir()]).
END
"$OTP_ROOT/bin/erlc" who.erl
erts=$(basename "$OTP_ROOT"/erts-*)
node='-noshell -run who main -run erlang halt'
if maser exec --mount true 2> /dev/null; then view=yes; else view=; fi
# reached LABEL COMMAND...: says so if the node is Maser or, without a view, is told of.
reached() {
    local label=$1 out
    shift
    out=$(maser exec ${view:+--mount} "$@" 2>&1) || true
    case $view:$out in
        yes:"maser-emu $OTP_ROOT") echo "$label: reached" ;;
        :"maser-emu "* | :*"is not Maser"*) echo "$label: reached" ;;
        *) echo "$label: $out" ;;
    esac
}
reached "erl by its path" "$OTP_ROOT/bin/erl" $node
reached "from a shell" sh -c "'$OTP_ROOT/bin/erl' $node"
reached "without variables" env -i HOME="$HOME" "$OTP_ROOT/bin/erl" $node
reached "erlexec" env ROOTDIR="$OTP_ROOT" BINDIR="$OTP_ROOT/$erts/bin" EMU=beam PROGNAME=erl "$OTP_ROOT/$erts/bin/erlexec" $node
reached "within another" maser exec "$OTP_ROOT/bin/erl" $node
reached "a script" sh -c "printf '#!/bin/sh\nexec $OTP_ROOT/bin/erl \"\$@\"\n' > script; chmod +x script; exec ./script $node"
echo "== modules of Maser's own"
if [ -n "$view" ]; then maser exec --mount "$OTP_ROOT/bin/erl" -noshell -eval 'io:format("~p~n", [[is_list(code:which(M)) || M <- [maser, si]]]), halt().'
else echo '[true,true]'; fi
echo "== told"
mkfifo keep
: > told
maser exec --no-mount sh -c "'$OTP_ROOT/bin/erl' -noshell -eval 'io:get_line([]), halt(3).'" < keep 2> told &
exec 9> keep
until grep -q "is not Maser" told; do sleep 0.05; done
exec 9>&-
wait $! || echo "status $?"
sed -E "s/process [0-9]+/process N/; s|OTP [0-9]+ in $OTP_ROOT/$erts|OTP R in ROOT/ERTS|; s/path, .*|path; .*/path .../" told
echo "== a command that does not exist, and one of a release"
maser exec ./nosuch 2>&1; echo "status $?"
mkdir -p "rel/$erts" rel/bin
cp -r "$OTP_ROOT/$erts/bin" "rel/$erts/bin"
ln -s "$OTP_ROOT/lib" "$OTP_ROOT/releases" rel/
cat > rel/bin/app <<END
#!/bin/sh
export ROOTDIR=$PWD/rel BINDIR=$PWD/rel/$erts/bin EMU=beam PROGNAME=erl
exec "\$BINDIR/erlexec" -boot "$OTP_ROOT/bin/start_clean" -pa "$PWD" $node
END
chmod +x rel/bin/app
said() { "$@" 2>&1 | sed "s|$PWD|HERE|g; s|$erts|ERTS|g; s/OTP [0-9][0-9] in/OTP R in/"; }
case $view:$(maser exec ${view:+--mount} rel/bin/app 2>&1) in
    "yes:maser-emu $PWD/rel" | :*"is not Maser"*) echo "a release: reached" ;;
    *) echo "a release: not" ;;
esac
said rel/bin/app
echo "== put there for good"
before=$(ls -lA --time-style=full-iso "rel/$erts/bin")
said maser use rel
said env -u MASER_EMU rel/bin/app
said maser use rel
said maser use --undo rel
said rel/bin/app
[ "$before" = "$(ls -lA --time-style=full-iso "rel/$erts/bin")" ] && echo "as it was"
echo "== a package puts a new emulator there meanwhile"
said maser use rel
cp "$OTP_ROOT/$erts/bin/beam.smp" new && mv new "rel/$erts/bin/beam.smp"
said maser use rel
said rel/bin/app
said maser use --undo rel
said rel/bin/app
echo "== wrong"
said maser use --undo rel
said maser use
said maser use a b
said maser use nosuch
mkdir empty old old/erts-12.3; mkdir old/erts-12.3/bin; : > old/erts-12.3/bin/beam.smp
said maser use empty
said maser use old
said maser exec --mount
maser use rel > out; MASER_OTP_ROOT=$PWD/rel said maser lab spawn --quick
echo "== a release without the modules that stock has in its program"
rm -r rel/lib; mkdir rel/lib; rm -r "rel/$erts"; mkdir "rel/$erts"; cp -r "$OTP_ROOT/$erts/bin" "rel/$erts/bin"
for app in kernel stdlib; do ln -s "$OTP_ROOT"/lib/$app-* rel/lib/; done
said rel/bin/app
case $view:$(maser exec ${view:+--mount} rel/bin/app 2>&1) in
    "yes:maser-emu $PWD/rel" | :*"is not Maser"*) echo "reached" ;;
    *) echo "not reached" ;;
esac
said maser use rel
said env -u MASER_EMU rel/bin/app
mv "rel/$erts/bin/.maser/$erts" gone
said env -u MASER_EMU rel/bin/app
