%% The functions that patterns of messages may call: not the same ones for messages sent and received.
-module(message_patterns).
-export([main/0]).

main() ->
    Functions = [{self}, {node}, {is_seq_trace}, {get_tcw}, {get_seq_token}, {caller}, {caller_line}, {return_trace},
        {exception_trace}, {process_dump}, {current_stacktrace}, {current_stacktrace, 2}, {enable_trace, call},
        {enable_trace, self(), call}, {disable_trace, call}, {disable_trace, self(), call}, {trace, [call], []},
        {trace, self(), [], [call]}, {silent, true}, {set_tcw, 1}, {set_seq_token, label, 4711}, {display, a},
        {message, false}, {message, {const, a}}, {message, {process_dump}}, {is_record, a, b, 1}],
    [io:format("~p in a ~p of ~p: ~p~n", [F, Where, Event, taken(Event, Where, F)])
     || Event <- ['receive', send], Where <- [guard, body], F <- Functions],
    %% Other programs run in this emulator.
    [erlang:trace_pattern(Event, true, []) || Event <- ['receive', send]].

taken(Event, Where, Function) ->
    Spec = case Where of
        guard -> [{['_', '_', '_'], [Function], []}];
        body -> [{['_', '_', '_'], [], [Function]}]
    end,
    try erlang:trace_pattern(Event, Spec, []) of
        N when is_integer(N) -> yes
    catch
        error:badarg -> no
    end.
