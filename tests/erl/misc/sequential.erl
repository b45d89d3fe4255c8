%% Sequential tracing: tokens with messages, counters, printing, resetting.
-module(sequential).
-export([main/0]).

main() ->
    Self = self(), Tracer = spawn(fun() -> collect([]) end), Peer = spawn(fun() -> echo() end),
    t:p(seq_trace:get_system_tracer()), t:p(seq_trace:set_system_tracer(Tracer)), t:p(seq_trace:get_system_tracer() =:= Tracer),
    t:p([seq_trace:set_token(K, V) || {K, V} <- [{label, {my, label}}, {serial, {3, 7}}, {send, true}, {'receive', true}, {print, true}]]), t:p([seq_trace:get_token(K) || K <- [label, serial, send, timestamp]]),
    Peer ! {Self, hello}, receive {Peer, R} -> t:p(R) end, seq_trace:print(printed), seq_trace:print(17, not_printed), t:p(clean(seq_trace:get_token(), Self, Peer)),
    self() ! to_myself, receive to_myself -> ok end, receive after 0 -> ok end, t:p(is_tuple(seq_trace:get_token())),
    t:p(is_tuple(seq_trace:set_token([]))), t:p(seq_trace:get_token()), Peer ! {Self, untraced}, receive {Peer, R2} -> t:p(R2) end,
    Tracer ! {stop, Self}, receive {collected, All} -> t:p([M || M = {seq_trace, _, {_, _, F, T, _}} <- [clean(M, Self, Peer) || M <- All], not is_pid(F), not is_pid(T)]) end,
    seq_trace:set_token(label, 1), t:p(seq_trace:reset_trace()), t:p(seq_trace:get_token()), t:show("bad", fun() -> seq_trace:set_token(t:id(no_such), 1) end).

collect(All) -> receive {stop, P} -> P ! {collected, lists:reverse(All)}; M -> collect([M | All]) end.
echo() -> receive {P, M} -> P ! {self(), M}, echo() end.
clean(P, P, _) -> self; clean(P, _, P) -> peer;
clean(T, S, P) when is_tuple(T) -> list_to_tuple([clean(E, S, P) || E <- tuple_to_list(T)]);
clean(X, _, _) -> X.
