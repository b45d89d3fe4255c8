%% I/O vectors that a library makes of lists of binaries, and its I/O queue.
-module(nif_queues).
-export([main/0, inspect/4, enqv/3, enq/3, peek/0, head/0, deq/1, garbage/1]).
-nifs([inspect/4, enqv/3, enq/3, peek/0, head/0, deq/1]).

inspect(_, _, _, _) -> erlang:nif_error(not_loaded).
enqv(_, _, _) -> erlang:nif_error(not_loaded).
enq(_, _, _) -> erlang:nif_error(not_loaded).
peek() -> erlang:nif_error(not_loaded).
head() -> erlang:nif_error(not_loaded).
deq(_) -> erlang:nif_error(not_loaded).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    vectors(),
    queue(),
    many(),
    kept().

large(C) -> binary:copy(<<C>>, 100).

%% A binary that does not begin on a byte's boundary.
shifted(B) ->
    <<_:3, Shifted/bits>> = <<0:3, B/binary>>,
    Shifted.

sum({A, B, C, Bs, T}) -> {A, B, C, [{byte_size(X), erlang:crc32(X)} || X <- Bs], T}.

vectors() ->
    Part = binary:part(large($a), 10, 70),
    Lists = [[], [<<"abc">>], [<<>>, <<"a">>, <<>>], [large($x), <<"small">>, Part, shifted(large($s)), shifted(<<"t">>)],
             [<<"a">> | <<"b">>], [<<"a">>, b], [<<"a">>, <<1:3>>], [<<"a">>, <<1:9>>], [<<"a">>, [<<"b">>]], [1, 2], <<"a">>, atom,
             [large(C) || C <- lists:seq(1, 15)], [large(C) || C <- lists:seq(1, 16)], [<<C>> || C <- lists:seq(1, 40)]],
    [io:format("~w ~w ~w: ~p~n", [Most, Own, Free, try sum(inspect(Most, L, Own, Free)) catch error:E -> E end])
     || L <- Lists, {Most, Own, Free} <- [{100, 1, 0}, {100, 0, 0}, {100, 1, 1}, {100, 0, 1}, {2, 1, 0}, {0, 1, 1}]].

queue() ->
    io:format("~p ~p~n", [peek(), head()]),
    io:format("~p~n", [try deq(1) catch error:E -> E end]),
    io:format("~p~n", [[enq(<<"abc">>, 0, 1), enq(<<"defg">>, 1, 1), enq(<<"h">>, 2, 1), enq(<<"i">>, 1, 1), enq(<<>>, 0, 1)]]),
    io:format("~p~n", [[enq(<<"small">>, 0, 0), enq(large($l), 95, 0), enq(<<"x">>, 2, 0)]]),
    io:format("~p ~p~n", [peek(), head()]),
    io:format("~p~n", [[enqv([<<"one">>, <<>>, <<"two">>, large($b)], Skip, Free) || Skip <- [0, 4, 105, 106, 107], Free <- [0, 1]]]),
    {Null, N, Bs, Size} = peek(),
    io:format("~p~n", [{Null, N, Size, iolist_size(Bs), erlang:crc32(Bs)}]),
    io:format("~p~n", [[{deq(D), head()} || D <- [0, 1, 2, 3, 5, 100]]]),
    io:format("~p~n", [deq(element(4, peek()) - 50)]),
    io:format("~p~n", [head()]),
    io:format("~p ~p ~p~n", [deq(50), peek(), head()]).

%% Random work, beside a model of it.
many() ->
    rand:seed(exsss, 4711),
    io:format("~p~n", [many(5000, <<>>)]).

many(0, Model) ->
    {_, _, Bs, Size} = peek(),
    Model = iolist_to_binary(Bs),
    Size = byte_size(Model),
    {0, 1} = deq(Size),
    ok;
many(N, Model) ->
    New = case rand:uniform(3) of
              1 ->
                  Bs = [rand:bytes(rand:uniform(150)) || _ <- lists:seq(1, rand:uniform(20))],
                  Skip = rand:uniform(iolist_size(Bs)),
                  1 = enqv(Bs, Skip, rand:uniform(2) - 1),
                  <<_:Skip/binary, Rest/binary>> = iolist_to_binary(Bs),
                  <<Model/binary, Rest/binary>>;
              2 ->
                  B = rand:bytes(rand:uniform(150)),
                  1 = enq(B, 0, rand:uniform(2) - 1),
                  <<Model/binary, B/binary>>;
              3 ->
                  Out = min(byte_size(Model), rand:uniform(2000)),
                  {Left, 1} = deq(Out),
                  <<_:Out/binary, Rest/binary>> = Model,
                  Left = byte_size(Rest),
                  case head() of
                      empty -> <<>> = Rest;
                      {S, Head} -> S = byte_size(Head), Head = binary:part(Rest, 0, S)
                  end,
                  Rest
          end,
    many(N - 1, New).

%% The bytes in the queue stay when the terms have gone, and what has been made of it when the queue is empty.
kept() ->
    {Pid, Ref} = spawn_monitor(?MODULE, garbage, [fill]),
    receive {'DOWN', Ref, _, Pid, normal} -> ok end,
    garbage(none),
    {5000, Head} = head(),
    {_, 1, [Bin], 5000} = peek(),
    {0, 1} = deq(5000),
    garbage(none),
    io:format("~p~n", [{Bin =:= binary:copy(<<"garb">>, 1250), Head =:= Bin}]).

garbage(fill) -> 1 = enqv([binary:copy(<<"garb">>, 1250)], 0, 0);
garbage(none) -> [binary:copy(<<"other">>, 1000) || _ <- lists:seq(1, 100)], erlang:garbage_collect().
