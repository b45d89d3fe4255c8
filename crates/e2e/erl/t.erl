%% What the test programs share: printing a result or how its computation failed.
-module(t).
-export([p/1, text/2, show/2, each/2, each2/3, id/1, result/1, flush/0, sorted/1, scale/1,
         logged/0, all/2, settle/2, said/1, turns/2]).

%% How much a stress program does: the environment variable STRESS multiplies it.
scale(N) -> N * list_to_integer(os:getenv("STRESS", "1")).

%% A value that the compiler knows nothing about.
id(X) -> X.

p(X) -> io:format("~tp~n", [X]).

%% As io_lib:format/2, but small maps have their keys in order. Since OTP 26 they have atoms in the
%% order in which these were made, and who made them first differs between emulators.
text(Format, Args) ->
    io_lib:build_text([ordered(Part) || Part <- io_lib:scan_format(Format, Args)]).

ordered(#{maps_order := undefined} = Part) -> Part#{maps_order := ordered};
ordered(Part) -> Part.

show(Label, Fun) ->
    io:format("~ts: ~tp~n", [Label, result(Fun)]).

result(Fun) ->
    try Fun()
    catch Class:Reason -> {Class, Reason}
    end.

each(Fun, List) ->
    [io:format("~tp -> ~tp~n", [X, result(fun() -> Fun(X) end)]) || X <- List],
    ok.

each2(Fun, Xs, Ys) ->
    [io:format("~tp, ~tp -> ~tp~n", [X, Y, result(fun() -> Fun(X, Y) end)]) || X <- Xs, Y <- Ys],
    ok.

%% All messages that are there.
flush() ->
    receive M -> [M | flush()] after 0 -> [] end.

sorted(L) -> lists:sort(L).

%% What N processes give that run F at the same time, each with its number.
all(N, F) ->
    Ps = [spawn_monitor(fun() -> rand:seed(exsss, {I, 3, 1}), exit({result, F(I)}) end) || I <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

%% Waits until there are no more ports than before.
settle(Before, 0) -> {left, length(erlang:ports()) - Before};
settle(Before, N) ->
    case length(erlang:ports()) of
        L when L =< Before -> none_left;
        _ -> receive after 20 -> settle(Before, N - 1) end
    end.

%% When this returns, all log events of before are on the terminal.
logged() ->
    _ = (catch sys:get_status(logger_proxy)),
    _ = (catch sys:get_status(logger)),
    _ = (catch logger_std_h:filesync(default)),
    ok.

%% What a function gives, and what is printed meanwhile.
said(Fun) ->
    Leader = group_leader(),
    Taker = spawn_link(fun() -> take([]) end),
    group_leader(Taker, self()),
    Result = try Fun() after group_leader(Leader, self()) end,
    Taker ! {said, self()},
    receive {said, Taker, Text} -> {Result, Text} end.

take(Said) ->
    receive
        {io_request, From, Ref, {put_chars, unicode, Chars}} ->
            From ! {io_reply, Ref, ok},
            take([Said, Chars]);
        {io_request, From, Ref, {put_chars, unicode, M, F, A}} ->
            From ! {io_reply, Ref, ok},
            take([Said, apply(M, F, A)]);
        {said, From} ->
            From ! {said, self(), unicode:characters_to_list(Said)}
    end.

%% What F gives in a process to which Disturb does something after two of its turns, and whether it
%% has taken more than those; or why the process has ended.
turns(F, Disturb) ->
    Me = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
                                       erlang:trace(self(), true, [running, {tracer, Me}]),
                                       Value = F(),
                                       erlang:trace(self(), false, [running, {tracer, Me}]),
                                       Me ! {ran, self()},
                                       receive finish -> exit({value, Value}) end
                               end),
    Turns = wait_for_turns(Pid, 2),
    Disturb(Pid),
    Pid ! finish,
    Result = receive
                 {'DOWN', Ref, process, Pid, {value, Value}} -> {Value, Turns};
                 {'DOWN', Ref, process, Pid, Why} -> Why
             end,
    flush_turns(Pid),
    Result.

wait_for_turns(_, 0) -> several;
wait_for_turns(Pid, N) ->
    receive
        {trace, Pid, out, _} -> wait_for_turns(Pid, N - 1);
        {ran, Pid} -> few
    end.

flush_turns(Pid) ->
    receive
        {ran, Pid} -> flush_turns(Pid);
        {trace, Pid, _, _} -> flush_turns(Pid);
        {trace, Pid, _, _, _} -> flush_turns(Pid)
    after 0 -> ok
    end.
