%% The messages of a socket are traced as what its port sends.
-module(sockets_send).
-export([main/0]).

main() ->
    udp(),
    tcp().

udp() ->
    {ok, R} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(R),
    {ok, S} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    traced(R, fun() ->
                      ok = gen_udp:send(S, {127, 0, 0, 1}, Port, "datagram"),
                      receive {udp, R, _, _, "datagram"} -> ok end
              end).

tcp() ->
    {ok, L} = gen_tcp:listen(0, [{ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    {ok, S} = gen_tcp:connect({127, 0, 0, 1}, Port, []),
    {ok, R} = gen_tcp:accept(L),
    traced(R, fun() ->
                      ok = gen_tcp:send(S, "stream"),
                      receive {tcp, R, "stream"} -> ok end,
                      ok = gen_tcp:close(S),
                      receive {tcp_closed, R} -> ok end
              end).

%% What the tracer, who is not the owner, is told until a mark comes.
traced(Port, Fun) ->
    Self = self(),
    Tracer = spawn_link(fun() -> told(Port, Self) end),
    1 = erlang:trace(Port, true, [send, {tracer, Tracer}]),
    Fun(),
    Delivered = erlang:trace_delivered(all),
    receive {trace_delivered, all, Delivered} -> Tracer ! done end,
    receive {Tracer, Events} -> t:p(Events) end.

told(Port, Owner) ->
    told(Port, Owner, []).

told(Port, Owner, Events) ->
    receive
        {trace, Port, Tag, Message, Owner} when element(2, Message) =:= Port ->
            Data = element(tuple_size(Message), Message),
            told(Port, Owner, [{Tag, element(1, Message), is_list(Data) andalso Data} | Events]);
        done -> Owner ! {self(), lists:reverse(Events)}
    end.
