%% proc_lib, sys, gen, pg, application basics.
-module(proc_libs).
-export([main/0, init_it/1, init_fail/0]).

main() ->
    logger:set_primary_config(level, none),
    {ok, P} = proc_lib:start_link(?MODULE, init_it, [self()]), t:p(is_pid(P)),
    process_flag(trap_exit, true),
    t:p(proc_lib:start_link(?MODULE, init_fail, [])), t:p(receive {'EXIT', _, R} -> R after 1000 -> none end),
    t:p(proc_lib:initial_call(P)), t:p(proc_lib:translate_initial_call(P)),
    P ! stop, t:p(receive {'EXIT', P, R2} -> R2 end),
    t:p([lists:keymember(A, 1, application:which_applications()) || A <- [kernel, stdlib, nope]]),
    t:p([application:set_env(kernel, my_key, 5), application:get_env(kernel, my_key), application:get_env(kernel, nokey), application:get_env(kernel, nokey, d), application:unset_env(kernel, my_key)]),
    t:p(application:load(no_such_app_at_all)), t:p([element(1, application:ensure_all_started(sasl)), application:stop(sasl)]),
    t:p({application:get_key(stdlib, mod), length(element(2, application:get_key(stdlib, modules))) > 80}),
    {ok, S} = pg:start_link(), pg:join(g, self()), t:p([pg:get_members(g) =:= [self()], pg:which_groups()]), unlink(S), exit(S, kill),
    t:p(rpc:call(node(), lists, reverse, [[1, 2]])), t:p(element(1, element(2, rpc:call(node(), erlang, error, [x])))), t:p(erpc:call(node(), fun() -> 1 + 1 end)),
    t:p(global:register_name(gname, self())), t:p(global:whereis_name(gname) =:= self()), t:p(global:unregister_name(gname)),
    t:p(node()), t:p(nodes()), t:p(is_alive()).

init_it(Parent) -> proc_lib:init_ack(Parent, {ok, self()}), receive stop -> exit(shutdown) end.
init_fail() -> exit(wont).
