%% Numbers that are no small integers, made in loops that do nothing else: the heap is full at any of them, with much
%% in registers and on the stack.
-module(full_heap).
-export([main/0]).

main() ->
    t:p(loop(100000, 0.0, 1.5, {a, "text"}, [<<"b">>], #{c => d}, 1 bsl 100)),
    t:p(frame(20000, 0.5)),
    t:p(mixed(50000, 1, 0)),
    t:p(divided(50000, 3.0, 1.25)),
    t:p(failing(1000, 0.0, 0)),
    t:p([guarded(X, Y) || X <- [1, 2.5, a], Y <- [0, 0.5, 1 bsl 70, b]]).

loop(0, A, _, B, C, D, E) -> {A, B, C, D, E};
loop(N, A, X, B, C, D, E) -> loop(N - 1, A + X, X, B, C, D, E).

%% The frame has terms that are made anew all the time.
frame(0, A) -> A;
frame(N, A) ->
    T = {N, A},
    L = [A, T],
    F = A * t:id(1.0000001),
    {N, A} = T,
    [A, T] = L,
    frame(N - 1, F - t:id(0.00000001)).

mixed(0, A, B) -> {A rem 1000007, B};
mixed(N, A, B) when N rem 2 =:= 0 -> mixed(N - 1, (A + (1 bsl 64)) * 3 rem (1 bsl 90), B + A - B);
mixed(N, A, B) -> mixed(N - 1, A - (1 bsl 61) - N, B * 1.0 / 2 - 1).

divided(0, A, _) -> A;
divided(N, A, X) -> divided(N - 1, A / X, 1 / X).

failing(0, A, Failed) -> {A, Failed};
failing(N, A, Failed) ->
    try A + t:id(if N rem 3 =:= 0 -> atom; true -> 0.5 end) of
        B -> failing(N - 1, B, Failed)
    catch
        error:badarith -> failing(N - 1, A, Failed + 1)
    end.

guarded(X, Y) when X + Y > 2 -> more;
guarded(X, Y) when X / Y > 2 -> quotient;
guarded(_, _) -> less.
