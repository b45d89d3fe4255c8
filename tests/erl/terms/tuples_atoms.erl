%% Tuples and atoms, with the errors of their built-ins.
-module(tuples_atoms).
-export([main/0]).

main() ->
    T = {a, b, c},
    t:p([element(2, T), setelement(2, T, x), tuple_size(T), size(T), size(<<1, 2>>), erlang:append_element(T, d), erlang:insert_element(2, T, n), erlang:delete_element(1, T)]),
    t:p([tuple_to_list(T), list_to_tuple([1, 2]), erlang:make_tuple(3, z), erlang:make_tuple(3, z, [{2, q}])]),
    t:each(fun(N) -> element(N, T) end, [0, 1, 3, 4, -1, a, 1.0, 1 bsl 70]),
    t:each(fun(N) -> setelement(N, T, x) end, [0, 1, 3, 4, a]),
    t:show("not tuple", fun() -> element(1, t:id([])) end),
    t:show("list_to_tuple", fun() -> list_to_tuple(t:id([a | b])) end),
    %% What is too long is so before what is no UTF-8 is seen.
    E = fun(N) -> binary:copy(<<"é"/utf8>>, N) end,
    [t:p({N, byte_size(X), [t:result(fun() -> F(<<(E(N))/binary, X/binary>>, utf8), ok end) || F <- [fun binary_to_atom/2, fun binary_to_existing_atom/2]]})
     || N <- [254, 255, 256], X <- [<<>>, <<128>>, binary:copy(<<128>>, 600)]],
    t:show("make", fun() -> erlang:make_tuple(-1, t:id(a)) end),
    t:p(tuple_size(list_to_tuple(lists:seq(1, 10000)))),
    t:each(fun(A) -> {atom_to_list(A), atom_to_binary(A), A} end, ['', abc, 'A', 'é', 'with "q', 'a b', '€', 'quote\'s', '\n', 'and', 'begin', 'maybe', a@b, 'A1', '1a', a_B]),
    t:each(fun list_to_atom/1, ["", "x y", "é", "€uro", lists:duplicate(255, $a), lists:duplicate(256, $a), [1 bsl 30], [a], foo, "a" ++ [$b | c]]),
    t:each(fun list_to_existing_atom/1, ["abc", "surely_never_seen_atom_" ++ "4711"]),
    t:each(fun binary_to_atom/1, [<<"ab">>, <<195, 169>>, <<255>>, <<1:1>>]),
    t:each(fun binary_to_existing_atom/1, [<<"abc">>, <<"surely_never_seen_either_", "1">>]),
    t:show("latin1", fun() -> {binary_to_atom(<<233>>, latin1), atom_to_binary('é', latin1), atom_to_binary('é', utf8)} end),
    t:show("latin1 not", fun() -> atom_to_binary(t:id('€'), latin1) end),
    t:p(big()).

big() ->
    T = list_to_tuple(lists:seq(1, 2000)),
    T2 = lists:foldl(fun(N, A) -> setelement(N, A, -N) end, T, lists:seq(1, 2000)),
    lists:sum(tuple_to_list(T2)).
