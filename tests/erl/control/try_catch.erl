%% try, catch, after: order of effects, values, nesting, rethrowing.
-module(try_catch).
-export([main/0]).

main() ->
    t:p(catch throw(x)), t:p(catch exit(x)), t:p(element(1, catch error(x))), t:p(catch 1 + 1),
    t:p({(catch (t:id(a) + 1)) =/= 1, is_tuple(catch error(e))}),
    {'EXIT', {badarith, [{M, F, _, _} | _]}} = (catch add(a)), t:p({M, F}),
    t:p(after_order(ok)), t:p(after_order(throw)), t:p(after_order(error)), t:p(after_order(nested)),
    t:p(t:result(fun() -> after_order(escape) end)),
    t:p(log([])),
    t:p([try F1() of X when X > 5 -> big; X -> {small, X} catch throw:Y -> {thrown, Y}; C:R when is_atom(R) -> {C, R}; _:_ -> other end
         || F1 <- [fun() -> 1 end, fun() -> 10 end, fun() -> throw(t) end, fun() -> error(e) end, fun() -> exit({1}) end, fun() -> hd(t:id([])) end]]),
    t:p(deep(1000)),
    t:p(try deep_throw(100000) catch throw:N -> N end),
    t:p(loop(100000, 0)),
    t:p(reraise()),
    t:p(vars()),
    t:p(tail(10000)),
    t:p(in_guard()),
    t:p(lists:map(fun(X) -> catch 10 div X end, [1, 5])),
    try_in_fun(),
    t:p(catch_in_list()).

add(X) -> X + 1.

log(_) ->
    put(l, []),
    L = fun(X) -> put(l, [X | get(l)]) end,
    try
        L(body),
        try L(inner), throw(a) after L(inner_after) end
    catch throw:a -> L(caught)
    after L(after_all)
    end,
    lists:reverse(erase(l)).

after_order(How) ->
    put(log, []),
    R = try
            case How of
                ok -> fine;
                throw -> throw(ball);
                error -> error(bad);
                nested -> try throw(one) catch throw:one -> throw(two) after put(log, [inner | get(log)]) end;
                escape -> exit(away)
            end
        catch
            throw:X -> {thrown, X};
            error:X -> {err, X}
        after
            put(log, [outer | get(log)])
        end,
    {R, get(log)}.

deep(0) -> 0;
deep(N) -> try 1 + deep(N - 1) catch throw:never -> 0 after ok end.

deep_throw(0) -> throw(bottom);
deep_throw(N) -> 1 + deep_throw(N - 1).

loop(0, A) -> A;
loop(N, A) -> loop(N - 1, try t:id(N) rem 3 of 0 -> A; X -> A + X catch _:_ -> throw(z) end).

reraise() ->
    try
        try error(first) catch C:R:S -> erlang:raise(C, {again, R}, S) end
    catch C2:R2:S2 -> {C2, R2, [{M, F, A} || {M, F, A, _} <- lists:sublist(S2, 2)]}
    end.

vars() ->
    X = try {1, 2} catch _:_ -> {0, 0} end,
    Y = (catch lists:nth(5, [1])),
    {X, element(1, Y)}.

tail(0) -> done;
tail(N) -> try t:id(N) catch _:_ -> x end, tail(N - 1).

in_guard() ->
    F = fun(X) when (X + 1) > 3; is_list(X) -> yes; (_) -> no end,
    [F(Y) || Y <- [1, 5, a, []]].

try_in_fun() ->
    F = fun(X) -> try 1 / X catch error:E:S -> {E, is_list(S)} end end,
    t:p([F(2), F(0), F(a)]).

catch_in_list() -> [catch throw(1), (catch throw(2)) + 1, {catch exit(3)}].
