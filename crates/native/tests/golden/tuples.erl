%% A tuple that a function hands to itself is not built.
-module(tuples).
-export([swap/2]).
swap([], Pair) -> Pair;
swap([_ | T], {A, B}) -> swap(T, {B, A}).
