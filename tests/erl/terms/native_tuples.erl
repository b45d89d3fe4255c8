%% Elements of tuples whose places are not known, and keys asked for in guards.
-module(native_tuples).
-export([main/0]).

main() ->
    Tuples = [{}, {a}, {a, b}, list_to_tuple(lists:seq(1, 100)), [], [a], a, 1, #{}, 1 bsl 70, <<"ab">>],
    Places = [0, 1, 2, 3, 100, 101, -1, 1 bsl 30, 1 bsl 58, -1 bsl 59, 1 bsl 61, 1 bsl 70, 1.0, a, {1}],
    [io:format("~w ~w: ~w ~w ~w ~w~n",
               [size_of(T), N, guard(N, T), tried(fun() -> element(N, T) end),
                tried(fun() -> setelement(N, T, new) end),
                tried(fun() -> _ = setelement(N, T, [T]), done end)])
     || T <- Tuples, N <- Places],
    T0 = {x, y, z},
    {x, new, z} = setelement(2, T0, new),
    {x, y, z} = T0,
    io:format("~w~n", [filled(1, erlang:make_tuple(40, none))]),
    io:format("~w~n", [total(200000, {0, 0, 0})]),
    Maps = [#{}, #{a => 1}, #{1 => a, {k, 1} => b, "s" => c, 1.0 => d},
            maps:from_list([{{k, I}, I} || I <- lists:seq(0, 50)]), a, [], {}, 1],
    [io:format("~w~n", [[{has(K, M), value(K, M), tried(fun() -> is_map_key(K, M) end), tried(fun() -> map_get(K, M) end)}
                         || K <- [a, b, 1, 1.0, {k, 1}, {k, 51}, "s", [], #{}]]])
     || M <- Maps],
    traced().

size_of(T) when is_tuple(T) -> tuple_size(T);
size_of(T) -> T.

guard(N, T) when element(N, T) =:= a -> a;
guard(N, T) when is_integer(element(N, T)) -> integer;
guard(_, _) -> no.

has(K, M) when is_map_key(K, M) -> yes;
has(_, _) -> no.

value(K, M) when map_get(K, M) =:= 1; map_get(K, M) =:= b -> found;
value(_, _) -> none.

tried(F) -> try F() catch C:R -> {C, R} end.

filled(41, T) -> T;
filled(N, T) -> filled(N + 1, setelement(N, T, {N})).

%% As records of which several elements change.
total(0, T) -> T;
total(N, T) ->
    I = N rem 3 + 1,
    total(N - 1, setelement(I, T, element(I, T) + 1)).

%% Native code makes the call itself, but not while it is traced.
traced() ->
    Self = self(),
    Pid = spawn_link(fun() -> receive go -> Self ! {done, total(2, {1, 1, 1})} end end),
    1 = erlang:trace(Pid, true, [call]),
    1 = erlang:trace_pattern({erlang, setelement, 3}, true, []),
    Pid ! go,
    [receive {trace, Pid, call, Call} -> io:format("~w~n", [Call]) after 5000 -> io:format("none~n") end || _ <- [1, 2]],
    receive {done, T} -> io:format("~w~n", [T]) end,
    1 = erlang:trace_pattern({erlang, setelement, 3}, false, []),
    ok.
