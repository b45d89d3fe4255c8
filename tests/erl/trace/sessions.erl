%% since OTP 27
%% Trace sessions do not see each other: flags, patterns, tracers, what they know and how they end.
-module(sessions).
-export([main/0, f/1, g/1, local/1]).

f(X) -> local(X).
local(X) -> X + 1.
g(X) -> ?MODULE:f(X) + f(X).

main() ->
    [section(Name, Section) || {Name, Section} <- [
        {known, fun known/0}, {calls, fun calls/0}, {by_export, fun by_export/0}, {returns, fun returns/0},
        {counts, fun counts/0}, {messages, fun messages/0}, {new_ones, fun new_ones/0}, {links, fun links/0},
        {specifications, fun specifications/0}, {meta, fun meta/0}, {loading, fun loading/0},
        {ports, fun ports/0}, {dead_tracers, fun dead_tracers/0}, {collected, fun collected/0},
        {modules, fun modules/0}, {refused, fun refused/0}]],
    t:p([Name || {Name, _} <- trace:session_info(all)]).

%% Numbers of sessions depend on how many there have been.
section(Name, Section) ->
    io:format("~n~p~n", [Name]),
    Section().

session(Name) ->
    Me = self(),
    Tracer = spawn_link(fun() -> tracer(Name, Me) end),
    {_, {Name, _}} = Session = trace:session_create(Name, Tracer, []),
    Session.

tracer(Name, To) ->
    receive
        {trace_delivered, _, _} = M -> To ! M;
        {seen, From} -> From ! {seen, Name};
        M -> To ! {Name, M}
    end,
    tracer(Name, To).

%% All that sessions have been told of this process, by session.
told(Sessions) -> told(self(), Sessions).

told(P, Sessions) ->
    Ref = trace:delivered(hd([S || S <- Sessions, S =/= legacy]), P),
    receive {trace_delivered, P, Ref} -> ok end,
    [begin
         {tracer, Tracer} = trace:info(S, P, tracer),
         is_pid(Tracer) andalso begin Tracer ! {seen, self()}, receive {seen, Name} -> ok end end
     end || {_, {Name, _}} = S <- Sessions],
    Messages = collect(),
    [{Name, [shown(M) || {N, M} <- Messages, N =:= Name]} || Name <- names(Sessions)].

names(Sessions) -> [case S of legacy -> legacy; {_, {Name, _}} -> Name end || S <- Sessions].

collect() ->
    receive {Name, M} when is_atom(Name), is_tuple(M) -> [{Name, M} | collect()] after 0 -> [] end.

shown(M) -> list_to_tuple([part(E) || E <- tuple_to_list(M)]).

part(P) when P =:= self() -> me;
part(P) when is_pid(P) -> pid;
part(P) when is_port(P) -> port;
part({_, _, Us}) when is_integer(Us), Us > 1000 -> time;
part(Other) -> Other.

weak(Names) -> [Name || {Name, _} <- Names].

known() ->
    {Ref, {a, N}} = A = session(a),
    B = session(b),
    t:p({is_reference(Ref), is_integer(N), weak(trace:session_info(all))}),
    t:p([trace:process(S, self(), true, [call, silent]) || S <- [A, {a, N}]]),
    t:p(trace:process(B, self(), true, [procs])),
    erlang:trace(self(), true, [{tracer, element(2, trace:info(A, self(), tracer))}, send]),
    t:p({trace:info(A, self(), flags), trace:info(B, self(), flags), erlang:trace_info(self(), flags)}),
    t:p(weak(trace:session_info(self()))),
    trace:function(A, {?MODULE, f, 1}, true, []),
    trace:function(B, {?MODULE, f, 1}, [{'_', [], []}], [local]),
    erlang:trace_pattern({?MODULE, f, 1}, true, [local, call_count]),
    t:p({weak(trace:session_info({?MODULE, f, 1})), trace:session_info({?MODULE, g, 1}), trace:session_info({?MODULE, h, 1})}),
    t:p([trace:info(S, {?MODULE, f, 1}, Item) || S <- [A, B], Item <- [traced, match_spec, all]]),
    t:p(erlang:trace_info({?MODULE, f, 1}, all)),
    t:p({trace:session_destroy(A), trace:session_destroy(A), weak(trace:session_info(self()))}),
    t:show("gone", fun() -> trace:info(A, self(), flags) end),
    t:show("gone", fun() -> trace:info({a, N}, self(), flags) end),
    t:show("gone", fun() -> trace:session_destroy({a, N}) end),
    t:p({trace:info(B, {?MODULE, f, 1}, traced), weak(trace:session_info({?MODULE, f, 1}))}),
    erlang:trace_pattern({?MODULE, f, 1}, false, [local, call_count]),
    erlang:trace(self(), false, [all]),
    t:p(trace:session_destroy(B)),
    _ = collect().

calls() ->
    [A, B] = All = [session(a), session(b)],
    [1 = trace:process(S, self(), true, [call]) || S <- All],
    1 = trace:function(A, {?MODULE, local, 1}, true, [local]),
    f(1),
    t:p(told(All)),
    1 = trace:function(B, {?MODULE, local, 1}, true, [local]),
    f(2),
    t:p(told(All)),
    1 = trace:process(B, self(), true, [arity]),
    1 = trace:function(A, {?MODULE, local, 1}, [{[3], [], []}], [local]),
    f(3), f(4),
    t:p(told(All)),
    1 = trace:process(A, self(), false, [call]),
    f(5),
    t:p(told(All)),
    trace:session_destroy(B),
    f(6),
    t:p(collect()),
    trace:session_destroy(A).

%% One wants calls through the export, another one all of them.
by_export() ->
    [A, B] = All = [session(a), session(b)],
    [1 = trace:process(S, self(), true, [call]) || S <- All],
    1 = trace:function(A, {?MODULE, f, 1}, true, [global]),
    g(1),
    t:p(told(All)),
    1 = trace:function(B, {?MODULE, f, 1}, true, [local]),
    g(2),
    t:p(told(All)),
    1 = trace:function(A, {?MODULE, f, 1}, false, [global]),
    g(3),
    t:p(told(All)),
    1 = trace:function(B, {?MODULE, f, 1}, true, [global]),
    g(4),
    t:p(told(All)),
    [1 = trace:function(S, {lists, seq, 2}, true, [How]) || {S, How} <- [{A, local}, {B, global}]],
    [1 = trace:function(S, {erlang, element, 2}, true, [How]) || {S, How} <- [{A, local}, {B, global}]],
    _ = lists:seq(1, t:id(2)),
    _ = apply(erlang, element, [1, {x}]),
    t:p(told(All)),
    [trace:session_destroy(S) || S <- All].

returns() ->
    [A, B] = All = [session(a), session(b)],
    1 = trace:process(A, self(), true, [call, return_to]),
    1 = trace:process(B, self(), true, [call, arity]),
    1 = trace:function(A, {?MODULE, f, 1}, true, [local]),
    1 = trace:function(B, {?MODULE, local, 1}, [{'_', [], [{exception_trace}, {message, {caller}}]}], [local]),
    g(1),
    t:p(told(All)),
    _ = (catch g(t:id(x))),
    t:p(told(All)),
    [trace:session_destroy(S) || S <- All].

%% Each session has numbers of its own; calls of processes that another one traces are not measured.
counts() ->
    [A, B] = All = [session(a), session(b)],
    1 = trace:process(A, self(), true, [call]),
    [1 = trace:function(S, {?MODULE, local, 1}, true, [call_count, call_time, call_memory]) || S <- All],
    erlang:trace_pattern({?MODULE, local, 1}, true, [call_count]),
    [f(N) || N <- [1, 2, 3]],
    1 = trace:function(B, {?MODULE, local, 1}, restart, [call_count]),
    1 = trace:function(A, {?MODULE, local, 1}, pause, [call_count]),
    f(4),
    t:p([trace:info(S, {?MODULE, local, 1}, call_count) || S <- All]),
    t:p([[{pid_is_mine, P =:= self(), N} || {P, N, _, _} <- element(2, trace:info(S, {?MODULE, local, 1}, call_time))] || S <- All]),
    t:p([[{pid_is_mine, P =:= self(), N, W} || {P, N, W} <- element(2, trace:info(S, {?MODULE, local, 1}, call_memory))] || S <- All]),
    t:p(erlang:trace_info({?MODULE, local, 1}, call_count)),
    [trace:session_destroy(S) || S <- All],
    f(5),
    t:p(erlang:trace_info({?MODULE, local, 1}, call_count)),
    erlang:trace_pattern({?MODULE, local, 1}, false, [call_count]).

messages() ->
    [A, B] = All = [session(a), session(b)],
    1 = trace:send(A, [{['_', {a, '_'}], [], []}], []),
    1 = trace:recv(B, [{['_', '_', {b, '_'}], [], [{message, seen}]}], []),
    t:p([trace:info(S, Event, match_spec) || S <- All, Event <- [send, 'receive']]),
    t:p([erlang:trace_info(Event, match_spec) || Event <- [send, 'receive']]),
    P = spawn_link(fun() -> echo() end),
    [1 = trace:process(S, P, true, [send, 'receive']) || S <- All],
    [begin P ! {self(), M}, receive {back, M} -> ok end end || M <- [x]],
    Echo = fun(M) -> P ! M, P ! {self(), sync}, receive {back, sync} -> ok end end,
    _ = told(P, All),
    Echo({a, 1}), Echo({b, 2}),
    t:p([{Name, [M || {trace, _, 'receive', _} = M <- Ms] ++ [M || {trace, _, 'receive', _, _} = M <- Ms]} || {Name, Ms} <- told(P, All)]),
    1 = trace:recv(A, false, []),
    Echo({b, 3}),
    t:p([{Name, [M || M <- Ms, element(3, M) =:= 'receive']} || {Name, Ms} <- told(P, All)]),
    Sees = fun(Event) -> [N || N <- weak(trace:session_info(Event)), lists:member(N, [a, b, legacy])] end,
    t:p([Sees(Event) || Event <- [send, 'receive']]),
    unlink(P), exit(P, kill),
    [trace:session_destroy(S) || S <- All],
    _ = collect().

echo() ->
    receive {From, M} when is_pid(From) -> From ! {back, M}; _ -> ok end,
    echo().

new_ones() ->
    [A, B] = All = [session(a), session(b)],
    0 = trace:process(A, new, true, [procs]),
    0 = trace:process(B, new_processes, true, [procs, timestamp]),
    t:p([{trace:info(S, new, flags), trace:info(S, new_ports, flags)} || S <- All]),
    t:p([weak(trace:session_info(What)) || What <- [new, new_processes, new_ports]]),
    0 = trace:process(A, new, false, [procs]),
    {P, R} = spawn_monitor(fun() -> receive go -> ok end end),
    t:p([{trace:info(S, P, flags)} || S <- All]),
    0 = trace:process(B, new, false, [all]),
    t:p(weak(trace:session_info(P))),
    P ! go, receive {'DOWN', R, _, _, _} -> ok end,
    t:p([weak(trace:session_info(new)), trace:session_info(P)]),
    [trace:session_destroy(S) || S <- All],
    _ = collect().

links() ->
    [A, B] = All = [session(a), session(b)],
    1 = trace:process(A, self(), true, [call, set_on_first_spawn]),
    1 = trace:process(B, self(), true, [call, set_on_link]),
    P = spawn_link(fun() -> receive go -> ok end end),
    Q = spawn(fun() -> receive go -> ok end end),
    t:p([[trace:info(S, X, flags) || S <- All] || X <- [self(), P, Q]]),
    [begin unlink(X), exit(X, kill) end || X <- [P, Q]],
    [trace:session_destroy(S) || S <- All],
    _ = collect().

%% What a specification changes, it changes in its session.
specifications() ->
    [A, B] = All = [session(a), session(b)],
    [1 = trace:process(S, self(), true, [call]) || S <- All],
    1 = trace:function(A, {?MODULE, f, 1}, [{[1], [], [{silent, true}]}, {[2], [], [{silent, false}]},
                                            {[3], [], [{trace, [], [send]}]}, {[4], [], [{disable_trace, send}]}], [local]),
    1 = trace:function(B, {?MODULE, f, 1}, true, [local]),
    [begin f(N), t:p([trace:info(S, self(), flags) || S <- All]) end || N <- [1, 2, 3, 4]],
    t:p(erlang:trace_info(self(), flags)),
    t:p([length(Ms) || {_, Ms} <- told(All)] =/= []),
    [trace:session_destroy(S) || S <- All],
    _ = collect().

meta() ->
    [A, B] = All = [session(a), session(b)],
    [1 = trace:function(S, {?MODULE, f, 1}, true, [meta]) || S <- All],
    t:p([is_pid(element(2, trace:info(S, {?MODULE, f, 1}, meta))) || S <- All]),
    f(1),
    [1 = trace:process(S, self(), true, [silent]) || S <- All],
    t:p(told(All)),
    1 = trace:function(A, {?MODULE, f, 1}, false, [meta]),
    1 = trace:function(B, {?MODULE, f, 1}, [{'_', [], [{return_trace}, {enable_trace, send}]}], [meta]),
    f(2),
    t:p(trace:info(B, self(), flags)),
    1 = trace:process(B, self(), false, [send]),
    t:p([{Name, [M || M <- Ms, element(1, M) =:= trace_ts]} || {Name, Ms} <- told(All)]),
    [trace:session_destroy(S) || S <- All],
    f(3),
    t:p(collect()).

loading() ->
    [A, B] = All = [session(a), session(b)],
    Load = fun() ->
        Forms = [{attribute, 1, module, loaded_here}, {attribute, 1, export, [{x, 0}]},
                 {function, 1, x, 0, [{clause, 1, [], [], [{atom, 1, ok}]}]}],
        {ok, M, Code} = compile:forms(Forms),
        {module, M} = code:load_binary(M, "", Code),
        M
    end,
    0 = trace:function(A, on_load, true, [local]),
    0 = trace:function(B, on_load, true, [call_count]),
    t:p([trace:info(S, on_load, Item) || S <- All, Item <- [traced, call_count, all]]),
    t:p({erlang:trace_info(on_load, all), weak(trace:session_info(on_load))}),
    M = Load(),
    _ = M:x(),
    t:p([trace:info(S, {M, x, 0}, Item) || S <- All, Item <- [traced, call_count]]),
    0 = trace:function(A, on_load, false, [local]),
    t:p(weak(trace:session_info(on_load))),
    [trace:session_destroy(S) || S <- All],
    t:p(trace:session_info(on_load)),
    t:p(trace:session_info({M, x, 0})),
    code:delete(M), code:purge(M).

ports() ->
    [A, B] = All = [session(a), session(b)],
    P = open_port({spawn_driver, "ram_file_drv"}, [binary]),
    1 = trace:port(A, P, true, [ports]),
    0 = trace:port(B, new, true, [ports]),
    t:p([{trace:info(S, P, flags), trace:info(S, new_ports, flags)} || S <- All]),
    t:p([weak(trace:session_info(X)) || X <- [P, new_ports]]),
    Q = open_port({spawn_driver, "ram_file_drv"}, [binary]),
    0 = trace:port(B, new, false, [all]),
    t:p([trace:info(S, Q, flags) || S <- All]),
    port_close(P), port_close(Q),
    t:p(trace:session_info(P)),
    [trace:session_destroy(S) || S <- All],
    _ = collect().

%% A session lives on when its tracer has gone, and tells nobody.
dead_tracers() ->
    {Tracer, R} = spawn_monitor(fun() -> receive stop -> ok end end),
    S = trace:session_create(dead, Tracer, []),
    1 = trace:process(S, self(), true, [call]),
    1 = trace:function(S, {?MODULE, f, 1}, true, [local, meta]),
    Tracer ! stop, receive {'DOWN', R, _, _, _} -> ok end,
    f(1),
    t:p([trace:info(S, self(), Item) || Item <- [flags, tracer]]),
    t:p([trace:process(S, self(), true, [call]), trace:info(S, {?MODULE, f, 1}, traced)]),
    t:p(weak(trace:session_info(all))),
    t:p(trace:session_destroy(S)).

%% A session goes with its reference.
collected() ->
    Me = self(),
    {P, R} = spawn_monitor(fun() ->
        {_, Weak} = S = session(collected),
        1 = trace:function(S, {?MODULE, f, 1}, true, [local]),
        1 = trace:process(S, Me, true, [call]),
        Me ! Weak,
        receive stop -> S end
    end),
    Weak = receive {collected, _} = W -> W end,
    t:p([trace:info(Weak, Me, flags), trace:info(Weak, {?MODULE, f, 1}, traced)]),
    P ! stop, receive {'DOWN', R, _, _, _} -> ok end,
    ended(Weak),
    t:p({trace:session_info(Me), trace:session_info({?MODULE, f, 1})}),
    f(1),
    t:p(collect()).

%% When the memory of a process goes that has ended is not said.
ended(Weak) ->
    case lists:member(Weak, trace:session_info(all)) of
        true -> erlang:yield(), ended(Weak);
        false -> ok
    end.

%% The emulator's own tracer module.
modules() ->
    S = trace:session_create(own, {erl_tracer, self()}, []),
    P = spawn_link(fun() -> receive {F, Arg} -> F(Arg) end end),
    1 = trace:process(S, P, true, [call]),
    1 = trace:function(S, {?MODULE, f, 1}, true, [local]),
    P ! {fun ?MODULE:f/1, 7},
    t:p(receive {trace, P, call, Call} -> Call end),
    t:p(trace:session_destroy(S)).

refused() ->
    S = {Ref, {Name, N}} = session(refused),
    T = self(),
    Refused = [{process, [S, a, true, []]}, {process, [S, T, perhaps, []]}, {process, [S, T, true, [bad]]},
               {process, [S, T, true, [call | send]]}, {process, [S, T, true, [call, {tracer, T}]]},
               {process, [S, new_ports, true, [call]]}, {process, [Ref, T, true, []]},
               {port, [S, T, true, []]}, {port, [S, a, true, []]},
               {function, [S, a, true, []]}, {function, [S, {a, '_', 1}, true, []]},
               {function, [S, {?MODULE, f, 1}, true, [{meta, T}]]}, {function, [S, {?MODULE, f, 1}, perhaps, []]},
               {function, [S, {?MODULE, f, 1}, true, [global, local]]},
               {function, [S, {?MODULE, f, 1}, [{'_', [], []}], [call_memory]]},
               {send, [S, a, []]}, {send, [S, true, [bad]]}, {recv, [S, true, [local]]}, {recv, [S, restart, []]},
               {info, [S, T, bad]}, {info, [S, a, flags]}, {info, [S, {?MODULE, f, 1}, bad]}, {info, [a, T, flags]},
               {info, [make_ref(), T, flags]}, {info, [{Ref, {Name, N + 1}}, T, flags]}, {info, [{other, N}, T, flags]},
               {info, [{make_ref(), {Name, N}}, T, flags]}, {info, [{Name, foo}, T, flags]},
               {session_create, ["x", T, []]}, {session_create, [x, y, []]}, {session_create, [x, T, y]},
               {session_create, [x, T, [y]]}, {session_create, [x, {1, T}, []]}, {session_create, [x, {lists, T}, []]},
               {session_destroy, [a]}, {session_destroy, [make_ref()]}, {session_info, [a]}, {session_info, [{a, b}]}],
    [io:format("~p: ~p~n", [{F, [shape(Arg, S, Ref) || Arg <- Args]}, failure(F, Args)]) || {F, Args} <- Refused],
    trace:session_destroy(S).

shape(S, S, _) -> session;
shape(Ref, _, Ref) -> ref;
shape(Pid, _, _) when is_pid(Pid) -> pid;
shape(T, S, Ref) when is_tuple(T) -> list_to_tuple([shape(E, S, Ref) || E <- tuple_to_list(T)]);
shape(L, S, Ref) when is_list(L), L =/= [] -> try [shape(E, S, Ref) || E <- L] catch _:_ -> improper end;
shape(R, _, _) when is_reference(R) -> reference;
shape(N, _, _) when is_integer(N), N > 1 -> number;
shape(Other, _, _) -> Other.

failure(F, Args) ->
    try apply(trace, F, Args) of
        _ -> no_failure
    catch
        Class:Reason:Stack ->
            {M, Fn, _, Info} = hd(Stack),
            {Class, Reason, M, Fn, maps:remove(module, proplists:get_value(error_info, Info, #{}))}
    end.
