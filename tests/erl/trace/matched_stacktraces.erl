%% since OTP 27
%% Match specifications of calls give the stack trace of the caller.
-module(matched_stacktraces).
-export([main/0, called/1, last/1]).

main() ->
    Specs = [{current_stacktrace}, {current_stacktrace, 0}, {current_stacktrace, 2}, {current_stacktrace, 1000}],
    [t:p({Spec, [traced(MFA, Spec, Run) || {MFA, Run} <- calls()]}) || Spec <- Specs],
    [t:show(io_lib:format("~0p", [Spec]), fun() -> erlang:trace_pattern({?MODULE, called, 1}, [{'_', [], [{message, Spec}]}], [local]) end)
     || Spec <- [{current_stacktrace, -1}, {current_stacktrace, a}, {current_stacktrace, 1, 2}, {current_stacktrace, {self}}]],
    t:show("in a guard", fun() -> erlang:trace_pattern({?MODULE, called, 1}, [{'_', [{current_stacktrace}], []}], [local]) end),
    {ok, Trace, [], _} = erlang:match_spec_test([], [{[], [], [{message, {current_stacktrace, 1}}]}], trace),
    t:p([{M, F, A} || {M, F, A, _} <- Trace]),
    t:p(element(1, erlang:match_spec_test({}, [{'_', [], [{current_stacktrace}]}], table))).

%% The stack trace that a call tells, without lines.
traced(MFA, Spec, Run) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> Run() end end),
    erlang:trace(Pid, true, [call, {tracer, Self}]),
    1 = erlang:trace_pattern(MFA, [{'_', [], [{message, Spec}]}], [local]),
    Pid ! go,
    receive {'DOWN', Ref, process, Pid, normal} -> ok end,
    Done = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Done} -> ok end,
    erlang:trace_pattern(MFA, false, [local]),
    collect().

collect() ->
    receive
        {trace, _, call, {_, F, A}, Stack} ->
            [{F, length(A), [{G, N, is_integer(proplists:get_value(line, Where))} || {_, G, N, Where} <- Stack]} | collect()]
    after 0 -> []
    end.

calls() ->
    [{{?MODULE, called, 1}, fun() -> first(1) end}, {{?MODULE, called, 1}, fun() -> deep(3) end},
     {{?MODULE, last, 1}, fun() -> first(1) end}, {{erlang, list_to_tuple, 1}, fun() -> first(1) end},
     {{lists, reverse, 1}, fun() -> first(1) end}].

first(N) ->
    R = called(t:id(N)),
    [R, lists:reverse([N])].

called(N) ->
    R = last(t:id(N)),
    {R, list_to_tuple(t:id([N]))}.

last(N) -> N + 1.

deep(0) -> called(0);
deep(N) -> [deep(N - 1)].
