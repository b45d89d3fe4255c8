%% Tracing: calls, returns, messages, processes.
-module(tracing).
-export([main/0, traced/1]).

main() ->
    Self = self(),
    P = spawn(fun() -> loop() end),
    t:p(erlang:trace(P, true, [call, {tracer, Self}])), t:p(erlang:trace_pattern({?MODULE, traced, 1}, [{'_', [], [{return_trace}]}], [local])),
    P ! {Self, fun() -> traced(5) end}, t:p(receive {P, R} -> R end), t:p(drain(P)),
    erlang:trace(P, false, [call]), erlang:trace_pattern({?MODULE, traced, 1}, false, [local]),
    erlang:trace(P, true, [send, 'receive', {tracer, Self}]), P ! {Self, fun() -> hi end}, receive {P, hi} -> ok end, t:p([element(3, M) || M <- drain(P)]), erlang:trace(P, false, [send, 'receive']),
    erlang:trace(P, true, [procs, {tracer, Self}]), P ! {Self, fun() -> spawn(fun() -> ok end), spawned end}, receive {P, spawned} -> ok end, t:p([element(3, M) || M <- drain(P)]), P ! stop, timer:sleep(20), t:p([element(3, M) || M <- drain(P)]),
    t:p(erlang:trace_info(Self, flags)), t:p(erlang:trace_pattern({no_such_mod, '_', '_'}, true, [])).

traced(X) -> X * 2.
loop() -> receive {From, F} -> From ! {self(), F()}, loop(); stop -> ok end.
drain(P) -> receive M when element(1, M) =:= trace, element(2, M) =:= P -> [setelement(2, M, p) | drain(P)] after 100 -> [] end.
