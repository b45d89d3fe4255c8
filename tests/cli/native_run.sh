# Native code that is made while a system runs, and what happens when it cannot be made.
export MASER_NATIVE=$PWD/images MASER_NATIVE_MODE=auto
cat > busy.erl <<'EOF'
-module(busy).
-export([hot/0, check/0, loop/2]).
%% Works until this module has native code; false if that never happens.
hot() -> hot(erlang:monotonic_time(second) + 60).
hot(End) ->
    500000 = loop(500000, 0),
    case {?MODULE:module_info(native), erlang:monotonic_time(second) < End} of
        {true, _} -> true;
        {false, true} -> hot(End);
        {false, false} -> false
    end.
check() -> ?MODULE:loop(1000, 0) =:= 1000.
loop(0, N) -> N;
loop(K, N) -> loop(K - 1, N + 1).
EOF
maser exec erlc busy.erl
run() { maser -noshell -eval "$1, halt()."; }

echo "== compiled on demand"
run 'io:format("~p ~p ~p~n", [busy:check(), busy:module_info(native), maser:native(busy)]),
     [io:format("~p ~p~n", [K, V]) || {K, V} <- maser:native_info(busy), K =/= code_size, K =/= compile_time, K =/= details],
     io:format("~p ~p~n", [busy:check(), busy:module_info(native)])'
run 'io:format("from the cache: ~p~n", [begin busy:check(), busy:module_info(native) end])'
MASER_NATIVE_MODE=off run 'io:format("off: ~p ~p~n", [begin busy:check(), busy:module_info(native) end, maser:native(busy)])'
run 'io:format("~p ~p ~p~n", [hipe:c(busy), maser:native(nosuch), catch hipe:c(nosuch)])'

echo "== what stays interpreted"
echo '-module(stays).
-export([f/2]).
f(F, A) -> receive X -> X after 10 -> apply(stays, F, A) end.' > stays.erl
maser exec erlc stays.erl
run 'ok = maser:native(stays), Info = maser:native_info(stays), Details = proplists:get_value(details, Info),
     Sizes = [proplists:get_value(code_size, D) || {_, D} <- Details], true = lists:all(fun(N) -> N > 0 end, Sizes),
     io:format("~p ~p~n", [lists:sum(Sizes) =< proplists:get_value(code_size, Info),
                           [{F, [D || D = {K, _} <- Each, K =/= code_size]} || {F, Each} <- Details]])'

echo "== waiting is the last that the code does"
echo '-module(waits).
-export([f/0]).
f() -> fun(X) -> receive X -> {got, X} end end.' > waits.erl
maser exec erlc waits.erl
run 'ok = maser:native(waits), self() ! a, self() ! b, F = waits:f(), io:format("~p ~p~n", [F(b), waits:module_info(native)])'

echo "== a breakpoint comes and goes"
run 'maser:native(busy), Native = fun() -> busy:module_info(native) end, N1 = Native(),
     erlang:trace_pattern({busy, loop, 2}, true, [local, call_count]), N2 = Native(),
     busy:check(), C = erlang:trace_info({busy, loop, 2}, call_count),
     erlang:trace_pattern({busy, check, 0}, true, [local, call_count]),
     erlang:trace_pattern({busy, loop, 2}, false, [local, call_count]), N3 = Native(),
     erlang:trace_pattern({busy, check, 0}, false, [local, call_count]),
     io:format("~p~n", [{N1, N2, C, N3, Native(), busy:check()}])'

echo "== SIGCHLD tells nobody of the compiler"
echo '-module(new). -export([f/0]). f() -> new.' > new.erl
maser exec erlc new.erl
run 'Server = whereis(erl_signal_server), unregister(erl_signal_server), register(erl_signal_server, self()),
     ok = os:set_signal(sigchld, handle), ok = maser:native(new), [] = os:cmd("kill -CHLD " ++ os:getpid()),
     Told = fun Told() -> receive {notify, Signal} -> [Signal | Told()] after 200 -> [] end end,
     io:format("~p~n", [Told()]), unregister(erl_signal_server), register(erl_signal_server, Server)'

echo "== by the compile option"
maser exec erlc +native +'{hipe, [o3]}' busy.erl
rm -rf images
run 'code:load_file(busy), io:format("~p ~p~n", [busy:module_info(native), proplists:get_value(options, busy:module_info(compile))])'
echo '-module(t).
-export([f/0]).
f() -> ok.' > t.erl
run '{ok, t} = c:c(t, [native, {hipe, [o3]}]), io:format("~p ~p~n", [t:module_info(native), t:f()])'
maser exec erlc busy.erl

echo "== hot modules"
rm -rf images
run 'io:format("~p~n", [busy:hot()])'
ls images/* | wc -l | sed 's/^[1-9][0-9]*$/some/'

echo "== everything"
MASER_NATIVE=$PWD/all maser +native all -noshell -eval '
    Wait = fun Wait() -> case atomics:module_info(native) of true -> true; false -> timer:sleep(10), Wait() end end,
    io:format("~p~n", [Wait()]), halt().'
maser +native never; echo "status $?"
MASER_NATIVE_MODE=never maser -noshell; echo "status $?"

echo "== damaged images"
run 'maser:native(busy), maser:native(atomics)'
for image in images/*/*.native; do head -c 1000 "$image" > cut; cp cut "$image"; done
run 'io:format("~p~n", [busy:check()])' > out 2>&1; grep -c 'is not used' out; grep -xE 'true|false' out

# An emulator with another compiler beside it.
mkdir other; cp "$MASER_EMU" other/maser-emu
real=$(dirname "$MASER_EMU")/maser-native
compiler() { { echo '#!/bin/sh'; echo "$1"; } > other/maser-native; chmod 755 other/maser-native; }
try() {
    echo "== $1"
    compiler "$2"
    rm -rf images
    MASER_EMU=$PWD/other/maser-emu run 'io:format("~p ~p~n", [maser:native(busy), busy:check()])' | sed "s|$PWD|DIR|; s|images/[^:]*|FILE|"
    # By itself it says so once, and goes on.
    MASER_EMU=$PWD/other/maser-emu run '
        Me = self(), End = erlang:monotonic_time(second) + 60,
        ok = logger:add_primary_filter(told, {fun(_, _) -> Me ! told, ignore end, none}),
        F = fun F() ->
            busy:loop(1000000, 0), lists:sort(lists:seq(1, 100000)),
            receive told -> ok after 0 -> erlang:monotonic_time(second) < End andalso F() end
        end,
        F(), [busy:loop(1000000, 0) || _ <- lists:seq(1, 20)],
        io:format("~p ~p~n", [busy:module_info(native), busy:check()])' > out 2>&1
    # The logger may write after the answer.
    grep -c 'cannot be compiled' out; grep -xE '(true|false) (true|false)' out
}
try "a compiler that fails" 'echo "out of order" >&2; exit 1'
MASER_EMU=$PWD/other/maser-emu run '{Native, Others} = maser:native_all(),
    io:format("~p ~p ~p~n", [Native, lists:keyfind(lists, 1, Others), length(Others) =:= length(code:all_loaded())])'
try "a compiler that is killed" 'kill -9 $$'
try "a compiler that makes nothing" 'exit 0'
export MASER_NATIVE_TIMEOUT=1
try "a compiler that hangs" 'exec sleep 100'
unset MASER_NATIVE_TIMEOUT
try "a full disk" "ulimit -f 1; exec $real \"\$@\""
rm other/maser-native; echo "== no compiler"
MASER_EMU=$PWD/other/maser-emu run 'io:format("~p ~p~n", [maser:native(busy), busy:check()])'
