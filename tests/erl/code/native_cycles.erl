%% Functions that call each other last in a cycle: one loop in native code, whatever they pass on.
-module(native_cycles).
-export([main/0, between/3, ping/8, even/1, fine/2, loop/3]).

main() ->
    Text = binary:copy(<<"some words, and 123 numbers\n">>, 20000),
    io:format("~p~n", [between(Text, 0, 0)]),
    %% Not from a byte's boundary on, and at each distance from it.
    [begin
         <<_:Skip, Shifted/bits>> = <<0:Skip, "ab 12 c">>,
         io:format("~p ~p~n", [Skip, between(Shifted, 0, 0)])
     end || Skip <- lists:seq(1, 7)],
    %% What is no whole number of bytes fits no clause, wherever that is found out.
    [failure(fun() -> between(Bits, 1, 2) end)
     || Bits <- [<<1:3>>, <<"a", 1:3>>, <<"1", 1:3>>, <<"ab 1", 5:7>>, no_bits, 17]],
    [failure(fun() -> between(<<"a b">>, N, M) end) || {N, M} <- [{x, 1}, {1, y}, {1.5, 2}]],
    %% Numbers that become large, floats, more arguments than registers.
    io:format("~p~n", [between(<<"ab 1 c 22">>, (1 bsl 62) - 2, (1 bsl 62) - 1)]),
    io:format("~p~n", [ping(1000, 1, 2, 3, 4, 5, 6, 0.0)]),
    io:format("~p ~p~n", [even(100000), even(99999)]),
    failure(fun() -> even(2.5) end),
    io:format("~p~n", [fine(100000, {0, 0.0})]),
    interrupted(Text),
    traced(),
    kept().

%% Words and numbers: what passes a position on in other registers, and in the same.
between(<<C, R/binary>>, W, N) when C >= $a, C =< $z -> word(R, W, N);
between(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> number(R, W, N);
between(<<_, R/binary>>, W, N) -> between(R, W, N);
between(<<>>, W, N) -> {W, N}.

word(<<C, R/binary>>, W, N) when C >= $a, C =< $z -> word(R, W, N);
word(<<_, R/binary>>, W, N) -> between(R, W + 1, N);
word(<<>>, W, N) -> {W + 1, N}.

number(<<C, R/binary>>, W, N) when C >= $0, C =< $9 -> number(R, W, N);
number(<<_, R/binary>>, W, N) -> between(R, W, N + 1);
number(<<>>, W, N) -> {W, N + 1}.

ping(0, A, B, C, D, E, F, X) -> {A, B, C, D, E, F, X};
ping(N, A, B, C, D, E, F, X) -> pong(N - 1, B, C, D, E, F, A, X + 0.5).

pong(0, A, B, C, D, E, F, X) -> {pong, A, B, C, D, E, F, X};
pong(N, A, B, C, D, E, F, X) when X < 400.0 -> ping(N - 1, F, A, B, C, D, E, X * 1.5);
pong(N, A, B, C, D, E, F, X) -> ping(N - 1, A, B, C, D, E, F, X - 300).

even(0) -> true;
even(N) when N > 0 -> odd(N - 1).

odd(0) -> false;
odd(N) when N > 0 -> even(N - 1).

%% Tuples that are passed on, with calls that return in between.
fine(0, T) -> T;
fine(N, {A, B}) when N rem 3 =:= 0 -> rough(N - 1, {A + 1, B});
fine(N, {A, B}) -> fine(N - 1, {A, B + 0.25}).

rough(0, T) -> {rough, T};
rough(N, {A, B}) ->
    case twice(N) of
        M when M rem 8 =:= 0 -> rough(N - 1, {A, B - 1});
        _ -> fine(N - 1, {A, B})
    end.

twice(N) -> N + N.

%% Others run in between, and the heap is collected, wherever the slice ends.
interrupted(Text) ->
    Self = self(),
    Pids = [spawn_link(fun() ->
                               Self ! {self(), between(binary:part(Text, I, 200000), 0, 0)}
                       end) || I <- lists:seq(1, 8)],
    io:format("~p~n", [[receive {P, Result} -> Result end || P <- Pids]]).

%% A function of the cycle that is traced is seen each time, and is not when it is no longer.
traced() ->
    Before = between(<<"ab cd 1">>, 0, 0),
    {Pid, Monitor} =
        spawn_monitor(fun() -> receive go -> exit({was, between(<<"ab c 12">>, 0, 0)}) end end),
    1 = erlang:trace(Pid, true, [call]),
    1 = erlang:trace_pattern({?MODULE, word, 3}, true, [local]),
    Pid ! go,
    receive {'DOWN', Monitor, process, Pid, Was} -> ok end,
    io:format("~p ~p~n", [Before, Was]),
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    io:format("~p~n", [calls()]),
    1 = erlang:trace_pattern({?MODULE, word, 3}, false, [local]),
    io:format("~p~n", [between(<<"ab cd 1">>, 0, 0)]).

calls() ->
    receive {trace, _, call, {_, F, [_ | Rest]}} -> [{F, Rest} | calls()] after 0 -> [] end.

%% A bit string of which parts are kept while the loop goes on in what follows.
kept() ->
    io:format("~p~n", [loop(<<1:4, "xyz", 2:4, "uvw", 15:4>>, [], [])]).

loop(<<15:4>>, Kept, Rests) -> {lists:reverse(Kept), lists:reverse(Rests)};
loop(<<_:4, R/bits>>, Kept, Rests) -> part(R, Kept, [R | Rests]).

part(<<A:8, B:16, R/bits>>, Kept, Rests) -> loop(R, [{A, B} | Kept], Rests);
part(R, Kept, Rests) -> loop(R, Kept, [short | Rests]).

failure(F) ->
    try F() of Value -> io:format("~p~n", [Value])
    catch
        Class:Reason:Trace ->
            {M, G, A, _} = hd(Trace),
            io:format("~p~n", [{Class, Reason, {M, G, A}}])
    end.
