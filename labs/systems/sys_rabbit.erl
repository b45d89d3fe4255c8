%% The load of `maser lab systems rabbitmq`, by RabbitMQ's own client: `main(Port, Mode, Seconds)` publishes persistent
%% messages of 256 bytes to four queues, with confirms, a hundred at most under way in each, and consumes and acknowledges
%% them. Every message has to arrive once, in order. A request is a message that has come through.
-module(sys_rabbit).
-export([main/3]).
-include_lib("amqp_client/include/amqp_client.hrl").

-define(QUEUES, 4).
-define(WINDOW, 100).

main(Port, Mode, Seconds) ->
    {ok, _} = application:ensure_all_started(amqp_client),
    phase(Port, Mode, "warm", max(2, Seconds div 4)),
    io:format("begin~n"),
    Times = phase(Port, Mode, "load", Seconds),
    io:format("end ~w~n", [length(Times)]),
    Sorted = list_to_tuple(lists:sort(Times)),
    At = fun(Part) -> element(trunc(Part * tuple_size(Sorted)) + 1, Sorted) end,
    io:format("latency ~w ~w ~w~n", [At(0.5), At(0.99), At(0.999)]).

phase(Port, Mode, Name, Seconds) ->
    Until = erlang:monotonic_time(millisecond) + 1000 * Seconds,
    Me = self(),
    Ps = [spawn_link(fun() -> Me ! {self(), through(Port, Mode, queue(Mode, Name, N), Until)} end) || N <- lists:seq(1, ?QUEUES)],
    lists:append([receive {P, Times} -> Times end || P <- Ps]).

queue(Mode, Name, N) -> iolist_to_binary(io_lib:format("~s_~s_~w", [Mode, Name, N])).

type(quorum) -> <<"quorum">>;
type(_) -> <<"classic">>.

open(Port, Mode) ->
    Tls = case Mode of tls -> [{verify, verify_none}]; _ -> none end,
    {ok, C} = amqp_connection:start(#amqp_params_network{port = Port, ssl_options = Tls}),
    {ok, Ch} = amqp_connection:open_channel(C),
    {C, Ch}.

%% Publishes and consumes through two connections; the times that messages have taken, in microseconds.
through(Port, Mode, Queue, Until) ->
    {C1, In} = open(Port, Mode),
    {C2, Out} = open(Port, Mode),
    #'queue.declare_ok'{} = amqp_channel:call(In, #'queue.declare'{
        queue = Queue, durable = true, arguments = [{<<"x-queue-type">>, longstr, type(Mode)}]}),
    #'confirm.select_ok'{} = amqp_channel:call(In, #'confirm.select'{}),
    amqp_channel:register_confirm_handler(In, self()),
    #'basic.qos_ok'{} = amqp_channel:call(Out, #'basic.qos'{prefetch_count = ?WINDOW}),
    amqp_channel:subscribe(Out, #'basic.consume'{queue = Queue}, self()),
    receive #'basic.consume_ok'{} -> ok end,
    [publish(In, Queue, N) || N <- lists:seq(1, ?WINDOW)],
    Times = go(In, Out, Queue, Until, ?WINDOW + 1, 1, 0, []),
    #'queue.delete_ok'{message_count = 0} = amqp_channel:call(In, #'queue.delete'{queue = Queue}),
    amqp_connection:close(C1),
    amqp_connection:close(C2),
    Times.

publish(Ch, Queue, N) ->
    ok = amqp_channel:cast(Ch, #'basic.publish'{routing_key = Queue}, #amqp_msg{
        props = #'P_basic'{delivery_mode = 2},
        payload = <<N:64, (erlang:monotonic_time(microsecond)):64, 0:240/unit:8>>}).

%% `Next` is published next, `Wanted` arrives next, all up to `Confirmed` are safe.
go(_, _, _, _, Next, Next, Confirmed, Times) when Confirmed =:= Next - 1 -> Times;
go(In, Out, Queue, Until, Next, Wanted, Confirmed, Times) ->
    receive
        {#'basic.deliver'{delivery_tag = Tag}, #amqp_msg{payload = <<N:64, Sent:64/signed, _/binary>>}} ->
            Wanted = N,
            Now = erlang:monotonic_time(microsecond),
            amqp_channel:cast(Out, #'basic.ack'{delivery_tag = Tag}),
            go(In, Out, Queue, Until, Next, Wanted + 1, Confirmed, [Now - Sent | Times]);
        #'basic.ack'{delivery_tag = Tag, multiple = Many} ->
            Sure = case Many of true -> Tag; false -> Confirmed + 1 end,
            %% As many again as have become safe, while there is time.
            case erlang:monotonic_time(millisecond) < Until of
                true ->
                    More = lists:seq(Next, Next + Sure - Confirmed - 1),
                    [publish(In, Queue, N) || N <- More],
                    go(In, Out, Queue, Until, Next + length(More), Wanted, Sure, Times);
                false -> go(In, Out, Queue, Until, Next, Wanted, Sure, Times)
            end
    after 60000 -> exit({missing, Wanted, Confirmed})
    end.
