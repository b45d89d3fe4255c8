%% Stress: processes in dirty calls, short and long, are asked, linked, watched, sent to, suspended and killed by others.
%% The result of a call comes back whole and once, or its process has gone.
%% blessed by hand: stock cannot always suspend one; what is expected is what should come.
-module(dirty_storm).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    File = "dirty_storm_" ++ os:getpid(),
    Data = [<<N:32>> || N <- lists:seq(1, 1000)],
    ok = file:write_file(File, Data),
    Before = length(erlang:processes()),
    t:p(all(4, fun(I) -> lists:usort([killed(File, I, N) || N <- lists:seq(1, t:scale(40))]) end)),
    t:p(all(4, fun(_) -> lists:usort([asked(File) || _ <- lists:seq(1, t:scale(10))]) end)),
    t:p(settle(Before, 500)),
    ok = file:delete(File).

all(N, F) ->
    Ps = [spawn_monitor(fun() -> process_flag(trap_exit, true), exit({result, F(I)}) end) || I <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

settle(_, 0) -> stuck;
settle(Before, N) ->
    case length(erlang:processes()) of
        L when L =< Before -> none;
        _ -> receive after 20 -> settle(Before, N - 1) end
    end.

reader(File, 0) ->
    {ok, Fd} = file:open(File, [read, raw, binary]),
    {ok, <<500:32>>} = file:pread(Fd, 499 * 4, 4),
    reader(File, 3);
reader(File, 1) ->
    <<1:32, _/binary>> = iolist_to_binary(erts_debug:dirty_io(copy, <<1:32, 0:8000>>)),
    reader(File, 2);
reader(File, 2) ->
    {ok, B} = prim_file:read_file(File),
    4000 = byte_size(B),
    reader(File, 0);
reader(File, N) ->
    ok = erts_debug:dirty_cpu(wait, 0),
    {error, enoent} = prim_file:read_file(File ++ "_"),
    badarg = try erts_debug:dirty_cpu(error, badarg) catch error:R -> R end,
    reader(File, N - 1).

killed(File, I, N) ->
    P = spawn_link(fun() -> reader(File, (I + N) rem 4) end),
    M = monitor(process, P),
    pause(N rem 7),
    exit(P, case N rem 3 of 0 -> kill; _ -> stop end),
    receive {'DOWN', M, _, P, R1} when R1 =:= killed; R1 =:= stop -> ok after 20000 -> exit({stuck, process_info(P)}) end,
    receive {'EXIT', P, R2} when R2 =:= killed; R2 =:= stop -> ok after 20000 -> exit(stuck) end.

asked(File) ->
    Self = self(),
    Ps = [spawn_link(fun() -> reader(File, N) end) || N <- [0, 1, 2]],
    Alive = [case N rem 5 of
                 0 -> is_tuple(process_info(P, messages));
                 1 -> is_process_alive(P);
                 2 -> true = erlang:suspend_process(P), true = erlang:garbage_collect(P), erlang:resume_process(P);
                 3 -> P ! {Self, lists:seq(1, N)}, true;
                 4 -> false =:= erlang:check_process_code(P, lists)
             end || N <- lists:seq(1, 50), P <- Ps],
    [begin unlink(P), exit(P, kill) end || P <- Ps],
    lists:usort(Alive).

pause(0) -> ok;
pause(N) -> erlang:yield(), pause(N - 1).
