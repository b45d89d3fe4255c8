%% A fun that is called: at once if it is native and has few free variables.
-module(fun_calls).
-export([with/2]).
with(F, X) -> F(X).
