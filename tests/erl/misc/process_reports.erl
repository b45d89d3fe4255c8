%% Reports of processes in words: of the function `process_dump` of match specifications, and of all processes. Lines,
%% their order, and what programs know of; not how large things are, and where.
-module(process_reports).
-export([main/0, traced/1, sleeper/1]).

main() ->
    put(key, [1, {two, "three"}]),
    Sleeper = spawn_opt(?MODULE, sleeper, [{a, state}], [{priority, high}, link]),
    register('a sleeper', Sleeper),
    Saved = process_flag(save_calls, 3),
    Monitor = monitor(process, Sleeper),
    unlink(Sleeper),
    io:format("~s~n", [shown(dumped(fun() -> kept(traced(<<"x">>)) end))]),
    process_flag(save_calls, Saved),
    receive sleeps -> ok end,
    true = sleeps(Sleeper),
    Port = open_port({spawn, "cat"}, []),
    All = binary_to_list(erlang:system_info(procs)),
    port_close(Port),
    [Processes, Ports] = string:split(All, "=port:"),
    Reports = string:split(Processes, "=proc:", all),
    [Report] = [R || R <- Reports, string:prefix(R, pid_to_list(Sleeper)) =/= nomatch],
    io:format("~s~n", [shown(Report)]),
    [OfPort] = [P || P <- string:split(Ports, "=port:", all), string:prefix(P, port_to_list(Port)) =/= nomatch],
    io:format("~s~n", [shown(OfPort)]),
    io:format("~p~n", [length([R || R <- Reports, R =/= ""]) >= length(processes())]),
    sensitive(Sleeper),
    demonitor(Monitor),
    erase(key),
    exit(Sleeper, kill).

%% Nobody is told of what a sensitive process has.
sensitive(_) ->
    erlang:process_flag(sensitive, true),
    Text = binary_to_list(erlang:system_info(procs)),
    erlang:process_flag(sensitive, false),
    io:format("~p~n", [string:find(Text, "a sleeper") =/= nomatch]).

sleeps(P) ->
    process_info(P, status) =:= {status, waiting} orelse sleeps(P).

sleeper(State) ->
    {_, Tester} = lists:keyfind(links, 1, process_info(self(), [links])),
    [T ! sleeps || T <- Tester],
    receive never -> State end,
    State.

kept(X) -> [X].

traced(X) -> {X}.

dumped(Fun) ->
    Self = self(),
    Collector = spawn_link(fun() -> receive {trace, _, call, _, Text} -> Self ! {text, Text} end end),
    erlang:trace_pattern({?MODULE, traced, 1}, [{'_', [], [{message, {process_dump}}]}], [local]),
    erlang:trace(self(), true, [call, {tracer, Collector}]),
    Fun(),
    erlang:trace(self(), false, [call]),
    erlang:trace_pattern({?MODULE, traced, 1}, false, [local]),
    receive {text, Text} -> binary_to_list(Text) end.

%% Of stacks only the values of the functions here: others have what emulators and compilers put there.
shown(Text) ->
    [[shown_line(L), $\n] || L <- string:split(Text, "\n", all), L =/= "", is_told(L)].

is_told("y(" ++ _) -> false;
is_told("0x" ++ _ = L) -> string:find(L, "process_reports") =/= nomatch;
is_told("arity" ++ _) -> false;
is_told(_) -> true.

shown_line("Internal State: " ++ More) ->
    ["Internal State: ", lists:join(" | ", [W || W <- string:split(More, " | ", all), W =/= "MAYBE_SELF_SIGS"])];
%% Stock names the last built-in that has come back late, and no messages.
shown_line("Last scheduled in for: " ++ _) -> "Last scheduled in for";
shown_line("Message queue: " ++ _) -> "Message queue";
shown_line("Program counter: " ++ _) -> "Program counter";
shown_line(L) ->
    lists:foldl(fun({Pattern, Into}, Line) -> re:replace(Line, Pattern, Into, [global, {return, list}]) end, L,
        [{"<[0-9.]+>", "PID"}, {"#Ref<[0-9.]+>", "REF"}, {"0x[0-9a-f]+", "ADDRESS"}, {"\\+ [0-9]+", "+ N"},
         {"^([A-Z][A-Za-z+ ]*): [0-9]+$", "\\1: N"}]).
