%% Runs the cases of a lab one after another and prints one line for each.
%%
%% erl -noshell [-sample MS] -run maser_lab main MODULE CASE:SIZE...
%%
%% A lab module exports run(Case, Size), which does the work and returns `true` when its result is
%% the right one, or {micros, N} when it is and has measured itself. Printed for the launcher: when a case begins, its
%% time on the clock and of the processor in microseconds, marks at which the launcher reads the emulator's memory.
%% With -sample it is looked every MS milliseconds what functions run, and said how often each stack was seen.
-module(maser_lab).
-export([main/1, mark/1, note/1]).

main([Module | Cases]) ->
    lists:foreach(fun(Case) -> measure(list_to_atom(Module), Case) end, Cases),
    erlang:halt(0).

measure(Module, Case) ->
    {Name, [$: | Size]} = lists:splitwith(fun(C) -> C =/= $: end, Case),
    say(["begin ", Name]),
    Atom = list_to_atom(Name),
    N = list_to_integer(Size),
    Sampler = sampler(init:get_argument(sample)),
    %% Asked here: what a process has asked for is on its heap, and the numbers of threads have more digits after a while.
    Used = used(Sampler),
    %% A process of its own: every case starts with an empty heap of the default size.
    {Pid, Ref} = spawn_monitor(fun() ->
                                       T0 = erlang:monotonic_time(),
                                       Right = Module:run(Atom, N),
                                       exit({measured, erlang:monotonic_time() - T0, Right})
                               end),
    Down = receive {'DOWN', Ref, process, Pid, _} = Message -> Message end,
    Cpu = used(Sampler) - Used,
    stacks(Sampler),
    case Down of
        {'DOWN', Ref, process, Pid, {measured, Time, true}} ->
            time(Name, erlang:convert_time_unit(Time, native, microsecond), Cpu);
        {'DOWN', Ref, process, Pid, {measured, _, {micros, Micros}}} ->
            time(Name, round(Micros), Cpu);
        {'DOWN', Ref, process, Pid, {measured, _, Result}} ->
            say(["wrong ", Name, " ", one_line(Result)]);
        {'DOWN', Ref, process, Pid, Reason} ->
            say(["failed ", Name, " ", one_line(Reason)])
    end.

time(Name, Micros, Cpu) ->
    say(["time ", Name, " ", integer_to_list(Micros), " ", integer_to_list(Cpu)]).

%% ------------------------------------------------------------------ what runs

%% So many processes are looked at in each sample at most.
-define(LOOKED_AT, 500).
%% So many stacks are told, the most frequent ones.
-define(TOLD, 400).

sampler({ok, [[Ms]]}) ->
    %% Of deeper stacks the innermost part is told.
    erlang:system_flag(backtrace_depth, 60),
    Every = list_to_integer(Ms),
    spawn_opt(fun() -> sample(Every, [], #{}) end, [{priority, high}]);
sampler(_) ->
    none.

%% Processes are looked at in turn, so that many of them do not make a sample long.
sample(Every, [], Seen) ->
    sample(Every, processes() -- [self()], Seen);
sample(Every, Processes, Seen) ->
    receive
        {tell, To} -> To ! {self(), maps:to_list(Seen)}
    after Every ->
        {Now, Later} = part(Processes, ?LOOKED_AT, []),
        sample(Every, Later, lists:foldl(fun see/2, Seen, Now))
    end.

part([Pid | Pids], N, Now) when N > 0 -> part(Pids, N - 1, [Pid | Now]);
part(Pids, _, Now) -> {Now, Pids}.

see(Pid, Seen) ->
    case process_info(Pid, [status, current_stacktrace]) of
        [{status, Status}, {current_stacktrace, [_ | _] = Stack}]
          when Status =:= running; Status =:= runnable; Status =:= garbage_collecting ->
            Frames = [{M, F, A} || {M, F, A, _} <- lists:reverse(Stack)],
            maps:update_with(Frames, fun(N) -> N + 1 end, 1, Seen);
        _ ->
            Seen
    end.

stacks(none) ->
    ok;
stacks(Sampler) ->
    Sampler ! {tell, self()},
    receive {Sampler, Stacks} -> ok end,
    Most = lists:sublist(lists:reverse(lists:keysort(2, Stacks)), ?TOLD),
    [say(["stack ", integer_to_list(N), " ", lists:join(";", [frame(MFA) || MFA <- Frames])])
     || {Frames, N} <- Most],
    ok.

frame({M, F, A}) -> io_lib:format("~ts:~ts/~w", [M, F, A]).

%% ------------------------------------------------------------------ what is told

%% The processor time that the threads of the emulator have used, in microseconds.
used(Sampler) when is_pid(Sampler) -> 0;
used(none) ->
    {ok, Threads} = file:list_dir("/proc/self/task"),
    lists:sum([thread(file:read_file("/proc/self/task/" ++ T ++ "/schedstat")) || T <- Threads]) div 1000.

thread({ok, Text}) -> binary_to_integer(hd(binary:split(Text, <<" ">>)));
thread({error, _}) -> 0.

%% The launcher reads the memory when it sees the line; it is given the time to.
mark(Label) ->
    say(["mark ", Label]),
    receive after 200 -> ok end.

%% Printed below the case.
note(Text) ->
    say(["note ", Text]).

say(Chars) ->
    io:put_chars(["maser-lab ", Chars, "\n"]).

one_line(Term) ->
    lists:sublist(lists:flatten(io_lib:format("~0p", [Term])), 300).
