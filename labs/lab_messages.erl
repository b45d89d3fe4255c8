%% What it costs to pass messages: between two, around, to one, to many, past others, as calls, large.
-module(lab_messages).
-export([run/2]).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).

-define(MANY, 100).

%% Round trips between two processes.
run(ping_pong, N) ->
    Pong = spawn_link(fun pong/0),
    pings(N, Pong);
%% Hops of one message around a ring of a hundred.
run(ring, N) ->
    Last = lists:foldl(fun(_, Next) -> spawn_link(fun() -> pass(Next) end) end, self(), lists:seq(2, ?MANY)),
    around(N div ?MANY, Last);
%% A hundred send to one; it answers every hundredth message, so that queues stay short.
run(fan_in, N) ->
    Self = self(),
    Each = N div ?MANY,
    [spawn_link(fun() -> send(Each, Self) end) || _ <- lists:seq(1, ?MANY)],
    take(Each * ?MANY);
%% One sends to a hundred, each of which answers every hundredth message.
run(fan_out, N) ->
    Pids = [spawn_link(fun() -> pong_seldom(0) end) || _ <- lists:seq(1, ?MANY)],
    rounds(N div ?MANY, Pids);
%% Messages to oneself, each taken past a thousand others.
run(selective, N) ->
    [self() ! {old, I} || I <- lists:seq(1, 1000)],
    past(N);
%% As gen:call does it: a monitor, a request, a reply, the monitor's end.
run(call_monitor, N) ->
    Server = spawn_link(fun serve/0),
    calls(N, Server);
run(gen_server_call, N) ->
    {ok, Server} = gen_server:start_link(?MODULE, 0, []),
    gen_calls(N, Server),
    N =:= gen_server:call(Server, get);
%% Round trips of a list of a thousand tuples.
run(large, N) ->
    Pong = spawn_link(fun echo/0),
    List = [{I, I * 2, text} || I <- lists:seq(1, 1000)],
    echoes(N, List, Pong);
%% Processes that end at once, each with a monitor.
run(spawn_monitor, N) ->
    monitored(N).

pong() -> receive {Pid, I} -> Pid ! I, pong() end.

pings(0, _) -> true;
pings(N, Pid) -> Pid ! {self(), N}, receive N -> pings(N - 1, Pid) end.

pass(Next) -> receive M -> Next ! M, pass(Next) end.

around(0, _) -> true;
around(N, First) -> First ! N, receive N -> around(N - 1, First) end.

send(0, _) -> ok;
send(N, To) when N rem 100 =:= 0 -> To ! {self(), N}, receive N -> send(N - 1, To) end;
send(N, To) -> To ! {message, N}, send(N - 1, To).

take(0) -> true;
take(N) ->
    receive
        {message, _} -> take(N - 1);
        {Pid, I} -> Pid ! I, take(N - 1)
    end.

rounds(0, _) -> true;
rounds(N, Pids) when N rem 100 =:= 0 ->
    [Pid ! {self(), N} || Pid <- Pids],
    [receive {Pid, Got} when is_integer(Got) -> ok end || Pid <- Pids],
    rounds(N - 1, Pids);
rounds(N, Pids) ->
    [Pid ! {message, N} || Pid <- Pids],
    rounds(N - 1, Pids).

pong_seldom(Got) ->
    receive
        {message, _} -> pong_seldom(Got + 1);
        {Pid, _} -> Pid ! {self(), Got}, pong_seldom(Got + 1)
    end.

past(0) -> true;
past(N) -> self() ! {new, N}, receive {new, N} -> past(N - 1) end.

serve() -> receive {call, {Pid, Ref}, Request} -> Pid ! {Ref, Request}, serve() end.

calls(0, _) -> true;
calls(N, Server) ->
    Ref = erlang:monitor(process, Server),
    Server ! {call, {self(), Ref}, N},
    receive
        {Ref, N} -> erlang:demonitor(Ref, [flush]), calls(N - 1, Server);
        {'DOWN', Ref, _, _, Reason} -> exit(Reason)
    end.

gen_calls(0, _) -> true;
gen_calls(N, Server) -> ok = gen_server:call(Server, {add, 1}), gen_calls(N - 1, Server).

init(N) -> {ok, N}.
handle_call({add, M}, _, N) -> {reply, ok, N + M};
handle_call(get, _, N) -> {reply, N, N}.
handle_cast(_, N) -> {noreply, N}.

echo() -> receive {Pid, L} -> Pid ! L, echo() end.

echoes(0, _, _) -> true;
echoes(N, List, Pid) -> Pid ! {self(), List}, receive [_ | _] = L -> echoes(N - 1, L, Pid) end.

monitored(0) -> true;
monitored(N) ->
    {Pid, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, process, Pid, normal} -> monitored(N - 1) end.
