%% A system like that of `mixed' in which everything goes wrong that may, for as long as is asked for: workers crash,
%% are killed, exceed their memory and are started again by supervisors of all strategies; some are upgraded while they
%% are called. No message is lost or out of order, monitors, links and timers tell exactly once, nothing is left, and in
%% long runs memory stays flat.
%%
%% The size of a case is how long it runs, in seconds. The result is the time for a million numbered messages.
-module(lab_soak_mixed).
-export([run/2]).
-behaviour(supervisor).
-behaviour(gen_server).
-export([start_pool/1, start_worker/1, init/1, handle_call/3, handle_cast/2, handle_info/2, log/2]).
%% For the module that is upgraded.
-export([appear/1, number/4, total/2]).

-define(CLIENTS, 30).
%% Workers of each pool.
-define(POOL, 20).
-define(NAMES, [soak_name_1, soak_name_2, soak_name_3, soak_name_4]).
%% Who waits longer has lost what it waits for. A scheduler of a build that looks for races is slow.
-define(LOST, 120000).
%% From then on memory has settled.
-define(LONG, 300).

run(system, Seconds) ->
    %% What is only made once is there before it counts.
    case system(1, none) of
        {_, []} -> soak(Seconds);
        {_, Wrong} -> {wrong, Wrong}
    end.

soak(Seconds) ->
    Before = used(),
    Parent = self(),
    T0 = erlang:monotonic_time(),
    {Counts, Wrong} = system(Seconds, fun() ->
        spawn_link(fun() -> Parent ! {memory, lab_soak:watch(Seconds, fun collect/0)} end)
    end),
    Micros = erlang:convert_time_unit(erlang:monotonic_time() - T0, native, microsecond),
    Memory = receive {memory, M} -> M end,
    maser_lab:note(lists:join(", ", [io_lib:format("~w ~s", [N, What]) || {What, N} <- Counts])),
    maser_lab:note(["KB resident:", [io_lib:format(" ~w", [K]) || K <- Memory]]),
    Left = settled(Before, 100),
    Flat = Seconds < ?LONG orelse lab_soak:flat(Memory),
    case [{wrong, Wrong} || Wrong =/= []] ++ [{left, Left} || Left =/= []] ++ [{memory, Flat} || Flat =/= true] of
        [] -> {micros, Micros * 1000000 / proplists:get_value(messages, Counts)};
        Found -> Found
    end.

%% ------------------------------------------------------------------ what is used

used() ->
    collect(),
    #{processes => length(processes()), ports => length(erlang:ports()), tables => length(ets:all()),
      names => length(registered()), atoms => erlang:system_info(atom_count), binaries => erlang:memory(binary),
      ets => erlang:memory(ets), code => erlang:memory(code)}.

collect() -> [garbage_collect(P) || P <- processes()].

%% What there is more of than before.
settled(Before, N) ->
    Now = used(),
    case [{What, Was, Is} || {What, Was} <- maps:to_list(Before), Is <- [maps:get(What, Now)], Is > Was + slack(What)] of
        Left when Left =:= []; N =:= 0 -> Left;
        _ -> receive after 50 -> settled(Before, N - 1) end
    end.

%% Names of functions that were not called at first, what allocators hold back, and a few tables of OTP's own.
slack(atoms) -> 1000;
slack(binaries) -> 1 bsl 20;
slack(ets) -> 1 bsl 18;
slack(code) -> 1 bsl 20;
slack(_) -> 0.

%% ------------------------------------------------------------------ the system

system(Seconds, Watch) ->
    ets:new(soak_registry, [named_table, public, {read_concurrency, true}, {write_concurrency, true}]),
    ets:new(soak_counts, [named_table, public, {write_concurrency, true}]),
    ets:new(soak_wrong, [named_table, public, duplicate_bag]),
    logger:remove_handler(default),
    ok = logger:add_handler(soak, ?MODULE, #{}),
    load(1, compiled(1)),
    {ok, Top} = supervisor:start_link({local, soak_top}, ?MODULE, top),
    [{ok, _} = supervisor:start_child(pool(simple_one_for_one), [{simple_one_for_one, N}]) || N <- lists:seq(1, ?POOL)],
    Holders = [{Name, holders(Name)} || Name <- ?NAMES],
    Stop = [spawn_monitor(fun() -> upgrades(1) end), spawn_monitor(fun() -> swaps(Holders) end)],
    is_function(Watch) andalso Watch(),
    End = erlang:monotonic_time(millisecond) + Seconds * 1000,
    Clients = [spawn_monitor(fun() -> client(N, End) end) || N <- lists:seq(1, ?CLIENTS)],
    Sent = lists:append([ended(Client) || Client <- Clients]),
    [P ! {stop, self()} || {P, _} <- Stop],
    [ended(S) || S <- Stop],
    names_got(Holders, Sent),
    all_there(),
    stop(Top),
    Wrong = ets:tab2list(soak_wrong),
    Counts = lists:sort(ets:tab2list(soak_counts)),
    code:purge(soak_up), code:delete(soak_up), code:purge(soak_up),
    [ets:delete(T) || T <- [soak_registry, soak_counts, soak_wrong]],
    {Counts, lists:sublist(Wrong, 5)}.

ended({Pid, M}) ->
    receive
        {'DOWN', M, process, Pid, {done, What}} -> What;
        {'DOWN', M, process, Pid, Why} -> wrong({ended, Why}), []
    end.

stop(Top) ->
    unlink(Top),
    Ref = monitor(process, Top),
    exit(Top, shutdown),
    receive {'DOWN', Ref, process, Top, Why} -> Why =:= shutdown orelse wrong({top, Why}) end,
    logger:remove_handler(soak).

wrong(What) -> ets:insert(soak_wrong, {wrong, What}).
count(What) -> count(What, 1).
count(What, N) -> ets:update_counter(soak_counts, What, N, {What, 0}).

pid(Id) -> ets:lookup_element(soak_registry, Id, 2).
pool(Name) -> element(2, lists:keyfind({pool, Name}, 1, supervisor:which_children(soak_top))).

pools() -> [one_for_one, one_for_all, rest_for_one, simple_one_for_one, steady, limited, upgraded].

%% Every worker is there at last, started again as often as it was necessary.
all_there() ->
    [there({Pool, N}, 1000) || Pool <- pools(), N <- lists:seq(1, ?POOL)].

there(Id, Tries) ->
    try total = element(1, gen_server:call(pid(Id), {total, none})) of
        total -> ok
    catch
        _:Why when Tries =:= 0 -> wrong({not_there, Id, Why});
        _:_ -> receive after 10 -> there(Id, Tries - 1) end
    end.

%% ------------------------------------------------------------------ workers

start_pool(Pool) -> supervisor:start_link(?MODULE, {pool, Pool}).
start_worker({limited, _} = Id) ->
    %% So much as some of its requests take is too much.
    Limit = #{size => 100000, kill => true, error_logger => false},
    gen_server:start_link(?MODULE, {worker, Id}, [{spawn_opt, [{max_heap_size, Limit}]}]);
start_worker({_, N} = Id) ->
    Where = case N rem 3 of 0 -> off_heap; _ -> on_heap end,
    gen_server:start_link(?MODULE, {worker, Id}, [{spawn_opt, [{message_queue_data, Where}]}]).

init(top) ->
    Pool = fun(Name) -> #{id => {pool, Name}, start => {?MODULE, start_pool, [Name]}, type => supervisor} end,
    {ok, {#{strategy => one_for_one, intensity => 0}, [Pool(Name) || Name <- pools()]}};
init({pool, simple_one_for_one}) ->
    {ok, {often(simple_one_for_one), [child(worker, ?MODULE, start_worker, [])]}};
init({pool, upgraded}) ->
    {ok, {often(one_for_one), [child(N, soak_up, start_link, [{upgraded, N}]) || N <- lists:seq(1, ?POOL)]}};
init({pool, Pool}) ->
    Strategy = case lists:member(Pool, [steady, limited]) of true -> one_for_one; false -> Pool end,
    {ok, {often(Strategy), [child(N, ?MODULE, start_worker, [{Pool, N}]) || N <- lists:seq(1, ?POOL)]}};
init({worker, Id}) ->
    appear(Id),
    {ok, {Id, #{}, tick()}}.

often(Strategy) -> #{strategy => Strategy, intensity => 1000000, period => 1}.
child(Id, M, F, A) -> #{id => Id, start => {M, F, A}, shutdown => case Id of 1 -> 5000; _ -> brutal_kill end}.

appear(Id) -> ets:insert(soak_registry, {Id, self()}), count(starts).

tick() -> erlang:start_timer(500, self(), tick).

handle_call({number, Key, I, Payload}, _, {Id, Streams, Tick}) ->
    {reply, I, {Id, number(Key, I, Payload, Streams), Tick}};
handle_call({total, Key}, _, {_, Streams, _} = State) ->
    {reply, {total, total(Key, Streams)}, State}.

handle_cast({number, Key, I, Payload}, {Id, Streams, Tick}) ->
    {noreply, {Id, number(Key, I, Payload, Streams), Tick}};
handle_cast({forget, Key}, {Id, Streams, Tick}) ->
    {noreply, {Id, maps:remove(Key, Streams), Tick}, maybe_hibernates()};
handle_cast({crash, Key}, {_, Streams, _}) ->
    exit({crash, Key, total(Key, Streams)});
handle_cast({grow, Key}, {Id, Streams, Tick}) ->
    {noreply, {Id, Streams#{Key => grow([])}, Tick}}.

handle_info({timeout, Tick, tick}, {Id, Streams, Tick}) ->
    count(ticks),
    {noreply, {Id, Streams, tick()}};
handle_info(Info, {Id, _, _} = State) ->
    wrong({unexpected, Id, Info}),
    {noreply, State}.

maybe_hibernates() -> case rand:uniform(50) of 1 -> hibernate; _ -> infinity end.

%% Ends by its limit only.
grow(Held) -> grow([{lists:seq(1, 100), length(Held)} | Held]).

%% The next of a stream, which has to be the one that is told.
number(Key, I, Payload, Streams) ->
    Last = total(Key, Streams),
    I =:= Last + 1 orelse wrong({numbers, Key, Last, I}),
    Payload =:= payload(I) orelse wrong({payload, Key, I}),
    I rem 2000 =:= 0 andalso logger:notice("~p has got ~p of ~p", [self(), I, Key]),
    Streams#{Key => I}.

total(Key, Streams) -> maps:get(Key, Streams, 0).

payload(I) when I rem 503 =:= 0 -> binary:copy(<<I:32>>, 50000);
payload(I) when I rem 31 =:= 0 -> lists:seq(I, I + 200);
payload(I) when I rem 7 =:= 0 -> binary:copy(<<I:32>>, 30);
payload(I) -> {I, "some", [{text, I}]}.

%% A handler that formats what is logged, as one that writes it would.
log(Event, _) ->
    Text = logger_formatter:format(Event, #{single_line => true, chars_limit => 2000, depth => 20}),
    true = iolist_size(unicode:characters_to_binary(Text)) > 0,
    count(logged).

%% ------------------------------------------------------------------ clients

%% Says at last how much it has sent to each name.
client(N, End) ->
    rand:seed(exsss, N),
    process_flag(trap_exit, true),
    N rem 4 =:= 0 andalso process_flag(message_queue_data, off_heap),
    Totals = client(N, End, #{}),
    [begin {total, T} = gen_server:call(pid(Id), {total, N}, ?LOST) end || {{_, _} = Id, T} <- maps:to_list(Totals)],
    receive Late -> wrong({late, Late}) after 0 -> ok end,
    exit({done, [{Name, N, T} || {Name, T} <- maps:to_list(Totals), is_atom(Name)]}).

client(N, End, Totals) ->
    case erlang:monotonic_time(millisecond) < End of
        true -> client(N, End, act(rand:uniform(40), N, Totals));
        false -> Totals
    end.

act(K, N, Totals) when K =< 10 -> steady({steady, rand:uniform(?POOL)}, N, Totals);
act(K, N, Totals) when K =< 15 -> steady({upgraded, rand:uniform(?POOL)}, N, Totals);
act(K, N, Totals) when K =< 18 -> named(lists:nth(rand:uniform(4), ?NAMES), N, Totals);
act(K, _, Totals) -> act(K), Totals.

act(K) when K =< 26 ->
    session({lists:nth(rand:uniform(4), [one_for_one, one_for_all, rest_for_one, simple_one_for_one]), rand:uniform(?POOL)});
act(27) -> limited({limited, rand:uniform(?POOL)});
act(28) -> exceeds();
act(K) when K =< 30 -> links(rand:uniform(20));
act(K) when K =< 32 -> monitors(rand:uniform(20));
act(K) when K =< 34 -> timers(rand:uniform(50));
act(K) when K =< 36 -> aliases(rand:uniform(50));
act(K) when K =< 38 -> relay(rand:uniform(8), 1 + rand:uniform(100));
act(39) -> tables();
act(40) -> binaries().

%% The stream of this client goes on as long as the soak does.
steady(Id, N, Totals) ->
    First = maps:get(Id, Totals, 0) + 1,
    Last = First + rand:uniform(50),
    ok = numbers(pid(Id), N, First, Last),
    {total, Last} = gen_server:call(pid(Id), {total, N}, ?LOST),
    Totals#{Id => Last}.

%% Sends numbered messages until the server dies.
numbers(_, _, I, Last) when I > Last -> ok;
numbers(Pid, Key, I, Last) ->
    count(messages),
    case rand:uniform(8) of
        1 ->
            try gen_server:call(Pid, {number, Key, I, payload(I)}, ?LOST) of
                I -> numbers(Pid, Key, I + 1, Last)
            catch
                exit:{timeout, _} -> exit({no_answer, Key, I});
                exit:{Why, {gen_server, call, _}} -> {died, Why}
            end;
        _ ->
            gen_server:cast(Pid, {number, Key, I, payload(I)}),
            numbers(Pid, Key, I + 1, Last)
    end.

%% A stream to one life of a worker, which may end it: what it had got by then is in its last words.
session(Id) ->
    Pid = pid(Id),
    M = monitor(process, Pid),
    Key = make_ref(),
    N = rand:uniform(100),
    case numbers(Pid, Key, 1, N) of
        {died, _} -> down(M, Pid);
        ok -> part(rand:uniform(60), Pid, M, Key, N)
    end.

part(1, Pid, M, Key, N) ->
    gen_server:cast(Pid, {crash, Key}),
    count(crashes),
    case down(M, Pid) of
        {crash, Key, N} -> ok;
        {crash, Key, Got} -> wrong({lost_before_crash, N, Got});
        _ -> ok
    end;
part(2, Pid, M, _, _) ->
    exit(Pid, kill),
    count(kills),
    down(M, Pid);
part(3, Pid, M, _, _) ->
    %% It may be gone already, or go before.
    {P, Linked} = spawn_monitor(fun() -> catch link(Pid), exit(linked) end),
    count(exits_by_links),
    down(Linked, P),
    down(M, Pid),
    ok;
part(_, Pid, M, Key, N) ->
    try gen_server:call(Pid, {total, Key}, ?LOST) of
        {total, N} -> gen_server:cast(Pid, {forget, Key}), demonitor(M, [flush]);
        {total, Got} -> wrong({total, N, Got})
    catch
        exit:{timeout, _} -> exit({no_answer, Key});
        exit:_ -> down(M, Pid)
    end.

down(M, Pid) ->
    receive {'DOWN', M, process, Pid, Why} -> count(downs), Why
    after ?LOST -> exit({no_down, Pid, process_info(Pid)})
    end.

%% A worker that is asked for more than it may have.
limited(Id) ->
    Pid = pid(Id),
    M = monitor(process, Pid),
    Key = make_ref(),
    case numbers(Pid, Key, 1, rand:uniform(20)) of
        ok -> gen_server:cast(Pid, {grow, Key}), count(limits);
        {died, _} -> ok
    end,
    case down(M, Pid) of
        Why when Why =:= killed; Why =:= noproc -> ok;
        Why -> wrong({limited, Why})
    end.

%% The same by its messages or its own terms, without a supervisor.
exceeds() ->
    Limit = #{size => 20000, kill => true, error_logger => false},
    Fun = case rand:uniform(2) of
        1 -> fun() -> grow([]) end;
        2 -> fun F() -> receive never -> ok after 1 -> garbage_collect(), F() end end
    end,
    {P, M} = spawn_opt(Fun, [monitor, {max_heap_size, Limit}]),
    [P ! lists:seq(1, 100) || _ <- lists:seq(1, 200)],
    killed = down(M, P),
    count(limits).

%% ------------------------------------------------------------------ links, monitors, timers, aliases

%% One exit signal for each link, however often it was made; none for those that were given up.
links(N) ->
    Ps = [spawn_link(fun() -> receive {go, Why} -> exit(Why) end end) || _ <- lists:seq(1, N)],
    [link(P) || P <- Ps, rand:uniform(2) =:= 1],
    {Given, Kept} = lists:partition(fun(_) -> rand:uniform(4) =:= 1 end, Ps),
    [unlink(P) || P <- Given],
    [case rand:uniform(3) of 1 -> exit(P, {go, P}); _ -> P ! {go, {go, P}} end || P <- Ps],
    [receive {'EXIT', P, {go, P}} -> count(exits) after ?LOST -> exit({no_exit, P}) end || P <- Kept].

monitors(N) ->
    Start = fun() -> receive go -> ok; {go, Why} -> exit(Why) end end,
    Ps = [case rand:uniform(2) of
              1 -> spawn_monitor(Start);
              2 -> P = spawn(Start), {P, monitor(process, P)}
          end || _ <- lists:seq(1, N)],
    More = [{P, monitor(process, P)} || {P, _} <- Ps, _ <- lists:seq(1, rand:uniform(4) - 1)],
    {Given, Kept} = lists:partition(fun(_) -> rand:uniform(4) =:= 1 end, Ps ++ More),
    [P ! go || {P, _} <- Ps],
    [true = demonitor(M, [flush]) || {_, M} <- Given],
    [case down(M, P) of normal -> ok; noproc -> ok end || {P, M} <- Kept].

%% Each fires or is cancelled.
timers(N) ->
    Key = make_ref(),
    Ts = [case rand:uniform(2) of
              1 -> {T, erlang:send_after(rand:uniform(20) - 1, self(), {Key, T})};
              2 -> R = erlang:start_timer(rand:uniform(20) - 1, self(), {Key, T}), {R, R}
          end || T <- lists:seq(1, N)],
    {Some, Others} = lists:partition(fun(_) -> rand:uniform(2) =:= 1 end, Ts),
    Late = [T || {_, R} = T <- Some, erlang:cancel_timer(R) =:= false],
    count(cancelled, length(Some) - length(Late)),
    [receive
         {Key, T} -> count(fired);
         {timeout, T, {Key, _}} -> count(fired)
     after ?LOST -> exit({no_timeout, T})
     end || {T, _} <- Others ++ Late].

aliases(N) ->
    {P, M} = spawn_monitor(fun echo/0),
    Once = alias([reply]),
    P ! {to, Once, [{Once, 1}, {Once, 2}]},
    Many = alias([explicit_unalias]),
    P ! {to, Many, [{Many, I} || I <- lists:seq(1, N)]},
    receive {Once, First} -> 1 = First after ?LOST -> exit(no_reply) end,
    [receive {Many, Next} -> I = Next after ?LOST -> exit(no_message) end || I <- lists:seq(1, N)],
    true = unalias(Many),
    P ! {to, Many, [{Many, too_late}]},
    Both = monitor(process, P, [{alias, reply_demonitor}]),
    P ! {to, Both, [{Both, reply}]},
    receive {Both, reply} -> ok after ?LOST -> exit(no_reply) end,
    exit(P, kill),
    killed = down(M, P),
    count(messages, N + 4).

echo() -> receive {to, To, Whats} -> [To ! What || What <- Whats], echo() end.

%% Numbers go through linked processes of all kinds, some of which are suspended meanwhile.
relay(Length, N) ->
    Self = self(),
    Key = make_ref(),
    [First | _] = Ps = lists:foldl(fun(Nth, [Next | _] = Ps) ->
        Options = [link | case rand:uniform(2) of 1 -> [{message_queue_data, off_heap}]; 2 -> [] end],
        [spawn_opt(fun() -> pass(Nth rem 4, Key, 1, Next) end, Options) | Ps]
    end, [Self], lists:seq(1, Length)),
    Middle = lists:nth(rand:uniform(Length), Ps),
    [begin
         I =:= N div 2 andalso erlang:suspend_process(Middle),
         First ! {Key, I, payload(I)}
     end || I <- lists:seq(1, N)],
    N > 1 andalso erlang:resume_process(Middle),
    [receive {Key, Next, What} -> I = Next, What = payload(I) after ?LOST -> exit({no_number, I, N}) end
     || I <- lists:seq(1, N)],
    [unlink(P) || P <- lists:droplast(Ps)],
    [begin M = monitor(process, P), P ! {Key, stop}, case down(M, P) of normal -> ok; noproc -> ok end end
     || P <- lists:droplast(Ps)],
    count(messages, N * (Length + 1)).

%% Looks for its number, waits only so long, collects, or hibernates.
pass(Kind, Key, I, Next) ->
    receive
        {Key, I, What} ->
            Next ! {Key, I, What},
            case {Kind, I rem 16} of
                {1, 0} -> garbage_collect(), pass(Kind, Key, I + 1, Next);
                {2, 0} -> erlang:hibernate(erlang, apply, [fun pass/4, [Kind, Key, I + 1, Next]]);
                _ -> pass(Kind, Key, I + 1, Next)
            end;
        {Key, Other, _} when Kind =/= 0 -> wrong({relayed, I, Other});
        {Key, stop} -> ok
    after case Kind of 3 -> 1; _ -> ?LOST end -> pass(Kind, Key, I, Next)
    end.

%% ------------------------------------------------------------------ tables and binaries

tables() ->
    T = ets:new(rows, [lists:nth(rand:uniform(4), [set, ordered_set, bag, duplicate_bag]), public]),
    N = rand:uniform(500),
    [ets:insert(T, {I, payload(I)}) || I <- lists:seq(1, N)],
    [[{I, _}] = ets:lookup(T, I) || I <- lists:seq(1, N)],
    [ets:delete(T, I) || I <- lists:seq(1, N), I rem 3 =:= 0],
    N = ets:info(T, size) + N div 3,
    %% It goes with whoever has it.
    {P, M} = spawn_monitor(fun() -> receive {'ETS-TRANSFER', T, _, _} -> ets:insert(T, {0, given}) end end),
    ets:give_away(T, P, gift),
    normal = down(M, P),
    ets:info(T) =:= undefined orelse wrong({table_left, ets:info(T)}).

binaries() ->
    All = lists:foldl(fun(I, B) -> <<B/binary, I:32>> end, <<>>, lists:seq(1, 1000 + rand:uniform(20000))),
    {_, M} = spawn_monitor(fun() ->
        Parts = [binary:part(All, I * 4, 4) || I <- lists:seq(0, 99)],
        exit({parts, Parts, binary_to_term(term_to_binary(All))})
    end),
    receive {'DOWN', M, process, _, {parts, Parts, All}} -> Parts = [<<I:32>> || I <- lists:seq(1, 100)]
    after ?LOST -> exit(no_parts) end.

%% ------------------------------------------------------------------ names

%% Two processes that take a name in turn: what was sent to it has gone to either.
holders(Name) ->
    [spawn_link(fun() -> holder(Name, #{}, 0) end) || _ <- [1, 2]].

holder(Name, Last, Count) ->
    receive
        {number, Key, I} ->
            I > maps:get(Key, Last, 0) orelse wrong({named, Name, Key, I}),
            holder(Name, Last#{Key => I}, Count + 1);
        {take, From} -> register(Name, self()), From ! {self(), took}, holder(Name, Last, Count);
        {drop, From} -> unregister(Name), From ! {self(), dropped}, holder(Name, Last, Count);
        {stop, From} -> From ! {self(), Count}
    end.

asked(Pid, What) ->
    Pid ! {What, self()},
    receive {Pid, Answer} -> Answer after ?LOST -> exit({no_answer, Pid, What}) end.

swaps(Holders) ->
    [took = asked(A, take) || {_, [A, _]} <- Holders],
    swap(Holders).

swap(Holders) ->
    receive
        {stop, _} -> [dropped = asked(A, drop) || {_, [A, _]} <- Holders], exit({done, ok})
    after 5 ->
        swap([begin dropped = asked(A, drop), took = asked(B, take), count(names), {Name, [B, A]} end
              || {Name, [A, B]} <- Holders])
    end.

named(Name, N, Totals) ->
    First = maps:get(Name, Totals, 0) + 1,
    Last = First + rand:uniform(50),
    [send_named(Name, {number, N, I}) || I <- lists:seq(First, Last)],
    count(messages, Last - First + 1),
    Totals#{Name => Last}.

send_named(Name, What) ->
    try Name ! What catch error:badarg -> erlang:yield(), send_named(Name, What) end.

names_got(Holders, Sent) ->
    [begin
         All = lists:sum([T || {To, _, T} <- Sent, To =:= Name]),
         Got = lists:sum([asked(H, stop) || H <- Both]),
         All =:= Got orelse wrong({name, Name, sent, All, got, Got})
     end || {Name, Both} <- Holders].

%% ------------------------------------------------------------------ upgrades

source(V) ->
    "-module(soak_up). -vsn(" ++ integer_to_list(V) ++ "). -behaviour(gen_server). -compile(export_all).
     start_link(Id) -> gen_server:start_link(?MODULE, Id, []).
     init(Id) -> lab_soak_mixed:appear(Id), {ok, {version(), #{}}}.
     version() -> " ++ integer_to_list(V) ++ ".
     literal() -> {" ++ integer_to_list(V) ++ ", \"of this version\", [1.5, <<\"two\">>], #{three => 3}}.
     closure(X) -> fun(Y) -> {version(), X, Y} end.
     stay() -> receive {ask, From} -> From ! {self(), {version(), literal()}}, stay(); {stop, _} -> ok end.
     handle_call(version, _, {V, _} = S) -> {reply, {V, version()}, S};
     handle_call({total, Key}, _, {V, Streams} = S) when V =:= " ++ integer_to_list(V) ++ " ->
         {reply, {total, lab_soak_mixed:total(Key, Streams)}, S};
     handle_call({number, Key, I, P}, _, {V, Streams}) when V =:= " ++ integer_to_list(V) ++ " ->
         {reply, I, {V, lab_soak_mixed:number(Key, I, P, Streams)}}.
     handle_cast({number, Key, I, P}, {V, Streams}) when V =:= " ++ integer_to_list(V) ++ " ->
         {noreply, {V, lab_soak_mixed:number(Key, I, P, Streams)}}.
     code_change(Old, {Old, Streams}, {to, V}) when V =:= " ++ integer_to_list(V) ++ " -> {ok, {V, Streams}}.
    ".

compiled(V) ->
    {ok, Tokens, _} = erl_scan:string(lists:flatten(string:replace(source(V), "?MODULE", "soak_up", all))),
    {ok, soak_up, Code} = compile:forms(forms(Tokens, []), [binary]),
    Code.

forms([], []) -> [];
forms([{dot, _} = Dot | Tokens], Form) ->
    {ok, Parsed} = erl_parse:parse_form(lists:reverse(Form, [Dot])),
    [Parsed | forms(Tokens, [])];
forms([Token | Tokens], Form) -> forms(Tokens, [Token | Form]).

load(V, Code) ->
    {module, soak_up} = code:load_binary(soak_up, "soak_up.erl", Code),
    V = soak_up:version().

upgrades(V) ->
    receive
        {stop, _} -> exit({done, ok})
    after 50 ->
        upgrade(V, V + 1),
        count(upgrades),
        upgrades(V + 1)
    end.

upgrade(Old, New) ->
    Code = compiled(New),
    Leaves = spawn_monitor(fun() -> soak_up:stay() end),
    Stays = spawn_monitor(fun() -> soak_up:stay() end),
    Literal = soak_up:literal(),
    Holds = spawn_monitor(fun() -> holds(soak_up:literal(), soak_up:closure(x)) end),
    Literal = element(2, asked(element(1, Leaves), ask)),
    Literal = element(2, asked(element(1, Stays), ask)),
    {Literal, {Old, x, y}} = asked(element(1, Holds), ask),
    Workers = [pid({upgraded, N}) || N <- lists:seq(1, ?POOL)],
    %% While some are called, others are upgraded.
    [ok = sys:suspend(W, ?LOST) || W <- Workers],
    load(New, Code),
    [ok = sys:change_code(W, soak_up, Old, {to, New}, ?LOST) || W <- Workers],
    [ok = sys:resume(W, ?LOST) || W <- Workers],
    [{New, New} = gen_server:call(W, version, ?LOST) || W <- Workers],
    [false = erlang:check_process_code(W, soak_up) || W <- Workers],
    [true = erlang:check_process_code(P, soak_up) || {P, _} <- [Leaves, Stays]],
    {Old, Literal} = asked(element(1, Leaves), ask),
    false = code:soft_purge(soak_up),
    {PL, ML} = Leaves,
    {PS, MS} = Stays,
    {PH, MH} = Holds,
    PL ! {stop, self()},
    normal = down(ML, PL),
    case New rem 2 of
        0 ->
            PS ! {stop, self()},
            normal = down(MS, PS),
            true = code:soft_purge(soak_up);
        1 ->
            true = code:purge(soak_up),
            killed = down(MS, PS)
    end,
    false = erlang:check_process_code(PH, soak_up),
    %% What it holds is as it was, but nobody can call the fun any more.
    {Literal, gone} = asked(PH, ask),
    PH ! {stop, self()},
    normal = down(MH, PH).

holds(Literal, Fun) ->
    receive
        {ask, From} -> From ! {self(), {Literal, try Fun(y) catch error:_ -> gone end}}, holds(Literal, Fun);
        {stop, _} -> ok
    end.
