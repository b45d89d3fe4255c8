%% The external term format, both ways, byte by byte.
-module(ext_term).
-export([main/0]).

main() ->
    %% Names of the same bytes and different characters; the same atoms many times; long strings.
    t:p(binary_to_term(<<131, 104, 4, 119, 2, 16#c3, 16#a9, 115, 2, 16#c3, 16#a9, 119, 2, 16#c3, 16#a9, 119, 0>>)),
    Again = [{a, b, k, ab, '', N} || N <- lists:seq(1, 5)],
    Again = binary_to_term(term_to_binary(Again)),
    [begin S = lists:duplicate(N, $x) ++ [255], S = binary_to_term(term_to_binary(S)) end || N <- [62, 63, 64, 127, 65534, 65535]],
    Terms = [0, 255, 256, -1, 1 bsl 31 - 1, 1 bsl 31, -(1 bsl 31), -(1 bsl 31) - 1, 1 bsl 64, -(1 bsl 2100), 1.5, -0.0, a, 'é', '', 'with space',
             "", "abc", [1, 2, 300], [a | b], lists:seq(1, 300), {}, {1, {2}}, <<>>, <<1, 2>>, <<5:3>>, <<1, 2, 1:1>>, #{}, #{a => 1, "b" => [c]},
             true, [], list_to_tuple(lists:seq(1, 260)), fun ext_term:main/0, fun lists:map/2, #{1 => 1.0, 1.0 => 1}],
    [begin
         B = term_to_binary(T),
         io:format("~w~n", [short(B)]),
         true = T =:= binary_to_term(B),
         true = T =:= binary_to_term(term_to_binary(T, [compressed])),
         true = byte_size(B) =< erlang:external_size(T)
     end || T <- Terms],
    Big = [{N, integer_to_list(N), #{n => N}} || N <- lists:seq(1, 1000)],
    t:p({byte_size(term_to_binary(Big)), erlang:md5(term_to_binary(Big)), erlang:external_size(Big)}),
    C = term_to_binary(Big, [{compressed, 9}]),
    t:p({binary:first(C), binary:at(C, 1), byte_size(C) < 20000, binary_to_term(C) =:= Big}),
    t:p(term_to_binary({a, 1.5, "x"}, [{minor_version, 0}])),
    t:p(term_to_binary('é', [{minor_version, 1}])),
    P = self(), R = make_ref(),
    {P, R} = binary_to_term(term_to_binary({P, R})),
    F = fun(X) -> {X, Big} end,
    {1, Big} = (binary_to_term(term_to_binary(F)))(1),
    t:p(binary_to_term(<<131, 97, 5, 1, 2>>, [used])),
    t:each(fun binary_to_term/1, [<<>>, <<131>>, <<130, 97, 1>>, <<131, 255>>, <<131, 104, 2, 97, 1>>, <<131, 109, 255, 255, 255, 255, 1>>,
                                  <<131, 108, 127, 255, 255, 255, 97>>, <<131, 110, 1, 0>>, <<131, 80, 0, 0, 0, 5, 1, 2>>, <<131, 100, 0, 5, 97>>,
                                  <<131, 116, 0, 0, 0, 2, 97, 1, 97, 2, 97, 1, 97, 3>>, <<131, 70, 127, 240, 0, 0, 0, 0, 0, 0>>,
                                  <<131, 119, 1, 255>>, <<131, 77, 0, 0, 0, 1, 9, 255>>, <<131, 99, "1.50000000000000000000e+00", 0:40>>,
                                  <<131, 98, 255, 255, 255, 255>>, <<131, 107, 0, 2, 65, 66>>, <<131, 118, 0, 2, 195, 169>>]),
    t:show("safe", fun() -> binary_to_term(<<131, 100, 0, 20, "no_such_atom_at_all_">>, [safe]) end),
    t:p(iolist_to_binary(term_to_iovec({a, [1, 2], <<"bin">>}))),
    Deep = lists:foldl(fun(_, A) -> [A] end, [], lists:seq(1, 100000)),
    t:p(byte_size(term_to_binary(Deep))),
    true = Deep =:= binary_to_term(term_to_binary(Deep)),
    DeepT = lists:foldl(fun(_, A) -> {A} end, {}, lists:seq(1, 100000)),
    true = DeepT =:= binary_to_term(term_to_binary(DeepT)).

short(B) when byte_size(B) > 80 -> {byte_size(B), erlang:md5(B)};
short(B) -> binary_to_list(B).
