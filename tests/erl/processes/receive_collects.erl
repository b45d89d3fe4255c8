%% Messages whose matching allocates so much that the process collects in the middle of it: those that match, and
%% those that stay in the queue.
-module(receive_collects).
-export([main/0]).

main() ->
    Self = self(),
    {Pid, Ref} = spawn_opt(fun() -> loop(Self, 0) end, [monitor, {min_heap_size, 20}]),
    [send(Pid, N) || N <- lists:seq(1, 2000)],
    Pid ! stop,
    receive {'DOWN', Ref, _, _, Why} -> io:format("~p~n", [Why]) end,
    receive {kept, Kept} -> io:format("~p ~p~n", [length(Kept), erlang:phash2(Kept)]) end.

send(Pid, N) ->
    Pid ! {number, N, 1 bsl 80 + N},
    Pid ! {text, <<N:32, "some text that is matched", N:16>>},
    Pid ! {other, N, [N, {N, <<N:1000>>}]}.

loop(Parent, Sum) ->
    receive
        {number, N, Big} when Big * 3 + N > Big bsl 1, (Big bxor N) =/= Big ->
            pad(N),
            loop(Parent, Sum + N);
        {text, <<N:32, Text:25/binary, _/binary>>} when byte_size(Text) =:= 25, N + 1 > 0 ->
            <<"some text", _/binary>> = Text,
            pad(N),
            loop(Parent, Sum + N);
        {other, N, [N, {N, <<1:1, _/bits>>}]} ->
            exit({never, N});
        stop ->
            Kept = queue([]),
            Parent ! {kept, [Sum | Kept]}
    end.

%% Fills the heap a little differently each time.
pad(N) -> lists:seq(1, N rem 23).

queue(All) ->
    receive {other, N, Rest} -> queue([{N, Rest} | All]) after 0 -> lists:reverse(All) end.
