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
    t:p(on_load()),
    t:p([called_while_purged(Hard) || Hard <- [false, true]]).

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

%% A fun that is called while its code is being purged: the call waits for the outcome.
called_while_purged(Hard) ->
    M = purge_waiting_m,
    code:purge(M),
    {module, M} = load("-export([f/0, wait/1]). f() -> fun(X) -> X + 1 end. wait(P) -> P ! ready, receive go -> ok end, waited. "),
    F = M:f(),
    Self = self(),
    {_, Waiting} = spawn_monitor(fun() -> exit(M:wait(Self)) end),
    receive ready -> ok end,
    {module, M} = load("-export([g/0]). g() -> other. "),
    Ref = make_ref(),
    erts_code_purger ! {test_purge, M, Self, Hard, Ref},
    receive {started, Ref} -> ok end,
    {Caller, Called} = spawn_monitor(fun() -> exit(F(1)) end),
    wait_until(fun() -> process_info(Caller, status) =:= {status, suspended} end),
    Info = {process_info(Caller, current_function), erlang:fun_info(F, name), erlang:fun_info(F, module)},
    erts_code_purger ! {continue, Ref},
    receive {continued, Ref} -> ok end,
    Still = process_info(Caller, status),
    erts_code_purger ! {complete, Ref},
    Purged = receive {test_purge, R, Ref} -> R end,
    Result = receive {'DOWN', Called, _, _, {{badfun, _}, _}} -> badfun; {'DOWN', Called, _, _, Why} -> Why after 10000 -> stuck end,
    case Hard of false -> [P ! go || P <- processes(), process_info(P, current_function) =:= {current_function, {M, wait, 1}}]; true -> ok end,
    {Hard, Info, Still, Purged, Result, receive {'DOWN', Waiting, _, _, Reason} -> Reason after 10000 -> stuck end}.
