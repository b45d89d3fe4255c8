%% Runs the cases of a lab one after another and prints one line for each.
%%
%% erl -noshell -run maser_lab main MODULE CASE:SIZE...
%%
%% A lab module exports run(Case, Size), which does the work and returns `true` when its result is
%% the right one, or {micros, N} when it is and has measured itself. Printed for the launcher: when a case begins, its
%% time on the clock and of the processor in microseconds, marks at which the launcher reads the emulator's memory.
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
    %% A process of its own: every case starts with an empty heap of the default size.
    {Pid, Ref} = spawn_monitor(fun() ->
                                       Used = used(),
                                       T0 = erlang:monotonic_time(),
                                       Right = Module:run(Atom, N),
                                       T1 = erlang:monotonic_time(),
                                       exit({measured, {T1 - T0, used() - Used}, Right})
                               end),
    receive
        {'DOWN', Ref, process, Pid, {measured, {Time, Cpu}, true}} ->
            time(Name, erlang:convert_time_unit(Time, native, microsecond), Cpu);
        {'DOWN', Ref, process, Pid, {measured, {_, Cpu}, {micros, Micros}}} ->
            time(Name, round(Micros), Cpu);
        {'DOWN', Ref, process, Pid, {measured, _, Result}} ->
            say(["wrong ", Name, " ", one_line(Result)]);
        {'DOWN', Ref, process, Pid, Reason} ->
            say(["failed ", Name, " ", one_line(Reason)])
    end.

time(Name, Micros, Cpu) ->
    say(["time ", Name, " ", integer_to_list(Micros), " ", integer_to_list(Cpu)]).

%% The processor time that the threads of the emulator have used, in microseconds.
used() ->
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
