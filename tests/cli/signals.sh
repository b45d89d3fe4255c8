# SIGTERM stops a node in order once it has booted; before, it ends as any program does.
maser -noshell -eval 'io:format("up~n"), receive never -> ok end.' > up & node=$!
until grep -qs up up; do kill -0 $node || break; done
kill -TERM $node; wait $node; echo "status $?"

cat > early.escript <<'EOF'
#!/usr/bin/env escript
main([]) ->
    Wait = [{apply, {erlang, display, [early]}}, {apply, {erlang, hibernate, [erlang, halt, []]}}],
    ok = file:write_file("early.boot", term_to_binary({script, {"early", "1"}, Wait})).
EOF
maser exec escript early.escript
maser -noshell -boot ./early > early & node=$!
until grep -qs early early; do kill -0 $node || break; done
kill -TERM $node; { wait $node; } 2> /dev/null; echo "status $?"
grep -o early early

# A program that ignores the ends of processes starts a node, whose ports tell statuses all the same.
env --ignore-signal=CHLD maser -noshell -eval '
    P = open_port({spawn, "sh -c \"exit 3\""}, [exit_status]),
    receive {P, {exit_status, S}} -> io:format("program ~p~n", [S]) end, halt().'
