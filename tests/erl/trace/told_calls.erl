%% vm: +S 1:1
%% What traces tell of calls and new processes: how a fun begins, requests, links, uncaught throws,
%% deep recursion that is timed, suspensions that are on their way.
-module(told_calls).
-export([main/0, deep/1, last/1, waits/0]).

deep(0) -> 0;
deep(N) -> 1 + deep(N - 1).

last(N) -> deep(N).

waits() -> receive stop -> ok end.

main() ->
    %% What is logged of uncaught exceptions comes at any time.
    logger:set_primary_config(level, none),
    process_flag(trap_exit, true),
    spawning(),
    throwing(),
    timing(),
    suspending().

spawning() ->
    erlang:trace_pattern({erlang, apply, 2}, true, [local]),
    erlang:trace_pattern({?MODULE, '_', '_'}, true, [local]),
    Self = self(),
    t:p(traced([call, arity, procs, running, set_on_spawn],
               fun() -> spawn_link(fun() -> Self ! hello end), receive hello -> ok end,
                        receive {'EXIT', _, _} -> ok end end)),
    t:p(traced([procs],
               fun() -> R = spawn_request(?MODULE, deep, [1], [link]), receive {_, R, ok, _} -> ok end,
                        receive {'EXIT', _, _} -> ok end end)),
    erlang:trace_pattern({'_', '_', '_'}, false, [local]).

%% What is told about the processes that the function makes.
traced(Flags, Fun) ->
    Tracer = spawn(fun() -> collect([]) end),
    Self = self(),
    erlang:trace(Self, true, [{tracer, Tracer} | Flags]),
    Fun(),
    erlang:trace(Self, false, [all]),
    Tracer ! {stop, Self},
    All = receive {collected, L} -> L end,
    {[T || {_, Child, spawned, Parent, T} <- All, is_pid(Child), Parent =:= Self, T =/= x] =/= [],
     [clean(T, Self) || T <- All, element(2, T) =/= Self orelse lists:member(element(3, T), [spawn, link])]}.

clean(X, X) -> self;
clean(P, _) when is_pid(P) -> child;
clean(F, _) when is_function(F) -> a_fun;
clean(T, S) when is_tuple(T) -> list_to_tuple([clean(E, S) || E <- tuple_to_list(T)]);
clean([H | T], S) -> [clean(H, S) | clean(T, S)];
clean(X, _) -> X.

throwing() ->
    [begin
         erlang:trace_pattern({erlang, Name, 1}, [{'_', [], [{exception_trace}]}], [global]),
         P = spawn(fun() -> receive go -> How(Name) end end),
         Ref = monitor(process, P),
         erlang:trace(P, true, [call, procs]),
         P ! go,
         receive {'DOWN', Ref, _, _, Why} -> t:p({Name, places(Why)}) end,
         t:p([places(T) || T <- t:flush(), element(1, T) =:= trace]),
         erlang:trace_pattern({erlang, Name, 1}, false, [global])
     end || Name <- [throw, exit, error],
            How <- [fun(N) -> apply(erlang, N, [oops]) end, fun(N) -> [apply(erlang, N, [oops])] end]].

places({Why, Stack}) when is_list(Stack) -> {Why, [{M, F, A} || {M, F, A, _} <- Stack]};
places({trace, _, exit, Why}) -> {exit, places(Why)};
places(T) when element(1, T) =:= trace -> tl(tl(tuple_to_list(T)));
places(X) -> X.

timing() ->
    Calls = fun() -> [{N, {call_time, [{C, true} || {P, C, S, U} <- L, P =:= self(), S >= 0, U >= 0]}}
                      || N <- [deep, last], {call_time, L} <- [erlang:trace_info({?MODULE, N, 1}, call_time)]] end,
    Self = self(),
    [begin
         erlang:trace_pattern({?MODULE, deep, 1}, Spec, [local, call_time]),
         erlang:trace_pattern({?MODULE, last, 1}, Spec, [local, call_time]),
         Tracer = spawn(fun() -> collect([]) end),
         {_, Ref} = spawn_opt(fun() -> erlang:trace(self(), true, [call, {tracer, Tracer}]),
                                       1000 = ?MODULE:last(1000), 2 = ?MODULE:deep(2),
                                       Self ! {calls, Calls()} end,
                              [monitor, {max_heap_size, 20000}]),
         receive {calls, C} -> t:p(C); {'DOWN', Ref, _, _, Why} -> t:p(Why) end,
         receive {'DOWN', Ref, _, _, normal} -> ok after 0 -> ok end,
         Tracer ! {stop, Self},
         receive {collected, All} -> t:p(length(All)) end
     end || Spec <- [true, [{'_', [], [{message, false}]}]]],
    erlang:trace_pattern({?MODULE, '_', '_'}, false, [local, call_time]).

suspending() ->
    P = spawn(?MODULE, waits, []),
    Counts = fun() -> {suspending, L} = process_info(self(), suspending), [{A, B} || {Q, A, B} <- L, Q =:= P] end,
    %% Whether they have arrived is not said: all have, or none.
    Either = fun() -> [{A, B}] = Counts(), {A + B, A =:= 0 orelse B =:= 0} end,
    true = erlang:suspend_process(P, [asynchronous]),
    t:p(Either()),
    true = erlang:suspend_process(P, [{asynchronous, tag}]),
    t:p(Either()),
    t:p(erlang:suspend_process(P, [unless_suspending])),
    t:p(Counts()),
    receive {tag, Answer} -> t:p(Answer) end,
    true = erlang:suspend_process(P, [asynchronous]),
    t:p(Counts()),
    [erlang:resume_process(P) || _ <- [1, 2, 3]],
    t:p(Counts()),
    P ! stop.

collect(All) -> receive {stop, P} -> P ! {collected, lists:reverse(All)}; M -> collect([M | All]) end.
