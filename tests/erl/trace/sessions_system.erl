%% since OTP 28
%% Events of the system, watched within trace sessions: each has its own tracer and limits.
-module(sessions_system).
-export([main/0]).

main() ->
    Me = self(),
    T = spawn_link(fun() -> tracer(Me) end),
    S = trace:session_create(a, T, []),
    U = trace:session_create(u, undefined, []),
    P = trace:session_create(p, open_port({spawn_driver, "ram_file_drv"}, [binary]), []),
    Get = fun(Session) ->
        case erts_internal:system_monitor(Session) of
            {Pid, Items} when Pid =:= T -> {tracer, Items};
            {Pid, Items} when Pid =:= Me -> {me, Items};
            Other -> Other
        end
    end,
    t:p([trace:system(S, long_gc, 5), trace:system(S, busy_port, true), Get(S), Get(legacy), Get(U)]),
    t:p([trace:system(S, long_gc, false), Get(S), trace:system(S, large_heap, 0), trace:system(S, long_schedule, 0)]),
    t:p([trace:system(S, busy_dist_port, true), Get(S)]),
    t:p([erlang:system_monitor(Me, [{long_gc, 100000}]), Get(S), Get(legacy)]),
    [t:show(io_lib:format("~p ~p", [Event, Value]), fun() -> trace:system(S, Event, Value) end)
     || {Event, Value} <- [{long_gc, true}, {long_gc, -1}, {busy_port, 1}, {busy_port, false}, {foo, true}, {foo, false}, {large_heap, x}]],
    t:show("no tracer", fun() -> trace:system(U, long_gc, 5) end),
    t:show("a port", fun() -> trace:system(P, long_gc, 5) end),
    t:show("no session", fun() -> trace:system(foo, long_gc, 5) end),
    t:show("another process", fun() -> erts_internal:system_monitor(S, self(), [busy_port]) end),
    t:p([trace:system(S, E, false) || E <- [long_schedule, busy_dist_port, large_heap, busy_port]]),
    t:p([Get(S), Get(legacy)]),
    told(S, T),
    true = trace:session_destroy(S),
    t:show("gone", fun() -> Get(S) end),
    t:p(Get(legacy)),
    _ = erlang:system_monitor(undefined).

%% Both are told of a large heap; a session that has ended is not.
told(S, T) ->
    B = trace:session_create(b, self(), []),
    ok = trace:system(S, large_heap, 30000),
    ok = trace:system(B, large_heap, 30000),
    Large = fun() ->
        {P, R} = spawn_monitor(fun() -> L = lists:seq(1, 50000), erlang:garbage_collect(), exit({done, length(L)}) end),
        receive {'DOWN', R, process, P, {done, 50000}} -> P end
    end,
    P = Large(),
    T ! {seen, self()},
    t:p([receive {told, {monitor, P, large_heap, [_ | _]}} -> told end, receive {monitor, P, large_heap, [_ | _]} -> told end]),
    true = trace:session_destroy(B),
    _ = t:flush(),
    Q = Large(),
    t:p(receive {told, {monitor, Q, large_heap, _}} -> told end),
    t:p([M || {monitor, _, _, _} = M <- t:flush()]).

tracer(To) -> receive {seen, _} -> ok; M -> To ! {told, M} end, tracer(To).
