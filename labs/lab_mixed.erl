%% A system like many: 20,000 workers under supervisors, found in a table, called by a hundred clients; they have
%% timers, some log, some crash and are started again.
%%
%% The size of a case is how long it runs, in seconds; of `system_start', the number of workers.
-module(lab_mixed).
-export([run/2]).
-behaviour(supervisor).
-behaviour(gen_server).
-export([start_workers/1, start_worker/1, init/1, handle_call/3, handle_cast/2, handle_info/2, log/2]).

-define(WORKERS, 20000).
-define(POOL, 1000).
-define(CLIENTS, 100).
%% Of so many calls one is a crash, and one is logged.
-define(CRASH, 10000).
-define(LOG, 1000).
%% Each worker's timer, in milliseconds.
-define(TICK, 5000).

%% Time for a million calls.
run(call, Seconds) -> {micros, element(1, system(Seconds))};
%% What so much of a thousand calls take at most. Of the system of the case before, if there was one.
run(p99_9, Seconds) -> {micros, element(2, kept(Seconds))};
run(p50, Seconds) -> {micros, element(3, kept(Seconds))};
run(system_start, N) ->
    start(N),
    N = ets:info(registry, size),
    stop().

kept(Seconds) ->
    case persistent_term:get(?MODULE, none) of
        {Seconds, Result} -> Result;
        _ -> system(Seconds)
    end.

system(Seconds) ->
    Workers = if Seconds < 5 -> ?WORKERS div 10; true -> ?WORKERS end,
    start(Workers),
    Self = self(),
    End = erlang:monotonic_time() + erlang:convert_time_unit(Seconds, second, native),
    T0 = erlang:monotonic_time(),
    Clients = [spawn_link(fun() -> client(Self, Workers, End, rand:seed_s(exsss, C)) end)
               || C <- lists:seq(1, ?CLIENTS)],
    Reports = [receive {Client, Calls, Crashes, Times} -> {Calls, Crashes, Times} end || Client <- Clients],
    Micros = erlang:convert_time_unit(erlang:monotonic_time() - T0, native, microsecond),
    {Calls, Crashes, Times} = lists:foldl(fun sum/2, {0, 0, #{}}, Reports),
    %% Each answered call has been counted once, by its worker.
    Calls = lists:sum(ets:select(registry, [{{'_', '_', '$1'}, [], ['$1']}])),
    maser_lab:note(io_lib:format("~w calls a second, ~w crashes, ~w ticks, ~w logged",
                                 [Calls * 1000000 div Micros, Crashes,
                                  ets:lookup_element(counts, ticks, 2), ets:lookup_element(counts, logged, 2)])),
    maser_lab:note(["latency_ns", [io_lib:format(" ~w:~w", [At, N]) || {At, N} <- maps:to_list(histogram(Times))]]),
    true = stop(),
    Result = {Micros * 1000000 div Calls, quantile(Times, Calls * 999 div 1000), quantile(Times, Calls div 2)},
    persistent_term:put(?MODULE, {Seconds, Result}),
    Result.

sum({C, K, T}, {Calls, Crashes, Times}) ->
    {C + Calls, K + Crashes, maps:fold(fun(At, N, All) -> maps:update_with(At, fun(M) -> M + N end, N, All) end, Times, T)}.

%% ------------------------------------------------------------------ clients

client(Parent, Workers, End, Rand) ->
    {Calls, Crashes} = calls(Workers, End, Rand, 0, 0),
    Parent ! {self(), Calls, Crashes, maps:from_list(get())}.

calls(Workers, End, Rand0, Calls, Crashes) ->
    {Id, Rand} = rand:uniform_s(Workers, Rand0),
    T0 = erlang:monotonic_time(),
    Request = request(Calls + Id),
    Done = try gen_server:call(pid(Id), Request) catch exit:_ -> crashed end,
    T1 = erlang:monotonic_time(),
    case Done of
        {done, Id} -> took(T1 - T0);
        crashed -> ok
    end,
    if
        T1 >= End, Done =:= crashed -> {Calls, Crashes + 1};
        T1 >= End -> {Calls + 1, Crashes};
        Done =:= crashed -> calls(Workers, End, Rand, Calls, Crashes + 1);
        true -> calls(Workers, End, Rand, Calls + 1, Crashes)
    end.

request(N) when N rem ?CRASH =:= 0 -> crash;
request(N) when N rem ?LOG =:= 0 -> {log, N};
request(N) -> {work, N}.

pid(Id) -> ets:lookup_element(registry, Id, 2).

%% Times are counted in steps of a sixteenth of their size, in this process's dictionary.
took(Time) ->
    At = step(erlang:convert_time_unit(Time, native, nanosecond), 0),
    put(At, case get(At) of undefined -> 1; N -> N + 1 end).

step(Nanos, Bits) when Nanos < 32 -> {Bits, Nanos};
step(Nanos, Bits) -> step(Nanos bsr 1, Bits + 1).

%% The counts in two steps for each doubling, by the least time of each step in nanoseconds, in a map of few keys.
histogram(Times) ->
    Step = fun
        ({0, _}) -> 0;
        ({Bits, Nanos}) when Nanos < 24 -> 16 bsl Bits;
        ({Bits, _}) -> 24 bsl Bits
    end,
    maps:fold(fun(At, N, All) -> maps:update_with(Step(At), fun(M) -> M + N end, N, All) end, #{}, Times).

quantile(Times, Number) ->
    {_, {Bits, Nanos}} = lists:foldl(fun
        ({At, N}, {Before, none}) when Before + N >= Number -> {Before, At};
        ({_, N}, {Before, At}) -> {Before + N, At}
    end, {0, none}, lists:sort(maps:to_list(Times))),
    (Nanos bsl Bits) / 1000.

%% ------------------------------------------------------------------ the system

start(Workers) ->
    ets:new(registry, [named_table, public, {read_concurrency, true}, {write_concurrency, true}]),
    ets:new(counts, [named_table, public, {write_concurrency, true}]),
    ets:insert(counts, [{ticks, 0}, {logged, 0}]),
    logger:remove_handler(default),
    ok = logger:add_handler(lab, ?MODULE, #{}),
    {ok, Top} = supervisor:start_link({local, top}, ?MODULE, {top, Workers}),
    [[{ok, _} = supervisor:start_child(Pool, [Id]) || Id <- lists:seq(From, min(Workers, From + ?POOL - 1))]
     || {{pool, From}, Pool, _, _} <- supervisor:which_children(Top)].

stop() ->
    Top = whereis(top),
    unlink(Top),
    Ref = monitor(process, Top),
    exit(Top, shutdown),
    receive {'DOWN', Ref, process, Top, shutdown} -> ok end,
    logger:remove_handler(lab),
    ets:delete(registry),
    ets:delete(counts),
    true.

start_workers(From) -> supervisor:start_link(?MODULE, {pool, From}).
start_worker(Id) -> gen_server:start_link(?MODULE, {worker, Id}, []).

init({top, Workers}) ->
    Pool = fun(From) -> #{id => {pool, From}, start => {?MODULE, start_workers, [From]}, type => supervisor} end,
    {ok, {#{strategy => one_for_one}, [Pool(From) || From <- lists:seq(1, Workers, ?POOL)]}};
init({pool, _}) ->
    {ok, {#{strategy => simple_one_for_one, intensity => 1000000, period => 1},
          [#{id => worker, start => {?MODULE, start_worker, []}, shutdown => brutal_kill}]}};
init({worker, Id}) ->
    case ets:update_element(registry, Id, {2, self()}) of
        true -> ok;
        false -> ets:insert(registry, {Id, self(), 0})
    end,
    tick(Id rem ?TICK),
    {ok, #{id => Id, done => 0, last => none}}.

handle_call({work, N}, {From, _}, #{id := Id, done := Done} = State) ->
    ets:update_counter(registry, Id, {3, 1}),
    {reply, {done, Id}, State#{done := Done + 1, last := {From, N}}};
handle_call({log, N}, _, #{id := Id} = State) ->
    ets:update_counter(registry, Id, {3, 1}),
    logger:notice("worker ~p has done ~p of ~p", [Id, N, maps:get(done, State)]),
    {reply, {done, Id}, State};
handle_call(crash, _, #{id := Id}) ->
    exit({crash, Id}).

handle_cast(_, State) -> {noreply, State}.

handle_info(tick, State) ->
    ets:update_counter(counts, ticks, 1),
    tick(?TICK),
    {noreply, State}.

tick(Ms) -> erlang:send_after(Ms, self(), tick).

%% A handler that formats what is logged, as one that writes it would.
log(Event, _) ->
    Text = logger_formatter:format(Event, #{single_line => true}),
    true = iolist_size(unicode:characters_to_binary(Text)) > 0,
    ets:update_counter(counts, logged, 1).
