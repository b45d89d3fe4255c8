%% The sign of zero, which OTP does not always give as arithmetic would have it.
-module(float_zeros).
-export([main/0, plain/1, known/1, product/1]).

main() ->
    Zeros = [0.0, -0.0, 1.0, -1.0, 0],
    [io:format("~w: ~w~n", [F, [?MODULE:F(Z) || Z <- Zeros, F =:= plain orelse is_float(Z)]])
     || F <- [plain, known, product]],
    io:format("~w~n", [[abs(t:id(Z)) || Z <- Zeros]]),
    io:format("~w~n", [[abs(t:id(Z) * 1.0) || Z <- Zeros]]),
    io:format("~w~n", [[0.0 - t:id(Z) || Z <- Zeros]]).

plain(X) -> -X.

known(X) when is_float(X) -> -X.

product(X) when is_float(X) -> -(X * 2.0).
