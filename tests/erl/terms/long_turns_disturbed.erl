%% Between the turns of a built-in that goes through a huge term anything may happen to its process:
%% the result is the same, and whoever is killed leaves nothing behind.
-module(long_turns_disturbed).
-export([main/0]).

-define(KEY, {?MODULE, term}).

main() ->
    Bin = binary:copy(list_to_binary(lists:seq(0, 250)), 4000),
    Bytes = binary_to_list(Bin),
    Term = {list_to_tuple(Bytes), Bytes, #{key => Bytes}},
    Form = term_to_binary(Term),
    Hash = erlang:phash2(Term),
    Encodes = fun() -> term_to_binary(Term) =:= Form end,
    Decodes = fun() -> binary_to_term(Form) =:= Term end,
    Collected = fun(Pid) -> [erlang:garbage_collect(Pid) || _ <- "abc"] end,
    t:p([disturbed(F, fun(_) -> ok end) || F <- [Encodes, Decodes]]),
    t:p([disturbed(F, Collected) || F <- [Encodes, Decodes]]),
    t:p(disturbed(fun() -> Bytes ++ [x] =:= binary_to_list(Bin) ++ [x] end, Collected)),
    t:p(disturbed(fun() -> Bytes -- [x | Bytes] =:= [] end, Collected)),
    t:p(disturbed(fun() -> [] -- Bytes =:= [] end, Collected)),
    t:p(disturbed(fun() -> erlang:phash2(Term) =:= Hash end, Collected)),
    t:p(disturbed(fun() -> unicode:characters_to_list(Bin, latin1) =:= Bytes end, Collected)),
    %% Suspended, collected meanwhile, sent messages and looked at.
    Suspended = fun(Pid) ->
                        true = erlang:suspend_process(Pid),
                        async = erlang:garbage_collect(Pid, [{async, one}]),
                        [Pid ! {message, Bin, [X]} || X <- "abc"],
                        process_info(Pid, [status, current_stacktrace, total_heap_size, backtrace]),
                        async = erlang:garbage_collect(Pid, [{async, two}]),
                        true = erlang:resume_process(Pid),
                        [receive {garbage_collect, Id, true} -> ok end || Id <- [one, two]]
                end,
    t:p([disturbed(F, Suspended) || F <- [Encodes, Decodes]]),
    %% Breakpoints come and go.
    Traced = fun(Pid) ->
                     erlang:trace(Pid, true, [call]),
                     [begin
                          erlang:trace_pattern({erlang, F, 1}, Spec, [Kind]),
                          erlang:trace_pattern({erlang, F, 1}, false, [Kind]),
                          erlang:trace_pattern({erlang, F, 1}, Spec, [Kind])
                      end || F <- [term_to_binary, binary_to_term], Kind <- [global, local],
                             Spec <- [true, [{'_', [], [{return_trace}]}]]]
             end,
    t:p([disturbed(F, Traced) || F <- [Encodes, Decodes]]),
    [erlang:trace_pattern({erlang, F, 1}, false, [Kind])
     || F <- [term_to_binary, binary_to_term], Kind <- [global, local]],
    %% The term is a literal that is given up.
    persistent_term:put(?KEY, Term),
    Literal = fun() -> term_to_binary(persistent_term:get(?KEY)) =:= Form end,
    t:p(disturbed(Literal, fun(_) -> persistent_term:erase(?KEY) end)),
    persistent_term:put(?KEY, Term),
    LiteralHash = fun() -> erlang:phash2(persistent_term:get(?KEY)) =:= Hash end,
    t:p(disturbed(LiteralHash, fun(Pid) -> persistent_term:erase(?KEY), Collected(Pid) end)),
    %% Killed.
    t:p([disturbed(fun Loop() -> F(), Loop() end, fun(Pid) -> exit(Pid, kill) end)
         || F <- [Encodes, Decodes]]).

%% What F gives in a process to which something is done after its first turns, or why that has ended.
disturbed(F, Disturb) ->
    case t:turns(F, Disturb) of
        {Result, _} -> Result;
        Why -> Why
    end.
