%% vm: +S 1:1
%% A process that asks a port for something is told to stop (`running_procs`) while the port is at work.
-module(port_senders).
-export([main/0]).

main() ->
    Main = self(),
    Port = open_port({spawn, "cat"}, [binary]),
    {os_pid, _} = erlang:port_info(Port, os_pid),
    [t:p({What, Task, Flag, asked(Port, Task, Do, Flag)})
     || Flag <- [running_procs, running],
        {What, Task, Do} <- [{port_command, command, fun() -> port_command(Port, <<"a">>) end},
                             {port_control, control, fun() -> catch port_control(Port, 1, "x") end},
                             {port_call, call, fun() -> catch erlang:port_call(Port, 1, x) end},
                             {port_info, info, fun() -> erlang:port_info(Port, input) end},
                             {port_connect, connect, fun() -> port_connect(Port, whereis(init)) end},
                             {connect, connect, fun() -> Port ! {Main, {connect, self()}} end},
                             {command, command, fun() -> port_connect(Port, self()), Port ! {self(), {command, <<"b">>}} end}],
        Flag =:= running_procs orelse What =/= command].

%% The events of a process that does this and of the port, without what the port does by itself.
asked(Port, Task, Do, Flag) ->
    process_flag(trap_exit, true),
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> Do() end, unlink(Port), Self ! done, receive stop -> ok end end),
    erlang:trace(Pid, true, [Flag]),
    erlang:trace(Port, true, [running_ports]),
    Pid ! go,
    receive done -> ok end,
    port_connect(Port, Self),
    erlang:trace(Port, false, [running_ports]),
    erlang:trace(Pid, false, [Flag]),
    Delivered = erlang:trace_delivered(all),
    receive {trace_delivered, all, Delivered} -> ok end,
    Pid ! stop,
    receive {'DOWN', Ref, _, _, _} -> ok end,
    around([{who(P, Pid), Tag, Where} || {trace, P, Tag, Where} <- flushed(), Where =/= 0], Task).

who(P, P) -> process;
who(_, _) -> port.

%% The facts beside the first turn of the port for this.
around([Before, {port, in, Task}, {port, out, Task}, After | _], Task) -> {side(Before), side(After)};
around([_ | Rest], Task) -> around(Rest, Task);
around([], _) -> none.

side({process, Tag, _}) -> Tag;
side({port, _, _}) -> other.

flushed() -> receive M -> [M | flushed()] after 0 -> [] end.
