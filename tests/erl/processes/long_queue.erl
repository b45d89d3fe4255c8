%% A long message queue: its messages come in order past those that nobody takes, and what is
%% collected meanwhile is not counted as reductions.
-module(long_queue).
-export([main/0]).

-define(N, 20000).

main() ->
    io:format("~p~n", [reductions()]),
    [io:format("~p left: ~p~n", [Left, past(Left)]) || Left <- [0, 1, 64, 65, 300]],
    io:format("~p~n", [marked()]).

%% Some reductions for each message, and no whole slices.
reductions() ->
    Self = self(),
    Pid = spawn_link(fun() ->
        receive go -> ok end,
        Before = reds(),
        take(1, ?N),
        Self ! {took, reds() - Before}
    end),
    [Pid ! {message, I} || I <- lists:seq(1, ?N)],
    Pid ! go,
    receive {took, Reductions} -> Reductions >= ?N andalso Reductions < 6 * ?N end.

reds() -> element(2, process_info(self(), reductions)).

take(I, N) when I > N -> ok;
take(I, N) -> receive {message, I} -> take(I + 1, N) end.

%% All is taken past some that are left, which are still there then, in order.
past(Left) ->
    Old = [{left, I} || I <- lists:seq(1, Left)],
    [self() ! M || M <- Old],
    [self() ! {message, I} || I <- lists:seq(1, 2000)],
    take(1, 2000),
    Old =:= flush().

flush() -> receive M -> [M | flush()] after 0 -> [] end.

%% Calls, whose receives begin at the end of the queue, while messages are taken before it.
marked() ->
    Server = spawn_link(fun Serve() -> receive {Pid, Ref, X} -> Pid ! {Ref, X}, Serve() end end),
    [self() ! {left, I} || I <- lists:seq(1, 10)],
    Answers = [begin
        self() ! {message, I},
        self() ! {message, I + 1000},
        Ref = make_ref(),
        Server ! {self(), Ref, I},
        receive {message, M} when M > 1000 -> ok end,
        receive {Ref, X} -> X end
    end || I <- lists:seq(1, 1000)],
    {Answers =:= lists:seq(1, 1000), length(flush())}.
