% Floats that native code keeps without a box: in loops, over jumps, in slow cases, and where they become terms.
-module(unboxed_floats).
-export([main/0, loop/2]).

main() ->
    p(loop(100000, 0.0)),
    p(swapped(9999, 1.5, 2.25)),
    p(swapped(10000, 1.5, 2.25)),
    p(collected(20000, 0.5, [])),
    % Big integers beside them, so that the interpreter executes each step.
    p(beside((1 bsl 64), (1 bsl 64) + 100, 0.25, [])),
    p(either(2000, 0.5)),
    p(either(2000, 7)),
    p(mixed(1000, 1, 0)),
    p(to_fun(10, 1.5, fun(X) -> X * 2.0 end)),
    p(element(1, element(2, catch overflow(1, 1.0e300)))),
    p(try overflow(1, 1.0e300) catch error:R:S -> {R, [{F, A} || {M, F, A, _} <- S, M =:= ?MODULE]} end),
    p(try overflow(1, -1.0e300) of X -> X catch error:badarith -> caught after p(after_it) end),
    p(many(50, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)),
    p(in_message(1000, 0.125)),
    p(compared(0, 0.0)),
    p(minus_zero(3, -0.0)),
    p(versions(100, 1.0, 1.0, 1.0)),
    p(tuples(1000, 0.75, {0.0, 0.0})),
    p(element(1, element(2, catch loop(2, not_a_number)))),
    p(element(1, element(2, catch loop(2, 1 bsl 2000)))),
    p(loop(2, 1 bsl 200)),
    p(slices(1000000, 1.0)),
    p(bits(3, 1.5, <<>>)),
    p(maps(100, 0.5, #{})).

p(X) -> io:format("~p~n", [X]).

loop(0, X) -> X;
loop(N, X) -> loop(N - 1, X * 0.75 + 1.0).

swapped(0, X, Y) -> {X, Y};
swapped(N, X, Y) -> swapped(N - 1, Y / 1.0625, X * 1.0625).

collected(0, X, L) -> {X, length(L), lists:sum(L), hd(L)};
collected(N, X, L) when N rem 3 =:= 0 -> collected(N - 1, X * 1.0001, [X | L]);
collected(N, X, L) -> collected(N - 1, X * 0.9999, L).

beside(N, N, X, L) -> {X, lists:last(L), length(L)};
beside(N, M, X, L) -> beside(N + 1, M, X + 1.5, [N * 3 | L]).

% An integer or a float.
either(0, X) -> X;
either(N, X) when N rem 2 =:= 0 -> either(N - 1, X + 1);
either(N, X) when is_float(X), X > 100.0 -> either(N - 1, X / 2.0);
either(N, X) when is_integer(X), X > 100 -> either(N - 1, X / 2);
either(N, X) when is_number(X) -> either(N - 1, X + 0.5).

mixed(0, X, Y) -> {X, Y};
mixed(N, X, Y) when N rem 5 =:= 0 -> mixed(N - 1, N, float(X) * 1.5 + Y);
mixed(N, X, Y) -> mixed(N - 1, X / 3.0, Y - 0.25).

to_fun(0, X, _) -> [X];
to_fun(N, X, F) -> to_fun(N - 1, F(X + 0.5) - 1.0, F).

overflow(N, X) -> overflow(N + 1, X * 1.0e5 + 1.0).

many(0, A, B, C, D, E, F, G, H) -> [A, B, C, D, E, F, G, H];
many(N, A, B, C, D, E, F, G, H) ->
    many(N - 1, H * 1.01, A + 0.5, B - 0.25, C / 1.01, D * 1.0, E + 1.0, F - 1.0, G * 0.99).

in_message(0, X) -> X;
in_message(N, X) ->
    self() ! X * 2.0,
    receive Y when Y > 1000.0 -> in_message(N - 1, Y / 1024.0);
            Y -> in_message(N - 1, Y + 0.5)
    end.

compared(200, X) -> X;
compared(N, X) ->
    Y = X + 0.1,
    case Y < 5.0 of
        true -> compared(N + 1, Y);
        false when Y =:= 5.0; Y == 7 -> {exactly, Y};
        false -> compared(N + 1, -Y)
    end.

minus_zero(0, X) -> {X, 1.0 * X == 0.0, <<X/float>>};
minus_zero(N, X) -> minus_zero(N - 1, X * 1.0).

versions(0, X, Y, Z) -> {X, Y, Z};
versions(N, X, Y, _) when N rem 4 =:= 0 -> versions(N - 1, X * 1.5, Y, N);
versions(N, _, Y, Z) when N rem 4 =:= 1 -> versions(N - 1, N, Y * 1.25, Z);
versions(N, X, Y, Z) when N rem 4 =:= 2 -> versions(N - 1, X * 0.5, Y - 0.5, Z * 1.0);
versions(N, X, _, Z) -> versions(N - 1, X, N, Z - 0.5).

tuples(0, X, T) -> {X, T};
tuples(N, X, {A, B}) ->
    Y = X * 1.001,
    case N rem 7 of
        0 -> tuples(N - 1, Y, {B, Y});
        1 -> tuples(N - 1, Y, {Y, A});
        _ -> tuples(N - 1, Y - 0.001, {A + Y, B - Y})
    end.

slices(0, X) -> X;
slices(N, X) when N rem 100000 =:= 0 -> erlang:garbage_collect(), slices(N - 1, X + 1.0);
slices(N, X) -> slices(N - 1, X * 1.000001).

bits(0, X, B) -> {X, B};
bits(N, X, B) -> bits(N - 1, X * 2.0, <<B/binary, (X + 0.5)/float-little, X:32/float>>).

maps(0, X, M) -> {X, maps:size(M), lists:sum(maps:values(M))};
maps(N, X, M) -> Y = X + 0.25, maps(N - 1, Y, M#{Y => X * 2.0, N => Y}).
