%% vm: +S 1:1
%% Nobody starves: of ten thousand processes that never block, and one more, all have as many turns; and priorities
%% are what the documentation says. Counted in turns, so that the machine's speed does not matter.
-module(starvation).
-export([main/0]).

-define(MANY, 10000).

main() ->
    t:show("many", fun many/0),
    t:show("low", fun low/0),
    t:show("high", fun() -> above(high, normal) end),
    t:show("max", fun() -> above(max, high) end).

%% What a process counts in one turn, about, if it does nothing else.
turn() ->
    C = counters:new(2, []),
    Pids = [spawn_link(fun() -> receive go -> count(C, I) end end) || I <- [1, 2]],
    [P ! go || P <- Pids],
    until(fun() -> counters:get(C, 1) > 0 andalso counters:get(C, 2) > 0 end),
    %% A hundred turns of this process are a hundred of each of the others.
    Before = counters:get(C, 1),
    [erlang:yield() || _ <- lists:seq(1, 100)],
    Turn = (counters:get(C, 1) - Before) div 100,
    stop(Pids),
    max(Turn, 1).

%% This process never blocks while the others have their first turn. Then all have had as many, but for two.
many() ->
    Turn = turn(),
    %% On the build that yields after each reduction a hundred have to do.
    Many = if Turn > 1 -> ?MANY; true -> ?MANY div 100 end,
    C = counters:new(Many, []),
    process_flag(priority, high),
    Pids = [spawn_link(fun() -> receive go -> count(C, I) end end) || I <- lists:seq(1, Many)],
    [P ! go || P <- Pids],
    process_flag(priority, normal),
    all_have(C, 1, Many),
    process_flag(priority, high),
    Counts = [counters:get(C, I) || I <- lists:seq(1, Many)],
    stop(Pids),
    process_flag(priority, normal),
    {Least, Most} = {lists:min(Counts), lists:max(Counts)},
    {Least > 0, Most - Least =< 2 * Turn orelse {Least, Most, Turn}}.

all_have(_, I, Many) when I > Many -> ok;
all_have(C, I, Many) ->
    case counters:get(C, I) of
        0 -> all_have(C, I, Many);
        _ -> all_have(C, I + 1, Many)
    end.

%% Those of low priority have turns, less often than those of normal priority.
low() ->
    C = counters:new(2, []),
    Pids = [spawn_opt(fun() -> receive go -> count(C, I) end end, [link, {priority, P}])
            || {I, P} <- [{1, normal}, {2, low}]],
    [P ! go || P <- Pids],
    until(fun() -> counters:get(C, 2) > 0 end),
    {N0, L0} = {counters:get(C, 1), counters:get(C, 2)},
    [erlang:yield() || _ <- lists:seq(1, 800)],
    Times = (counters:get(C, 1) - N0) / max(1, counters:get(C, 2) - L0),
    stop(Pids),
    {less_often, Times > 2 andalso Times < 100 orelse Times}.

%% While somebody of a higher priority can run, those of a lower one do not.
above(Higher, Lower) ->
    process_flag(priority, max),
    C = counters:new(2, []),
    Pids = [spawn_opt(fun() -> receive go -> count(C, I) end end, [link, {priority, P}])
            || {I, P} <- [{1, Lower}, {2, Higher}]],
    [P ! go || P <- Pids],
    %% Others have their turns when this one waits for what the higher one sends.
    Self = self(),
    Last = spawn_opt(fun() -> [erlang:yield() || _ <- lists:seq(1, 100)], Self ! {self(), done} end, [{priority, Higher}]),
    receive {Last, done} -> ok end,
    Result = {lower, counters:get(C, 1), higher, counters:get(C, 2) > 0},
    stop(Pids),
    process_flag(priority, normal),
    Result.

%% Four in a turn: so turns are short.
count(C, I) -> counters:add(C, I, 1), erlang:bump_reductions(1000), count(C, I).

until(Fun) -> case Fun() of true -> ok; false -> erlang:yield(), until(Fun) end.

stop(Pids) ->
    Priority = process_flag(priority, max),
    Monitors = [monitor(process, P) || P <- Pids],
    [begin unlink(P), exit(P, kill) end || P <- Pids],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- Monitors],
    process_flag(priority, Priority),
    ok.
