%% phash2 and phash have fixed values: tables on disk depend on them.
-module(hashes).
-export([main/0]).

main() ->
    Ts = [0, 1, -1, 255, 1 bsl 27, 1 bsl 31, 1 bsl 32, 1 bsl 59, 1 bsl 60, 1 bsl 64, -(1 bsl 64), 1 bsl 200, 1.5, 0.0, -1.0e100, a, 'é', '', abc_def,
          [], [1], "abc", "a long string of characters", [a, b | c], [300, 1, 2], [1, 2, a, 3], {}, {1}, {a, "b", 3.0}, <<>>, <<1>>, <<"hello world, hello">>, <<1:1>>, <<1, 2, 3:5>>,
          #{}, #{a => 1}, #{a => 1, b => 2, "c" => [d]}, maps:from_list([{N, N} || N <- lists:seq(1, 100)]), fun lists:map/2,
          true, {[{[{[]}]}]}],
    [io:format("~tw -> ~p~n", [label(T), {erlang:phash2(T), erlang:phash2(T, 1000), erlang:phash(T, 1 bsl 32)}]) || T <- Ts],
    t:p(erlang:phash2(lists:seq(1, 100000))),
    t:p(erlang:phash2(list_to_tuple(lists:seq(1, 1000)))),
    t:p(erlang:phash2(binary:copy(<<"xyz">>, 10000))),
    t:p(erlang:phash2(lists:foldl(fun(_, A) -> [A] end, [], lists:seq(1, 100000)))),
    t:p(erlang:phash2(lists:foldl(fun(X, A) -> {X, A} end, [], lists:seq(1, 100000)))),
    t:p([erlang:phash2(X, 16) || X <- lists:seq(1, 40)]),
    t:show("bad range", fun() -> erlang:phash2(a, t:id(0)) end),
    t:p(erlang:phash2(1, 1 bsl 32)).

%% The order in which a large map is printed is not defined.
label(T) when is_map(T), map_size(T) > 32 -> {map, lists:sort(maps:to_list(T))};
label(T) -> T.
