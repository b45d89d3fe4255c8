%% What OTP's suites call in ct, for a run without the common_test application.
-module(ct).
-export([limit/1, fail/1, fail/2, comment/1, comment/2, timetrap/1, sleep/1, get_config/1, get_config/2,
         pal/1, pal/2, pal/3, pal/4, pal/5, log/1, log/2, log/3, log/4, log/5, print/1, print/2,
         print/3, print/4, capture_start/0, capture_stop/0, capture_get/0, capture_get/1,
         get_progname/0, get_timetrap_info/0, get_status/0, get_target_name/1, require/1,
         require/2, notify/2, add_config/2, remaining_test_procs/0]).

fail(Reason) -> exit({test_case_failed, Reason}).
fail(Format, Args) -> exit({test_case_failed, lists:flatten(io_lib:format(Format, Args))}).

comment(_) -> ok.
comment(_, _) -> ok.
timetrap(Time) ->
    catch '$conformance' ! {time_limit, limit(Time)},
    infinity.

%% Milliseconds of a time trap. Never more than five minutes: nothing is waited for longer.
limit(Time) ->
    Ms = case Time of
             {hours, N} -> timer:hours(N);
             {minutes, N} -> timer:minutes(N);
             {seconds, N} -> timer:seconds(N);
             Ms0 when is_integer(Ms0) -> Ms0;
             _ -> 0
         end,
    min(trunc(Ms), timer:minutes(5)).

sleep(infinity) -> timer:sleep(infinity);
sleep({hours, N}) -> timer:sleep(timer:hours(N));
sleep({minutes, N}) -> timer:sleep(timer:minutes(N));
sleep({seconds, N}) -> timer:sleep(timer:seconds(N));
sleep(Ms) -> timer:sleep(trunc(Ms)).

get_config(_) -> undefined.
get_config(_, Default) -> Default.

pal(_) -> ok.
pal(_, _) -> ok.
pal(_, _, _) -> ok.
pal(_, _, _, _) -> ok.
pal(_, _, _, _, _) -> ok.
log(_) -> ok.
log(_, _) -> ok.
log(_, _, _) -> ok.
log(_, _, _, _) -> ok.
log(_, _, _, _, _) -> ok.
print(_) -> ok.
print(_, _) -> ok.
print(_, _, _) -> ok.
print(_, _, _, _) -> ok.

%% The group leader of all cases captures.
capture_start() -> '$conformance_leader' ! {capture, true}, ok.
capture_stop() -> '$conformance_leader' ! {capture, false}, ok.

capture_get() -> capture_get([]).

capture_get(_) ->
    Ref = make_ref(),
    '$conformance_leader' ! {captured, self(), Ref},
    receive {Ref, Texts} -> Texts after 5000 -> [] end.

get_progname() ->
    case init:get_argument(progname) of
        {ok, [[Name | _] | _]} -> Name;
        _ -> "erl"
    end.

get_timetrap_info() -> {infinity, {false, 1}}.
get_status() -> no_tests_running.
get_target_name(_) -> {error, none}.
require(_) -> ok.
require(_, _) -> ok.
notify(_, _) -> ok.
add_config(_, _) -> ok.
remaining_test_procs() -> {[], group_leader(), []}.
