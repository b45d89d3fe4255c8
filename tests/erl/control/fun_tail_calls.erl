%% A call of a fun that is the last thing a function with a frame does leaves no frame: loops through funs run in
%% constant space, and traces do not show the caller.
-module(fun_tail_calls).
-export([main/0, zeta/0, alpha/1, mid/2]).

main() ->
    F = fun(_, 0) -> process_info(self(), stack_size); (G, N) -> through(G, N) end,
    {stack_size, Few} = F(F, 1), {stack_size, Many} = F(F, 100000), t:p(Many =:= Few),
    Trace = try outer(fun() -> error(here) end), ok catch error:here:S -> [{N, A} || {fun_tail_calls, N, A, _} <- S] end,
    t:p([X || {N, _} = X <- Trace, N =:= outer orelse N =:= with_frame]),
    t:p([element(1, catch with_frame(t:id(Bad))) || Bad <- [not_fun, fun(_) -> x end]]),
    t:p(module_info(exports) -- [{main, 0}]).

through(F, N) -> M = t:id(N), true = is_integer(M), F(F, M - 1).
outer(F) -> X = with_frame(F), [X].
with_frame(F) -> G = t:id(F), t:id(1), G().
zeta() -> fun_tail_calls:mid(1, 2).
alpha(X) -> X.
mid(_, _) -> mid.
