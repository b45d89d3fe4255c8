%% Literals of purged modules and persistent terms that are gone: whoever has them sees them right,
%% wherever they are, and their memory is freed.
-module(literals_are_freed).
-export([main/0]).

-define(MODULE_NAME, literals_are_freed_module).

main() ->
    Codes = [code(N) || N <- [1, 2]],
    io:format("module ~p~n", [holders(fun(N) -> loaded(N, Codes) end, fun purge/0)]),
    io:format("persistent term ~p~n", [holders(fun stored/1, fun forget/0)]),
    io:format("replaced ~p~n", [holders(fun stored/1, fun() -> stored(3) end)]),
    forget(),
    tails(),
    io:format("references ~p~n", [references()]),
    io:format("modules flat ~p~n", [flat(fun(N) -> loaded(N, Codes), purge() end, 500)]),
    io:format("persistent terms flat ~p~n", [flat(fun(N) -> stored(N), forget() end, 1000)]).

%% A module whose function gives a literal.
code(N) ->
    Get = cerl:c_fname(get, 0),
    Module = cerl:c_module(cerl:c_atom(?MODULE_NAME), [Get], [{Get, cerl:c_fun([], cerl:abstract(value(N)))}]),
    {ok, _, Code} = compile:forms(Module, [from_core]),
    Code.

value(N) ->
    {N, lists:seq(1, 500), binary:copy(<<N>>, 100000), #{N => {key, 1.5}, more => [N | rest]},
     maps:from_list([{I, {I}} || I <- lists:seq(1, 100)]), <<"short">>, 1 bsl 100 + N, <<N:5>>}.

loaded(N, Codes) ->
    Code = lists:nth(N rem 2 + 1, Codes),
    {module, _} = code:load_binary(?MODULE_NAME, "none", Code),
    {?MODULE_NAME:get(), value(N rem 2 + 1)}.

purge() ->
    code:purge(?MODULE_NAME),
    code:delete(?MODULE_NAME),
    code:purge(?MODULE_NAME).

stored(N) ->
    persistent_term:put({?MODULE, "key"}, value(N rem 200)),
    {persistent_term:get({?MODULE, "key"}), value(N rem 200)}.

forget() ->
    persistent_term:erase({?MODULE, "key"}).

%% Puts a literal wherever it can be, gives it up, and looks at what is there then.
holders(Get, GiveUp) ->
    {Literal, Value} = Get(1),
    Me = self(),
    Table = ets:new(table, [ordered_set]),
    ets:insert(Table, {Literal, Literal}),
    put(Literal, [Literal]),
    Timer = erlang:start_timer(100000, Me, Literal),
    erlang:send_after(100, Me, {later, Literal}),
    Waits = spawn_link(fun() -> receive go -> receive M -> Me ! {waits, M} end end end),
    Waits ! Literal,
    Alive = spawn_link(fun() -> loop(Literal) end),
    Fun = fun() -> element(2, Literal) end,
    Args = spawn_link(erlang, apply, [fun(L) -> receive go -> Me ! {args, L} end end, [Literal]]),
    Sleeps = spawn_link(fun() -> put(d, Literal), receive go -> ok end, Me ! {sleeps, get(d)} end),
    Hibernates = spawn_link(fun() -> erlang:hibernate(erlang, apply, [fun woken/2, [Me, Literal]]) end),
    Suspended = spawn_link(fun() -> receive go -> Me ! {suspended, Literal} end end),
    erlang:suspend_process(Suspended),
    {Pid, Monitor} = spawn_monitor(fun() -> exit(Literal) end),
    Old = deep(Literal, 10),
    erlang:garbage_collect(),
    Busy = spawn_link(fun() -> busy(Literal, Me) end),
    GiveUp(),
    settle(),
    erlang:garbage_collect(),
    erlang:garbage_collect(self(), [{type, minor}]),
    Waits ! go,
    Args ! go,
    Sleeps ! go,
    Hibernates ! go,
    Suspended ! go,
    Busy ! go,
    erlang:resume_process(Suspended),
    Alive ! {Me, give},
    Same = fun(T) -> T =:= Value andalso binary_to_term(term_to_binary(T)) =:= Value end,
    Take = fun(Tag) -> receive {Tag, T} -> Same(T) end end,
    erlang:cancel_timer(Timer),
    Result =
        [Same(Literal), Old =:= deep(Value, 10), Fun() =:= element(2, Value),
         ets:lookup(Table, Value) =:= [{Value, Value}], erase(Value) =:= [Value],
         Take(later), Take(waits), Take(args), Take(sleeps), Take(woken), Take(suspended), Take(busy),
         Take(alive), receive {'DOWN', Monitor, process, Pid, T} -> Same(T) end],
    ets:delete(Table),
    lists:usort(Result).

woken(Me, Literal) ->
    receive go -> Me ! {woken, Literal} end.

loop(Literal) ->
    receive {Me, give} -> Me ! {alive, Literal} end.

busy(Literal, Me) ->
    receive go -> Me ! {busy, Literal} after 0 -> busy(setelement(1, Literal, element(1, Literal)), Me) end.

deep(T, 0) -> T;
deep(T, N) -> [T, deep({T}, N - 1)].

%% Many references into one literal: each part is copied once.
tails() ->
    persistent_term:put(?MODULE, lists:seq(1, 2000)),
    Tails = tails(persistent_term:get(?MODULE)),
    persistent_term:erase(?MODULE),
    settle(),
    {memory, Memory} = process_info(self(), memory),
    io:format("tails ~p ~p~n", [length(Tails) + lists:sum(lists:nth(1990, Tails)), Memory < 1000000]).

tails([]) -> [];
tails([_ | Tail] = List) -> [List | tails(Tail)].

%% What a persistent term refers to lives as long as somebody has it.
references() ->
    Counters = counters:new(10, []),
    Table = ets:new(table, [public]),
    persistent_term:put(?MODULE, {Counters, Table, atomics:new(2, []), fun value/1}),
    {C, T, A, F} = persistent_term:get(?MODULE),
    persistent_term:erase(?MODULE),
    settle(),
    counters:add(C, 2, 7),
    atomics:put(A, 1, 5),
    {counters:get(Counters, 2), ets:insert(T, {1}), atomics:get(A, 1), element(1, F(9))}.

%% Does a thing often; whether the memory of the emulator stays what it is. What it would keep each
%% time is 100 kB, and what is about to be freed some dozens of these.
flat(Do, Times) ->
    Some = fun() -> [begin Do(N), N rem 50 =:= 0 andalso settle() end || N <- lists:seq(1, Times)], settle() end,
    Some(),
    Before = resident(),
    Some(),
    erlang:garbage_collect(),
    case resident() - Before of
        Grown when Grown < 30000 -> true;
        Grown -> {grown, Grown, kilobytes}
    end.

resident() ->
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Kilobytes]} = re:run(Status, "VmRSS:\\s*([0-9]+)", [{capture, [1], list}]),
    list_to_integer(Kilobytes).

%% Returns when what has been given up is freed.
settle() ->
    [Collector] = [P || P <- processes(), process_info(P, initial_call) =:=
                        {initial_call, {erts_literal_area_collector, start, 0}}],
    settle(Collector).

settle(Collector) ->
    Ref = make_ref(),
    Collector ! {get_status, Ref, self()},
    receive
        {Ref, idle} -> ok;
        {Ref, working} -> receive after 1 -> settle(Collector) end
    end.
