%% What makes terms while the stack is deep: neither may grow into the other.
-module(deep_frames).
-export([main/0]).

main() ->
    [t:p({Case, [run(Case, N) || N <- [1, 10, 100, 1000]]})
     || Case <- [map, update, big, float, binary, integer, tail, size, bits]].

run(Case, N) ->
    Self = self(),
    %% In a process of its own, which begins with a small heap.
    {P, M} = spawn_monitor(fun() -> Self ! {self(), deep(Case, N)} end),
    receive
        {P, R} -> erlang:demonitor(M, [flush]), R =:= expected(N, 0);
        {'DOWN', M, _, _, Why} -> Why
    end.

expected(0, Sum) -> Sum;
expected(N, Sum) -> expected(N - 1, Sum + N).

deep(_, 0) -> 0;
deep(Case, N) ->
    Made = make(Case, N),
    Sum = deep(Case, N - 1),
    Sum + value(Case, Made).

make(map, N) -> #{n => N};
make(update, N) -> M = t:id(#{n => 0, b => [N]}), M#{n := N};
make(big, N) -> N + (1 bsl 70);
make(float, N) -> float(N) * 2.0;
make(binary, N) -> <<B:4/binary, _/binary>> = t:id(<<N:32, "rest">>), B;
make(integer, N) -> <<I:72>> = t:id(<<(N + (1 bsl 66)):72>>), I;
make(tail, N) -> <<_:8, T/bits>> = t:id(<<1, N:32>>), T;
make(size, N) -> {abs(-(N + (1 bsl 80))), t:id([N | [a]])};
make(bits, N) -> <<_:3, B:33/bits, _/bits>> = t:id(<<0:3, N:33, 5:4>>), B.

value(map, #{n := N}) -> N;
value(update, #{n := N, b := [N]}) -> N;
value(big, B) -> B - (1 bsl 70);
value(float, F) -> trunc(F / 2.0);
value(binary, <<N:32>>) -> N;
value(integer, I) -> I - (1 bsl 66);
value(tail, <<N:32>>) -> N;
value(size, {A, [N, a]}) when A =:= N + (1 bsl 80) -> N;
value(bits, <<N:33>>) -> N.
