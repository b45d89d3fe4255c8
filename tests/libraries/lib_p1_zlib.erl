%% ezlib: a socket whose data are compressed.
-module(lib_p1_zlib).
-export([main/0]).

main() ->
    io:format("~p~n", [application:ensure_all_started(ezlib)]),
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    spawn_link(fun() ->
        {ok, S} = gen_tcp:accept(L),
        {ok, Z} = ezlib:enable_zlib(gen_tcp, S),
        echo(Z)
    end),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, Z} = ezlib:enable_zlib(gen_tcp, C),
    [begin
         ok = ezlib:send(Z, Data),
         io:format("~p same ~p~n", [iolist_size(Data), got(Z, iolist_size(Data), <<>>) =:= iolist_to_binary(Data)])
     end || Data <- [<<"a">>, [<<"io">>, "list", [$s]], binary:copy(<<"compressible ">>, 10000), pseudo(50000)]],
    {gen_tcp, C} = ezlib:disable_zlib(Z),
    io:format("~p ~p~n", [ezlib:get_sockmod(Z), element(1, ezlib:peername(Z))]),
    io:format("~p~n", [ezlib:close(Z)]),
    states(),
    together().

echo(Z) ->
    case ezlib:recv(Z, 0) of
        {ok, <<>>} -> echo(Z);
        {ok, D} -> ok = ezlib:send(Z, D), echo(Z);
        {error, closed} -> ok
    end.

got(_, N, Got) when N =< 0 -> Got;
got(Z, N, Got) ->
    {ok, D} = ezlib:recv(Z, 0),
    got(Z, N - byte_size(D), <<Got/binary, D/binary>>).

pseudo(N) ->
    {Bytes, _} = lists:mapfoldl(fun(_, S) -> {S band 255, (S * 1103515245 + 12345) rem (1 bsl 31)} end, 7, lists:seq(1, N)),
    list_to_binary(Bytes).

states() ->
    [begin
         S = ezlib:new(A, B, C),
         {ok, One} = ezlib:compress(S, <<"hello hello hello">>),
         {ok, Two} = ezlib:compress(S, <<"hello again">>),
         R = ezlib:new(A, B, C),
         io:format("~p ~p ~p ~p~n", [One, Two, ezlib:decompress(R, One), ezlib:decompress(R, Two)])
     end || {A, B, C} <- [{9, 15, 9}, {1, 9, 1}]],
    io:format("~p~n", [ezlib:decompress(ezlib:new(), <<"no zlib">>)]),
    io:format("~p~n", [element(1, element(2, catch ezlib:compress(make_ref(), <<"x">>)))]),
    io:format("~p~n", [element(1, element(2, catch ezlib:compress(ezlib:new(), a)))]),
    %% Nobody has them any more.
    [ezlib:new() || _ <- lists:seq(1, 200)],
    garbage_collect().

together() ->
    Data = pseudo(20000),
    Ps = [spawn_monitor(fun() ->
        S = ezlib:new(), R = ezlib:new(),
        [begin
             {ok, Z} = ezlib:compress(S, Data),
             {ok, Data} = ezlib:decompress(R, Z)
         end || _ <- lists:seq(1, 10)]
    end) || _ <- lists:seq(1, 6)],
    io:format("~p~n", [lists:usort([receive {'DOWN', M, process, P, Why} -> Why end || {P, M} <- Ps])]).
