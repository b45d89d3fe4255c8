%% maser only
%% Tracers that are modules, whose functions are ordinary ones: what they are called with, in which
%% order, and when their processes go.
-module(tracer_modules).
-export([main/0, enabled/3, trace/5, f/1]).

enabled(Tag, {_, Answers}, _) -> maps:get(Tag, Answers, trace).

trace(Tag, {To, _}, Tracee, Term, Options) -> To ! {Tag, Tracee, Term, Options}.

f(X) -> X.

main() ->
    erlang:trace_pattern({?MODULE, f, 1}, [{'_', [], [{return_trace}, {message, told}]}], [local]),
    calls(#{}, [call, send, 'receive', procs]),
    calls(#{call => discard}, [call, send, timestamp, scheduler_id]),
    calls(#{call => remove}, [call, send]),
    calls(#{call => no_answer}, [call, send, monotonic_timestamp]),
    meta(),
    sequential(),
    refused(),
    t:p(callers()).

tracee() -> spawn(fun L() -> receive {From, X} -> From ! {done, ?MODULE:f(X)}, L() end end).

calls(Answers, Flags) ->
    State = {self(), Answers},
    P = tracee(),
    1 = erlang:trace(P, true, [{tracer, ?MODULE, State} | Flags]),
    t:p(erlang:trace_info(P, tracer) =:= {tracer, {?MODULE, State}}),
    %% The same again, and another one.
    1 = erlang:trace(P, true, [{tracer, ?MODULE, State} | Flags]),
    t:p(length(callers())),
    P ! {self(), 1},
    receive {done, 1} -> ok end,
    delivered(P),
    First = t:flush(),
    P ! {self(), 2},
    receive {done, 2} -> ok end,
    delivered(P),
    t:p({Answers, Flags}),
    %% One that is to go may go before the first call has returned.
    [t:p(clean(M, P)) || lists:member(maps:get(call, Answers, trace), [trace, discard]), M <- First],
    [t:p(clean(M, P)) || M <- t:flush()],
    t:p(erlang:trace_info(P, flags)),
    erlang:trace(P, false, [all]),
    exit(P, kill),
    gone().

%% The process of a module goes when nobody needs it.
gone() -> case callers() of [] -> ok; [C | _] -> R = monitor(process, C), receive {'DOWN', R, _, _, _} -> gone() end end.

callers() -> [P || P <- processes(), {initial_call, {maser_tracer, run, 2}} <- [process_info(P, initial_call)]].

delivered(P) -> R = erlang:trace_delivered(P), receive {trace_delivered, P, R} -> ok end.

clean({Tag, _, Term, Options}, P) ->
    {Tag, names(Term, P),
     maps:map(fun(time, T) -> {is_time, T =/= []}; (scheduler_id, N) -> is_integer(N); (_, V) -> names(V, P) end, Options)}.

names(P, P) -> tracee;
names(P, _) when P =:= self() -> self;
names(T, P) when is_tuple(T) -> list_to_tuple([names(E, P) || E <- tuple_to_list(T)]);
names(X, _) -> X.

meta() ->
    State = {self(), #{}},
    1 = erlang:trace_pattern({?MODULE, f, 1}, true, [{meta, ?MODULE, State}]),
    t:p(erlang:trace_info({?MODULE, f, 1}, meta) =:= {meta, {?MODULE, State}}),
    P = tracee(),
    P ! {self(), 3},
    receive {done, 3} -> ok end,
    delivered(all),
    [t:p(clean(M, P)) || M <- t:flush()],
    erlang:trace_pattern({?MODULE, f, 1}, false, [meta]),
    gone().

sequential() ->
    State = {self(), #{}},
    false = seq_trace:set_system_tracer({?MODULE, State}),
    t:p(seq_trace:get_system_tracer() =:= {?MODULE, State}),
    seq_trace:set_token(label, 17),
    seq_trace:set_token(print, true),
    seq_trace:set_token(monotonic_timestamp, true),
    seq_trace:print(17, printed),
    seq_trace:set_token([]),
    delivered(all),
    [t:p({Tag, Label, names(Term, none), maps:remove(time, Options)}) || {Tag, Label, Term, Options} <- t:flush()],
    seq_trace:set_system_tracer(false),
    gone().

refused() ->
    [t:show(io_lib:format("~w", [T]), fun() -> erlang:trace(self(), true, [call, T]) end)
     || T <- [{tracer, lists, []}, {tracer, 17, []}, {tracer, ?MODULE}]],
    Self = self(),
    P = tracee(),
    1 = erlang:trace(P, true, [call, {tracer, erl_tracer, Self}]),
    t:p(erlang:trace_info(P, tracer) =:= {tracer, Self}),
    t:p([erl_tracer:enabled(Tag, Tracer, Tracee)
         || Tag <- [trace_status, call], Tracer <- [Self, P, none], Tracee <- [Self]]),
    ok = erl_tracer:trace(call, Self, P, x, #{extra => y, match_spec_result => z}),
    receive {trace, P, call, x, y, z} -> ok end.
