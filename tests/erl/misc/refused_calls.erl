%% Calls that are refused: as which calls their traces show them, and why.
-module(refused_calls).
-export([main/0]).

main() ->
    [io:format("~p: ~p~n", [Name, refused(Call)])
     || {Name, Call} <-
            [{options, fun() -> spawn_request(node(), m, f, [a], bad) end},
             {improper, fun() -> spawn_request(m, f, [a], [a | b]) end},
             {hibernate, fun() -> erlang:hibernate(1, 2, []) end},
             {applied, fun() -> apply(erlang, hibernate, [a, b, [1 | 2]]) end}]],
    [io:format("~p: ~p~n", [Set, erlang:match_spec_test([], [{'_', [], [{message, Set}]}], trace)])
     || Set <- [{set_seq_token, label, 1}, {set_seq_token, send, true}, {set_seq_token, yxa, true},
                {set_seq_token, 1, true}, {set_seq_token, serial, 1}]],
    ok.

refused(Call) ->
    try Call() catch
        Class:Reason:Trace ->
            {M, F, A, Info} = hd(Trace),
            Why = case proplists:is_defined(error_info, Info) of
                      true -> erl_erts_errors:format_error(Reason, Trace);
                      false -> nothing
                  end,
            {Class, Reason, {M, F, length(A)}, Why}
    end.
