%% A client of a cluster of RabbitMQ: `run(Ports, Kill, Start)` publishes at one node and consumes at another; the last
%% one is killed and started again by commands. Prints what came of it, and gives whether all of that is true. RabbitMQ's
%% own client speaks AMQP.
-module(rabbit).
-export([run/3]).
-include_lib("amqp_client/include/amqp_client.hrl").

run([First, Second, Third], Kill, Start) ->
    {ok, _} = application:ensure_all_started(amqp_client),
    Done = [{"classic queue", through("classic", First, Second, 2000)},
            {"quorum queue", through("quorum", First, Second, 2000)},
            {"stream", stream(Second, 500)},
            {"fanout", fanout([First, Second, Third], 300)},
            {"a node is killed", killed(First, Second, Third, Kill, Start)}],
    [io:format("~s: ~p~n", [What, Results]) || {What, Results} <- Done],
    lists:all(fun({_, Results}) -> lists:all(fun(R) -> R =:= true end, Results) end, Done).

open(Port) -> open(Port, 600).
open(Port, Tries) ->
    case amqp_connection:start(#amqp_params_network{port = Port}) of
        {ok, C} -> {ok, Ch} = amqp_connection:open_channel(C), {C, Ch};
        _ when Tries > 0 -> timer:sleep(100), open(Port, Tries - 1)
    end.
close({C, _}) -> amqp_connection:close(C).

declare({_, Ch}, Type) ->
    Queue = <<"q_", (list_to_binary(Type))/binary>>,
    #'queue.declare_ok'{} = amqp_channel:call(Ch, #'queue.declare'{queue = Queue, durable = true,
                                                                  arguments = [{<<"x-queue-type">>, longstr, list_to_binary(Type)}]}),
    Queue.

publish(Ch, Exchange, Queue, I) ->
    ok = amqp_channel:cast(Ch, #'basic.publish'{exchange = Exchange, routing_key = Queue},
                           #amqp_msg{props = #'P_basic'{delivery_mode = 2}, payload = integer_to_binary(I)}).

%% As many messages as are said, which are acknowledged.
take(_, 0) -> [];
take(Ch, N) ->
    receive
        {#'basic.deliver'{delivery_tag = Tag}, #amqp_msg{payload = I}} ->
            amqp_channel:cast(Ch, #'basic.ack'{delivery_tag = Tag}),
            [binary_to_integer(I) | take(Ch, N - 1)]
    after 30000 -> [nothing]
    end.

consume(Ch, Queue, Arguments) ->
    #'basic.qos_ok'{} = amqp_channel:call(Ch, #'basic.qos'{prefetch_count = 100}),
    amqp_channel:subscribe(Ch, #'basic.consume'{queue = Queue, arguments = Arguments}, self()),
    receive #'basic.consume_ok'{} -> ok end.

%% In at one node, out at another, all confirmed and in order.
through(Type, From, To, N) ->
    {_, In} = A = open(From),
    {_, Out} = B = open(To),
    Queue = declare(A, Type),
    #'confirm.select_ok'{} = amqp_channel:call(In, #'confirm.select'{}),
    [publish(In, <<>>, Queue, I) || I <- lists:seq(1, N)],
    Confirmed = amqp_channel:wait_for_confirms(In, 60),
    consume(Out, Queue, []),
    Got = take(Out, N) =:= lists:seq(1, N),
    #'queue.delete_ok'{} = amqp_channel:call(In, #'queue.delete'{queue = Queue}),
    close(A), close(B),
    [Confirmed, Got].

%% A stream is read twice.
stream(Port, N) ->
    {_, Ch} = A = open(Port),
    Queue = declare(A, "stream"),
    [publish(Ch, <<>>, Queue, I) || I <- lists:seq(1, N)],
    Read = fun() ->
        {_, Out} = B = open(Port),
        consume(Out, Queue, [{<<"x-stream-offset">>, longstr, <<"first">>}]),
        Got = take(Out, N) =:= lists:seq(1, N),
        close(B),
        Got
    end,
    Result = [Read(), Read()],
    #'queue.delete_ok'{} = amqp_channel:call(Ch, #'queue.delete'{queue = Queue}),
    close(A),
    Result.

%% Each node has a queue of its own that gets all.
fanout([Port | _] = Ports, N) ->
    {_, Ch} = A = open(Port),
    #'exchange.declare_ok'{} = amqp_channel:call(Ch, #'exchange.declare'{exchange = <<"all">>, type = <<"fanout">>}),
    Readers = [begin
                   {_, Out} = B = open(P),
                   #'queue.declare_ok'{queue = Q} = amqp_channel:call(Out, #'queue.declare'{exclusive = true}),
                   #'queue.bind_ok'{} = amqp_channel:call(Out, #'queue.bind'{queue = Q, exchange = <<"all">>}),
                   {B, Q}
               end || P <- Ports],
    [publish(Ch, <<"all">>, <<>>, I) || I <- lists:seq(1, N)],
    Got = [begin consume(Out, Q, []), R = take(Out, N) =:= lists:seq(1, N), close(B), R end || {{_, Out} = B, Q} <- Readers],
    #'exchange.delete_ok'{} = amqp_channel:call(Ch, #'exchange.delete'{exchange = <<"all">>}),
    close(A),
    Got.

%% Messages that have been confirmed while one of three nodes is killed are there afterwards, at the node that comes back too.
killed(First, Second, Third, Kill, Start) ->
    {_, In} = A = open(First),
    Queue = declare(A, "quorum"),
    #'confirm.select_ok'{} = amqp_channel:call(In, #'confirm.select'{}),
    Publish = fun(I) ->
        publish(In, <<>>, Queue, I),
        true = amqp_channel:wait_for_confirms(In, 60)
    end,
    [Publish(I) || I <- lists:seq(1, 100)],
    os:cmd(Kill),
    [Publish(I) || I <- lists:seq(101, 300)],
    os:cmd(Start),
    close(open(Third)),
    [Publish(I) || I <- lists:seq(301, 400)],
    close(A),
    {_, Out} = B = open(Third),
    consume(Out, Queue, []),
    Got = take(Out, 400) =:= lists:seq(1, 400),
    close(B),
    {_, Del} = C = open(Second),
    #'queue.delete_ok'{} = amqp_channel:call(Del, #'queue.delete'{queue = Queue}),
    close(C),
    [Got].
