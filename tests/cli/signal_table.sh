# What signals do, in every state that an emulator may be in: all as on stock.
case=0
node() { # flags
    case=$((case + 1))
    rm -f up$case
    ERL_CRASH_DUMP=dump$case maser +native off "$@" > said$case 2>&1 < /dev/null & pid=$!
    until [ -e up$case ]; do kill -0 $pid 2> /dev/null || break; done
}
ends() { # what
    { wait $pid; } 2> /dev/null; status=$?
    sed -n 's/^Slogan: /slogan: /p' dump$case 2> /dev/null
    echo "$1: status $status"
}
up() { echo "file:write_file(\"up$((case + 1))\", [])"; }

for signal in HUP INT QUIT ABRT ALRM TERM USR1 USR2 PIPE FPE CHLD CONT WINCH URG IO VTALRM; do
    node -noshell -eval "$(up), receive never -> ok end."
    kill -$signal $pid
    case $signal in
        # It goes on: it hears the end that is asked for next.
        PIPE | FPE | CHLD | CONT | WINCH | URG) kill -0 $pid && kill -TERM $pid ;;
        # The break menu, without anybody to read: the second ends it.
        INT) kill -0 $pid && kill -INT $pid ;;
    esac
    ends $signal
done

echo "== busy schedulers"
busy='[spawn(fun F() -> lists:seq(1, 1000), F() end) || _ <- lists:seq(1, 10)]'
for signal in TERM USR1 QUIT; do
    node -noshell -eval "$busy, $(up), receive never -> ok end."
    kill -$signal $pid
    ends $signal
done

echo "== a dirty call"
dirty='[spawn(fun() -> erlang:garbage_collect(), os:cmd("sleep 1"), re:run(lists:duplicate(30, $a), "(a*)*b") end) || _ <- lists:seq(1, 3)]'
for signal in TERM USR1 QUIT; do
    node -noshell -eval "$dirty, $(up), receive never -> ok end."
    kill -$signal $pid
    ends $signal
done

echo "== os:set_signal/2"
for signal in HUP QUIT ABRT ALRM TERM USR1 USR2 CHLD TSTP; do
    lower=$(echo sig$signal | tr A-Z a-z)
    node -noshell -eval "os:set_signal($lower, ignore), $(up), receive never -> ok end."
    kill -$signal $pid
    kill -0 $pid && kill -KILL $pid
    ends "$signal ignored"
    [ $signal = CHLD ] || [ $signal = TSTP ] || {
        node -noshell -eval "os:set_signal($lower, default), $(up), receive never -> ok end."
        kill -$signal $pid
        ends "$signal default"
    }
done

echo "== on the way out"
node -noshell -eval "spawn(fun() -> register(last, self()), process_flag(trap_exit, true), receive never -> ok end end),
    $(up), init:stop()."
kill -TERM $pid
ends TERM

# Stock waits for minutes: nothing there ends a built-in that does not yield.
echo "== the only scheduler is held up"
node +S 1:1 -noshell -eval "spawn(fun() -> X = (1 bsl 16000000) - 1, $(up), Y = X * X, Y * Y end), receive never -> ok end."
kill -TERM $pid
ends TERM
