%% vm: +S 2:2
%% While a library keeps one scheduler, the other serves timers, sockets and processes, and rests
%% in between.
-module(nif_blocks).
-export([main/0, block/1]).
-on_load(load/0).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

block(_) -> erlang:nif_error(not_loaded).

main() ->
    process_flag(scheduler, 1),
    {_, _} = blocked(1),
    {rests, true} = {rests, element(1, blocked(1000)) < 500},
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    {ok, A} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, B} = gen_tcp:accept(L),
    {_, Served} = blocked(2000, fun() ->
        [begin
             receive after 10 -> ok end,
             Me = self(),
             spawn(fun() -> ok = gen_tcp:send(A, <<N>>), Me ! sent end),
             {ok, <<N>>} = gen_tcp:recv(B, 1),
             receive sent -> N end
         end || N <- lists:seq(1, 10)]
    end),
    io:format("~p~n", [Served]).

blocked(Ms) -> blocked(Ms, fun() -> ok end).

%% Other work that is done meanwhile is over before.
blocked(Ms, Fun) ->
    Me = self(),
    {P, M} = spawn_opt(fun() -> Me ! begins, N = block(Ms), Me ! ended, exit({slept, N}) end, [monitor, {scheduler, 2}]),
    receive begins -> ok end,
    Result = Fun(),
    receive ended when Ms > 1 -> exit(too_late) after 0 -> ok end,
    receive {'DOWN', M, _, P, {slept, N}} -> receive ended -> {N, Result} end end.
