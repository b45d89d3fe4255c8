%% since OTP 27
%% Words that calls take (`call_memory`): of what is built, received and given to a new process, whether or
%% not it is collected meanwhile, with `call_time`, paused, and as tprof tells them.
-module(call_memory).
-export([main/0, pair/0, list/1, outer/0, receives/0, first/2, loop/2, fails/1]).

pair() -> {self(), self()}.
list(N) -> lists:seq(1, N).
%% The words that a function takes which is not measured are its caller's.
outer() -> A = pair(), B = list(8), {1, A, B}.
receives() -> receive M -> M end.
first(A, _) -> {A, ok}, A.
loop(0, Acc) -> Acc;
loop(N, Acc) -> loop(N - 1, [N | Acc]).
fails(X) -> [_ | _] = t:id({X, X}).

main() ->
    section("built", fun built/0),
    section("collected", fun collected/0),
    section("received", fun received/0),
    section("given", fun given/0),
    section("both", fun both/0),
    section("sessions", fun sessions/0),
    section("tprof", fun profiled/0).

section(Name, F) -> io:format("~n~s~n", [Name]), F().

on(Functions) ->
    [1 = erlang:trace_pattern({?MODULE, F, A}, true, [call_memory]) || {F, A} <- Functions],
    1 = erlang:trace(self(), true, [call]).

off() ->
    _ = erlang:trace_pattern({?MODULE, '_', '_'}, false, [call_memory, call_time]),
    1 = erlang:trace(self(), false, [all]).

mine(F, A) -> mine(self(), F, A).
mine(P, F, A) ->
    {call_memory, L} = erlang:trace_info({?MODULE, F, A}, call_memory),
    {F, if is_list(L) -> [{Calls, Words} || {Q, Calls, Words} <- L, P =:= Q]; true -> L end}.

built() ->
    on([{pair, 0}, {list, 1}]),
    t:p(mine(pair, 0)),
    _ = [pair(), pair()],
    _ = list(8),
    t:p([mine(pair, 0), mine(list, 1), mine(outer, 0)]),
    on([{outer, 0}]),
    _ = outer(),
    t:p([mine(pair, 0), mine(list, 1), mine(outer, 0)]),
    1 = erlang:trace_pattern({?MODULE, pair, 0}, pause, [call_memory]),
    _ = outer(),
    t:p([mine(pair, 0), mine(list, 1), mine(outer, 0)]),
    1 = erlang:trace_pattern({?MODULE, pair, 0}, restart, [call_memory]),
    _ = outer(),
    t:p([mine(pair, 0), mine(list, 1), mine(outer, 0)]),
    t:p(element(2, lists:keyfind(traced, 1, element(2, erlang:trace_info({?MODULE, pair, 0}, all))))),
    on([{fails, 1}]),
    _ = (catch fails(1)),
    _ = pair(),
    t:p([element(1, mine(fails, 1)), mine(pair, 0)]),
    off(),
    t:p([mine(pair, 0), mine(nonesuch, 0)]).

collected() ->
    on([{loop, 2}]),
    N = length(loop(100000, [])),
    erlang:garbage_collect(),
    %% Stock may count more where its heap grows.
    {loop, [{Calls, Words}]} = mine(loop, 2),
    t:p({N, Calls, Words >= 200000 andalso Words < 250000}),
    off().

received() ->
    on([{receives, 0}]),
    self() ! {a, [t:id(1), t:id(2)]},
    self() ! t:id(now_or_never),
    erlang:garbage_collect(),
    t:p(mine(receives, 0)),
    _ = receives(),
    _ = receives(),
    t:p(mine(receives, 0)),
    off().

given() ->
    L = list(10),
    _ = erlang:trace_pattern({?MODULE, first, 2}, true, [call_memory]),
    1 = erlang:trace(self(), true, [call, set_on_spawn]),
    [begin
         {P, R} = spawn_monitor(?MODULE, first, Args),
         receive {'DOWN', R, _, _, _} -> ok end,
         t:p(mine(P, first, 2))
     end || Args <- [[a, b], [L, b], [L, {self()}]]],
    off().

both() ->
    on([{pair, 0}]),
    1 = erlang:trace_pattern({?MODULE, pair, 0}, true, [call_time]),
    _ = [pair(), pair()],
    {call_time, [{_, Calls, _, _}]} = erlang:trace_info({?MODULE, pair, 0}, call_time),
    t:p([Calls, mine(pair, 0)]),
    1 = erlang:trace_pattern({?MODULE, pair, 0}, false, [call_time]),
    _ = pair(),
    t:p([mine(pair, 0), erlang:trace_info({?MODULE, pair, 0}, call_time)]),
    t:show("both", fun() -> erlang:trace_pattern({?MODULE, pair, 0}, [{'_', [], []}], [call_memory]) end),
    off().

%% A session measures by itself, whatever another one does.
sessions() ->
    [A, B] = All = [trace:session_create(S, self(), []) || S <- [a, b]],
    1 = trace:process(A, self(), true, [call]),
    1 = trace:process(B, self(), true, [call]),
    1 = trace:function(A, {?MODULE, pair, 0}, true, [call_memory]),
    1 = trace:function(B, {?MODULE, outer, 0}, true, [call_memory]),
    _ = outer(),
    t:p([[{C, W} || {_, C, W} <- L] || S <- All, F <- [{pair, 0}, {outer, 0}], L <- [session_info(S, F)], is_list(L)]),
    [trace:session_destroy(S) || S <- All],
    t:p(t:flush()).

session_info(S, {F, A}) -> element(2, trace:info(S, {?MODULE, F, A}, call_memory)).

profiled() ->
    {_, {call_memory, Report}} =
        tprof:profile(fun() -> outer() end, #{type => call_memory, pattern => {?MODULE, '_', '_'}, report => return}),
    t:p([{M, F, A, [{C, W} || {_, C, W} <- L]} || {M, F, A, L} <- lists:sort(Report), is_integer(A), lists:member(F, [pair, list, outer])]),
    {_, {call_count, Counts}} =
        tprof:profile(fun() -> outer() end, #{type => call_count, pattern => {?MODULE, '_', '_'}, report => return}),
    t:p([{F, C} || {_, F, _, [{_, C, _}]} <- lists:sort(Counts), lists:member(F, [pair, list, outer])]).
