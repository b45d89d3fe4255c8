%% Bytes taken from a binary, one after another.
-module(match_bits).
-export([last/2]).
last(<<B, T/binary>>, _) -> last(T, B);
last(<<>>, B) -> B.
