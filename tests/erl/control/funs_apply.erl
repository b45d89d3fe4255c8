%% Funs of all kinds, closures, apply, fun_info.
-module(funs_apply).
-export([main/0, ext/2]).

main() ->
    A = 10,
    F0 = fun() -> A end, F1 = fun(X) -> X + A end, F2 = fun ext/2, F3 = fun ?MODULE:ext/2,
    t:p([F0(), F1(1), F2(1, 2), F3(3, 4), (fun lists:reverse/1)([1, 2])]),
    Fac = fun Self(0) -> 1; Self(N) -> N * Self(N - 1) end, t:p(Fac(20)),
    t:p([apply(F1, [5]), apply(lists, reverse, [[1, 2]]), apply(erlang, '+', [1, 2]), apply(fun lists:nth/2, [1, [x]])]),
    M = t:id(lists), Fn = t:id(append), t:p({M:Fn([1], [2]), M:reverse([1, 2]), lists:Fn([[a], [b]])}),
    t:p([is_function(F0), is_function(F0, 0), is_function(F1, 0), is_function(F3, 2), is_function(a)]),
    t:p([erlang:fun_info(F1, K) || K <- [arity, module, type]]),
    t:p([erlang:fun_info(F3, K) || K <- [arity, module, name, type, env]]),
    t:p(erlang:fun_info(F1, env)),
    t:p([F1 =:= F1, F2 =:= F2, F3 =:= fun ?MODULE:ext/2, (mk(1)) == (mk(1)), (mk(1)) == (mk(2))]),
    t:p([(mk(X))(Y) || X <- [1, 2], Y <- [10, 20]]),
    Add = fun(X) -> fun(Y) -> fun(Z) -> X + Y + Z end end end, t:p(((Add(1))(2))(3)),
    t:show("badarity", fun() -> F1() end),
    t:show("badfun", fun() -> (t:id(x))() end),
    t:show("undef ext", fun() -> (fun nomod:nofun/3)(1, 2, 3) end),
    t:show("apply badarg", fun() -> apply(lists, reverse, t:id(foo)) end),
    t:show("apply improper", fun() -> apply(lists, reverse, t:id([a | b])) end),
    t:show("apply long", fun() -> apply(lists, reverse, lists:seq(1, 300)) end),
    t:p(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)),
    Big = fun(B, C, D, E, F, G, H, I, J, K, L) -> [A, B, C, D, E, F, G, H, I, J, K, L] end,
    t:p(Big(b, c, d, e, f, g, h, i, j, k, l)),
    t:p(lists:foldl(fun(F, Acc) -> F(Acc) end, 1, [fun(X) -> X * 2 end, fun(X) -> X + 5 end, F1])),
    t:p(hash_ok(F3)),
    t:p(io_lib:format("~p ~p", [F3, fun erlang:length/1])),
    t:p(erlang:fun_to_list(F3)),
    t:p([erlang:function_exported(lists, map, 2), erlang:function_exported(lists, nope, 2), erlang:function_exported(erlang, length, 1), erlang:is_builtin(erlang, length, 1), erlang:is_builtin(lists, map, 2)]).

ext(X, Y) -> {X, Y}.
mk(N) -> fun(X) -> X * N end.
hash_ok(F) -> is_integer(erlang:phash2(F)).
many(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T) -> {T, S, R, Q, P, O, N, M, L, K, J, I, H, G, F, E, D, C, B, A}.
