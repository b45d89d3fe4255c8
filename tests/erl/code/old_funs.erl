%% until OTP 25
%% Funs made by the instruction that modules compiled for OTP 22 have, in processes with little heap.
-module(old_funs).
-compile(r22).
-export([main/0, make/1, make/3]).

main() ->
    [begin
         {Pid, Ref} = spawn_opt(fun() -> exit({sum, many(N, 0)}) end, [monitor, {min_heap_size, 20}]),
         receive {'DOWN', Ref, process, Pid, Why} -> io:format("~p ~p~n", [N, Why]) end
     end || N <- [1, 10, 100, 1000]].

many(0, Sum) -> Sum;
many(N, Sum) ->
    F = old_funs:make(N),
    G = old_funs:make(F, N, [N]),
    Rest = many(N - 1, Sum + F() + G(1)),
    Rest + F() - N.

make(N) -> fun() -> N end.

make(F, N, [M]) -> fun(X) -> F() + N + M + X end.
