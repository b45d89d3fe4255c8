%% Dirty calls that are short as a rule, and long now and then: who executes them changes places with others. Nobody
%% waits for a long one but its process, all of them are on dirty schedulers, and not more than there are of these.
-module(nif_places).
-export([main/0, run/2, send/2, hold/1]).
-nifs([run/2, send/2, hold/1]).

run(_, _) -> erlang:nif_error(not_loaded).
send(_, _) -> erlang:nif_error(not_loaded).
hold(_) -> erlang:nif_error(not_loaded).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    t:p(calls(2000, 0, [])),
    t:p({mixed, all(4, fun(I) -> mixed(I, 400, []) end)}),
    t:p({while_it_is_long, others()}),
    t:p({killed, lists:usort([killed(N) || N <- lists:seq(1, 60)])}),
    t:p({sent, lists:usort([sent(N) || N <- lists:seq(1, 200)])}),
    t:p({asked, all(3, fun(_) -> asked(200) end)}),
    t:p({at_a_time, one_at_a_time()}),
    t:p({rested, rested()}).

calls(0, _, Seen) -> Seen;
calls(N, Micros, Seen) ->
    {N, Dirty, Alive} = run(Micros, N),
    calls(N - 1, Micros, lists:usort([{Dirty, Alive} | Seen])).

%% Every so many calls one takes two milliseconds.
mixed(_, 0, Seen) -> Seen;
mixed(I, N, Seen) ->
    Micros = case (N + I) rem 20 of 0 -> 2000; _ -> 0 end,
    mixed(I, N - 1, lists:usort(Seen ++ calls(1, Micros, []))).

all(Processes, Work) ->
    Ps = [spawn_monitor(fun() -> exit({result, Work(I)}) end) || I <- lists:seq(1, Processes)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

%% A call that is long while all others were short: messages go to and fro meanwhile, timers fire.
others() ->
    calls(500, 0, []),
    Self = self(),
    P = spawn_link(fun() -> calls(200, 0, []), Self ! {long, run(600000, x)} end),
    Echo = spawn_link(fun Loop() -> receive {From, X} -> From ! X, Loop() end end),
    to_and_fro(Echo, 300),
    receive after 5 -> ok end,
    true = is_process_alive(P),
    receive {long, R} -> early after 0 -> receive {long, R} -> {in_time, R} end end.

to_and_fro(_, 0) -> ok;
to_and_fro(Echo, N) ->
    Echo ! {self(), N},
    receive N -> to_and_fro(Echo, N - 1) end.

killed(N) ->
    {P, M} = spawn_monitor(fun() -> calls(100, 0, []), calls(1000000, N rem 3 * 300, []) end),
    [erlang:yield() || _ <- lists:seq(1, N * 5)],
    exit(P, kill),
    receive {'DOWN', M, _, P, R} -> R end.

%% Messages that are sent within the call, and by the process after it, come in order.
sent(N) ->
    Self = self(),
    spawn_link(fun() -> 3 = send(Self, 3), Self ! {4, N}, 3 = send(Self, 3) end),
    Got = [receive {I, X} -> {I, X =:= N orelse X} after 5000 -> lost end || _ <- lists:seq(1, 7)],
    Got.

asked(0) -> ok;
asked(N) ->
    Self = self(),
    P = spawn_link(fun() -> calls(20, 0, []), Self ! {done, self()}, receive stop -> ok end end),
    {status, _} = process_info(P, status),
    true = erlang:suspend_process(P),
    true = erlang:resume_process(P),
    garbage_collect(P),
    receive {done, P} -> P ! stop, asked(N - 1) after 5000 -> exit({stuck, process_info(P)}) end.

one_at_a_time() ->
    Most = erlang:system_flag(dirty_cpu_schedulers_online, 1),
    {hold, One} = {hold, all(4, fun(_) -> lists:max([hold(I rem 10 * 2000) || I <- lists:seq(1, 200)]) end)},
    erlang:system_flag(dirty_cpu_schedulers_online, Most),
    One.

%% Threads that have changed places, even with the program's first one, give memory back when they rest, and go on.
rested() ->
    Before = rest_after(10),
    Seen = [begin
                Long = mixed(N, 40, []),
                receive after 20 -> Long end
            end || N <- lists:seq(1, 30)],
    _ = rest_after(Before),
    lists:usort(Seen).

%% Sets after how many milliseconds they do so, and gives what it was before. Stock has no such setting.
rest_after(Ms) ->
    try maser:tune(give_back_after, Ms) catch error:undef -> Ms end.
