%% What is told of ports: flags ports, send, receive and running_ports.
-module(traced_ports).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Tracer = spawn(fun() -> collect([]) end),
    put(tracer, Tracer),
    Other = spawn(fun() -> receive after infinity -> ok end end),
    put(other, Other),
    about(),
    talking(Other),
    turns(Other),
    ends(Other).

step(What, Port, Fun) ->
    Fun(),
    erlang:port_info(Port),
    get(tracer) ! {get, self()},
    All = receive {collected, L} -> L end,
    t:p({What, [clean(M, Port) || M <- All, tuple_size(M) < 4 orelse element(4, M) =/= info]}).

open(Flags) ->
    erlang:trace(new_ports, true, [{tracer, get(tracer)} | Flags]),
    P = open_port({spawn_executable, "/bin/cat"}, [binary]),
    erlang:trace(new_ports, false, [all]),
    P.

about() ->
    P = open([ports]),
    step(open, P, fun() -> ok end),
    step(names, P, fun() -> register(?MODULE, P), unregister(?MODULE), register(?MODULE, P) end),
    step(links, P, fun() -> unlink(P), link(P) end),
    step(other, P, fun() -> {_, R} = spawn_monitor(fun() -> link(P), unlink(P) end),
                            receive {'DOWN', R, _, _, _} -> ok end end),
    step(close, P, fun() -> port_close(P), receive {'EXIT', P, W} -> t:p(W) end end).

talking(Other) ->
    P = open([send, 'receive', ports]),
    step(open, P, fun() -> ok end),
    step(message, P, fun() -> P ! {self(), {command, ["ab", $c]}}, receive {P, {data, _}} -> ok end end),
    step(command, P, fun() -> port_command(P, <<"def">>), receive {P, {data, _}} -> ok end end),
    step(connect, P, fun() -> P ! {self(), {connect, Other}}, receive {P, connected} -> ok end end),
    step(connect_2, P, fun() -> port_connect(P, self()) end),
    step(control, P, fun() -> catch port_control(P, 1, "x") end),
    step(call, P, fun() -> catch erlang:port_call(P, 1, x) end),
    step(close, P, fun() -> P ! {self(), close}, receive {P, closed} -> ok end end),
    receive {'EXIT', P, Why} -> t:p(Why) end,
    erlang:trace(new_ports, true, ['receive', send, timestamp, {tracer, get(tracer)}]),
    U = open_port({spawn_driver, "udp_inet"}, [binary]),
    erlang:trace(new_ports, false, [all]),
    step(answer, U, fun() -> port_control(U, 999, "ab") end),
    step(close, U, fun() -> port_close(U) end).

turns(Other) ->
    P = open_port({spawn_executable, "/bin/cat"}, [binary]),
    %% It runs: its start gives turns.
    port_command(P, "first"),
    receive {P, {data, _}} -> ok end,
    {os_pid, _} = erlang:port_info(P, os_pid),
    erlang:trace(P, true, [running_ports, {tracer, get(tracer)}]),
    [step(What, P, Fun)
     || {What, Fun} <- [{control, fun() -> catch port_control(P, 1, "x") end},
                        {links, fun() -> unlink(P), link(P) end},
                        {monitor, fun() -> demonitor(monitor(port, P)) end},
                        {connect, fun() -> port_connect(P, Other), port_connect(P, self()) end},
                        {command, fun() -> port_command(P, "abc"), receive {P, {data, _}} -> ok end end},
                        {close, fun() -> port_close(P) end}]],
    receive {'EXIT', P, _} -> ok end.

ends(Other) ->
    Own = fun() -> receive {go, Why} -> exit(Why) end end,
    [begin
         P = open(['receive', ports]),
         link(P),
         step(What, P, fun() -> Fun(P), receive {'EXIT', P, Why} -> t:p(Why) end end)
     end || {What, Fun} <- [{exit, fun(P) -> exit(P, foo) end}, {kill, fun(P) -> exit(P, kill) end},
                            {linked, fun(P) -> spawn(fun() -> link(P), exit(bar) end) end},
                            {owner, fun(P) -> O = spawn(Own), port_connect(P, O), O ! {go, gone} end}]],
    exit(Other, kill).

clean(X, X) -> port;
clean(X, _) when X =:= self() -> self;
clean(X, _) when is_pid(X) -> case get(other) of X -> other; _ -> somebody end;
clean({A, B, C}, _) when is_integer(A), is_integer(B), is_integer(C) -> time;
clean(T, P) when is_tuple(T) -> list_to_tuple([clean(E, P) || E <- tuple_to_list(T)]);
clean([H | T], P) -> [clean(H, P) | clean(T, P)];
clean(X, _) -> X.

collect(All) -> receive {get, P} -> P ! {collected, lists:reverse(All)}, collect([]); M -> collect([M | All]) end.
