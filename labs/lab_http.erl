%% A server for short connections: for each request a connection, for each connection a process.
%%
%% One process per scheduler, bound to it, accepts; so are the processes of its connections.
-module(lab_http).
-export([main/0, acceptor/2, connection/1]).

-define(RESPONSE, <<"HTTP/1.0 200 OK\r\nContent-Length: 12\r\n\r\nhello world\n">>).

%% erl -noshell -run lab_http main: prints the port, and serves until its input ends.
main() ->
    Options = [{active, false}, binary, {backlog, 256}, {packet, http_bin},
               %% The kernel tells of a connection when the request is there: TCP_DEFER_ACCEPT.
               {raw, 6, 9, <<1:32/native>>}, {reuseaddr, true}, {ip, {127,0,0,1}}],
    {ok, Listen} = gen_tcp:listen(0, Options),
    {ok, Port} = inet:port(Listen),
    [spawn_opt(?MODULE, acceptor, [Listen, N], [{scheduler, N}])
     || N <- lists:seq(1, erlang:system_info(schedulers_online))],
    io:format("port ~b~n", [Port]),
    eof = io:get_line(""),
    erlang:halt(0).

acceptor(Listen, N) ->
    case gen_tcp:accept(Listen) of
        {ok, Socket} ->
            spawn_opt(?MODULE, connection, [Socket], [{scheduler, N}]),
            acceptor(Listen, N);
        {error, closed} -> ok;
        {error, _} -> acceptor(Listen, N)
    end.

connection(Socket) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, http_eoh} ->
            gen_tcp:send(Socket, ?RESPONSE),
            gen_tcp:close(Socket);
        {ok, _} -> connection(Socket);
        {error, _} -> gen_tcp:close(Socket)
    end.
