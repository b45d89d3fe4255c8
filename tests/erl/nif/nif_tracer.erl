%% A tracer whose functions are a library's: what they are called with, and what becomes of it when its
%% module is taken away, or does not want to be told any more.
-module(nif_tracer).
-export([main/0, enabled/3, trace/5, trace_send/5]).
-nifs([enabled/3, trace/5, trace_send/5]).
-on_load(load/0).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).
enabled(_, _, _) -> erlang:nif_error(not_loaded).
trace(_, _, _, _, _) -> erlang:nif_error(not_loaded).
trace_send(_, _, _, _, _) -> erlang:nif_error(not_loaded).

%% Its own code goes and comes back while another module runs this.
main() ->
    Code = "-module(nif_tracer_main). -export([main/0, f/1]).\n"
           ++ source(),
    Forms = forms(erl_scan:string(Code)),
    {ok, Module, Beam} = compile:forms(Forms),
    {module, Module} = code:load_binary(Module, "", Beam),
    Module:main().

forms({ok, Tokens, _}) -> forms(Tokens, []).

forms([], _) -> [];
forms([{dot, _} = Dot | Rest], Form) ->
    {ok, Parsed} = erl_parse:parse_form(lists:reverse([Dot | Form])),
    [Parsed | forms(Rest, [])];
forms([Token | Rest], Form) -> forms(Rest, [Token | Form]).

source() ->
    "main() ->
         %% A call that is refused is logged, with the time.
         ok = logger:set_primary_config(level, none),
         told(#{}, [call, send, timestamp, scheduler_id]),
         told(#{call => discard}, [call, send, monotonic_timestamp]),
         told(#{}, [call, strict_monotonic_timestamp]),
         [gone(Answer) || Answer <- [trace, discard, remove]].

     traced(Flags) ->
         P = spawn(fun L() -> receive {From, X} -> From ! {done, nif_tracer_main:f(X)}, L() end end),
         1 = erlang:trace(P, true, Flags),
         P.

     f(X) -> X.

     told(Answers, Flags) ->
         erlang:trace_pattern({nif_tracer_main, f, 1}, [{'_', [], [{return_trace}, {message, told}]}], [local]),
         P = traced([{tracer, nif_tracer, {self(), Answers}} | Flags]),
         P ! {self(), 1},
         receive {done, 1} -> ok end,
         io:format(\"~p ~p~n\", [Answers, Flags]),
         [io:format(\"  ~p~n\", [M]) || M <- flush(P)],
         exit(P, kill).

     %% Another tracer may have the place of one that does not want to be told, or has gone.
     gone(Answer) ->
         P = traced([{tracer, nif_tracer, {self(), #{trace_status => Answer, call => discard}}}, call]),
         Second = try erlang:trace(P, true, [{tracer, nif_tracer, {self(), second}}, call]) catch error:E -> E end,
         {tracer, {nif_tracer, {_, S}}} = erlang:trace_info(P, tracer),
         true = code:delete(nif_tracer),
         false = code:purge(nif_tracer),
         P ! {self(), 1},
         receive {done, 1} -> ok end,
         Ref = erlang:trace_delivered(P),
         receive {trace_delivered, P, Ref} -> ok end,
         Loaded = erlang:module_loaded(nif_tracer),
         Third = erlang:trace(P, true, [{tracer, nif_tracer, {self(), #{}}}, call]),
         {tracer, {nif_tracer, {_, T}}} = erlang:trace_info(P, tracer),
         io:format(\"~p: ~p ~p, loaded ~p, ~p ~p~n\", [Answer, Second, S, Loaded, Third, T]),
         exit(P, kill).

     flush(P) ->
         Ref = erlang:trace_delivered(P),
         receive {trace_delivered, P, Ref} -> ok end,
         flush(P, []).

     flush(P, Found) ->
         receive
             {Function, Tag, P, What, Options} ->
                 Named = maps:map(fun(scheduler_id, N) -> is_integer(N); (_, V) -> name(V, P) end, Options),
                 flush(P, [{Function, Tag, name(What, P), Named} | Found])
         after 0 -> lists:reverse(Found)
         end.

     name(P, P) -> tracee;
     name(P, _) when P =:= self() -> self;
     name(X, _) -> X.
    ".
