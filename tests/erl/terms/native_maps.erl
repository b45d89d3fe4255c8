%% Maps with keys that instructions know, of all sizes.
-module(native_maps).
-export([main/0, id/1]).

main() ->
    Sizes = [0, 1, 2, 5, 31, 32, 33, 100],
    Maps = [maps:from_list([{I, I * I} || I <- lists:seq(1, N)]) || N <- Sizes],
    show(looked_up, [looked_up(M) || M <- [#{a => 1}, #{b => 2, a => 3}, #{1 => x}, #{} | Maps]]),
    show(changed, [changed(M) || M <- Maps]),
    show(exact, [exact(M) || M <- [#{a => 1}, #{a => 1, b => 2, c => 3} | Maps]]),
    show(several, [several(M)
                   || M <- [#{}, #{several_a => 1}, #{several_a => 1, several_b => 2},
                            #{several_a => 1, several_b => 2, several_c => 3}]]),
    show(no_maps, [{try X#{a => 1} catch error:R1 -> R1 end, try X#{a := 1} catch error:R2 -> R2 end, is(X)}
                   || X <- [id(a), id([]), id({}), id(1), id(<<>>)]]),
    show(keys, keys(#{1 => small, 1.0 => float, "s" => string, <<"b">> => binary, {t} => tuple, [] => nil, a => atom, (1 bsl 70) => big})),
    show(has, [has(M) || M <- [#{}, #{a => 1}, #{a => 1, b => 2}, #{b => 2, 7 => 3, a => 4}]]),
    show(kept, kept(#{a => 1, b => 2})),
    show(loop, loop(20000, #{count => 0, name => x})),
    show(grown, map_size(grown(100, #{}))),
    ok.

show(Name, Value) -> io:format("~p: ~p~n", [Name, Value]).

id(X) -> X.

looked_up(#{a := A}) -> {a, A};
looked_up(#{1 := A, 32 := B, 33 := C}) -> {A, B, C};
looked_up(#{1 := A, 2 := B}) -> {A, B};
looked_up(#{1 := A}) -> A;
looked_up(#{}) -> none.

changed(M) ->
    N = M#{1 => new, a => b},
    {map_size(M), map_size(N), maps:get(1, N), maps:get(a, N), maps:get(1, M, none), maps:is_key(a, M),
     lists:sum([V || {K, V} <- maps:to_list(N), is_integer(K), is_integer(V)])}.

exact(M) ->
    {try M#{a := x} of N -> maps:get(a, N) catch error:R -> R end,
     try M#{1 := x} of N -> maps:get(1, N) catch error:R -> R end,
     try M#{33 := x} of N -> {maps:get(33, N), map_size(N)} catch error:R -> R end}.

%% Which of the keys that are not there is named depends on their order, so they are only of here.
several(M) ->
    {M#{several_a => 10, several_c => 30}, try M#{several_a := 10, several_b := 20} catch error:R -> R end}.

is(X) when is_map(X) -> map;
is(_) -> no_map.

keys(#{1 := A, 1.0 := B, "s" := C, <<"b">> := D, {t} := E, [] := F, a := G, (1 bsl 70) := H}) -> [A, B, C, D, E, F, G, H].

has(#{a := _, b := _}) -> both;
has(#{a := _}) -> a;
has(#{}) -> neither.

%% What has been changed is another map.
kept(M) ->
    N = M#{a := 2}, O = N#{b := 3}, P = O#{a := 1, b := 2},
    {M, N, O, P =:= M}.

loop(0, M) -> M;
loop(N, #{count := C} = M) -> loop(N - 1, M#{count := C + 1}).

grown(0, M) -> M;
grown(N, M) -> grown(N - 1, M#{N => N, last => N}).
