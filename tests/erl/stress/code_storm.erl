%% Stress: a module is replaced again and again while others call it and hold funs of it; whoever is still in the
%% oldest code is killed. A call gets one version's answer, and nobody runs what has been purged.
-module(code_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Versions = [compiled(V) || V <- lists:seq(1, 4)],
    load(hd(Versions)),
    Self = self(),
    Callers = [spawn_link(fun() -> Self ! {self(), call(0)} end) || _ <- lists:seq(1, 4)],
    t:p(replace(t:scale(60), Versions)),
    [C ! stop || C <- Callers],
    t:p(lists:usort([receive {C, R} -> R; {'EXIT', C, killed} -> fine; {'EXIT', C, R} -> R after 20000 -> {stuck, process_info(C)} end || C <- Callers])),
    t:p(purged(t:scale(20), Versions)),
    t:p([R || {'EXIT', _, R} <- t:flush(), R =/= normal, R =/= killed]).

%% Version V answers with V in several ways: literal, fun, through a local and a remote call.
compiled(V) ->
    {ok, Ts, _} = erl_scan:string(
        "-module(code_storm_m). "
        "-export([answer/0, version/0, other/0, wait/1, old_fun/0]). "
        "answer() -> {" ++ integer_to_list(V) ++ ", [" ++ integer_to_list(V) ++ ", \"text\"], local(), (fun local/0)()}. "
        "version() -> local(). "
        "local() -> V = " ++ integer_to_list(V) ++ ", V. "
        "other() -> code_storm_m:answer(). "
        "old_fun() -> V = local(), fun() -> {V, local()} end. "
        "wait(P) -> P ! {self(), waiting}, receive go -> local() end. "),
    {ok, code_storm_m, Binary} = compile:forms(forms(Ts)),
    Binary.

forms([]) -> [];
forms(Ts) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(T) -> element(1, T) =/= dot end, Ts),
    {ok, F} = erl_parse:parse_form(Form ++ [Dot]),
    [F | forms(Rest)].

load(Binary) ->
    {module, code_storm_m} = code:load_binary(code_storm_m, "code_storm_m.erl", Binary).

replace(0, _) -> replaced;
replace(N, Versions) ->
    code:purge(code_storm_m),
    load(lists:nth(rand:uniform(4), Versions)),
    case N rem 3 of 0 -> erlang:yield(); 1 -> receive after 1 -> ok end; 2 -> ok end,
    replace(N - 1, Versions).

call(N) ->
    {V, [V, "text"], V, V} = code_storm_m:answer(),
    {W, [W, "text"], W, W} = code_storm_m:other(),
    F = code_storm_m:old_fun(),
    % Its code may have been purged in the meantime.
    try {X, X} = F() catch error:{badfun, F} -> ok end,
    case N rem 64 of 0 -> receive stop -> fine after 1 -> call(N + 1) end; _ -> call(N + 1) end.

%% Those that are in the old code when it is purged are killed, others are not.
purged(0, _) -> purged;
purged(N, [A, B | _] = Versions) ->
    code:purge(code_storm_m), load(A),
    Self = self(),
    {Old, M} = spawn_monitor(fun() -> code_storm_m:wait(Self), ok end),
    {Holder, H} = spawn_monitor(fun() -> F = code_storm_m:old_fun(), Self ! {self(), waiting}, receive go -> F() end end),
    {Out, O} = spawn_monitor(fun() -> Self ! {self(), waiting}, receive go -> code_storm_m:answer() end end),
    [receive {P, waiting} -> ok after 20000 -> exit(stuck) end || P <- [Old, Holder, Out]],
    code:purge(code_storm_m), load(B),
    false = code:soft_purge(code_storm_m),
    true = code:purge(code_storm_m),
    receive {'DOWN', M, _, _, killed} -> ok after 20000 -> exit(stuck) end,
    [P ! go || P <- [Holder, Out]],
    receive {'DOWN', H, _, _, {{badfun, _}, _}} -> ok after 20000 -> exit(stuck) end,
    receive {'DOWN', O, _, _, normal} -> ok after 20000 -> exit(stuck) end,
    purged(N - 1, Versions).
