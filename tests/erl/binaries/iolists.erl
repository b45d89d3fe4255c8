%% iolists and their built-ins.
-module(iolists).
-export([main/0]).

main() ->
    L = ["abc", <<"def">>, [[[$g]]], [], <<>>, [1 | <<2>>]],
    t:p({iolist_size(L), iolist_to_binary(L), erlang:iolist_to_iovec(["a", <<"b">>])}),
    Deep = lists:foldl(fun(X, A) -> [A, X rem 256] end, [], lists:seq(1, 100000)),
    t:p({iolist_size(Deep), erlang:md5(Deep)}),
    DeepR = lists:foldl(fun(X, A) -> [X rem 256 | [A]] end, [], lists:seq(1, 100000)),
    t:p({iolist_size(DeepR), erlang:md5(iolist_to_binary(DeepR))}),
    t:each(fun iolist_to_binary/1, [a, [a], [1 | 2], [-1], [256], <<1:1>>, [<<1:1>>], 5, [[1, [2, [3 | <<4>>]]]]]),
    t:each(fun iolist_size/1, [a, [a], [300], <<1, 2>>]),
    t:p(list_to_binary(lists:duplicate(5, [<<"ab">>, $c]))).
