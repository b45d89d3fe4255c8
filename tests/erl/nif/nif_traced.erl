%% Events of a library's functions that tracers are told: the messages that they send, on whichever scheduler,
%% and the slices of a process that calls them.
-module(nif_traced).
-export([main/0, greet/1, dirty_greet/1, use/1]).
-nifs([greet/1, dirty_greet/1, use/1]).

greet(_) -> erlang:nif_error(not_loaded).
dirty_greet(_) -> erlang:nif_error(not_loaded).
use(_) -> erlang:nif_error(not_loaded).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    Sink = spawn(fun Loop() -> receive _ -> Loop() end end),
    {Gone, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, process, Gone, _} -> ok end,
    [io:format("~w of ~w: ~p~n", [F, Name, traced([send], fun() -> ?MODULE:F(To) end, [{sink, Sink}, {gone, Gone}])])
     || F <- [greet, dirty_greet], {Name, To} <- [{sink, Sink}, {gone, Gone}]],
    %% A message from a dirty scheduler is sent while the process is in.
    Slices = traced([send, running], fun() -> dirty_greet(Sink) end, []),
    io:format("sends while it is: ~w~n", [lists:usort(sends(Slices, out))]),
    %% A slice that has been used up ends where the next function is called, of whatever kind.
    Used = traced([running], fun() -> [use(60), use(60), use(10)] end, []),
    io:format("ends in: ~p~n", [[Where || {out, {_, use, 1} = Where} <- Used]]),
    io:format("~p ~p~n", [used(), paid()]).

used() ->
    Me = self(),
    P = spawn(fun() -> Me ! {self(), [use(100), use(90), use(9), use(100), use(1)]} end),
    receive {P, Used} -> Used end.

%% Nobody pays more than a slice has left.
paid() ->
    Me = self(),
    P = spawn(fun() ->
                      {_, Before} = process_info(self(), reductions),
                      _ = [use(90), use(20), use(90), use(20)],
                      {_, After} = process_info(self(), reductions),
                      Me ! {self(), After - Before}
              end),
    %% Others end the slice, too, on builds that yield everywhere.
    receive {P, Paid} -> Paid < 2 * 4000 + 10 end.

sends([{send, _, _} | Rest], Where) -> [Where | sends(Rest, Where)];
sends([{Tag, _} | Rest], _) -> sends(Rest, Tag);
sends([], _) -> [].

%% The events of a process that executes F.
traced(Flags, F, Names) ->
    P = spawn(fun() -> receive go -> F() end end),
    1 = erlang:trace(P, true, Flags),
    Ref = monitor(process, P),
    P ! go,
    receive {'DOWN', Ref, process, P, normal} -> ok end,
    Delivered = erlang:trace_delivered(P),
    receive {trace_delivered, P, Delivered} -> ok end,
    events(P, Names).

events(P, Names) ->
    receive
        {trace, P, Tag, What} -> [{Tag, What} | events(P, Names)];
        {trace, P, Tag, What, To} ->
            {Name, To} = case lists:keyfind(To, 2, Names) of false -> {someone, To}; Found -> Found end,
            [{Tag, What, Name} | events(P, Names)]
    after 0 -> []
    end.
