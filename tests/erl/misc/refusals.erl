%% Every built-in function of the modules that programs call, with arguments that mostly make no sense: as what each
%% call is refused, and what the text of the reason is. A line has a function, how many of its calls are refused, and a
%% number made of all the reasons. `each({M, F, A})` tells them.
-module(refusals).
-export([main/0, each/1]).

main() ->
    io:format("~p functions~n", [length(functions())]),
    [begin
         All = [one(M, F, Args) || Args <- arguments(A)],
         Refused = [R || R <- All, R =/= returned],
         io:format("~w:~w/~w ~w of ~w, ~w~n", [M, F, A, length(Refused), length(All), erlang:phash2(Refused)])
     end || {M, F, A} <- functions()],
    ok.

%% All the reasons for one function, to look at where the numbers differ.
each({M, F, A}) -> [io:format("~0p: ~0p~n", [Args, one(M, F, Args)]) || Args <- arguments(A)].

modules() -> [atomics, binary, counters, erlang, ets, lists, maps, math, os, persistent_term, re, unicode].

functions() ->
    lists:usort([{M, F, A} || M <- modules(), {F, A} <- M:module_info(exports), A > 0, A < 4,
                              not lists:member(F, left_out()), erlang:is_builtin(M, F, A)]).

%% They end, stop, print, or change what all share, or their result says what is going on. `iolist_to_iovec` names a
%% function of the emulator's own, and patterns of `re` that were exported (since OTP 28) are not taken in yet.
left_out() ->
    [bump_reductions, check_old_code, check_process_code, crash_dump, delete_module, disconnect_node, display, display_string,
     erase, error, exit, exit_signal, finish_after_on_load, garbage_collect, group_leader, halt, hibernate, import, iolist_to_iovec, load_module, monitor_node,
     nif_error, open_port, process_display, purge_module, put, put_new, raise, register, send, send_nosuspend, set_cookie, setnode, spawn,
     spawn_link, suspend_process, system_flag, system_info, throw, trace, trace_delivered, trace_pattern, unregister].

arguments(1) -> [[V] || V <- [a, -1, 7, 1.5, [], [a | b], <<>>, <<1:3>>, #{}, {}, 1 bsl 70, "x", {a, b}]];
arguments(2) -> Some = [a, -1, 1.5, [], <<"x">>, #{}, {a, b}], [[V, W] || V <- Some, W <- Some];
arguments(3) -> Few = [a, -1, [], <<"x">>], [[V, W, X] || V <- Few, W <- Few, X <- Few].

one(M, F, Args) ->
    {P, R} = spawn_monitor(fun() -> exit({result, called(M, F, Args)}) end),
    receive {'DOWN', R, process, P, Reason} -> case Reason of {result, Result} -> Result; _ -> {ended, Reason} end end.

called(M, F, Args) ->
    try apply(M, F, Args) of
        _ -> returned
    catch
        Class:Reason:Trace ->
            [{M1, F1, A1, Info} | _] = Trace,
            Text = case proplists:get_value(error_info, Info) of
                       undefined -> nothing;
                       I -> (maps:get(module, I, erl_erts_errors)):format_error(Reason, Trace)
                   end,
            {Class, Reason, {M1, F1, if is_list(A1) -> length(A1); true -> A1 end}, Text}
    end.
