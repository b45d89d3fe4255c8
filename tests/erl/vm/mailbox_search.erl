% Receives that pass messages over: gaps, a mailbox that has gone round its ring, collections while a message is looked at.
-module(mailbox_search).
-export([main/0]).

main() ->
    [self() ! {n, I} || I <- lists:seq(1, 40)],
    % Leaves gaps, single and in rows.
    p([take(I) || I <- [7, 8, 9, 21, 40, 39, 2]]),
    % From the front, so that those who come next go round.
    p([take(I) || I <- [1, 3, 4, 5, 6]]),
    [self() ! {n, I} || I <- lists:seq(41, 70)],
    p([take(I) || I <- [70, 41, 10, 55]]),
    % Each message is collected while it is looked at.
    p(long(<<"message 37">>)),
    p(tag(fun(T) -> T =:= absent end)),
    p(receive absent -> found after 0 -> nothing end),
    p(drain()),
    % Signals between messages, and large ones.
    Me = self(),
    Pid = spawn_link(fun() -> [Me ! {big, I, lists:seq(1, I)} || I <- lists:seq(1, 200)], Me ! done end),
    receive done -> ok end,
    p(receive {big, 150, L} -> lists:sum(L) end),
    p(receive {big, 200, L2} -> lists:sum(L2) end),
    unlink(Pid),
    p(length(drain())).

take(I) -> receive {n, I} -> I end.

% Makes a binary of each message to compare with.
long(Wanted) ->
    self() ! {text, list_to_binary("message " ++ integer_to_list(37))},
    receive {text, B} when <<B/binary, $!>> =:= <<Wanted/binary, $!>> -> B end.

tag(Is) -> case process_info(self(), messages) of {messages, Ms} -> lists:any(Is, Ms) end.

drain() -> receive M -> [M | drain()] after 0 -> [] end.

p(T) -> io:format("~0p~n", [T]).
