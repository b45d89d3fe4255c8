%% What OTP's suites call in test_server, for a run without the common_test application.
-module(test_server).
-export([lookup_config/2, timetrap/1, timetrap_cancel/1, timetrap_cancel/0, seconds/1, minutes/1,
         hours/1, sleep/1, adjusted_sleep/1, timetrap_scale_factor/0, timecall/3, format/1,
         format/2, format/3, messages_get/0, comment/1, fail/0, fail/1, do_times/2, do_times/4,
         m_out_of_n/3, m_out_of_n/4, call_crash/3, call_crash/4, call_crash/5, temp_name/1,
         os_type/0, is_native/1, is_cover/0, is_debug/0, is_valgrind/0, is_asan/0,
         is_commercial/0, has_lines/0, is_release_available/1, start_node/3, stop_node/1, start_peer/3, start_peer/5,
         peer_name/2,
         run_on_shielded_node/2, memory_checker/0, app_test/1, appup_test/1, break/1,
         capture_start/0, capture_stop/0, capture_get/0, cover_compile/1]).

lookup_config(Key, Config) ->
    case lists:keyfind(Key, 1, Config) of
        {Key, Value} -> Value;
        false -> undefined
    end.

timetrap(_) -> none.
timetrap_cancel(_) -> ok.
timetrap_cancel() -> ok.
seconds(N) -> trunc(N * 1000).
minutes(N) -> trunc(N * 60000).
hours(N) -> trunc(N * 3600000).
sleep(Time) -> ct:sleep(Time).
adjusted_sleep(Time) -> ct:sleep(Time).
timetrap_scale_factor() -> 1.

timecall(M, F, A) ->
    {Micros, Value} = timer:tc(M, F, A),
    {Micros / 1000000, Value}.

format(_) -> ok.
format(_, _) -> ok.
format(_, _, _) -> ok.

messages_get() -> receive M -> [M | messages_get()] after 0 -> [] end.

comment(_) -> ok.
fail() -> exit(suite_failed).
fail(Reason) -> exit({suite_failed, Reason}).

do_times(0, _) -> ok;
do_times(N, F) -> F(), do_times(N - 1, F).
do_times(N, M, F, A) -> do_times(N, fun() -> apply(M, F, A) end).

m_out_of_n(M, N, F) -> tries(M, N, F).
m_out_of_n(M, N, Mod, {F, A}) -> tries(M, N, fun() -> apply(Mod, F, A) end).

tries(0, _, _) -> ok;
tries(M, 0, _) -> exit({m_out_of_n_failed, {M, left_to_do}});
tries(M, N, F) ->
    case catch F() of
        {'EXIT', _} -> tries(M, N - 1, F);
        _ -> tries(M - 1, N - 1, F)
    end.

call_crash(M, F, A) -> call_crash(infinity, M, F, A).
call_crash(Time, M, F, A) -> call_crash(Time, any, M, F, A).
call_crash(Time, Crash, M, F, A) ->
    {Pid, Ref} = spawn_monitor(M, F, A),
    receive
        {'DOWN', Ref, process, Pid, normal} -> exit(call_did_not_crash);
        {'DOWN', Ref, process, Pid, Reason} when Crash =:= any; Crash =:= Reason -> ok;
        {'DOWN', Ref, process, Pid, Reason} -> exit({wrong_crash, Reason})
    after case Time of infinity -> 60000; _ -> Time end -> exit(call_crash_timeout)
    end.

temp_name(Stem) -> Stem ++ "-" ++ integer_to_list(erlang:unique_integer([positive])).
os_type() -> os:type().
is_native(_) -> false.
is_cover() -> false.
is_debug() -> false.
is_valgrind() -> false.
is_asan() -> false.
is_commercial() -> false.
has_lines() -> true.
is_release_available(_) -> false.
start_node(Name, _, Options) ->
    [_, Host] = string:split(atom_to_list(node()), "@"),
    slave:start(Host, Name, proplists:get_value(args, Options, "")).
stop_node(Node) -> slave:stop(Node), true.

%% A node that lives as long as the process that starts it, with the suite in its code path.
start_peer(Args, Suite, Function) when is_list(Args) -> start_peer(#{args => Args}, Suite, Function);
start_peer(Options, Suite, Function) ->
    Args = maps:get(args, Options, []),
    Cookie = case lists:member("-setcookie", Args) of
                 true -> [];
                 false -> ["-setcookie", atom_to_list(erlang:get_cookie())]
             end,
    Named = maps:merge(#{name => peer_name(Suite, Function)}, Options),
    peer:start_link(Named#{args => Cookie ++ ["-pa", filename:dirname(code:which(Suite)) | Args]}).
start_peer(_, _, _, _, _) -> exit({skipped, "needs distribution"}).
peer_name(Module, Case) -> peer:random_name(lists:concat([Module, "-", Case])).
run_on_shielded_node(F, _) -> F().
memory_checker() -> none.
app_test(_) -> exit({skipped, "needs common_test"}).
appup_test(_) -> exit({skipped, "needs common_test"}).
break(_) -> ok.
capture_start() -> ct:capture_start().
capture_stop() -> ct:capture_stop().
capture_get() -> ct:capture_get().
cover_compile(_) -> ok.
