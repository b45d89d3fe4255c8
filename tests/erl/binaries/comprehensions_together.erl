%% Comprehensions that make bit strings from generators that go together. The code that compilers make of
%% them takes for granted that what nobody else sees is appended to in place, also when it is moved to grow.
%% since OTP 28
-module(comprehensions_together).
-export([main/0]).

main() ->
    t:p([sums([1, 2, 3], [4, 5, 6]), sums([], []), pairs(<<1, 2, 3>>, <<4, 5, 6>>), some([1, 2, 3], <<3, 4, 5>>)]),
    t:p([bits([1, 2, 3], [7, 7, 7]), parts([<<1>>, <<2:3>>], [<<>>, <<9, 9>>]), chars("aä€", [1, 2, 3])]),
    t:show("another length", fun() -> sums([1, 2], [1]) end),
    t:show("no number", fun() -> sums([1, a], [1, 2]) end),
    [t:p({N, erlang:phash2(sums(L, L)), erlang:phash2(bits(L, L)), byte_size(wide(L, L)), erlang:phash2(wide(L, L))})
     || N <- [10, 1000, 100000], L <- [lists:seq(1, N)]],
    %% With collections between, and large parts.
    L = lists:seq(1, 300),
    t:p(erlang:phash2(<< <<(collected(X)):16, Y>> || X <- L && Y <- L >>)),
    Large = [binary:copy(<<X>>, 40000) || X <- lists:seq(1, 20)],
    t:p(erlang:phash2(<< <<X/binary, (collected(Y))/binary>> || X <- Large && Y <- Large >>)),
    t:p(erlang:phash2([<< <<X, Y>> || X <- lists:seq(1, N) && Y <- lists:seq(1, N) >> || N <- L])).

sums(A, B) -> << <<(X + Y)>> || X <- A && Y <- B >>.
pairs(A, B) -> << <<X, Y>> || <<X>> <= A && <<Y>> <= B >>.
some(A, B) -> << <<X, Y>> || X <- A && <<Y>> <= B, X > 1 >>.
bits(A, B) -> << <<X:3, Y:4>> || X <- A && Y <- B >>.
wide(A, B) -> << <<X:64, Y:64, X:64>> || X <- A && Y <- B >>.
parts(A, B) -> << <<X/bits, Y/bits>> || X <- A && Y <- B >>.
chars(A, B) -> << <<X/utf8, Y/utf16>> || X <- A && Y <- B >>.

collected(X) -> garbage_collect(), t:id(X).
