%% Stress: selective receives with markers, among messages that nobody wants for now. No answer is missed.
-module(selective).
-export([main/0]).

main() ->
    Servers = list_to_tuple([spawn_link(fun() -> serve(0) end) || _ <- lists:seq(1, 4)]),
    Self = self(),
    Noise = spawn(fun() -> noise(Self, 0) end),
    t:p(calls(t:scale(3000), Servers, 0)),
    Noise ! {stop, self()}, receive {stopped, Sent} -> ok end,
    t:p(Sent =:= drained(0)),
    t:p(interleaved(t:scale(1000), Servers)),
    t:p(nested(t:scale(300), Servers)),
    t:p(backwards(t:scale(20))),
    t:p(large(t:scale(200), Servers)),
    t:p(t:flush()).

serve(N) -> receive {From, R, X} -> From ! {R, X * 2}, serve(N + 1) end.

noise(To, N) ->
    To ! {noise, N},
    receive {stop, From} -> From ! {stopped, N + 1} after rand:uniform(2) - 1 -> noise(To, N + 1) end.

drained(N) -> receive {noise, N} -> drained(N + 1) after 0 -> N end.

server(Servers) -> element(rand:uniform(tuple_size(Servers)), Servers).

call(S, X) ->
    R = make_ref(), S ! {self(), R, X},
    receive {R, Y} -> Y after 20000 -> {stuck, process_info(self(), message_queue_len)} end.

calls(0, _, Sum) -> Sum;
calls(N, Servers, Sum) -> calls(N - 1, Servers, Sum + call(server(Servers), N)).

%% Between making the reference and waiting for the answer, others are received: from the end of the queue too.
interleaved(0, _) -> ok;
interleaved(N, Servers) ->
    [self() ! {old, I} || I <- lists:seq(1, 3)],
    R = make_ref(),
    receive {old, 3} -> ok end, receive {old, 2} -> ok end,
    server(Servers) ! {self(), R, N},
    case receive {R, Y} -> Y after 20000 -> stuck end of
        Z when Z =:= 2 * N -> receive {old, 1} -> interleaved(N - 1, Servers) end;
        Bad -> {Bad, N}
    end.

nested(0, _) -> ok;
nested(N, Servers) ->
    S = server(Servers),
    A = make_ref(), B = make_ref(), C = make_ref(),
    S ! {self(), A, 1}, S ! {self(), B, 2}, S ! {self(), C, 3},
    Answers = {receive {C, X} -> X after 20000 -> stuck end, receive {A, Y} -> Y after 20000 -> stuck end,
               receive {B, Z} -> Z after 20000 -> stuck end},
    case Answers of {6, 2, 4} -> nested(N - 1, Servers); _ -> Answers end.

%% A long queue, received from its end.
backwards(0) -> ok;
backwards(K) ->
    [self() ! {n, I} || I <- lists:seq(1, 500)],
    L = [receive {n, I} -> I after 20000 -> stuck end || I <- lists:seq(500, 1, -1)],
    case L =:= lists:seq(500, 1, -1) of true -> backwards(K - 1); false -> wrong end.

%% Messages with large parts, taken apart and kept across collections.
large(0, _) -> ok;
large(N, Servers) ->
    R = make_ref(), Self = self(), Bin = binary:copy(<<N:32>>, 100),
    spawn(fun() -> Self ! {R, {Bin, [<<I, Bin/binary>> || I <- lists:seq(1, 5)], lists:seq(1, 200)}} end),
    receive
        {R, {B, L, S}} when byte_size(B) + length(S) > 0, hd(S) + 0.5 > 1 ->
            Kept = {B, L, lists:sum(S)},
            _ = [lists:seq(1, 50) || _ <- lists:seq(1, 20)],
            {Bin, [<<1, Bin/binary>> | _], 20100} = Kept,
            large(N - 1, Servers)
    after 20000 -> stuck
    end.
