# mnesia in a cluster of three nodes, each with a copy of all tables on disc: transactions of four processes on each node,
# as a bank has them.
. "$LAB/common.sh"
export ERL_EPMD_PORT=$((PORT + 2)) HOME=$PWD
[ -e "$LAB/sys_mnesia.beam" ] || (cd "$LAB" && "$(dirname "$STOCK")/erlc" sys_mnesia.erl)
for i in 3 2 1; do
    $UNDER erl -noinput -sname "lab${PORT}_$i@localhost" -setcookie lab -pa "$LAB" -mnesia dir "\"$PWD/db$i\"" \
        -mnesia dump_log_write_threshold 50000 -eval "sys_mnesia:main($i, $SIZE)." > "out$i" 2>&1 &
    pids="${pids:-} $!"
    echo "pid $!"
done
trap 'kill $pids 2> /dev/null; wait || true; end_epmd' EXIT
last=$!
until_line out1 ready $last
echo ready
until_line out1 begin $last
echo begin
until_line out1 latency $last
grep '^end' out1
grep '^latency' out1
