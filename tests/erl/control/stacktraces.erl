%% Stack traces: functions, arguments of failed calls, lines, error_info.
-module(stacktraces).
-export([main/0, called/1]).

main() ->
    show(fun() -> called(x) end),
    show(fun() -> outer(3) end),
    show(fun() -> stacktraces:nope(1, 2) end),
    show(fun() -> no_clause(q) end),
    show(fun() -> lists:map(fun(X) -> X + a end, [1]), ok end),
    show(fun() -> atom_to_list(t:id(1)), ok end),
    show(fun() -> element(t:id(5), {a}), ok end),
    show(fun() -> lists:nth(t:id(3), [a]), ok end),
    show(fun() -> ets:lookup(t:id(no_table), 1), ok end),
    show(fun() -> binary_to_term(t:id(<<1>>)), ok end),
    show(fun() -> maps:get(k, t:id(#{})), ok end),
    show(fun() -> erlang:error(custom, [a, b]) end),
    show(fun() -> erlang:error(custom2, none, [{error_info, #{cause => why}}]), ok end),
    show(fun() -> erlang:raise(error, raised, [{m, f, 1, [{file, "f.erl"}, {line, 7}]}]) end),
    show(fun() -> deep(20) end),
    show(fun() -> spawn(t:id(x)), ok end),
    show(fun() -> list_to_integer(t:id("z")), ok end),
    show(fun() -> throw(t), ok end),
    show(fun() -> apply(stacktraces, called, [5, 6]) end),
    show(fun() -> exit(t:id(no_process), kill) end),
    show(fun() -> (element(1, {fun exit/2}))(t:id(no_process), kill) end),
    show(fun() -> apply(t:id(erlang), exit, [no_process, kill]) end),
    show(fun() -> case t:id(1) of 2 -> ok end end),
    t:p(process_info(self(), current_function)),
    t:p(element(1, hd(try error(x) catch _:_:S -> S end))).

show(F) ->
    try F() of X -> t:p({value, X})
    catch C:R:S ->
            t:p({C, R}),
            [io:format("    ~p~n", [E]) || E <- up_to_show(S)]
    end.

up_to_show(S) -> lists:takewhile(fun({_, show, _, _}) -> false; (_) -> true end, S).

called(X) ->
    t:id(ok),
    1 + X.

outer(0) -> t:id(bottom) + 1;
outer(N) -> {N, outer(N - 1)}.

no_clause(a) -> ok.

deep(0) -> error(deep);
deep(N) -> [deep(N - 1)].
