%% Equality and order of terms that differ late, in kind, or not at all.
-module(alike).
-export([main/0]).

main() ->
    Big = 1 bsl 53,
    Terms = [0, 0.0, -0.0, 1, 1.0, Big, Big + 1, float(Big), -Big, -float(Big), Big - 1, float(Big - 1), 1 bsl 70, float(1 bsl 70),
             <<>>, <<"a">>, <<"abcdefgh">>, <<"abcdefgi">>, <<"abcdefghi">>, <<"abcdefghj">>, <<"abcdefgh", 0>>, <<0, "bcdefgh">>,
             binary:copy(<<"x">>, 70), <<(binary:copy(<<"x">>, 69))/binary, "y">>, binary:copy(<<"x">>, 71), part(<<"abcdefgh">>), <<1:3>>, <<"ab", 1:3>>,
             "text", "texts", "textt", [$t | "ext"], [a | b], [], lists:seq(1, 20), lists:seq(1, 19) ++ [20.0], {}, {1}, {1.0}, {a, b, c}, {a, b, d}, {a, {b, c}}, {a, {b, c, d}},
             {"text", <<"b">>}, {"text", part(<<"b">>)}, #{}, #{a => 1}, #{a => 1.0}, #{b => 1}, #{a => 1, b => "x"}, #{a => 1, b => <<"x">>}, #{1 => a}, #{1.0 => a},
             maps:from_list([{K, K} || K <- lists:seq(1, 40)]), maps:from_list([{K, K * 1.0} || K <- lists:seq(1, 40)]), a, b],
    Copies = binary_to_term(term_to_binary(Terms)),
    [t:p({N, [{X =:= Y, X == Y, X < Y, X >= Y} || Y <- Copies]}) || {N, X} <- lists:zip(lists:seq(1, length(Terms)), Terms)],
    R = make_ref(),
    t:p([R =:= binary_to_term(term_to_binary(R)), R =:= make_ref(), R == binary_to_term(term_to_binary(R))]),
    %% The same as keys of lists.
    Pairs = [{X, N} || {X, N} <- lists:zip(Copies, lists:seq(1, length(Copies)))],
    [t:p([element(2, lists:keyfind(X, 1, [junk, {}, {z, z}, {21.0, t} | Pairs])), lists:keymember(X, 2, Pairs), lists:member(X, Copies)]) || X <- [z, 21.0 | Terms]],
    [t:p(catch F()) || F <- [fun() -> lists:keyfind(x, 0, []) end, fun() -> lists:keyfind(x, a, []) end, fun() -> lists:keyfind(x, 1, [{y} | z]) end,
                             fun() -> lists:member(x, [y | z]) end, fun() -> lists:member(x, y) end, fun() -> lists:keyfind(x, 1, [{x} | z]) end]],
    [t:p([N, catch length(L), short(L)]) || N <- [0, 1, 62, 63, 64, 65, 66, 1000], L <- [lists:seq(1, N), lists:seq(1, N) ++ tail]].

part(B) -> binary:part(<<"x", B/binary, "y">>, 1, byte_size(B)).

short(L) when length(L) < 65 -> short;
short(L) when is_list(L) -> other;
short(_) -> none.
