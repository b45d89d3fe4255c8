%% The order of all terms.
-module(order).
-export([main/0]).

main() ->
    F1 = fun lists:map/2, F2 = fun lists:foldl/3,
    Ts = [3, 1.5, 3.0, -1, 1 bsl 70, -(1 bsl 70), 1.0e30, a, b, aa, '', true, {}, {a}, {b}, {a, b}, {1}, {1, 2}, [], [1], [1, 2], [2], [1 | 2], "ab",
          <<>>, <<1>>, <<1, 2>>, <<2>>, <<1:1>>, <<0:1>>, #{}, #{a => 1}, #{b => 0}, #{a => 2}, #{a => 1, b => 2}, #{1 => a}, #{1.0 => a}, F1, F2],
    t:p(lists:sort(Ts)),
    t:p([{X, Y} || X <- Ts, Y <- Ts, X == Y, X =/= Y]),
    t:p(lists:all(fun({X, Y}) -> (X < Y) =:= (Y > X) andalso (X =< Y) =:= not (X > Y) end, [{X, Y} || X <- Ts, Y <- Ts])),
    R1 = make_ref(), R2 = make_ref(),
    P1 = self(), P2 = spawn(fun() -> ok end),
    t:p([1 < a, a < R1, R1 < F1, F1 < P1, P1 < {}, {} < #{}, #{} < [], [] < [1], [1] < <<>>, R1 < R2, P1 < P2, R1 =:= R1, R1 == R2]),
    t:p([max(1, 1.0), max(1.0, 1), min(1, 1.0), min(a, 1), max([], {})]),
    t:p({lists:usort([1, 1.0, 2, 2.0, 1]), lists:keysort(2, [{a, 2}, {b, 1}, {c, 2.0}])}),
    t:p({lists:member(1.0, [1, 2]), lists:member(1, [1.0, 1]), lists:keyfind(1.0, 1, [{1, x}]), lists:keymember(1, 1, [{1.0, y}])}),
    t:p({[1, 2, 3] -- [1.0, 2], lists:delete(1.0, [1, 1.0]), #{1 => i} =:= #{1.0 => i}}),
    Big = 1 bsl 60,
    t:p([Big < Big + 0.0, Big + 1 > float(Big), (1 bsl 53) + 1 == float(1 bsl 53), 9007199254740993 > 9007199254740992.0, (1 bsl 1100) > 1.0e308, -(1 bsl 1100) < -1.0e308]),
    Deep = fun(N, E) -> lists:foldl(fun(_, A) -> [A] end, E, lists:seq(1, N)) end,
    t:p({Deep(200000, 1) < Deep(200000, 2), Deep(200000, a) =:= Deep(200000, a)}),
    DeepT = fun(N, E) -> lists:foldl(fun(_, A) -> {x, A} end, E, lists:seq(1, N)) end,
    t:p({DeepT(200000, 1) < DeepT(200000, 2), DeepT(200000, a) == DeepT(200000, a)}),
    t:p(lists:sort([#{a => 1, b => 1}, #{a => 1, c => 0}, #{b => 0, c => 0}, #{a => 0, b => 3}])),
    t:p(lists:sort(['é', e, f, 'ê', 'E', abc, abcd, ab])).
