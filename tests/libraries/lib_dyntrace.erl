%% dyntrace (runtime_tools): its library has no probes in Debian's build; and the drivers of trace ports.
-module(lib_dyntrace).
-export([main/0]).

main() ->
    io:format("~p ~p~n", [code:ensure_loaded(dyntrace), dyntrace:available()]),
    io:format("~p~n", [[dyntrace:p(), dyntrace:p(1), dyntrace:p("text"), dyntrace:p(1, 2, "a"), dyntrace:pn(1, 2, 3, 4, 5, "a", "b", "c", "d")]]),
    io:format("~p~n", [[(catch dyntrace:user_trace_s1(<<"x">>)) =:= false, dyntrace:put_tag(<<"tag">>), dyntrace:get_tag(), dyntrace:put_tag("other"), (catch dyntrace:put_tag(undefined)) =:= x]]),
    files(),
    sockets().

%% dbg:trace_port(file, ...): trace_file_drv writes what is traced, and wraps files.
files() ->
    Traced = fun() -> [lists:reverse([N]) || N <- lists:seq(1, 200)], ok end,
    {ok, _} = dbg:tracer(port, dbg:trace_port(file, "trace.log")),
    {P, M} = spawn_monitor(fun() -> receive go -> Traced(), apply(?MODULE, main, [1, 2]) end end),
    {ok, _} = dbg:p(P, [c, m, arity]),
    {ok, _} = dbg:tp(lists, reverse, 1, x),
    P ! go,
    receive {'DOWN', M, process, P, _} -> ok end,
    ok = dbg:flush_trace_port(),
    dbg:stop_clear(),
    Self = self(),
    dbg:trace_client(file, "trace.log", {fun(T, N) -> Self ! {traced, T}, N + 1 end, 0}),
    Events = traced([]),
    io:format("~p ~p~n", [length([x || {trace, _, call, {lists, reverse, 1}} <- Events]), [W || {trace, Q, W, _} <- Events, Q == P, W =/= call, W =/= return_to]]),
    {ok, _} = dbg:tracer(port, dbg:trace_port(file, {"wrap", wrap, ".log", 2000, 3})),
    {P2, M2} = spawn_monitor(fun() -> receive go -> Traced() end end),
    {ok, _} = dbg:p(P2, [c, arity]),
    {ok, _} = dbg:tp(lists, reverse, 1, []),
    P2 ! go,
    receive {'DOWN', M2, process, P2, _} -> ok end,
    ok = dbg:flush_trace_port(),
    dbg:stop_clear(),
    io:format("~p~n", [lists:sort(filelib:wildcard("wrap*.log"))]).

traced(Events) ->
    receive
        {traced, end_of_trace} -> lists:reverse(Events);
        {traced, T} -> traced([T | Events])
    end.

%% dbg:trace_port(ip, ...): trace_ip_drv serves what is traced to a client.
sockets() ->
    {ok, _} = dbg:tracer(port, dbg:trace_port(ip, {0, 100})),
    {ok, Port} = dbg:trace_port_control(get_listen_port),
    Self = self(),
    Client = dbg:trace_client(ip, {"127.0.0.1", Port}, {fun(T, N) -> Self ! {traced, T}, N + 1 end, 0}),
    {P, M} = spawn_monitor(fun() -> receive go -> [lists:reverse([N]) || N <- lists:seq(1, 10)], ok end end),
    {ok, _} = dbg:p(P, [c, arity]),
    {ok, _} = dbg:tp(lists, reverse, 1, []),
    P ! go,
    receive {'DOWN', M, process, P, _} -> ok end,
    io:format("~p~n", [[receive {traced, {trace, P, call, What}} -> What end || _ <- lists:seq(1, 10)]]),
    dbg:stop_trace_client(Client),
    dbg:stop_clear(),
    io:format("~p~n", [receive Other -> Other after 0 -> nothing end]).
