%% Terms in the hands of a library: their kinds, numbers, atoms, strings, binaries, maps, the
%% external format, at the limits of what the functions take.
-module(nif_terms).
-export([main/0]).
-export([kind/1, number/1, infinite/1, string/2, atom/2, long_atom/1, existing_atom/1, compare/2,
         hash/1, reversed/1, memory/2, resized/2, new_binary/1, inspect/1, external/1,
         read_external/2, map/2, iterator/2, associations/1, copy/1]).
-nifs([kind/1, number/1, infinite/1, string/2, atom/2, long_atom/1, existing_atom/1, compare/2,
       hash/1, reversed/1, memory/2, resized/2, new_binary/1, inspect/1, external/1,
       read_external/2, map/2, iterator/2, associations/1, copy/1]).

-define(NIF(Name), Name(_) -> erlang:nif_error(not_loaded)).
-define(NIF2(Name), Name(_, _) -> erlang:nif_error(not_loaded)).
?NIF(kind).
?NIF(number).
?NIF(infinite).
?NIF2(string).
?NIF2(atom).
?NIF(long_atom).
?NIF(existing_atom).
?NIF2(compare).
?NIF(hash).
?NIF(reversed).
?NIF2(memory).
?NIF2(resized).
?NIF(new_binary).
?NIF(inspect).
?NIF(external).
?NIF2(read_external).
?NIF2(map).
?NIF2(iterator).
?NIF(associations).
?NIF(copy).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    kinds(),
    numbers(),
    atoms(),
    strings(),
    order(),
    binaries(),
    maps(),
    external_format(),
    copies().

show(Name, F) ->
    io:format("~s: ~0p~n", [Name, try F() catch Class:Reason -> {Class, Reason} end]).

large() -> maps:from_list([{I, -I} || I <- lists:seq(1, 100)]).

%% Three bytes that begin in the middle of one.
shifted() ->
    <<_:3, Bytes/bits>> = <<1, 2, 3, 4:3>>,
    Bytes.

kinds() ->
    X = 5,
    Terms = [a, 1, 1.0, 1 bsl 70, <<1:3>>, <<1>>, shifted(), fun erlang:abs/1, fun() -> X end, [],
             [a | b], #{}, large(), self(), open_port({spawn, "cat"}, []), make_ref(), {}, {a}],
    [show("kind", fun() -> kind(T) end) || T <- Terms].

numbers() ->
    Edges = [0, 16#7fffffff, 16#ffffffff, 1 bsl 59, 1 bsl 62, 16#7fffffffffffffff, 16#ffffffffffffffff],
    All = lists:append([[N - 1, N, N + 1, -N - 1, -N, 1 - N] || N <- Edges]),
    [show(integer_to_list(N), fun() -> number(N) end) || N <- lists:usort(All)],
    [show("number", fun() -> number(N) end) || N <- [1.5, -0.5, a, "1"]],
    show("infinite", fun() -> infinite(a) end).

atoms() ->
    [show("atom", fun() -> atom(A, N) end)
     || {A, N} <- [{abc, 0}, {abc, 3}, {abc, 4}, {abc, 8}, {'åé', 8}, {'åé', 2}, {'€', 8}, {"x", 8}, {'', 1}]],
    [show("long", fun() -> length(atom_to_list(long_atom(N))) end) || N <- [0, 255, 256]],
    [show("existing", fun() -> existing_atom(N) end)
     || N <- [<<"true">>, <<229, 233>>, <<"no atom of", "this name">>, <<0:2400>>]].

strings() ->
    [show("string", fun() -> string(S, N) end)
     || {S, N} <- [{"abc", 0}, {"abc", 1}, {"abc", 3}, {"abc", 4}, {"abc", 8}, {[97, 256], 8},
                   {[97, 256], 2}, {[97 | b], 8}, {x, 8}, {[], 8}, {[97, -1], 8}]],
    [show("reversed", fun() -> reversed(L) end) || L <- [[], [1, 2], [1 | 2], x]].

order() ->
    Pairs = [{1, 1.0}, {a, b}, {b, a}, {[], {}}, {1 bsl 70, 1}, {#{a => 1}, #{a => 1.0}}, {"a", "a"}],
    [show("compare", fun() -> compare(A, B) end) || {A, B} <- Pairs],
    Terms = [a, 1, "b", {a, "b"}, <<1:3>>, 1.5, large(), 1 bsl 70],
    show("hash", fun() -> [hash(T) =:= erlang:phash2(T) || T <- Terms] end).

binaries() ->
    [show("memory", fun() -> {A, B} = memory(N, M), {byte_size(A), byte_size(B), N =/= M orelse A =:= B} end)
     || {N, M} <- [{0, 0}, {10, 10}, {64, 64}, {65, 65}, {1000, 500}, {1000, 10}, {9999, 9999}]],
    [show("resized", fun() -> resized(B, N) end) || {B, N} <- [{<<"abcdef">>, 3}, {<<"abcdef">>, 6}]],
    [show("new", fun() -> {A, B} = new_binary(N), {byte_size(A), A =:= binary:copy(<<"y">>, N), B} end)
     || N <- [3, 64, 65, 5000]],
    Odd = [<<1:3>>],
    [show("inspect", fun() -> inspect(T) end)
     || T <- [[], <<>>, <<1, 2>>, <<1:3>>, shifted(), [1, [2, <<3>>] | <<4>>], [256], [-1], a, [1 | 2],
              Odd, [shifted() | shifted()], binary:part(<<1, 2, 3>>, 1, 2)]].

maps() ->
    [show("map", fun() -> map(M, K) end) || M <- [#{}, #{a => 1}, #{b => 1}, x], K <- [a]],
    [show("large", fun() -> element(1, map(large(), K)) end) || K <- [1, 1.0]],
    [show("iterator", fun() -> iterator(M, From) end)
     || M <- [#{}, #{a => 1}, #{a => 1, b => 2}, large(), x], From <- [1, 2, 3]],
    In_order = fun F(none) -> []; F({K, V, I}) -> [{K, V} | F(maps:next(I))] end,
    [show("order", fun() -> associations(M) =:= In_order(maps:next(maps:iterator(M))) end)
     || M <- [#{}, #{a => 1, b => 2}, large()]].

external_format() ->
    Terms = [a, "b", 1.5, #{c => d}, <<1:3>>, 1 bsl 70, self(), fun erlang:abs/1],
    show("external", fun() -> external(Terms) =:= term_to_binary(Terms) end),
    Safe = 16#20000000,
    New = fun(N) -> <<131, 119, 8, "not_yet", N>> end,
    [show("read", fun() -> read_external(B, Options) end)
     || {B, Options} <- [{term_to_binary({a, 1}), 0}, {<<(term_to_binary({a, 1}))/binary, 9, 9>>, 0},
                         {term_to_binary(1), 1}, {New($1), Safe}, {New($2), 0}, {New($2), Safe},
                         {<<>>, 0}, {<<130, 97, 1>>, 0}, {<<131, 98, 1>>, 0},
                         {term_to_binary(lists:duplicate(100, a), [compressed]), 0}]].

copies() ->
    X = 5,
    Term = {large(), "literal", [shifted(), binary:copy(<<7>>, 100)], 1 bsl 70, make_ref(), self(), 2.5,
            fun() -> X end},
    show("copy", fun() -> copy(Term) =:= Term end).
