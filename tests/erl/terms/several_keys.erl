%% Several keys of a map changed at once: all are there, some are not, the same in two variables, no map at all.
-module(several_keys).
-export([main/0]).

main() ->
    Small = t:id(#{a => 1, b => 2, c => 3, "d" => 4, 5 => five}),
    Large = maps:from_list([{K, K} || K <- lists:seq(10, 40)] ++ maps:to_list(Small)),
    [begin
         say(fun() -> M#{a := x, b := y} end),
         say(fun() -> M#{a := x, c := y, b := z} end),
         say(fun() -> M#{a => x, c => y} end),
         say(fun() -> M#{a => x, n => y} end),
         say(fun() -> M#{a := x, n := y} end),
         say(fun() -> M#{a := x, "d" := y} end),
         say(fun() -> M#{5 := x, a := y, b => z} end),
         say(fun() -> two(M, t:id(a), t:id(a)) end),
         say(fun() -> two(M, t:id("d"), t:id(a)) end),
         say(fun() -> two(M, t:id(b), t:id(q)) end),
         say(fun() -> five(M) end)
     end || M <- [Small, Large, t:id(#{}), t:id(atom), t:id({})]],
    %% The map that is changed stays as it is.
    t:p(lists:sort(maps:to_list(Small))),
    Changed = fun(N, #{a := A, b := B} = M) -> M#{a := A + N, b := [N | lists:sublist(B, 3)]} end,
    t:p(lists:foldl(Changed, #{a => 0, b => [], c => c}, lists:seq(1, 5000))).

two(M, K, L) -> M#{K => 1, L => 2}.
five(M) -> M#{a := 1, b := 2, c := 3, 5 := 4, "d" := 5}.

say(F) ->
    t:p(try F() of
            M when map_size(M) > 20 -> [maps:get(K, M, none) || K <- [a, b, c, "d", 5, n]];
            M -> M
        catch
            error:{What, M} when map_size(M) > 20 -> {What, large};
            error:{badkey, _} -> badkey;
            Class:Reason -> {Class, Reason}
        end).
