%% vm: +S 1:1
%% erlang:system_profile/0,2: settings, processes that become runnable, ports at work, schedulers.
%% not blessed on OTP 27 29: these tell nothing of the processes here.
-module(system_profiles).
-export([main/0]).

main() ->
    Profiler = spawn(fun() -> collect([]) end),
    Dead = spawn(fun() -> ok end),
    erlang:yield(),
    settings(Profiler, Dead),
    processes(Profiler),
    ports(Profiler),
    schedulers(Profiler).

settings(Profiler, Dead) ->
    Clean = fun({P, Flags}) when P =:= Profiler -> {profiler, Flags}; (X) -> X end,
    [t:show(Name, fun() -> Clean(erlang:system_profile(P, Options)) end)
     || {Name, P, Options} <-
            [{procs, Profiler, [runnable_procs]}, {none, Profiler, []}, {none_again, Profiler, []},
             {all, Profiler, [runnable_ports, scheduler, exclusive, runnable_procs, timestamp]},
             {other, Profiler, [scheduler, monotonic_timestamp, strict_monotonic_timestamp]},
             {unknown, Profiler, [no_such]}, {improper, Profiler, [scheduler | x]}, {atom, Profiler, x},
             {off, undefined, [no_such]}, {off_again, undefined, x}, {dead, Dead, [scheduler]},
             {name, foo, []}, {name_and_flags, foo, [scheduler]}]],
    undefined = erlang:system_profile(Profiler, [scheduler]),
    t:p(Clean(erlang:system_profile())),
    exit(spawn(fun() -> erlang:system_profile(self(), [scheduler]) end), kill),
    erlang:system_profile(undefined, []),
    t:p(erlang:system_profile()).

processes(Profiler) ->
    Self = self(),
    [begin
         erlang:system_profile(Profiler, [runnable_procs | Time]),
         {P, Ref} = spawn_monitor(fun() -> receive {Self, a} -> Self ! a end, receive {Self, b} -> Self ! b end end),
         [begin P ! {Self, M}, receive M -> ok end end || M <- [a, b]],
         receive {'DOWN', Ref, _, _, _} -> ok end,
         erlang:system_profile(undefined, []),
         All = events(Profiler),
         t:p({Time, [{What, Where, time(T)} || {profile, P1, What, Where, T} <- All, P1 =:= P]}),
         t:p([P1 || {profile, P1, _, _, _} <- All, P1 =:= Profiler])
     end || Time <- [[], [timestamp], [monotonic_timestamp], [strict_monotonic_timestamp]]].

time({A, B, C}) when is_integer(A), is_integer(B), is_integer(C) -> timestamp;
time({A, B}) when is_integer(A), is_integer(B) -> strict;
time(A) when is_integer(A) -> monotonic.

ports(Profiler) ->
    Port = open_port({spawn, "cat"}, [binary]),
    {os_pid, _} = erlang:port_info(Port, os_pid),
    Fails = fun() -> catch port_control(Port, 1, "x") end,
    [begin
         erlang:system_profile(Profiler, [runnable_ports]),
         Do(),
         t:p({What, first_of(Port, Profiler, [])}),
         erlang:system_profile(undefined, [])
     end || {What, Do} <- [{info, fun() -> erlang:port_info(Port) end}, {monitor, fun() -> monitor(port, Port) end},
                           {control, Fails}, {connect, fun() -> port_connect(Port, self()) end},
                           {command, fun() -> port_command(Port, <<"a">>) end}]],
    receive {Port, {data, Data}} -> t:p(Data) end,
    erlang:system_profile(Profiler, [runnable_ports]),
    Port ! {self(), {command, <<"b">>}},
    receive {Port, {data, More}} -> t:p(More) end,
    port_close(Port),
    t:p({close, lists:sort(first_of(Port, Profiler, []))}),
    erlang:system_profile(undefined, []).

%% The first two events of a port.
first_of(Port, Profiler, Seen) ->
    case Seen ++ [{What, Where} || {profile, P, What, Where, _} <- events(Profiler), P =:= Port] of
        [A, B | _] -> [A, B];
        Few -> receive after 1 -> first_of(Port, Profiler, Few) end
    end.

schedulers(Profiler) ->
    erlang:system_profile(Profiler, [scheduler]),
    until_both(Profiler, []),
    erlang:system_profile(undefined, []).

until_both(Profiler, Seen) ->
    receive after 1 -> ok end,
    New = [{Number, What, Count} || {profile, scheduler, Number, What, Count, _} <- events(Profiler)],
    case lists:usort(New ++ Seen) of
        [_, _ | _] = Both -> t:p(Both);
        Few -> until_both(Profiler, Few)
    end.

events(Profiler) -> Profiler ! {stop, self()}, receive {collected, All} -> All end.

collect(All) -> receive {stop, P} -> P ! {collected, lists:reverse(All)}, collect([]); M -> collect([M | All]) end.
