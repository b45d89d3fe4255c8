# Where there is no more memory, the emulator ends as stock does: one line, a crash dump, status 1.
case=0
eat() {
    case=$((case + 1))
    echo "== $1"
    shift
    (ulimit -v 700000; ERL_CRASH_DUMP=dump$case timeout -s KILL 60 maser +native off "$@"; echo "status $?") 2>&1 |
        sed 's/ate [0-9]* bytes/ate N bytes/'
    [ -e dump$case ] && sed -n 's/^Slogan: \([a-z]*_alloc: Cannot [a-z]*\) .*/slogan: \1/p' dump$case && tail -n 1 dump$case
}
eat "a list" -noshell -eval 'F = fun F(L) -> F([lists:seq(1, 1000) | L]) end, F([]).'
eat "a deep recursion" -noshell -eval 'F = fun F(N) -> [N | F(N + 1)] end, F(0).'
eat "binaries" -noshell -eval 'F = fun F(L) -> F([binary:copy(<<"a">>, 10000000) | L]) end, F([]).'
eat "one binary" -noshell -eval 'binary:copy(<<"a">>, 10000000000).'
eat "a binary that grows" -noshell -eval 'F = fun F(B) -> F(<<B/binary, 0:8000000>>) end, F(<<>>).'
eat "a table" -noshell -eval 'T = ets:new(t, []), F = fun F(N) -> ets:insert(T, {N, lists:seq(1, 1000)}), F(N + 1) end, F(0).'
eat "messages" -noshell -eval 'F = fun F(N) -> self() ! lists:seq(1, 1000), F(N + 1) end, F(0).'
eat "a dictionary" -noshell -eval 'F = fun F(N) -> put(N, lists:seq(1, 1000)), F(N + 1) end, F(0).'
eat "persistent terms" -noshell -eval 'F = fun F(N) -> persistent_term:put(N, lists:seq(1, 10000)), F(N + 1) end, F(0).'
eat "processes" +P 1000000 -noshell -eval '
    F = fun F(N) -> spawn_opt(fun() -> receive x -> ok end end, [{min_heap_size, 10000}]), F(N + 1) end, F(0).'

# Every limit gives a working system, or an end in order: no panic, no signal, no hang.
sweep() {
    for limit in $2; do
        (ulimit "$1" $limit; ERL_CRASH_DUMP=/dev/null timeout -s KILL 60 maser -noshell -eval 'io:format("up~n"), halt().') > said 2>&1
        status=$?
        case $status in
            0) grep -qx up said && echo works ;;
            1) if grep -Eq 'panicked|RUST_BACKTRACE' said; then echo "$1 $limit: $(cat said)"; else echo ends; fi ;;
            *) if grep -Eq 'loading shared|cannot allocate memory in static TLS|Cannot allocate memory' said; then echo ends
               else echo "$1 $limit: status $status: $(head -n 3 said)"; fi ;;
        esac
    done | uniq
}
echo "== addresses"
sweep -v "40000 60000 80000 100000 130000 160000 200000 240000 300000 600000 1300000"
echo "== writable memory"
sweep -d "5000 10000 20000 30000 40000 50000 70000 100000 400000"
