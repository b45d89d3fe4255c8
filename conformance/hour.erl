%% Runs one thing again and again in one emulator, for `cargo xtask hour`.
%%
%% erl -run hour suite SECONDS SUITE DIR WORK RESULTS DONE CASE|all
%%     one of OTP's suites, as conformance:main/1 does.
%% erl -run hour lab SECONDS RESULTS MODULE CASE:SIZE...
%%     cases of a lab, as maser_lab:main/1 does.
%%
%% RESULTS gets a line for each case that begins and ends, and one for each round: the kilobytes
%% resident after a garbage collection of all processes, how many processes and atoms there are.
-module(hour).
-export([suite/1, lab/1]).

suite([Seconds | Args]) ->
    {Run, Config} = conformance:prepared(Args),
    rounds(Seconds, lists:nth(4, Args), fun() -> conformance:again(Run, Config) end).

lab([Seconds, Results, Module0 | Cases]) ->
    Module = list_to_atom(Module0),
    rounds(Seconds, Results, fun() -> [one(Results, Module, Case) || Case <- Cases] end).

rounds(Seconds, Results, Round) ->
    Until = erlang:monotonic_time(millisecond) + list_to_integer(Seconds) * 1000,
    rounds_until(Until, Results, Round).

rounds_until(Until, Results, Round) ->
    Round(),
    note(Results, io_lib:format("round\t~w\t~w\t~w",
                                [resident(), length(processes()), erlang:system_info(atom_count)])),
    case erlang:monotonic_time(millisecond) < Until of
        true -> rounds_until(Until, Results, Round);
        false -> halt(0)
    end.

%% Every case in a process of its own, with an empty heap.
one(Results, Module, Case) ->
    {Name, [$: | Size]} = lists:splitwith(fun(C) -> C =/= $: end, Case),
    note(Results, ["begin\t", Name]),
    {Pid, Ref} = spawn_monitor(fun() -> exit(Module:run(list_to_atom(Name), list_to_integer(Size))) end),
    receive
        {'DOWN', Ref, process, Pid, Right} when Right =:= true; element(1, Right) =:= micros ->
            note(Results, ["end\t", Name, "\tok\t0\t"]);
        {'DOWN', Ref, process, Pid, Wrong} ->
            Why = lists:sublist(lists:flatten(io_lib:format("~0P", [Wrong, 30])), 300),
            note(Results, ["end\t", Name, "\tfailed\t0\t", Why])
    end,
    %% Where a lab is only measured, what it has made ends with the emulator.
    [exit(P, kill) || P <- processes(), process_info(P, parent) =:= {parent, Pid}],
    ok.

%% Kilobytes, once nothing but what is needed is there.
resident() ->
    [garbage_collect(P) || P <- processes()],
    %% Schedulers that rest give back what is free.
    receive after 250 -> ok end,
    {ok, Text} = file:read_file("/proc/self/statm"),
    [_, Pages | _] = binary:split(Text, <<" ">>, [global]),
    binary_to_integer(Pages) * 4.

note(Results, Line) ->
    ok = file:write_file(Results, [Line, "\n"], [append]).
