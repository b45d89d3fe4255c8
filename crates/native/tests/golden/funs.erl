%% A fun that is made.
-module(funs).
-export([adder/1]).
adder(N) -> fun() -> N end.
