%% How long stack traces are, for every way to fail, and what options of error/3 do.
-module(trace_depth).
-export([main/0, down/2, id/1]).

main() ->
    Old = erlang:system_flag(backtrace_depth, 8),
    [show(Depth) || Depth <- [8, 3, 1]],
    erlang:system_flag(backtrace_depth, Old),
    [io:format("~p~n", [options(O)]) || O <- [foo, [], [a | b], [{error_info, x}], [{error_info, #{}}, x],
                                              [{error_info, #{cause => a}}, {error_info, #{cause => b}}]]],
    Map = id(#{a => 1}),
    io:format("~p~n", [(catch Map#{b => 2, 42.0 := 3, 42 := 4, a := 5}) =/= ok]),
    {'EXIT', {Reason, _}} = (catch Map#{42.0 := 3, 42 := 4}),
    io:format("~p~n", [Reason]),
    [io:format("~p~n", [catch_reason(F)]) || F <- [fun() -> erlang:universaltime_to_localtime({{1900, 1, 1}, {0, 0, 0}}) end,
                                                   fun() -> binary_to_atom(id(<<0:512/unit:8, 255>>)) end,
                                                   fun() -> binary_to_atom(id(<<0:5/unit:8, 255>>)) end]].

catch_reason(F) ->
    {'EXIT', {R, _}} = (catch F()),
    R.

show(Depth) ->
    erlang:system_flag(backtrace_depth, Depth),
    [begin
         {'EXIT', {_, Trace}} = (catch down(12, How)),
         {M, F, _, _} = hd(Trace),
         io:format("~p ~p ~p ~p~n", [Depth, How, {M, F}, length(Trace)])
     end || How <- [bif, guard_bif, clause, error1, error2, error3, given, long, match, badfun, undef, apply, bits]].

options(O) ->
    {'EXIT', {a, [{_, _, Args, Location} | _]}} = (catch erlang:error(a, [b], O)),
    {Args, lists:keyfind(error_info, 1, Location)}.

id(X) -> X.

%% No two calls from the same place follow one another: those would be shown as one.
down(0, How) -> {fail(How)};
down(N, How) when N rem 2 =:= 0 -> {?MODULE:down(N - 1, How)};
down(N, How) -> [?MODULE:down(N - 1, How)].

fail(bif) -> {atom_to_list(id(1))};
fail(guard_bif) -> {id(1) + id(a)};
fail(clause) -> {clause(id(2))};
fail(error1) -> {error(foo)};
fail(error2) -> {error(foo, [x])};
fail(error3) -> {error(foo, [x], [{error_info, #{}}])};
fail(given) -> {'EXIT', {_, T}} = (catch down(12, bif)), {erlang:raise(error, foo, [hd(T) | tl(T)])};
fail(long) -> {'EXIT', {_, T}} = (catch down(12, bif)), {erlang:raise(error, foo, T ++ T)};
fail(match) -> 1 = id(2);
fail(badfun) -> {(id(2))(1)};
fail(undef) -> {no_module:no_function(id(1), 2)};
fail(apply) -> {apply(id(1), id(x), [])};
fail(bits) -> <<(id(a)):8>>.

clause(1) -> ok.
