%% A function that calls itself last is a loop.
-module(loops).
-export([member/2]).
member(X, [X | _]) -> true;
member(X, [_ | T]) -> member(X, T);
member(_, []) -> false.
