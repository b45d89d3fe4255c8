%% A sum: small integers at once, others by what the emulator has, or by the interpreter.
-module(arith).
-export([add/2]).
add(A, B) -> A + B.
