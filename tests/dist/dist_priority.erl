%% Signals with priority between two nodes, both ways: `run(Node)`. A node whose release has no priority does the same
%% without.
-module(dist_priority).
-export([run/1, holds/1, does/2]).

run(Node) ->
    process_flag(trap_exit, true),
    register(?MODULE, self()),
    [io:format("~ts: ~tp~n", [Name, F(Node)]) || {Name, F} <- cases()],
    ok.

cases() ->
    [{"sends there", fun(N) -> there(N, fun sends/3) end}, {"sends here", fun(N) -> here(N, sends) end},
     {"exits there", fun(N) -> there(N, fun exits/3) end}, {"exits here", fun(N) -> here(N, exits) end},
     {"large there", fun(N) -> there(N, fun large/3) end}, {"large here", fun(N) -> here(N, large) end},
     {"tokens there", fun(N) -> there(N, fun tokens/3) end}, {"tokens here", fun(N) -> here(N, tokens) end},
     {"links and monitors", fun relations/1}, {"spawns", fun spawns/1}, {"unalias", fun unaliased/1}].

%% The answer of a release without priority.
alias_first() -> try erlang:alias([priority]) catch error:badarg -> alias() end.
first(To, M) -> try erlang:send(To, M, [priority]) catch error:badarg -> To ! M, ok end.
exits_first(To, M) -> try erlang:exit(To, M, [priority]) catch error:_ -> no_priority end.

%% A process that keeps what it gets until it is asked for that.
holds(Parent) ->
    process_flag(trap_exit, true),
    catch register(?MODULE, self()),
    Parent ! {self(), alias_first(), alias(), erlang:alias([reply])},
    receive {report, Ref, From} -> From ! {Ref, got()} end.

got() ->
    L = flush([]),
    seq_trace:set_token([]),
    L.

flush(L) ->
    receive
        M ->
            case seq_trace:get_token(label) of
                {label, Label} -> flush([{token, Label, shown(M)} | L]);
                _ -> flush([shown(M) | L])
            end
    after 0 -> lists:reverse(L)
    end.

shown({'EXIT', P, Why}) when is_pid(P) -> {exit, shown(Why)};
shown({large, M}) -> {large, erlang:phash2(M)};
shown(M) -> M.

there(Node, F) ->
    Pid = spawn(Node, ?MODULE, holds, [self()]),
    {First, Usual, Reply} = receive {Pid, X, Y, Z} -> {X, Y, Z} end,
    Ref = make_ref(),
    F(Pid, First, {Usual, Reply}),
    Pid ! {report, Ref, self()},
    receive {Ref, L} -> L after 20000 -> nothing end.

here(Node, F) ->
    Ref = make_ref(),
    spawn(Node, ?MODULE, does, [{F, self(), alias_first(), {alias(), erlang:alias([reply])}}, Ref]),
    receive {Ref, done} -> got() after 20000 -> nothing end.

does({F, Pid, First, Others}, Ref) ->
    case F of
        sends -> sends(Pid, First, Others);
        exits -> exits(Pid, First, Others);
        large -> large(Pid, First, Others);
        tokens -> tokens(Pid, First, Others)
    end,
    Pid ! {Ref, done}.

sends(Pid, First, {Usual, Reply}) ->
    Pid ! a, first(First, b), Pid ! c, first(First, d), first({?MODULE, node(Pid)}, e), first(Pid, f),
    First ! g, first(Usual, h), first(Reply, i), Reply ! j, Usual ! k, first(First, l).

exits(Pid, First, {Usual, Reply}) ->
    Pid ! a, exits_first(First, b), exits_first(Pid, c), exits_first(Usual, d), (catch exit(First, e)),
    exits_first(Reply, f), first(Reply, g), exits_first(First, normal), exit(Pid, h).

large(Pid, First, {Usual, _}) ->
    Large = {large, [lists:seq(1, 50000), binary:copy(<<"x">>, 300000)]},
    Pid ! a, first(First, Large), first(First, b), Pid ! Large, exits_first(First, Large), first(Usual, Large), Pid ! c.

tokens(Pid, First, {Usual, _}) ->
    Pid ! a,
    seq_trace:set_token(label, 1), first(First, b), Pid ! c, first(Pid, d),
    seq_trace:set_token(label, 2), exits_first(First, e), first(Usual, f), First ! g,
    seq_trace:set_token([]),
    first(First, h).

%% Messages before `a` are in an order of their own.
before(Pids, N) ->
    self() ! a,
    [P ! {report, report, self()} || P <- Pids],
    wait(N + 1 + length(Pids)),
    L = [case M of
             {'EXIT', P, Why} -> {exit, place(P, Pids), Why};
             {Tag, _, process, P, Why} -> {Tag, place(P, Pids), Why};
             _ -> M
         end || M <- taken(), not is_tuple(M) orelse element(1, M) =/= report],
    {First, Usual} = lists:splitwith(fun(M) -> M =/= a end, L),
    {lists:sort(First), lists:sort(Usual)}.

taken() -> receive M -> [M | taken()] after 0 -> [] end.

place(P, Pids) -> length(lists:takewhile(fun(Other) -> Other =/= P end, Pids)).

wait(N) ->
    case process_info(self(), message_queue_len) of
        {_, N} -> ok;
        _ -> receive after 1 -> wait(N) end
    end.

held(Node) ->
    Pid = spawn(Node, ?MODULE, holds, [self()]),
    receive {Pid, _, _, _} -> unlink(Pid), Pid end.

links_first(Pid) -> try erlang:link(Pid, [priority]) catch error:_ -> link(Pid) end.
monitors_first(P, Options) -> try monitor(process, P, [priority | Options]) catch error:_ -> monitor(process, P, Options) end.

relations(Node) ->
    Pids = [One(Node) || One <- [fun(N) -> P = held(N), links_first(P), P end, fun(N) -> P = held(N), link(P), P end,
                                 fun(N) -> P = held(N), monitors_first(P, []), P end, fun(N) -> P = held(N), monitor(process, P), P end,
                                 fun(N) -> P = held(N), monitors_first(P, [{tag, tagged}]), P end,
                                 fun(N) -> P = held(N), links_first(P), link(P), P end], _ <- [1]],
    before(Pids, length(Pids)).

spawns(Node) ->
    Asked = [{asked(Node, Options), N}
             || {Options, N} <- [{[link], 1}, {[monitor], 1}, {[{monitor, []}], 1}, {[{link, [priority]}], 1}, {[{monitor, [priority]}], 1},
                                 {[{link, [priority]}, {monitor, [priority, {tag, tagged}]}], 2}, {[{link, [other]}], 1}, {[{link, []}], 1}]],
    Spawned = [{P, N} || {P, N} <- Asked, is_pid(P)],
    {[is_pid(P) orelse P || {P, _} <- Asked], before([P || {P, _} <- Spawned], lists:sum([N || {_, N} <- Spawned]))}.

asked(Node, Options) ->
    Ref = spawn_request(Node, ?MODULE, holds, [self()], Options),
    receive
        {spawn_reply, Ref, ok, Pid} -> receive {Pid, _, _, _} -> Pid end;
        {spawn_reply, Ref, error, Why} -> Why
    end.

unaliased(Node) ->
    First = alias_first(), Ref = make_ref(),
    unalias(First),
    spawn(Node, ?MODULE, does, [{sends, self(), First, {First, First}}, Ref]),
    receive {Ref, done} -> got() after 20000 -> nothing end.
