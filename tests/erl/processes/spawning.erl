%% spawn in all its forms and options, and what process_info says.
-module(spawning).
-export([main/0, child/2]).

main() ->
    Self = self(),
    spawn(?MODULE, child, [Self, mfa]), t:p(receive A -> A end),
    spawn(fun() -> child(Self, closure) end), t:p(receive B -> B end),
    spawn_link(?MODULE, child, [Self, link]), t:p(receive C -> C end),
    {P, M} = spawn_monitor(?MODULE, child, [Self, mon]), t:p([receive D when is_atom(D) -> D end, receive {'DOWN', M, process, P, R} -> R end]),
    spawn(node(), fun() -> child(Self, node) end), t:p(receive E -> E end),
    [begin
         O = spawn_opt(fun() -> receive stop -> ok end end, Opts),
         Q = case O of {X, _} -> X; X -> X end,
         t:p({[case Opt of {monitor, _} -> monitor; _ -> Opt end || Opt <- Opts], [process_info(Q, K) || K <- [priority, trap_exit, message_queue_len]]}),
         Q ! stop
     end || Opts <- [[], [link], [monitor], [{priority, high}], [{priority, low}, {fullsweep_after, 5}], [{min_heap_size, 5000}], [{message_queue_data, off_heap}], [link, {priority, max}]]],
    t:flush(),
    t:show("bad opts", fun() -> spawn_opt(fun() -> ok end, t:id([nope])) end),
    t:show("bad fun", fun() -> spawn(t:id(fun(_) -> ok end)) end),
    t:show("bad args", fun() -> spawn(m, f, t:id(a)) end),
    W = spawn(fun() -> put(k, v), register(spawning_w, self()), receive {go, F} -> Self ! {r, F()} end end),
    wait(fun() -> whereis(spawning_w) =:= W andalso process_info(W, status) =:= {status, waiting} end),
    t:p(process_info(W, [registered_name, status, dictionary, initial_call, links, message_queue_len, messages, trap_exit, group_leader]) =:=
            [{registered_name, spawning_w}, {status, waiting}, {dictionary, [{k, v}]}, {initial_call, {erlang, apply, 2}}, {links, []}, {message_queue_len, 0}, {messages, []}, {trap_exit, false}, {group_leader, group_leader()}]),
    t:p([is_integer(element(2, process_info(W, K))) || K <- [memory, total_heap_size, heap_size, stack_size, reductions]]),
    W ! {noise}, W ! {go, fun() -> process_info(self(), messages) end}, t:p(receive {r, V} -> V end),
    wait(fun() -> process_info(W) =:= undefined end), t:p(process_info(W, status)),
    t:show("bad item", fun() -> process_info(self(), t:id(nope)) end),
    t:p(is_process_alive(self())), t:p(lists:member(self(), processes())),
    t:p([process_flag(F, V1) || {F, V1} <- [{priority, high}, {priority, normal}, {trap_exit, true}, {trap_exit, false}, {min_heap_size, 300}, {fullsweep_after, 10}, {save_calls, 0}]] =/= []),
    t:p(lists:sum([receive {n, N} -> N end || K <- lists:seq(1, 2000), _ <- [spawn(fun() -> Self ! {n, K} end)]])),
    t:p(pids()).

pids() ->
    S = pid_to_list(self()), P = list_to_pid(S), t:show("bad pid", fun() -> list_to_pid(t:id("<1.2>")) end),
    R = make_ref(), {P =:= self(), list_to_ref(ref_to_list(R)) =:= R, is_pid(list_to_pid("<0.0.0>"))}.

wait(F) -> case F() of true -> ok; _ -> erlang:yield(), wait(F) end.
child(To, M) -> To ! M.
