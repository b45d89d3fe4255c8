%% Match specifications: patterns, guards, bodies, ets:fun2ms, test runs.
-module(match_specs).
-export([main/0]).
-include_lib("stdlib/include/ms_transform.hrl").

main() ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{N, [N, a], {N rem 3, <<N>>}, #{k => N}} || N <- lists:seq(1, 12)]),
    t:p(ets:select(T, ets:fun2ms(fun({N, _, {0, _}, _}) when N > 3 -> {N, N * 2} end))),
    t:p(ets:select(T, ets:fun2ms(fun({N, [A | _], _, #{k := V}}) when A =:= V, N rem 4 =:= 0 orelse N == 1 -> [A, V] end))),
    t:p(ets:select(T, [{{'$1', '_', {'$2', '_'}, '_'}, [{'andalso', {'>', '$1', 2}, {'=:=', '$2', 1}}], ['$_']}])),
    t:p(ets:select(T, [{'$1', [], [{element, 1, '$1'}]}])),
    t:p(ets:select(T, [{{'$1', '_', '_', '_'}, [{'<', '$1', 4}], [{{'$1', {const, {x}}, {self}}}]}]) =:= [{N, {x}, self()} || N <- [1, 2, 3]]),
    {L1, C1} = ets:select(T, [{{'$1', '_', '_', '_'}, [], ['$1']}], 5), {L2, C2} = ets:select(C1), {L3, '$end_of_table'} = ets:select(C2), t:p({L1, L2, L3}),
    t:p(ets:select_reverse(T, [{{'$1', '_', '_', '_'}, [{'>', '$1', 9}], ['$1']}])),
    t:p(ets:select_replace(T, ets:fun2ms(fun({N, L, X, _}) when N < 3 -> {N, L, X, gone} end))), t:p(ets:lookup(T, 1)),
    [t:p(ets:test_ms({a, 5, "s", 2.5}, MS))
     || MS <- [[{{'$1', '$2', '_', '_'}, [{is_atom, '$1'}], [{'+', '$2', 1}]}], [{{'_', '$1', '_', '_'}, [{'==', '$1', 5.0}], [ok]}], [{{'$1', '$1', '_', '_'}, [], [same]}],
               [{{'_', '_', '$1', '$2'}, [], [{{{hd, '$1'}, {round, '$2'}, {length, '$1'}}}]}], [{'_', [{'bad', 1}], [x]}], [{{'_', '$1', '_', '_'}, [{'+', '$1', a}], [never]}],
               [{{'_', '$1', '_', '_'}, [{'not', {'<', '$1', 3}}], [{'band', '$1', 4}, {'-', '$1'}]}], [{{'_', '$1', '_', '_'}, [], [{'div', '$1', 0}]}]]],
    t:p(ets:is_compiled_ms(ets:match_spec_compile([{{'$1'}, [], ['$1']}]))),
    t:p(ets:match_spec_run([{1}, {2}, x], ets:match_spec_compile([{{'$1'}, [], ['$1']}]))),
    t:show("bad", fun() -> ets:select(T, t:id([{a}])) end),
    t:show("unbound", fun() -> ets:select(T, [{{'$1', '_', '_', '_'}, [{'>', '$9', 1}], ['$1']}]) end),
    Many = ets:new(m, [bag]), [ets:insert(Many, {N rem 10, N}) || N <- lists:seq(1, 1000)],
    t:p(lists:sum(ets:select(Many, [{{3, '$1'}, [], ['$1']}]))), t:p(length(ets:select(Many, [{{'$1', '$2'}, [{'<', '$1', 5}, {'>', '$2', 500}], ['$_']}]))).
