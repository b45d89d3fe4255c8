%% A binary that grows at its end.
-module(build_bits).
-export([add/2]).
add(B, N) -> <<B/binary, N:16>>.
