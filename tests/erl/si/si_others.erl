%% maser only
%% si: plain processes, processes with system messages of their own, those that do not answer, dead ones.
-module(si_others).
-export([main/0, special/1, silent/1, system_continue/3, system_terminate/4, format_status/2]).
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    {module, timer} = code:ensure_loaded(timer),
    %% They are described, and get no message.
    Plain = spawn(timer, sleep, [infinity]),
    wait_for(Plain, {timer, sleep, 1}),
    Plain ! {hello, world},
    status(Plain),
    Lib = proc_lib:spawn(timer, sleep, [infinity]),
    wait_for(Lib, {timer, sleep, 1}),
    status(Lib),
    t:p([process_info(P, messages) || P <- [Plain, Lib]]),
    %% Messages are shown as long as they are few.
    [Plain ! N || N <- lists:seq(1, 20)],
    status(Plain),

    Special = proc_lib:spawn(?MODULE, special, [self()]),
    receive {Special, ready} -> ok end,
    ok = sys:log(Special, true),
    ok = si:pi(Special),

    %% A gen_server that hibernates is recognised, and one that is deep in a callback.
    {ok, Asleep} = gen_server:start(?MODULE, hibernates, []),
    wait_for_one_of(Asleep, [{erlang, hibernate, 3}, {gen_server, loop_hibernate, 4}]),
    ok = si:pi(Asleep),
    {ok, Busy} = gen_server:start(?MODULE, busy, []),
    gen_server:cast(Busy, {deep, 100}),
    wait_for(Busy, {timer, sleep, 1}),
    {ok, _} = si:start([{timeout, 50}]),
    status(Busy),
    Silent = proc_lib:spawn(?MODULE, silent, [self()]),
    receive {Silent, ready} -> ok end,
    wait_for(Silent, {timer, sleep, 1}),
    status(Silent),
    %% A suspended process answers nothing at all, but what it is can be told.
    {ok, Server} = gen_server:start(?MODULE, state, []),
    true = erlang:suspend_process(Server),
    status(Server),
    true = erlang:resume_process(Server),
    ok = si:stop(),
    ok = si:pi(Server),

    [begin exit(P, kill), monitor(process, P), receive {'DOWN', _, _, P, _} -> ok end end
     || P <- [Plain, Lib, Special, Asleep, Busy, Silent, Server]],
    t:p([si:pi(P) || P <- [Plain, Server]]), t:p(si:ppi(Special)),
    %% It dies while it is asked.
    {ok, Dying} = gen_server:start(?MODULE, state, []),
    true = erlang:suspend_process(Dying),
    Me = self(),
    Asker = spawn(fun() -> Me ! {self(), si:pi(Dying)} end),
    wait_for(Asker, {gen, do_call, 4}),
    exit(Dying, kill),
    receive {Asker, Answer} -> t:p(Answer) end.

%% What does not change from run to run: the first lines, the messages, how it ended.
status(Process) ->
    {Result, Text} = t:said(fun() -> si:pi(Process) end),
    Kept = [[Line, "\n"] || Line <- string:split(Text, "\n", all),
                            Begin <- ["Process ", "Pid ", "initial_call ", "current_function ", "message_queue_len ", "messages "],
                            string:prefix(Line, Begin) =/= nomatch],
    io:put_chars([Kept, io_lib:format("~p~n", [Result])]).

wait_for(Pid, Function) -> wait_for_one_of(Pid, [Function]).

wait_for_one_of(Pid, Functions) ->
    {current_function, Function} = process_info(Pid, current_function),
    case lists:member(Function, Functions) of
        true -> ok;
        false -> erlang:yield(), wait_for_one_of(Pid, Functions)
    end.

%% A process that uses sys itself.
special(Parent) ->
    Parent ! {self(), ready},
    special(Parent, sys:debug_options([])).

special(Parent, Debug) ->
    receive
        {system, From, Request} -> sys:handle_system_msg(Request, From, Parent, ?MODULE, Debug, inner_state)
    end.

system_continue(Parent, Debug, inner_state) ->
    special(Parent, sys:handle_debug(Debug, fun(_, _, _) -> ok end, extra, went_on)).

system_terminate(Reason, _, _, _) -> exit(Reason).

format_status(normal, [_, running, _, _, inner_state]) ->
    [{header, "Status of a special process"}, {data, [{"Inside", inner_state}]}];
format_status(normal, [_, _]) ->
    {just, a, term}.

%% Looks as if it used sys, and does not.
silent(Parent) ->
    Parent ! {self(), ready},
    timer:sleep(infinity),
    silent(Parent).

init(hibernates) -> {ok, asleep, hibernate};
init(State) -> {ok, State}.

handle_call(_, _, State) -> {reply, State, State}.

handle_cast({deep, 0}, State) -> timer:sleep(infinity), {noreply, State};
handle_cast({deep, N}, State) -> {noreply, _} = handle_cast({deep, N - 1}, State).
