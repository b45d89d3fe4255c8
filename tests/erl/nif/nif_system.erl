%% The system for a library: memory, threads, locks, time, versions, the environment, shared objects.
%% not blessed on OTP 27 29: the packages of newer releases crash in it.
-module(nif_system).
-export([main/0, turns/0, names/0, thread/2, locks/0, keys/0, times/0, now/1, info/0, environment/2, put/0,
         objects/1, errors/1, memory/0]).
-nifs([turns/0, names/0, thread/2, locks/0, keys/0, times/0, now/1, info/0, environment/2, put/0, objects/1,
       errors/1, memory/0]).

turns() -> erlang:nif_error(not_loaded).
names() -> erlang:nif_error(not_loaded).
thread(_, _) -> erlang:nif_error(not_loaded).
locks() -> erlang:nif_error(not_loaded).
keys() -> erlang:nif_error(not_loaded).
times() -> erlang:nif_error(not_loaded).
now(_) -> erlang:nif_error(not_loaded).
info() -> erlang:nif_error(not_loaded).
environment(_, _) -> erlang:nif_error(not_loaded).
put() -> erlang:nif_error(not_loaded).
objects(_) -> erlang:nif_error(not_loaded).
errors(_) -> erlang:nif_error(not_loaded).
memory() -> erlang:nif_error(not_loaded).

main() ->
    Library = filename:rootname(code:which(?MODULE)),
    ok = erlang:load_nif(Library, 0),
    io:format("memory: ~p~n", [memory()]),
    io:format("turns: ~p~n", [turns()]),
    io:format("names: ~p~n", [names()]),
    [io:format("thread: ~p~n", [thread(Name, Size)])
     || {Name, Size} <- [{"", -1}, {"short", -1}, {"a name that is too long", 64}, {"x", 2000}, {"", 100000}]],
    io:format("locks: ~p~n", [locks()]),
    io:format("keys: ~p~n", [keys()]),
    io:format("times: ~p~n", [times()]),
    [io:format("now: ~p~n", [near(Unit, now(N))])
     || {N, Unit} <- [{0, second}, {1, millisecond}, {2, microsecond}, {3, nanosecond}]],
    versions(info()),
    os:putenv("NIF_SYSTEM", "value"),
    [io:format("environment: ~p~n", [environment(Key, Size)])
     || {Key, Size} <- [{"NIF_SYSTEM_NONE", 9}, {"NIF_SYSTEM", 9}, {"NIF_SYSTEM", 6}, {"NIF_SYSTEM", 5}, {"NIF_SYSTEM", 1}]],
    io:format("put: ~p ~p~n", [put(), os:getenv("NIF_SYSTEM_PUT")]),
    io:format("objects: ~p~n", [objects(Library)]),
    io:format("errors: ~p~n", [[errors(N) || N <- [0, 1, 2, 11, 13, 22, 95, 98, 104, 110, 133, 134, -1, 9999]]]).

%% The clock of a library is Erlang's.
near(Unit, [Monotonic, Offset, {_, _, _} = Now, {_, _, _} = Cpu, {_, _, _} = Driver]) ->
    Second = erlang:convert_time_unit(1, second, Unit),
    Close = fun(A, B) -> abs(A - B) =< 5 * Second end,
    [Close(Monotonic, erlang:monotonic_time(Unit)), Close(Offset, erlang:time_offset(Unit)),
     abs(timer:now_diff(erlang:now(), Now)) < 5000000, abs(timer:now_diff(erlang:now(), Driver)) < 5000000,
     erlang:now() > Now, Cpu > {0, 0, 0}, timer:now_diff(Cpu, {0, 0, 0}) < 3600000000].

versions([Major, Minor, Erts, Release, 1, 1, Async, Schedulers, NifMajor, NifMinor, 1, 1, 1]) ->
    V = fun(A, B) -> lists:concat([A, ".", B]) end,
    Same = fun(What, Value) -> erlang:system_info(What) =:= Value end,
    io:format("versions: ~p~n", [[Same(driver_version, V(Major, Minor)), Same(nif_version, V(NifMajor, NifMinor)),
                                  Same(version, Erts), Same(otp_release, Release), Same(thread_pool_size, Async),
                                  Same(schedulers, Schedulers)]]).
