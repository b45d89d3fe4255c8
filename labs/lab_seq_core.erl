%% Calls, lists, numbers: the programs that decide what the code generator is worth.
-module(lab_seq_core).
-export([run/3]).

run(fib, N, _) -> fib(N) =:= fib_by_adding(N, 0, 1);
run(tak, N, _) -> repeat(N, fun() -> tak(24, 16, 8) =:= 9 end);
run(nrev, N, _) ->
    L = lists:seq(1, 1000),
    Reversed = lists:seq(1000, 1, -1),
    repeat(N, fun() -> nrev(L) =:= Reversed end);
run(length, N, _) ->
    L = lists:seq(1, 1000000),
    repeat(N, fun() -> len(L, 0) =:= 1000000 end);
run(float_loop, N, _) -> abs(float_loop(N, 0.0) - 4.0) < 1.0e-9;
run(byte_scanner, N, _) ->
    Text = binary:copy(<<"some words, and 123 numbers\n">>, 1000000),
    repeat(N, fun() -> between(Text, 0, 0) =:= {4000000, 1000000} end);
run(tuple_update, N, _) -> tuple_update(N, {0, 0, 0, 0}) =:= {N, 0, 2 * N, 0};
run(map_update, N, _) -> map_update(N, #{count => 0, name => x}) =:= #{count => N, name => x};
run(ackermann, N, _) -> repeat(N, fun() -> ack(2, 400) =:= 803 end);
run(hanoi, N, _) -> hanoi(N, a, b, c) =:= (1 bsl N) - 1;
run(queens, N, _) -> repeat(N, fun() -> length(queens(8)) =:= 92 end);
run(sieve, N, _) ->
    repeat(N, fun() -> length(sieve(lists:seq(2, 8000))) =:= 1007 end);
run(collatz, N, _) -> longest(N, 1, 0, 0) =:= collatz_answer(N);
run(permutations, N, _) ->
    repeat(N, fun() -> count(perms([1, 2, 3, 4, 5, 6, 7, 8]), 0) =:= 40320 end);
run(quicksort, N, _) ->
    L = numbers(50000),
    S = lists:sort(L),
    repeat(N, fun() -> qsort(L) =:= S end);
run(lists_sort, N, _) ->
    L = numbers(200000),
    repeat(N, fun() -> ordered(lists:sort(L), 0) =:= 200000 end);
run(closures, N, _) ->
    L = lists:seq(1, 100000),
    repeat(N, fun() ->
                      Add = N div N,
                      A = lists:map(fun(X) -> X * 2 + Add end, L),
                      B = lists:filter(fun(X) -> X rem 3 =:= 0 end, A),
                      lists:foldl(fun(X, Acc) -> X + Acc end, 0, B) =:= 3333466668
              end);
run(comprehensions, N, _) ->
    L = lists:seq(1, 300),
    repeat(N, fun() -> length([X || X <- L, Y <- L, (X + Y) rem 7 =:= 0]) =:= 12858 end);
run(exceptions, N, _) -> exceptions(N, 0) =:= N - N div 3;
run(apply, N, _) -> applied(N, fun(X) -> X + 1 end, ?MODULE, 0) =:= 2 * N;
run(dispatch, N, _) -> dispatch(N, add, 0) =:= N + N div 4;
run(matrix, N, _) -> repeat(N, fun matrix/0);
run(nbody, N, _) -> abs(nbody(N) + 0.1690) < 0.001;
run(mandelbrot, N, _) -> mandelbrot(N) > N * N div 5;
run(Case, Size, Other) -> Other(Case, Size).

repeat(0, _) -> true;
repeat(N, Work) ->
    case Work() of
        true -> repeat(N - 1, Work);
        Wrong -> {wrong, Wrong}
    end.

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

fib_by_adding(0, A, _) -> A;
fib_by_adding(N, A, B) -> fib_by_adding(N - 1, B, A + B).

tak(X, Y, Z) when Y >= X -> Z;
tak(X, Y, Z) -> tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y)).

nrev([]) -> [];
nrev([H | T]) -> app(nrev(T), [H]).

app([], L) -> L;
app([H | T], L) -> [H | app(T, L)].

len([], N) -> N;
len([_ | T], N) -> len(T, N + 1).

float_loop(0, X) -> X;
float_loop(N, X) -> float_loop(N - 1, X * 0.75 + 1.0).

%% Counts words and numbers: a state machine of mutually recursive functions.
between(<<C, R/binary>>, W, N) when C >= $a, C =< $z -> word(R, W, N);
between(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> number(R, W, N);
between(<<_, R/binary>>, W, N) -> between(R, W, N);
between(<<>>, W, N) -> {W, N}.

word(<<C, R/binary>>, W, N) when C >= $a, C =< $z -> word(R, W, N);
word(<<_, R/binary>>, W, N) -> between(R, W + 1, N);
word(<<>>, W, N) -> {W + 1, N}.

number(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> number(R, W, N);
number(<<_, R/binary>>, W, N) -> between(R, W, N + 1);
number(<<>>, W, N) -> {W, N + 1}.

tuple_update(0, T) -> T;
tuple_update(N, {A, B, C, D}) -> tuple_update(N - 1, {A + 1, D, C + 2, B}).

map_update(0, M) -> M;
map_update(N, #{count := C} = M) -> map_update(N - 1, M#{count := C + 1}).

ack(0, N) -> N + 1;
ack(M, 0) -> ack(M - 1, 1);
ack(M, N) -> ack(M - 1, ack(M, N - 1)).

hanoi(0, _, _, _) -> 0;
hanoi(N, A, B, C) -> hanoi(N - 1, A, C, B) + 1 + hanoi(N - 1, C, B, A).

queens(N) -> place(N, lists:seq(1, N)).
place(0, _) -> [[]];
place(N, Rows) -> [[R | B] || B <- place(N - 1, Rows), R <- Rows, safe(R, B, 1)].
safe(_, [], _) -> true;
safe(R, [Q | Qs], D) -> R =/= Q andalso abs(R - Q) =/= D andalso safe(R, Qs, D + 1).

sieve([]) -> [];
sieve([P | Xs]) -> [P | sieve(without(P, Xs))].
without(_, []) -> [];
without(P, [X | Xs]) when X rem P =:= 0 -> without(P, Xs);
without(P, [X | Xs]) -> [X | without(P, Xs)].

longest(0, _, Best, _) -> Best;
longest(N, I, Best, Steps) ->
    case steps(I, 1) of
        S when S > Steps -> longest(N - 1, I + 1, I, S);
        _ -> longest(N - 1, I + 1, Best, Steps)
    end.
steps(1, S) -> S;
steps(N, S) when N band 1 =:= 0 -> steps(N bsr 1, S + 1);
steps(N, S) -> steps(3 * N + 1, S + 1).
collatz_answer(N) when N >= 410011, N < 511935 -> 410011;
collatz_answer(N) when N >= 216367, N < 230631 -> 216367;
collatz_answer(N) when N >= 35655, N < 52527 -> 35655.

perms([]) -> [[]];
perms(L) -> [[H | T] || {H, Rest} <- picks(L, []), T <- perms(Rest)].
picks([], _) -> [];
picks([H | T], Before) -> [{H, lists:reverse(Before, T)} | picks(T, [H | Before])].
count([], N) -> N;
count([_ | T], N) -> count(T, N + 1).

qsort([]) -> [];
qsort([P | T]) ->
    {Less, More} = split(P, T, [], []),
    qsort(Less) ++ [P | qsort(More)].
split(_, [], L, M) -> {L, M};
split(P, [X | Xs], L, M) when X < P -> split(P, Xs, [X | L], M);
split(P, [X | Xs], L, M) -> split(P, Xs, L, [X | M]).

numbers(N) -> numbers(N, 4711, []).
numbers(0, _, L) -> L;
numbers(N, S, L) ->
    Next = (S * 1103515245 + 12345) band 16#7fffffff,
    numbers(N - 1, Next, [Next bsr 4 | L]).

ordered([A | [B | _] = T], N) when A =< B -> ordered(T, N + 1);
ordered([_], N) -> N + 1.

exceptions(0, Acc) -> Acc;
exceptions(N, Acc) ->
    R = try risky(N) of
            X -> X
        catch
            throw:{value, _} -> 0;
            error:badarith -> -1
        end,
    exceptions(N - 1, Acc + R).
risky(N) when N rem 3 =:= 0 -> throw({value, N});
risky(_) -> 1.

applied(0, _, _, Acc) -> Acc;
applied(N, F, M, Acc) -> applied(N - 1, F, M, F(erlang:apply(F, [Acc]))).

dispatch(0, _, Acc) -> Acc;
dispatch(N, Op, Acc) ->
    case Op of
        add -> dispatch(N - 1, sub, Acc + 3);
        sub -> dispatch(N - 1, twice, Acc - 1);
        twice -> dispatch(N - 1, {keep, 1}, Acc + 1);
        {keep, K} -> dispatch(N - 1, add, Acc + K + K)
    end.

matrix() ->
    A = [[(I * J) rem 10 || J <- lists:seq(1, 60)] || I <- lists:seq(1, 60)],
    B = transposed(A),
    C = [[dot(R, K, 0) || K <- B] || R <- A],
    lists:sum([lists:sum(R) || R <- C]) =:= 3267000.
dot([X | Xs], [Y | Ys], Acc) -> dot(Xs, Ys, Acc + X * Y);
dot([], [], Acc) -> Acc.
transposed([[] | _]) -> [];
transposed(M) -> [[hd(R) || R <- M] | transposed([tl(R) || R <- M])].

%% Sun and planets: {X, Y, Z, VX, VY, VZ, Mass}.
nbody(Steps) ->
    Pi = 3.141592653589793, Year = 365.24, Sun = 4 * Pi * Pi,
    Planets =
        [{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, Sun},
         {4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
          0.00166007664274403694 * Year, 0.00769901118419740425 * Year,
          -0.0000690460016972063023 * Year, 0.000954791938424326609 * Sun},
         {8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
          -0.00276742510726411021 * Year, 0.00499852801234917238 * Year,
          0.0000230417297573763929 * Year, 0.000285885980666130812 * Sun},
         {12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
          0.00296460137564761618 * Year, 0.00237847173959480950 * Year,
          -0.0000296589568540237556 * Year, 0.0000436624404335156298 * Sun},
         {15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
          0.00268067772490389322 * Year, 0.00162824170038242295 * Year,
          -0.0000951592254519715870 * Year, 0.0000515138902046611451 * Sun}],
    energy(steps_of(Steps, Planets)).

steps_of(0, Ps) -> Ps;
steps_of(N, Ps) -> steps_of(N - 1, [moved(P) || P <- pulled(Ps, [])]).

moved({X, Y, Z, VX, VY, VZ, M}) ->
    {X + 0.01 * VX, Y + 0.01 * VY, Z + 0.01 * VZ, VX, VY, VZ, M}.

pulled([], Done) -> lists:reverse(Done);
pulled([P | Ps], Done) ->
    {P2, Ps2} = pairs(P, Ps, []),
    pulled(Ps2, [P2 | Done]).

pairs(P, [], Qs) -> {P, lists:reverse(Qs)};
pairs({X1, Y1, Z1, VX1, VY1, VZ1, M1}, [{X2, Y2, Z2, VX2, VY2, VZ2, M2} | Rest], Qs) ->
    DX = X1 - X2, DY = Y1 - Y2, DZ = Z1 - Z2,
    D2 = DX * DX + DY * DY + DZ * DZ,
    Mag = 0.01 / (D2 * math:sqrt(D2)),
    A = M2 * Mag, B = M1 * Mag,
    pairs({X1, Y1, Z1, VX1 - DX * A, VY1 - DY * A, VZ1 - DZ * A, M1}, Rest,
          [{X2, Y2, Z2, VX2 + DX * B, VY2 + DY * B, VZ2 + DZ * B, M2} | Qs]).

energy([]) -> 0.0;
energy([{X, Y, Z, VX, VY, VZ, M} | Ps]) ->
    0.5 * M * (VX * VX + VY * VY + VZ * VZ) - potential(X, Y, Z, M, Ps, 0.0) + energy(Ps).
potential(_, _, _, _, [], E) -> E;
potential(X, Y, Z, M, [{X2, Y2, Z2, _, _, _, M2} | Ps], E) ->
    D = math:sqrt((X - X2) * (X - X2) + (Y - Y2) * (Y - Y2) + (Z - Z2) * (Z - Z2)),
    potential(X, Y, Z, M, Ps, E + M * M2 / D).

mandelbrot(N) -> rows(N, 0, 0).
rows(N, N, Inside) -> Inside;
rows(N, I, Inside) -> rows(N, I + 1, columns(N, I, 0, Inside)).
columns(N, _, N, Inside) -> Inside;
columns(N, I, J, Inside) ->
    Cr = 2.0 * J / N - 1.5, Ci = 2.0 * I / N - 1.0,
    columns(N, I, J + 1, Inside + point(Cr, Ci, 0.0, 0.0, 50)).
point(_, _, _, _, 0) -> 1;
point(_, _, Zr, Zi, _) when Zr * Zr + Zi * Zi > 4.0 -> 0;
point(Cr, Ci, Zr, Zi, K) -> point(Cr, Ci, Zr * Zr - Zi * Zi + Cr, 2.0 * Zr * Zi + Ci, K - 1).
