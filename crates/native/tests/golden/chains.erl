%% Functions that call themselves once and do something behind it: the way back is a loop.
-module(chains).
-export([append/2, sum/1, both/1]).

append([], L) -> L;
append([H | T], L) -> [H | append(T, L)].

sum([]) -> 0;
sum([H | T]) -> H + sum(T).

%% Calls itself twice, so its way back is none.
both([]) -> 0;
both([H | T]) -> both(H) + both(T).
