%% Sizes of terms as OTP has them, told by erts_debug.
-module(sizes).
-export([main/0]).

main() ->
    Pair = {1, 2},
    Large = maps:from_list([{I, I} || I <- lists:seq(1, 33)]),
    Captured = list_to_tuple([1, 2, 3]),
    Whole = binary:copy(<<1>>, 100),
    <<_, Part:50/binary, _/binary>> = Whole,
    [io:format("~p: ~p ~p~n", [Name, erts_debug:flat_size(T),
                               try erts_debug:size(T) catch error:R -> R end])
     || {Name, T} <-
            [{nil, []}, {small, (1 bsl 59) - 1}, {big, 1 bsl 59}, {negative, -(1 bsl 59)},
             {bigger, -(1 bsl 70)}, {empty, {}}, {pair, Pair}, {shared, {Pair, Pair}},
             {list, [Pair, Pair]}, {float, 1.5}, {map, #{a => Pair, b => Pair}}, {no_map, #{}},
             {function, fun lists:map/2}, {closure, fun() -> Captured end}, {none, fun() -> ok end},
             {reference, make_ref()}, {counters, counters:new(1, [])},
             {short, <<1, 2, 3>>}, {long, Whole}, {part, Part}, {bits, <<5:7>>},
             {pid, binary_to_term(<<131, 88, 119, 3, "a@b", 17:32, 0:32, 1:32>>)},
             {far, binary_to_term(<<131, 90, 3:16, 119, 3, "a@b", 1:32, 1:32, 2:32, 3:32>>)},
             {five, binary_to_term(<<131, 90, 5:16, 119, 3, "a@b", 1:32, 1:32, 2:32, 3:32, 4:32, 5:32>>)}]],
    io:format("~p~n", [[erts_internal:term_type(T) || T <- [1 bsl 59, (1 bsl 59) - 1, -(1 bsl 59) - 1]]]),
    io:format("~p~n", [[erts_internal:term_type(T) || T <- [<<1, 2, 3>>, Whole, <<5:7>>, Part]]]),
    io:format("~p~n", [[erts_debug:size_shared(T) || T <- [{Pair, Pair, Captured}, [Captured | Captured]]]]),
    Map = maps:from_list([{a, 1}, {b, 2}]),
    io:format("~p~n", [erts_debug:size([Map, Map#{a := 3}])]),
    io:format("~p~n", [erts_debug:flat_size(Large) =:= erts_debug:size(Large)]).
