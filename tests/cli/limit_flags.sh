# The numbers that flags set, and those that are refused: the least, the largest, and one beyond each.
# The system tells the same of itself as stock does, and stock refuses the same ones with status 1.
cat > told.erl <<'END'
-module(told).
-export([all/0]).
all() ->
    [io:format(" ~0p", [case erlang:system_info(I) of {I, N} -> N; N -> N end]) ||
        I <- [schedulers, schedulers_online, dirty_cpu_schedulers, dirty_cpu_schedulers_online,
              dirty_io_schedulers, thread_pool_size, ets_limit, min_heap_size, min_bin_vheap_size,
              dist_buf_busy_limit]],
    {garbage_collection, New} = process_info(spawn(fun() -> receive never -> ok end end), garbage_collection),
    io:format(" ~w~n", [[proplists:get_value(K, New) || K <- [min_heap_size, min_bin_vheap_size]]]),
    halt().
END
maser exec erlc told.erl
case=0
# Four run at a time; each says what it says in a file of its own.
try() {
    case=$((case + 1))
    {
        printf '%s:' "$*"
        if said=$(maser +native off +S 2:2 +SDcpu 2:2 "$@" -noshell -run told all 2> /dev/null); then echo "$said"
        else echo " refused, status $?"; fi
    } > told-$(printf %03d $case) &
    [ $((case % 4)) = 0 ] && wait
}
for n in 0 1 1000 5000000 2147483648; do try +hms $n; done
for n in 0 1 1000 2147483648; do try +hmbs $n; done
for n in -1 0 1 1024 1025; do try +A $n; done
for n in 1 3:1 1:3 1:0 64:1 1025; do try +S $n; done
for n in 1 2:1 2:3 1025; do try +SDcpu $n; done
for n in 0 1 1024 1025; do try +SDio $n; done
for n in 15 16 8192 8193; do try +a $n; done
for n in 19 20 8192 8193; do try +sss $n; try +sssdcpu $n; try +sssdio $n; done
for n in 0 1 2097151 2097152; do try +zdbbl $n; done
for n in 0 1 20000; do try +e $n; done
wait; cat told-*
echo "== tables, by the environment"
for n in -1 0 1 9000 x; do
    export ERL_MAX_ETS_TABLES=$n
    for flag in "" "+e 10000"; do
        printf '%s %s: ' "$n" "$flag"; maser +native off $flag -noshell -run told all | cut -d ' ' -f 8
    done
done
