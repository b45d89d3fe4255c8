%% Reductions that a process asks to be counted: never more than its slice has left.
-module(bumped).
-export([main/0]).

main() ->
    [t:p({N, counted(N)}) || N <- [0, 100, 1000, 4000, 100000, 134217727, 1 bsl 40]],
    %% The receive of code that is interpreted asks for many.
    {ok, Tokens, _} = erl_scan:string("spawn(fun() -> receive x -> ok end end)."),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, P, _} = erl_eval:exprs(Exprs, []),
    t:p(receiving(P) < 20000).

counted(N) ->
    Self = self(),
    spawn_link(fun() -> Self ! {counted, bumped(N)} end),
    Slice = erlang:system_info(context_reductions),
    receive
        {counted, Reductions} when Reductions > Slice + 500 -> Reductions;
        {counted, Reductions} when N =< 1000, Slice >= 4000, Reductions < N -> Reductions;
        {counted, _} -> right
    end.

bumped(N) ->
    {_, Before} = process_info(self(), reductions),
    true = erlang:bump_reductions(N),
    {_, After} = process_info(self(), reductions),
    After - Before.

receiving(P) ->
    case process_info(P, [current_function, status, reductions]) of
        [{_, {prim_eval, 'receive', 2}}, {_, waiting}, {_, Reductions}] -> Reductions;
        _ -> erlang:yield(), receiving(P)
    end.
