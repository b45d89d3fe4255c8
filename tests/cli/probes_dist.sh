# The script `distribution` sees what goes to another node.
emu=$(dirname "$(readlink -f "$(command -v maser)")")/maser-emu
cp "$emu" emu
export MASER_EMU=$PWD/emu MASER_NATIVE=off
. "$TESTS/dist/nodes.sh"
named "" || exit
[ -d /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing 2> /dev/null
command -v bpftrace > /dev/null || { echo "skipped: bpftrace is not installed"; exit; }
timeout 60 bpftrace -e "usdt:$PWD/emu:maser:sched__park { } BEGIN { exit(); }" > /dev/null 2>&1 ||
    { echo "skipped: bpftrace may not attach to programs here"; exit; }
maser probe run distribution > out 2>&1 & probe=$!
tries=0
until grep -qs listening out || [ $tries = 300 ]; do tries=$((tries + 1)); sleep 0.1; done
"$stock" $quiet -sname there -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there &
there=$!
until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
maser $quiet -sname here -eval "There = '$(cat there)', pong = net_adm:ping(There),
    Linked = spawn(There, timer, sleep, [infinity]), Me = self(),
    spawn(fun() -> link(Linked), Me ! linked, exit(because) end), receive linked -> ok end,
    [{nobody, There} ! lists:seq(1, 100) || _ <- lists:seq(1, 20)],
    rpc:cast(There, erlang, halt, []), monitor_node(There, true), receive {nodedown, There} -> halt() end."
wait $there
kill -USR1 $probe
for what in "@messages\\['there@.*'\\]: [2-9][0-9]" "@packets\\['there@.*'\\]: [2-9][0-9]" "@bytes\\['there@.*'\\]: [0-9]*[0-9][0-9][0-9]" \
    "@exit_signals\\['there@.*'\\]: 1" "@nodes\\[nodeup, 'there@.*', undefined\\]: 1" \
    "@nodes\\[nodedown, 'there@.*', connection_closed\\]: 1" '\[128, 256) *20 '; do
    tries=0
    until grep -q -e "$what" out || [ $tries = 100 ]; do tries=$((tries + 1)); sleep 0.1; done
    grep -q -e "$what" out && echo right || { echo "no $what"; cat out; }
done
kill -INT $probe
