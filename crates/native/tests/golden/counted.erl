%% By a profile: tests, choices, arithmetic that had floats only.
-module(counted).
-export([weight/1, choice/1, area/3]).
weight([_ | T]) -> weight(T);
weight(_) -> done.
choice(seldom) -> 1;
choice(often) -> 2;
choice(3) -> 3;
choice(40) -> 4.
area(X, Y, 0) -> X * Y;
area(X, Y, N) when X < Y -> area(X + Y, Y, N - 1).
