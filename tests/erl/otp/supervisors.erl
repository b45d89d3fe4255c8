%% Supervisors: strategies, restarts, limits, dynamic children, shutdown.
-module(supervisors).
-behaviour(supervisor).
-export([main/0, init/1, start_child/1]).

main() ->
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    [restart(S) || S <- [one_for_one, one_for_all, rest_for_one]],
    {ok, D} = supervisor:start_link(?MODULE, {simple_one_for_one, 5, [child(dyn, temporary)]}),
    Ps = [element(2, supervisor:start_child(D, [])) || _ <- [1, 2, 3]],
    t:p(supervisor:count_children(D)), exit(hd(Ps), kill), wait(fun() -> length(supervisor:which_children(D)) =:= 2 end), t:p(supervisor:terminate_child(D, lists:last(Ps))), t:p(length(supervisor:which_children(D))),
    stop(D),
    {ok, L} = supervisor:start_link(?MODULE, {one_for_one, 2, [child(a, permanent)]}), crash_until_dead(L), t:p(receive {'EXIT', L, R} -> R end),
    {ok, S} = supervisor:start_link(?MODULE, {one_for_one, 5, [child(p, permanent), child(t, transient), child(x, temporary)]}),
    [exit(pid(S, N), normal_like(N)) || N <- [p, t, x]], wait(fun() -> is_pid(pid(S, p)) end), wait(fun() -> length(supervisor:which_children(S)) =:= 2 end),
    t:p(lists:sort([{I, is_pid(P), T} || {I, P, T, _} <- supervisor:which_children(S)])),
    t:p([supervisor:terminate_child(S, p), supervisor:delete_child(S, p), supervisor:restart_child(S, nope), element(1, supervisor:start_child(S, child(n, permanent))), element(1, supervisor:start_child(S, child(n, permanent)))]),
    t:p(maps:get(restart, element(2, supervisor:get_childspec(S, n)))), stop(S),
    t:p(supervisor:check_childspecs([#{id => a}])), t:p(supervisor:start_link(?MODULE, {bad})).

normal_like(_) -> shutdown.
child(Id, Restart) -> #{id => Id, start => {?MODULE, start_child, [Id]}, restart => Restart, shutdown => 1000}.
start_child(_) -> {ok, spawn_link(fun() -> receive after infinity -> ok end end)}.
init({bad}) -> {ok, {{what, 1, 1}, []}};
init({simple_one_for_one, N, [C]}) -> {ok, {#{strategy => simple_one_for_one, intensity => N, period => 10}, [C#{start => {?MODULE, start_child, [dyn]}}]}};
init({Strategy, N, Cs}) -> {ok, {#{strategy => Strategy, intensity => N, period => 10}, Cs}}.

restart(Strategy) ->
    {ok, S} = supervisor:start_link(?MODULE, {Strategy, 5, [child(a, permanent), child(b, permanent), child(c, permanent)]}),
    Old = [pid(S, X) || X <- [a, b, c]],
    exit(pid(S, b), kill), wait(fun() -> N = pid(S, b), is_pid(N) andalso N =/= lists:nth(2, Old) end),
    t:p({Strategy, [pid(S, X) =:= O || {X, O} <- lists:zip([a, b, c], Old)]}), stop(S).

stop(S) -> exit(S, shutdown), receive {'EXIT', S, shutdown} -> ok end.
pid(S, Id) -> case lists:keyfind(Id, 1, supervisor:which_children(S)) of {_, P, _, _} -> P; false -> none end.
wait(F) -> case F() of true -> ok; _ -> timer:sleep(1), wait(F) end.
crash_until_dead(S) ->
    case is_process_alive(S) of
        true -> try exit(pid(S, a), kill) catch _:_ -> ok end, timer:sleep(1), crash_until_dead(S);
        false -> ok
    end.
