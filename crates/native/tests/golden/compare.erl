%% A comparison that jumps: small integers, floats, anything.
-module(compare).
-export([least/2]).
least(A, B) when A < B -> A;
least(_, B) -> B.
