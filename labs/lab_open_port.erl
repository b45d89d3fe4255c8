%% What starting an external program costs, step by step. With -descriptors N so many files are open.
%% The figures are medians, for as many programs as the size says.
-module(lab_open_port).
-export([run/2]).

run(Case, N) ->
    Files = [open_file() || _ <- lists:seq(1, descriptors())],
    Result = measure(Case, N),
    lists:foreach(fun file:close/1, Files),
    Result.

%% The call alone; to the first answer of `cat`; to the exit status of `true`.
measure(call, N) -> median(N, fun() -> element(1, echo()) end);
measure(first_echo, N) -> median(N, fun() -> element(2, echo()) end);
measure(exit_status, N) -> median(N, fun exit_status/0);
%% Many at the same time: all of them are started and end, and nothing of them remains.
measure(burst, N) ->
    Before = {length(erlang:ports()), descriptors_in_use()},
    T0 = erlang:monotonic_time(),
    burst(N, 0, 100),
    T1 = erlang:monotonic_time(),
    settled(Before, 5000),
    {micros, nanoseconds(T0, T1) / 1000}.

descriptors() ->
    case init:get_argument(descriptors) of
        {ok, [[N]]} -> list_to_integer(N);
        error -> 0
    end.

open_file() ->
    {ok, File} = file:open("/dev/null", [raw, read]),
    File.

descriptors_in_use() ->
    {ok, Names} = file:list_dir("/proc/self/fd"),
    length(Names).

%% Waits, up to so many milliseconds, until no more is in use than before. There may be less: what
%% was opened before that is closed when its program ends.
settled({Ports, Descriptors} = Before, Left) ->
    case {length(erlang:ports()), descriptors_in_use()} of
        {P, D} when P =< Ports, D =< Descriptors -> ok;
        Now when Left =:= 0 -> error({left_open, Before, Now});
        _ -> receive after 1 -> settled(Before, Left - 1) end
    end.

median(N, Measure) ->
    Times = lists:sort([Measure() || _ <- lists:seq(1, N)]),
    {micros, lists:nth((N + 1) div 2, Times) * N / 1000}.

echo() ->
    T0 = erlang:monotonic_time(),
    Port = open_port({spawn_executable, "/bin/cat"}, [binary, stream]),
    T1 = erlang:monotonic_time(),
    true = port_command(Port, <<"x">>),
    receive {Port, {data, <<"x">>}} -> ok end,
    T2 = erlang:monotonic_time(),
    true = port_close(Port),
    {nanoseconds(T0, T1), nanoseconds(T0, T2)}.

exit_status() ->
    T0 = erlang:monotonic_time(),
    Port = open_port({spawn_executable, "/bin/true"}, [exit_status]),
    receive {Port, {exit_status, 0}} -> ok end,
    nanoseconds(T0, erlang:monotonic_time()).

burst(0, 0, _) -> ok;
burst(Left, Running, Most) when Left > 0, Running < Most ->
    open_port({spawn_executable, "/bin/true"}, [exit_status]),
    burst(Left - 1, Running + 1, Most);
burst(Left, Running, Most) ->
    receive {_, {exit_status, 0}} -> burst(Left, Running - 1, Most) end.

nanoseconds(From, To) -> erlang:convert_time_unit(To - From, native, nanosecond).
