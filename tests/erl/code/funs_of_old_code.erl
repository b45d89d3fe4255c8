%% Old code counts as used by those that execute it, not by those that have funs of it.
-module(funs_of_old_code).
-export([main/0]).

main() ->
    load(1),
    Has = spawn(fun() -> has(funs_of:make()) end),
    Runs = spawn(fun() -> (funs_of:make())(wait) end),
    [t:p(sync(P)) || P <- [Has]],
    waits(Runs),
    load(2),
    t:p([erlang:check_process_code(P, funs_of) || P <- [Has, Runs]]),
    t:p(code:soft_purge(funs_of)),
    Ref = monitor(process, Runs),
    Runs ! go,
    receive {'DOWN', Ref, process, Runs, Why} -> t:p(Why) end,
    t:p(code:soft_purge(funs_of)),
    t:p(is_process_alive(Has)),
    Has ! {call, self()},
    receive {called, R} -> t:p(R) end,
    code:purge(funs_of), code:delete(funs_of), code:purge(funs_of).

has(F) ->
    receive
        {sync, P} -> P ! synced, has(F);
        {call, P} -> P ! {called, try F(1) of R -> R catch error:{badfun, G} -> {badfun, G =:= F} end}
    end.

sync(P) -> P ! {sync, self()}, receive synced -> synced end.

waits(P) ->
    case process_info(P, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), waits(P)
    end.

load(V) ->
    Text = ["-module(funs_of). ", "-export([make/0]). ",
            io_lib:format("make() -> fun(wait) -> receive go -> exit(~p) end; (N) -> N + ~p end. ", [V, V])],
    {ok, Tokens, _} = erl_scan:string(lists:flatten(Text)),
    {ok, funs_of, Code} = compile:forms(forms(Tokens, [])),
    {module, funs_of} = code:load_binary(funs_of, "funs_of.beam", Code).

forms([], []) -> [];
forms([{dot, _} = Dot | Rest], Form) ->
    {ok, F} = erl_parse:parse_form(lists:reverse([Dot | Form])),
    [F | forms(Rest, [])];
forms([T | Rest], Form) -> forms(Rest, [T | Form]).
