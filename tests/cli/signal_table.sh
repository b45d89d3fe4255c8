# The effect of signals in every state that an emulator may be in: all as on stock.
node() { # flags
    ERL_CRASH_DUMP=dump-$case maser +native off "$@" > said-$case 2>&1 < /dev/null & pid=$!
    until grep -qs "^up" said-$case; do kill -0 $pid 2> /dev/null || break; sleep 0.02; done
}
ends() { # what
    { wait $pid; } 2> /dev/null; status=$?
    sed -n 's/^Slogan: /slogan: /p' dump-$case 2> /dev/null
    echo "$1: status $status"
}
# A case for each signal, all at the same time; what they say comes in the order of the signals.
each() { # case, signals
    what=$1; shift
    for signal; do (case=$what-$signal; $what) > out-$what-$signal 2>&1 & done
    wait
    for signal; do cat out-$what-$signal; done
}

idle() {
    node -noshell -eval "erlang:display(up), receive never -> ok end."
    kill -$signal $pid
    case $signal in
        # It goes on: it hears the end that is asked for next.
        PIPE | FPE | CHLD | CONT | WINCH | URG) kill -0 $pid && kill -TERM $pid ;;
        # The break menu, without anybody to read: the second ends it.
        INT) kill -0 $pid && kill -INT $pid ;;
    esac
    ends $signal
}
each idle HUP INT QUIT ABRT ALRM TERM USR1 USR2
each idle PIPE FPE CHLD CONT WINCH URG IO VTALRM
# Somebody sends what tells of faults otherwise.
each idle SEGV BUS ILL TRAP SYS

echo "== busy schedulers"
busy() {
    node -noshell -eval "[spawn(fun F() -> lists:seq(1, 1000), F() end) || _ <- lists:seq(1, 10)],
        erlang:display(up), receive never -> ok end."
    kill -$signal $pid
    ends $signal
}
each busy TERM USR1 QUIT

# Terms that share their parts are compared part by part, which never ends: no scheduler comes to
# the server of signals, nor does stock end at all then.
echo "== schedulers that are held up"
held_up() {
    node +S 1:1 -noshell -eval "Big = fun F(0) -> []; F(N) -> X = F(N - 1), [X | X] end,
        {A, B} = {Big(60), Big(60)}, erlang:display(up), A =:= B."
    kill -$signal $pid
    ends $signal
}
each held_up TERM USR1 QUIT

echo "== a dirty call"
# Opening a pipe lasts until there is somebody to write to it.
dirty() {
    mkfifo pipe-$case
    node -noshell -eval "spawn(fun() -> file:open(\"pipe-$case\", [read, raw]) end),
        F = fun F() -> case [P || P <- processes(), {status, running} =:= process_info(P, status), P =/= self()] of
            [] -> erlang:yield(), F(); _ -> ok end end, F(), erlang:display(up), receive never -> ok end."
    kill -$signal $pid
    ends $signal
}
each dirty TERM USR1 QUIT

# There is no server of signals yet. A signal for it is lost; only SIGTERM is lost on stock alone, and
# ends Maser in the cases where it still runs: signals are told in order.
echo "== at start"
cat > early.escript <<'EOF'
#!/usr/bin/env escript
main([]) ->
    Wait = [{apply, {erlang, display, [up]}}, {apply, {erlang, hibernate, [erlang, halt, []]}}],
    ok = file:write_file("early.boot", term_to_binary({script, {"early", "1"}, Wait})).
EOF
maser exec escript early.escript
early() {
    node -noshell -boot ./early
    kill -$signal $pid
    case $signal in
        USR1 | QUIT | CHLD) kill -TERM $pid ;;
        INT) kill -0 $pid && kill -INT $pid ;;
    esac
    ends $signal
}
each early HUP INT QUIT ABRT ALRM TERM USR1 USR2 CHLD SEGV

echo "== os:set_signal/2"
ignored() {
    node -noshell -eval "os:set_signal(sig$(echo $signal | tr A-Z a-z), ignore), erlang:display(up), receive never -> ok end."
    kill -$signal $pid
    kill -0 $pid && kill -KILL $pid
    ends "$signal ignored"
}
default() {
    node -noshell -eval "os:set_signal(sig$(echo $signal | tr A-Z a-z), default), erlang:display(up), receive never -> ok end."
    kill -$signal $pid
    ends "$signal default"
}
each ignored HUP QUIT ABRT ALRM TERM USR1 USR2 CHLD TSTP
each default HUP QUIT ABRT ALRM TERM USR1 USR2

echo "== on the way out"
leaving() {
    node -noshell -eval "spawn(fun() -> register(last, self()), process_flag(trap_exit, true), receive never -> ok end end),
        erlang:display(up), init:stop()."
    kill -$signal $pid
    ends $signal
}
each leaving TERM
