%% Calls within the module and out of it, and the points to which they return.
-module(calls).
-export([both/1, one/1]).
both(X) -> [one(X) | lists:last(X)].
one(X) -> X.
