%% What OTP's suites call in ct, for a run without the common_test application.
-module(ct).
-export([fail/1, fail/2, comment/1, comment/2, timetrap/1, sleep/1, get_config/1, get_config/2,
         pal/1, pal/2, pal/3, pal/4, pal/5, log/1, log/2, log/3, log/4, log/5, print/1, print/2,
         print/3, print/4, capture_start/0, capture_stop/0, capture_get/0, capture_get/1,
         get_progname/0, get_timetrap_info/0, get_status/0, get_target_name/1, require/1,
         require/2, notify/2, add_config/2, remaining_test_procs/0]).

fail(Reason) -> exit({test_case_failed, Reason}).
fail(Format, Args) -> exit({test_case_failed, lists:flatten(io_lib:format(Format, Args))}).

comment(_) -> ok.
comment(_, _) -> ok.
timetrap(_) -> infinity.

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

%% Capturing: a group leader that keeps what is written and hands it on.
capture_start() ->
    Old = group_leader(),
    Leader = spawn(fun() -> capture(Old, []) end),
    put(ct_capture, {Old, Leader}),
    group_leader(Leader, self()),
    ok.

capture_stop() ->
    case get(ct_capture) of
        {Old, _} -> group_leader(Old, self()), ok;
        _ -> ok
    end.

capture_get() -> capture_get([]).

capture_get(_) ->
    case get(ct_capture) of
        {_, Leader} ->
            Ref = make_ref(),
            Leader ! {self(), Ref, take},
            receive {Ref, Texts} -> Texts after 5000 -> [] end;
        _ -> []
    end.

capture(Old, Texts) ->
    receive
        {From, Ref, take} ->
            From ! {Ref, lists:reverse(Texts)},
            capture(Old, []);
        {io_request, From, ReplyAs, Request} = Message ->
            case chars(Request) of
                none -> Old ! Message, capture(Old, Texts);
                Chars -> From ! {io_reply, ReplyAs, ok}, capture(Old, [Chars | Texts])
            end;
        Other ->
            Old ! Other,
            capture(Old, Texts)
    end.

chars({put_chars, _, Chars}) -> flat(Chars);
chars({put_chars, Chars}) -> flat(Chars);
chars({put_chars, _, M, F, A}) -> flat(apply(M, F, A));
chars({put_chars, M, F, A}) -> flat(apply(M, F, A));
chars({requests, [R]}) -> chars(R);
chars(_) -> none.

flat(Chars) -> unicode:characters_to_list(Chars).

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
