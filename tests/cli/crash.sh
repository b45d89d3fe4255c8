# `maser crash`: a dump that is written by hand, in the form of OTP 29, then one that each emulator has made.
cat > dump <<'DUMP'
=erl_crash_dump:0.5
Sat Nov 28 16:45:43 2026
Slogan: eheap_alloc: Cannot allocate 762886488 bytes of memory (of type "heap").
System version: Erlang/OTP 29 [erts-17.1.1] [source] [64-bit] [smp:2:2] [ds:2:2:10] [async-threads:1] [jit:ns]
Taints: my_nif
Atoms: 900000
Calling Thread: scheduler:0
=scheduler:1
Scheduler Sleep Info Flags: 
Current Port: 
Run Queue Normal Length: 250
Current Process: <0.91.0>
Current Process State: Garbing
Current Process Internal State: ACT_PRIO_NORMAL | ACTIVE | RUNNING | GC
Current Process Program counter: 0x00007f2c1bb9a094 (hoarder:'keep it'/1 + 452)
Current Process Limited Stack Trace:
0x00007f2c1a1580a0:SReturn addr 0x1B1B9A094 (gen_server:try_handle_call/4 + 100)
0x00007f2c1a1580b0:SReturn addr 0x1B1B9A094 (<terminate process normally>)
=scheduler:2
Scheduler Sleep Info Flags: SLEEPING | TSE_SLEEPING | WAITING
Current Port: #Port<0.6>
Run Queue Normal Length: 0
Current Process: 
=dirty_cpu_scheduler:3
Current Process: 
=dirty_cpu_run_queue
Run Queue Normal Length: 0
=memory
total: 2000000000
processes: 1500000000
system: 500000000
atom: 40000000
binary: 300000000
code: 50000000
ets: 100000000
=index_table:atom_tab
size: 1048576
limit: 1048576
entries: 900000
=proc:<0.0.0>
State: Waiting
Name: init
Spawned as: erl_init:start/2
Message queue length: 0
Memory: 26480
BinVHeap: 8
Program counter: 0x00007fa7a12096c4 (init:boot_loop/2 + 92)
=proc:<0.91.0>
State: Garbing
Spawned as: proc_lib:init_p/5
Message queue length: 12
Stack+heap: 90000000
OldHeap: 90000000
Memory: 1440000000
BinVHeap: 1000
OldBinVHeap: 30000
Program counter: 0x00007f2c1bb9a094 (hoarder:'keep it'/1 + 452)
Internal State: ACT_PRIO_NORMAL | ACTIVE | RUNNING | GC
=proc:<0.92.0>
State: Waiting
Spawned as: proc_lib:init_p/5
Message queue length: 54321
Memory: 9000000
Program counter: 0x00007f7a03a5c4f4 (gen_server:loop/5 + 684)
=proc:<0.93.0>
State: Waiting
Spawned as: proc_lib:init_p/5
Message queue length: 0
Memory: 3000
Program counter: 0x00007f7a03a5c4f4 (gen_server:loop/5 + 684)
=port:#Port<0.6>
State: CONNECTED|BINARY_IO
Connected: <0.92.0>
Port controls linked-in driver: tcp_inet
Input: 100
Output: 99999999
Queue: 5000000
=ets:<0.92.0>
Slot: 7
Table: sessions
Name: sessions
Objects: 400000
Words: 12000000
Type: set
=timer:<0.92.0>
Message: refresh
=node:'n@here'
=visible_node:5
Name: 'other@there'
Controller: #Port<0.7>
=loaded_modules
Current code: 5081504
Old code: 7000
=mod:lists
Current size: 16024
=proc_dictionary:<0.91.0>
H10
H18
=proc_messages:<0.91.0>
H28:N
I7:N
=proc_stack:<0.91.0>
y0:H40
y1:SCatch 0x1B1B9A094 (hoarder:init/1 + 81)
0x00007f2c1a1580a0:SReturn addr 0x1B1B9A094 (gen_server:try_handle_call/4 + 100)
y0:H90
0x00007f2c1a1580b0:SReturn addr 0x1B1B9A094 (<terminate process normally>)
=proc_heap:<0.91.0>
10:t2:AD:$initial_call,H20
18:t2:AE:$process_label,H900
20:t3:A7:hoarder,A4:init,I1
28:t3:A9:$gen_cast,A3:put,H30
30:lI104|H38
38:lI105|N
40:t4:A5:state,H48,H50,H58
48:Mf2:H910:I1,H60
50:YcB00:6:6
58:F1A:1.50000000000000000000e+00
60:E9:g3cFaGVsbG8=
90:B1180591620717411303424
=proc_dictionary:<0.92.0>
H10
=proc_heap:<0.92.0>
10:t2:AD:$initial_call,H920
=proc_dictionary:<0.93.0>
H10
=proc_heap:<0.93.0>
10:t2:AD:$initial_call,H920
=persistent_terms
A1:a|H900
=literals
900:t2:A5:cache,H908
908:lI109|H918
910:t2:A1:k,A3:Key
918:lI101|N
920:t3:A6:worker,A4:init,I1
=binary:B00
E:c29tZSBsYXJnZSBvbmU=
=atoms
user_90000
user_89999
=end
DUMP
maser crash dump; echo "status $?"
echo "== a process"
maser crash dump --process '<0.91.0>'
echo "== for programs"
maser crash dump --json | grep -o '"slogan":.*\|"whole":[a-z]*\|"called":"{[^}]*}"' | sort -u
maser crash dump --all | grep Port
echo "== cut off, compressed, from a pipe"
head -c 3000 dump > cut; maser crash cut | head -2
gzip -k dump; maser crash dump.gz | head -1
maser crash - < dump | head -1
gzip -c dump | head -c 900 | maser crash - | head -1 | grep -o "^-: CUT OFF"
ERL_CRASH_DUMP=dump maser crash | head -1
echo "== wrong"
maser crash 2>&1; maser crash nothing 2>&1; maser crash --process 7 dump 2>&1; maser crash --sorted 2>&1
maser crash dump --process 0.99.0 2>&1; echo text > text; maser crash text 2>&1; maser crash dump text 2>&1
maser crash help | head -1
echo "== of both emulators"
cat > server.erl <<'SERVER'
-module(server).
-export([main/0, init/1, handle_call/3]).
init(Me) -> {ok, #{name => Me, list => lists:seq(1, 3)}}.
handle_call(_, _, State) -> {reply, ok, State}.
main() ->
    {ok, P} = gen_server:start({local, a_server}, ?MODULE, self(), []),
    ok = gen_server:call(P, wait),
    [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 1200)],
    erlang:suspend_process(P), [P ! {message, N} || N <- lists:seq(1, 2000)],
    erlang:halt("the end").
SERVER
"$OTP_ROOT/bin/erlc" server.erl
for erl in maser "$OTP_ROOT/bin/erl"; do
    ERL_CRASH_DUMP=made "$erl" -noshell -s server main 2> /dev/null
    maser crash made | sed -n 's/ *[0-9.]* [kM]*B, whole//p; s/^slogan   //p; /processes are/s/, in server.*/, .../p; /a_server.*messages waiting/s/^ *<[0-9.]*>//p' |
        sed 's/[0-9]* of 12[0-9]* processes/MOST processes/; s/; it is in.*//'
done
