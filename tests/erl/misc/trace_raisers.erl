%% Who called erlang:error is in the stack trace, also while that function is traced.
%% not blessed on OTP 27 29: newer ones name functions that have not called it, while it is traced.
-module(trace_raisers).
-export([main/0, last/0, body/0, applied_last/0, applied/0, fun_last/0, fun_body/0, info/0,
         one/0, one_body/0]).

last() -> erlang:error(oops, [x]).
body() -> [erlang:error(t:id(oops), t:id([x]))].
applied_last() -> apply(t:id(erlang), t:id(error), t:id([oops, [x]])).
applied() -> [apply(t:id(erlang), t:id(error), t:id([oops, [x]]))].
fun_last() -> F = t:id(fun erlang:error/2), F(oops, [x]).
fun_body() -> F = t:id(fun erlang:error/2), [F(oops, [x])].
info() -> erlang:error(oops, [x], [{error_info, #{cause => this}}]).
one() -> erlang:error(oops).
one_body() -> [erlang:error(oops)].

main() ->
    run([last, body, applied_last, applied, info, one, one_body]),
    Tracer = spawn(fun() -> receive after infinity -> ok end end),
    erlang:trace_pattern({erlang, error, '_'}, [{'_', [], [{exception_trace}]}], [local]),
    erlang:trace(self(), true, [call, return_to, {tracer, Tracer}]),
    run([last, body, applied_last, applied, info, one, one_body]),
    erlang:trace(self(), false, [all]),
    erlang:trace_pattern({erlang, error, '_'}, false, [local]).

run(Names) ->
    [try ?MODULE:Name() of V -> t:p(V)
     catch error:oops:Stack ->
             [{M, F, A, Where}, {M2, F2, A2, _} | _] = Stack,
             t:p({Name, {M, F, A, proplists:get_value(error_info, Where)}, {M2, F2, A2}})
     end || Name <- Names].
