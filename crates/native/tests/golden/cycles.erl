%% Functions that call each other last are a loop, in which a position stays in a register.
-module(cycles).
-export([words/2]).
words(<<C, R/binary>>, N) when C > 32 -> word(R, N + 1);
words(<<_, R/binary>>, N) -> words(R, N);
words(<<>>, N) -> N.
word(<<C, R/binary>>, N) when C > 32 -> word(R, N);
word(R, N) -> words(R, N).
