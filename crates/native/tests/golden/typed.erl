%% What the compiler knows of operands is not tested again.
-module(typed).
-export([bytes/1, whole/2, compared/2]).
bytes(<<X, Y>>) -> X * Y - 1.
whole(X, Y) when is_integer(X), is_integer(Y) -> X + Y.
compared(<<X:16>>, Y) when X < Y -> less;
compared(_, Y) when is_atom(Y) -> Y.
