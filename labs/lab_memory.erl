%% What things that wait weigh, as the system sees it: resident memory.
-module(lab_memory).
-export([run/2]).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).

%% Processes that have not done anything yet.
run(idle, N) ->
    weighed(fun() -> [spawn(fun stop/0) || _ <- lists:seq(1, N)] end);
%% Servers with a small state, started as supervisors start them.
run(gen_servers, N) ->
    weighed(fun() -> [element(2, gen_server:start(?MODULE, I, [])) || I <- lists:seq(1, N)] end);
%% Messages that wait, a thousand for each of some processes.
run(mailboxes, N) ->
    weighed(fun() ->
                    Pids = [spawn(fun stop/0) || _ <- lists:seq(1, max(1, N div 1000))],
                    [[Pid ! {message, I, self(), "text"} || I <- lists:seq(1, 1000)] || Pid <- Pids],
                    Pids
            end);
%% Binaries outside of heaps, each referred to by one process.
run(large_binaries, N) -> holder(fun(I) -> <<I:64, 0:(92 * 8)>> end, N);
%% Those that lie in heaps.
run(small_binaries, N) -> holder(fun(I) -> <<I:64, 0:64>> end, N);
%% Parts of one binary.
run(parts_of_binaries, N) ->
    Whole = <<0:(8 * 1000000)>>,
    holder(fun(I) -> binary:part(Whole, I rem 999000, 100) end, N).

stop() -> receive stop -> ok end.

%% A process that keeps a thousand each.
holder(Make, N) ->
    weighed(fun() ->
                    [spawn(fun() -> keep([Make(J * 1000 + I) || I <- lists:seq(1, 1000)]) end)
                     || J <- lists:seq(1, max(1, N div 1000))]
            end).

keep(List) ->
    receive
        {ready, To} ->
            erlang:garbage_collect(),
            To ! {kept, self(), length(List)},
            keep(List);
        stop ->
            List
    end.

weighed(Start) ->
    maser_lab:mark("before"),
    T0 = erlang:monotonic_time(),
    Pids = Start(),
    true = lists:all(fun ready/1, lists:sublist(Pids, 10000)),
    Time = erlang:monotonic_time() - T0,
    erlang:garbage_collect(),
    maser_lab:mark("after"),
    [Pid ! stop || Pid <- Pids],
    {micros, erlang:convert_time_unit(Time, native, microsecond)}.

%% What keeps something has collected its garbage.
ready(Pid) ->
    case erlang:process_info(Pid, current_function) of
        {current_function, {?MODULE, stop, 0}} -> true;
        {current_function, {gen_server, loop, 7}} -> true;
        _ -> Pid ! {ready, self()}, receive {kept, Pid, 1000} -> true end
    end.

init(I) -> {ok, {state, I}}.
handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(_, State) -> {noreply, State}.
