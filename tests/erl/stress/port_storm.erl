%% Stress: programs started, talked to and closed by many, files read and written by many; owners die, ports change
%% hands. What goes in comes out, in order, and nothing is left.
-module(port_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Before = length(erlang:ports()),
    t:p(t:all(4, fun(_) -> lists:usort([echo(I) || I <- lists:seq(1, t:scale(5))]) end)),
    t:p(t:all(4, fun(_) -> lists:usort([status(I) || I <- lists:seq(1, t:scale(5))]) end)),
    t:p(t:all(4, fun(_) -> lists:usort([dying() || _ <- lists:seq(1, t:scale(5))]) end)),
    t:p(t:all(3, fun(_) -> lists:usort([handed() || _ <- lists:seq(1, t:scale(5))]) end)),
    t:p(t:all(3, fun(I) -> lists:usort([files(I, J) || J <- lists:seq(1, t:scale(10))]) end)),
    t:p(burst(t:scale(500))),
    t:p(t:settle(Before, 200)).

cat() -> open_port({spawn_executable, os:find_executable("cat")}, [binary, stream, use_stdio]).

echo(I) ->
    P = cat(),
    Data = [binary:copy(integer_to_binary(N), I) || N <- lists:seq(1, 50)],
    [true = port_command(P, D) || D <- Data],
    Want = iolist_to_binary(Data),
    Got = collect(P, byte_size(Want), []),
    true = port_close(P),
    Got =:= Want.

collect(_, 0, Acc) -> iolist_to_binary(lists:reverse(Acc));
collect(P, N, Acc) ->
    receive {P, {data, D}} -> collect(P, N - byte_size(D), [D | Acc]) after 20000 -> {stuck, N} end.

status(I) ->
    P = open_port({spawn, "sh -c 'echo x; exit " ++ integer_to_list(I rem 5) ++ "'"}, [exit_status, {line, 10}]),
    receive {P, {data, {eol, "x"}}} -> ok after 20000 -> exit(stuck) end,
    receive {P, {exit_status, S}} when S =:= I rem 5 -> ok after 20000 -> exit(stuck) end.

%% Many programs at once: each ends well or could not get its descriptors, and others get their turns meanwhile.
burst(N) ->
    Self = self(),
    Other = spawn_link(fun() -> turns(Self) end),
    Results = t:all(50, fun(_) -> lists:usort([true() || _ <- lists:seq(1, N div 50)]) end),
    Other ! stop,
    receive {longest, Ms} when Ms < 2000 -> ok; {longest, Ms} -> exit({stuck, Ms}) after 20000 -> exit(stuck) end,
    Results.

true() ->
    try open_port({spawn_executable, "/bin/true"}, [exit_status]) of
        P -> receive {P, {exit_status, 0}} -> ok after 20000 -> exit(stuck) end
    catch
        error:emfile -> ok
    end.

turns(To) -> turns(To, erlang:monotonic_time(millisecond), 0).

turns(To, Last, Longest) ->
    receive
        stop -> To ! {longest, Longest}
    after 1 ->
        Now = erlang:monotonic_time(millisecond),
        turns(To, Now, max(Longest, Now - Last))
    end.

%% The port goes with its owner, whoever else uses it.
dying() ->
    Self = self(),
    {Owner, M} = spawn_monitor(fun() -> Self ! {port, cat()}, receive never -> ok end end),
    P = receive {port, Port} -> Port after 20000 -> exit(stuck) end,
    User = spawn(fun() -> use(P) end),
    case rand:uniform(2) of 1 -> erlang:yield(); 2 -> receive after 2 -> ok end end,
    exit(Owner, kill),
    receive {'DOWN', M, _, _, killed} -> ok after 20000 -> exit(stuck) end,
    U = monitor(process, User),
    receive {'DOWN', U, _, _, R} when R =:= normal; R =:= noproc -> ok after 20000 -> exit(stuck) end.

use(P) ->
    try port_command(P, <<"some bytes">>), erlang:port_info(P, output), use(P) catch error:badarg -> ok end.

handed() ->
    P = cat(),
    Self = self(),
    Helper = spawn_link(fun() -> receive {P, {data, D}} -> Self ! {got, D} after 20000 -> exit(stuck) end end),
    true = port_connect(P, Helper),
    unlink(P),
    true = port_command(P, <<"hello">>),
    receive {got, <<"hello">>} -> ok after 20000 -> exit(stuck) end.

files(I, J) ->
    Name = "port_storm_" ++ integer_to_list(I),
    Bytes = binary:copy(<<I, J>>, 1000 * J),
    ok = file:write_file(Name, Bytes),
    {ok, Bytes} = file:read_file(Name),
    {ok, F} = file:open(Name, [read, raw, binary]),
    Size = byte_size(Bytes),
    {ok, Bytes} = file:read(F, Size),
    ok = file:close(F),
    ok = file:delete(Name).
