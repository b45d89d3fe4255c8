%% Breakpoints: local and global, callers, returns and exceptions, counts and times, meta, built-ins.
-module(breakpoints).
-export([main/0, fact/1, bad/1, bad2/1, tail/1, again/1]).

main() ->
    P = spawn(fun loop/0), 1 = erlang:trace(P, true, [call, return_to]),
    t:p(set([{'_', [], [{return_trace}, {message, {caller}}]}], [local])), told(P, fun() -> fact(3) end), told(P, fun() -> catch bad(3) end), told(P, fun() -> tail("abc") end),
    set([{'_', [], [{exception_trace}]}], [local]), told(P, fun() -> catch bad(3) end), told(P, fun() -> catch again(2) end),
    set([{[2], [], []}, {['$1'], [{is_atom, '$1'}], [{message, {{was, '$1'}}}]}], [local]), told(P, fun() -> fact(3) end), told(P, fun() -> catch fact(a) end),
    t:p(set(true, [])), told(P, fun() -> fact(2) + ?MODULE:fact(1) end), t:p(info([traced, match_spec, call_count])), t:p(set(false, [])), t:p(info([traced])),
    t:p([erlang:trace_pattern({lists, F, '_'}, true, [local]) || F <- [reverse, map_1, no_such]]), told(P, fun() -> lists:map(fun(X) -> X + 1 end, lists:reverse([1, 2, 3])) end),
    t:p(erlang:trace_pattern({lists, '_', '_'}, false, [local]) > 100),
    set(true, [call_count, call_time]), told(P, fun() -> fact(10) end), {call_time, [{P, 11, 0, _}]} = erlang:trace_info({?MODULE, fact, 1}, call_time), t:p(info([call_count])),
    set(pause, [call_count]), told(P, fun() -> fact(1) end), t:p(info([call_count])), set(restart, [call_count]), t:p(info([call_count])), set(false, [call_count, call_time]), t:p(info([all])),
    set([{[2], [], [{return_trace}]}], [meta]), fact(3), told(P, fun() -> fact(3) end), t:p(info([traced, meta_match_spec])), set(false, [meta]),
    t:p([catch erlang:trace_pattern(X, Y, Z) =/= 0 || {X, Y, Z} <- [{{lists, map, 2}, true, [global, local]}, {{lists, '_', 2}, true, []}, {send, true, [local]}, {x, true, []}, {{lists, map, 2}, [{a}], []}]] =/= []),
    1 = erlang:trace(P, true, [arity, timestamp]), set(true, [local]), told(P, fun() -> fact(1) end), set(false, [local]), t:p(erlang:trace_info(P, flags)),
    1 = erlang:trace(P, false, [all]), told(P, fun() -> fact(1) end), t:p(erlang:trace_info(P, tracer)).

set(Spec, Flags) -> erlang:trace_pattern({?MODULE, fact, 1}, Spec, Flags) + erlang:trace_pattern({?MODULE, bad, 1}, Spec, Flags) + erlang:trace_pattern({?MODULE, bad2, 1}, Spec, Flags)
                  + erlang:trace_pattern({?MODULE, tail, 1}, Spec, Flags) + erlang:trace_pattern({?MODULE, again, 1}, Spec, Flags).
info(Items) -> [case erlang:trace_info({?MODULE, fact, 1}, I) of {all, L} when is_list(L) -> {all, lists:sort(L)}; A -> A end || I <- Items].

fact(0) -> 1;
fact(N) -> N * fact(N - 1).
bad(N) -> X = bad2(N), [X].
bad2(N) -> error({bad, N}).
tail(L) -> [_ | _] = L, list_to_tuple(L).
again(0) -> throw(end_of_it);
again(N) -> again(N - 1).

loop() -> receive {From, F} -> From ! {self(), F()}, loop() end.

told(P, F) -> P ! {self(), F}, receive {P, R} when is_tuple(R); is_list(R); is_integer(R); is_atom(R) -> ok end, t:p([strip(M) || M <- drain()]).
drain() -> Ref = erlang:trace_delivered(all), receive {trace_delivered, all, Ref} -> ok end, drain_all().
drain_all() -> receive M when element(1, M) =:= trace; element(1, M) =:= trace_ts -> [M | drain_all()] after 0 -> [] end.
strip(M) when element(1, M) =:= trace_ts -> strip2(setelement(tuple_size(M), M, ts));
strip(M) -> strip2(M).
strip2(M) -> clean(setelement(2, M, p)).
clean(F) when is_function(F) -> a_fun;
clean(T) when is_tuple(T) -> list_to_tuple(clean(tuple_to_list(T)));
clean([H | T]) -> [clean(H) | clean(T)];
clean(A) when is_atom(A) -> case lists:prefix("-main", atom_to_list(A)) of true -> a_fun; false -> A end;
clean(X) -> X.
