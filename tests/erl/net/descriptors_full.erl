%% A full table of descriptors: accepting, connecting and opening fail with a clear error, what is open goes on, and
%% all works again when there is room.
%% vm: +S 1:1
-module(descriptors_full).
-export([main/0]).

main() ->
    %% All that follows is loaded and open before.
    t:p(begins),
    {ok, L} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}, binary, {active, false}, {backlog, 100}]),
    {ok, Port} = inet:port(L),
    {C, S} = pair(L, Port),
    {ok, U} = gen_udp:open(0),
    ok = gen_udp:close(U),
    {ok, F} = file:open("/dev/null", [read, raw]),
    ok = file:close(F),
    Before = {length(erlang:ports()), fds()},
    os:cmd("prlimit --nofile=60:60 --pid " ++ os:getpid()),
    %% The descriptor that tells of the program's end goes with that end.
    nothing = left(Before, 100),
    %% A client beyond the limit: one of another process.
    Full = fill(Port, []),
    t:p({filled, length(Full) > 5}),
    t:p({connect, gen_tcp:connect({127, 0, 0, 1}, Port, [])}),
    t:p({listen, gen_tcp:listen(0, [])}),
    t:p({open, gen_udp:open(0)}),
    t:p({file, file:open("/dev/null", [read, raw])}),
    t:p({list_dir, file:list_dir("/proc/self/fd")}),
    t:p({read_file, file:read_file("/dev/null")}),
    t:p({port, try open_port({spawn_executable, "/bin/true"}, [exit_status]) of
        P when is_port(P) -> receive {P, {exit_status, N}} -> {exit_status, N} after 5000 -> nothing end
    catch error:E -> {error, E} end}),
    t:p({goes_on, gen_tcp:send(C, "hello"), gen_tcp:recv(S, 0)}),
    %% All of them wait to be accepted.
    t:p({accept, gen_tcp:accept(L, 100), gen_tcp:accept(L, 100)}),
    Waiting = spawn_monitor(fun() -> exit(gen_tcp:accept(L)) end),
    t:p({accept, receive {'DOWN', _, _, _, R} -> R after 5000 -> {nothing, Waiting} end}),
    [A, B, D | Rest] = Full,
    [gen_tcp:close(X) || X <- [A, B, D]],
    t:p({room, element(1, gen_tcp:accept(L, 1000)), element(1, gen_tcp:accept(L, 1000))}),
    [gen_tcp:close(X) || X <- Rest],
    drain(L, length(Full) - 2),
    t:p({pair, [gen_tcp:close(X) || X <- tuple_to_list(pair(L, Port))]}),
    t:p({goes_on, gen_tcp:send(S, "hello"), gen_tcp:recv(C, 0)}),
    [gen_tcp:close(X) || {port, X} <- [{port, X} || X <- erlang:ports()], erlang:port_info(X, name) =:= {name, "tcp_inet"},
                         not lists:member(X, [L, C, S])],
    t:p({left, left(Before, 100)}).

left(Before, N) ->
    case {length(erlang:ports()), fds()} of
        Before -> nothing;
        Now when N =:= 0 -> {Before, Now};
        _ -> receive after 20 -> left(Before, N - 1) end
    end.

fds() -> {ok, L} = file:list_dir("/proc/self/fd"), length(L).

pair(L, Port) ->
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    {C, S}.

fill(Port, All) ->
    case gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]) of
        {ok, S} -> fill(Port, [S | All]);
        {error, E} -> t:p({full, E}), All
    end.

drain(_, 0) -> ok;
drain(L, N) ->
    case gen_tcp:accept(L, 1000) of
        {ok, S} -> gen_tcp:close(S), drain(L, N - 1);
        E -> t:p({drain, N, E})
    end.
