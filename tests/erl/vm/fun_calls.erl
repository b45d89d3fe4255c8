%% Funs of all shapes, called in the middle and last: few and many arguments and free variables, exports, wrong ones.
-module(fun_calls).
-export([main/0, ext/2]).

main() ->
    [A, B, C, D, E] = opaque([1, 2, 3, 4, 5]),
    Funs = [{0, fun() -> none end}, {1, fun(X) -> X end},
            {1, fun(X) -> {X, A} end}, {2, fun(X, Y) -> {X, Y, A, B} end}, {1, fun(X) -> {X, A, B, C} end},
            {1, fun(X) -> {X, A, B, C, D} end}, {0, fun() -> {A, B, C, D, E} end},
            {5, fun(P, Q, R, S, T) -> {P, Q, R, S, T, A, B} end},
            {6, fun(P, Q, R, S, T, U) -> {P, Q, R, S, T, U, A, B, C} end},
            {8, fun(P, Q, R, S, T, U, V, W) -> {P, Q, R, S, T, U, V, W, E, D, C} end},
            {2, fun ?MODULE:ext/2}, {2, fun erlang:max/2}, {1, fun erlang:length/1}],
    [io:format("~p ~p~n", [N, {middle(N, F), last(N, F)}]) || {N, F} <- Funs],
    [io:format("~p~n", [wrong(catch middle(1, F))]) || F <- opaque([no_fun, {a, b}, 17, <<"x">>])],
    [io:format("~p~n", [wrong(catch middle(3, F))]) || {N, F} <- Funs, N =/= 3],
    [io:format("~p~n", [wrong(catch last(3, F))]) || {N, F} <- Funs, N =/= 3],
    io:format("~p~n", [fold(fun(X, S) -> X + S + A end, 0, lists:seq(1, 1000))]),
    io:format("~p~n", [length(deep(fun(X, K) -> [X | K(X + 1)] end, 2000, 0))]).

opaque(X) -> binary_to_term(term_to_binary(X)).

ext(X, Y) -> {ext, X, Y}.

%% Which fun it was has an identity of its own on each emulator.
wrong({'EXIT', {{badarity, {F, Args}}, _}}) when is_function(F) -> {badarity, Args};
wrong({'EXIT', {Reason, _}}) -> Reason.

middle(0, F) -> R = F(), {ok, R};
middle(1, F) -> R = F([x]), {ok, R};
middle(2, F) -> R = F({x}, y), {ok, R};
middle(3, F) -> R = F(x, y, z), {ok, R};
middle(5, F) -> R = F(1, "2", 3.0, {4}, [5]), {ok, R};
middle(6, F) -> R = F(1, "2", 3.0, {4}, [5], #{6 => 6}), {ok, R};
middle(8, F) -> R = F(1, "2", 3.0, {4}, [5], #{6 => 6}, <<7>>, 1 bsl 88), {ok, R}.

last(0, F) -> F();
last(1, F) -> F([x]);
last(2, F) -> F({x}, y);
last(3, F) -> F(x, y, z);
last(5, F) -> F(1, "2", 3.0, {4}, [5]);
last(6, F) -> F(1, "2", 3.0, {4}, [5], #{6 => 6});
last(8, F) -> F(1, "2", 3.0, {4}, [5], #{6 => 6}, <<7>>, 1 bsl 88).

fold(_, S, []) -> S;
fold(F, S, [X | Xs]) -> fold(F, F(X, S), Xs).

%% A fun that calls a fun that calls it, not last.
deep(F, Max, X) ->
    F(X, fun(Y) when Y =:= Max -> []; (Y) -> deep(F, Max, Y) end).
