# Probes: what the list shows, and all scripts at work, attached to an emulator that has its own
# file, so that nobody else's comes in between.
emu=$(dirname "$(readlink -f "$(command -v maser)")")/maser-emu
cp "$emu" emu
export MASER_EMU=$PWD/emu MASER_NATIVE=off

echo "== the list"
maser probe list | grep '^erlang:' | grep -vc 'never told'
maser probe list | grep -c 'never told'
maser probe list | grep -c 'not in this emulator'
maser probe list | grep -A1 '^erlang:process__exit('
maser probe show vfork | grep -c "usdt:$PWD/emu:maser:program__vfork"
maser probe show nosuch; echo "status $?"
maser probe lsit; echo "status $?"

echo "== what OTP's own scripts name"
maser probe list > list
examples=$(maser -noshell -eval 'io:put_chars(code:lib_dir(runtime_tools, examples)), halt().')
cat "$examples"/*.systemtap | grep -o 'mark("[^"]*")' | sed 's/mark("//; s/")//; s/-/__/g' | sort -u > marks
[ "$(wc -l < marks)" -gt 50 ] || echo "only $(wc -l < marks)"
while read -r mark; do grep -q "^erlang:$mark(" list || echo "not there: $mark"; done < marks

# Whether bpftrace is there, and may attach to the emulator; if not, says why.
[ -d /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing 2> /dev/null
watches() {
    command -v bpftrace > /dev/null || { echo "skipped: bpftrace is not installed"; return 1; }
    timeout 60 bpftrace -e "usdt:$PWD/emu:maser:sched__park { } BEGIN { exit(); }" > /dev/null 2>&1 ||
        { echo "skipped: bpftrace may not attach to programs here"; return 1; }
}

echo "== scripts"
if watches > why; then
cat > work.erl <<'EOF'
-module(work).
-export([main/0, child/1, servant/0]).
main() ->
    %% Programs, one after another.
    [[] = os:cmd("true") || _ <- lists:seq(1, 5)],
    %% Processes, one of which hibernates, one of which is killed, and messages with 11 words.
    Pids = [spawn(?MODULE, child, [self()]) || _ <- lists:seq(1, 20)],
    [Pid ! {self(), lists:seq(1, 3)} || Pid <- Pids],
    [receive {Pid, ok} -> ok end || Pid <- Pids],
    exit(spawn(fun() -> timer:sleep(infinity) end), kill),
    Servant = spawn(?MODULE, servant, []),
    Servant ! stop,
    %% Much garbage.
    [lists:seq(1, 10000) || _ <- lists:seq(1, 50)],
    erlang:garbage_collect(),
    %% A port that reads late.
    Port = open_port({spawn, "sh -c 'sleep 0.2; cat > /dev/null'"}, [binary]),
    [Port ! {self(), {command, binary:copy(<<0>>, 100000)}} || _ <- lists:seq(1, 10)],
    port_close(Port),
    halt().
child(Parent) -> receive {Parent, L} -> Parent ! {self(), ok}, length(L) end.
servant() -> proc_lib:hibernate(erlang, exit, [normal]).
EOF
maser exec erlc work.erl
scripts=$(maser probe scripts | awk '{print $1}')
# Waits until bpftrace listens, or has ended as it cannot.
listens() {
    tries=0
    until grep -qs listening "$1" || ! kill -0 "$2" 2> /dev/null || [ $tries = 300 ]; do
        tries=$((tries + 1)); sleep 0.1
    done
}
pids=
for script in $scripts; do
    maser probe run "$script" > "$script.out" 2>&1 &
    pids="$pids $!"
    echo $! > "$script.pid"
done
for script in $scripts; do
    listens "$script.out" "$(cat "$script.pid")"
done
maser -noshell -s work main
# They print what they have; to wait for their ends is to wait for the kernel, which may take a
# minute on a busy machine.
kill -USR1 $pids
# A name of the script and, of its maps, those that must have something in them.
has() {
    script=$1; shift
    for what; do
        tries=0
        until grep -q -e "$what" "$script.out" || [ $tries = 100 ]; do
            tries=$((tries + 1)); sleep 0.1
        done
        grep -q -e "$what" "$script.out" || { echo "$script: no $what"; tail -3 "$script.out"; return; }
    done
    echo "$script: right"
}
has program-steps '@programs: [6-9]' '@step_1_waits_for_a_thread_us:' '@step_2_prepares_us:' '@step_3_vfork_us:' \
    '@step_4_closes_descriptors_us:' '@step_5_sets_up_us:' '@step_6_executes_us:' '@whole_us:'
has vfork '@stopped_us\[/bin/sh\]'
has descriptors '@closings: [6-9]' '@closing_us:'
has run-queue '@waited_us:' '@waited_by_scheduler_us\[0\]: count [1-9]'
has schedulers '@slice_us\[0\]:'
has processes '@spawned\[work:child/1\]: 20' '@ended\[killed\]: 1' '@spawned\[work:servant/0\]: 1'
has message-sizes '@messages: [1-9][0-9]' '@words:' '@words_by_sender\[<0\.'
has collections '@minor_us:' '@major_us:' '@us_by_process\[<0\.' '@freed_by_process\[<0\.'
has busy-ports '@times\[#Port<0\.[0-9]*>\]: [1-9]' '@busy_us\[#Port' "@bytes\\[#Port<0.[0-9]*>, sh -c 'sleep 0.2; cat > /dev/null'\\]: 1000000" '@waited\[<0'

kill -INT $pids
else cat why
fi

echo "== arguments"
if ! grep skipped why; then
show='usdt:EMU:erlang:process__exit_signal { printf("signal %s %s %s\n", str(arg0), str(arg1), str(arg2)); }
usdt:EMU:erlang:process__hibernate { printf("hibernates at %s\n", str(arg1)); }
usdt:EMU:erlang:port__open { printf("port %s\n", str(arg1)); }
usdt:EMU:erlang:port__command /str(arg3) != "command"/ { printf("asks %s\n", str(arg3)); }
usdt:EMU:erlang:message__send /arg2 == 28 && arg3 == 17/ { printf("sent %d %d %d %d\n", arg2, arg3, arg4, arg5); }
usdt:EMU:erlang:message__queued /arg1 == 28 && arg3 == 17/ { printf("queued %d %d %d %d %d\n", arg1, arg2, arg3, arg4, arg5); }
usdt:EMU:erlang:message__receive /arg1 == 28 && arg3 == 17/ { printf("received %d %d %d %d %d\n", arg1, arg2, arg3, arg4, arg5); }
usdt:EMU:erlang:copy__struct /arg0 == 28/ { printf("copied %d\n", arg0); }
usdt:EMU:erlang:driver__ready_input /str(arg2) == "cat"/ { printf("input of %s\n", str(arg2)); }
usdt:EMU:erlang:copy__object /arg1 == 28/ { printf("copied to a heap %d\n", arg1); }
usdt:EMU:erlang:driver__init /str(arg0) == "tcp_inet"/ { printf("there is tcp_inet\n"); }
usdt:EMU:erlang:driver__start /str(arg1) == "spawn"/ { printf("starts spawn\n"); }
usdt:EMU:erlang:driver__stop /str(arg1) == "spawn"/ { printf("stops spawn\n"); }
usdt:EMU:erlang:driver__output /str(arg2) == "sh late"/ { printf("output to late %d\n", arg3); }
usdt:EMU:erlang:driver__flush /str(arg2) == "sh late"/ { printf("flush of late\n"); }
usdt:EMU:erlang:driver__ready_output /str(arg2) == "sh late"/ { printf("room for late\n"); }
usdt:EMU:erlang:driver__outputv /str(arg2) == "tcp_inet"/ { printf("output in pieces %d\n", arg3); }
usdt:EMU:erlang:driver__control /str(arg2) == "tcp_inet" && arg3 == 66167594/ { printf("control recv %d\n", arg4); }
usdt:EMU:erlang:driver__timeout { printf("timeout of %s\n", str(arg2)); }
usdt:EMU:erlang:driver__ready_async { printf("thread of %s\n", str(arg2)); }
usdt:EMU:erlang:port__connect /str(arg2) == "cat"/ { printf("connects %s\n", str(arg2)); }
usdt:EMU:maser:native__load { printf("load %s\n", str(arg0)); }
BEGIN { printf("listening\n"); }'
cat > args.erl <<'EOF'
-module(args).
-export([main/0]).
main() ->
    Me = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> receive go -> Me ! lists:seq(1, 14) end, receive stop -> ok end end),
    seq_trace:set_token(label, 17),
    Pid ! go,
    receive L when length(L) =:= 14 -> ok end,
    exit(Pid, because),
    receive {'DOWN', Monitor, process, Pid, because} -> ok end,
    Other = spawn(proc_lib, hibernate, [erlang, exit, [normal]]),
    asleep(Other, process_info(Other, current_function)),
    Port = open_port({spawn, "cat"}, []),
    Port ! {self(), {command, "x"}},
    receive {Port, {data, "x"}} -> ok end,
    port_connect(Port, self()),
    Port ! {self(), close},
    receive {Port, closed} -> ok end,
    late(),
    tcp(),
    Table = ets:new(table, []),
    ets:insert(Table, {1, lists:seq(1, 14)}),
    [_] = ets:select(Table, [{{'_', '$1'}, [], ['$1']}]),
    %% More than a pipe takes at once.
    io:put_chars(lists:duplicate(100000, $x)),
    halt().
%% A program that reads when it is told to, whose port is closed before.
late() ->
    Late = open_port({spawn, "sh late"}, [binary, {busy_limits_port, disabled}]),
    port_command(Late, binary:copy(<<0>>, 1000000)),
    port_close(Late),
    [] = os:cmd("echo > go").
tcp() ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}, {active, false}]),
    {ok, Port} = inet:port(L),
    {ok, A} = gen_tcp:connect({127, 0, 0, 1}, Port, [{active, false}]),
    {ok, B} = gen_tcp:accept(L),
    ok = gen_tcp:send(A, "hello"),
    {ok, "hello"} = gen_tcp:recv(B, 5),
    {error, timeout} = gen_tcp:recv(B, 5, 1).
asleep(_, {current_function, {erlang, hibernate, 3}}) -> ok;
asleep(Pid, _) -> erlang:yield(), asleep(Pid, process_info(Pid, current_function)).
EOF
maser exec erlc args.erl
mkfifo go
echo 'read go < go; exec cat > /dev/null' > late
bpftrace -e "$(printf "%s" "$show" | sed "s|EMU|$PWD/emu|")" > args.out 2>&1 &
pid=$!
listens args.out $pid
maser -noshell -s args main | cat > /dev/null
tries=0
until grep -q '^thread of' args.out || [ $tries = 100 ]; do tries=$((tries + 1)); sleep 0.1; done
kill -INT $pid
grep -E 'because|hibernates|^port cat|asks close|^(sent|queued|received|copied|input|there|starts|stops) ' \
    args.out > told
grep -E '^(output|flush|room|control|timeout|thread|connects) ' args.out >> told
sed 's/<[0-9.]*>/PID/g' told | sort -u
fi
