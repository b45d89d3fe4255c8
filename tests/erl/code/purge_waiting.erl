%% Code that is being purged, and processes that wait in built-ins called from it: whoever would return into it is
%% killed, and so is whoever is in code whose on_load function has failed.
-module(purge_waiting).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Port = open_port({spawn, "sleep 1000"}, []),
    Data = binary:copy(<<0>>, 10000000),
    % The first fills the pipe; whoever writes more has to wait.
    port_command(Port, Data),
    t:p([waiting(How, Port, Data) || How <- [direct, indirect, applied, in_fun]]),
    {os_pid, OsPid} = erlang:port_info(Port, os_pid),
    os:cmd("kill " ++ integer_to_list(OsPid)),
    receive {'EXIT', Port, _} -> ok end,
    t:p(on_load()).

load(Text) ->
    {ok, Ts, _} = erl_scan:string("-module(purge_waiting_m). " ++ Text),
    {ok, M, Binary} = compile:forms(forms(Ts)),
    code:load_binary(M, "purge_waiting_m.erl", Binary).

forms([]) -> [];
forms(Ts) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(T) -> element(1, T) =/= dot end, Ts),
    {ok, F} = erl_parse:parse_form(Form ++ [Dot]),
    [F | forms(Rest)].

waiting(How, Port, Data) ->
    M = purge_waiting_m,
    {module, M} = load(
        "-export([direct/3, indirect/3, applied/3, in_fun/3]). "
        "direct(_, P, D) -> {port_command(P, D), direct}. "
        "indirect(E, P, D) -> {E:port_command(P, D), indirect}. "
        "applied(E, P, D) -> {apply(E, port_command, [P, D]), applied}. "
        "in_fun(E, P, D) -> F = fun E:port_command/2, {F(P, D), in_fun}. "),
    {P, Ref} = spawn_monitor(fun() -> M:How(erlang, Port, Data), exit(returned) end),
    wait_until(fun() -> process_info(P, status) =/= {status, running} andalso process_info(P, reductions) =:= process_info(P, reductions) end),
    {module, M} = load("-export([f/0]). f() -> new. "),
    Result = {code:soft_purge(M), code:purge(M)},
    {How, Result, receive {'DOWN', Ref, process, P, Why} -> Why after 10000 -> stuck end, M:f()}.

wait_until(F) ->
    receive after 50 -> ok end,
    case F() of true -> ok; false -> wait_until(F) end.

%% The process that the function has started still executes the module when that is given up.
on_load() ->
    Self = self(),
    register(purge_waiting, Self),
    R = load(
        "-on_load(init/0). "
        "init() -> spawn(fun() -> loop() end), receive after 20 -> ok end, {error, reason}. "
        "loop() -> purge_waiting ! {looping, self()}, receive go -> loop() end. "),
    receive
        {looping, P} ->
            Ref = monitor(process, P),
            P ! go,
            {R, receive {'DOWN', Ref, process, P, Why} -> dead(Why) after 10000 -> stuck end, code:is_loaded(purge_waiting_m) =/= false}
    after 10000 -> {R, stuck}
    end.

dead(killed) -> dead;
dead(noproc) -> dead;
dead(Why) -> Why.
