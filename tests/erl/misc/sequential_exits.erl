%% Sequential tracing of exit signals and of ports, and what leaves the token of a process alone.
-module(sequential_exits).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Tracer = spawn(fun() -> collect([]) end),
    seq_trace:set_system_tracer(Tracer),
    exits(),
    ports(),
    kept(),
    Self = self(),
    seq_trace:set_token([]),
    [t:p(X) || X <- lists:reverse(get(notes))],
    Tracer ! {stop, Self},
    receive {collected, All} -> [t:p(named(M)) || M <- All] end,
    seq_trace:reset_trace().

%% A process that has got a token exits: those that are linked to it are told with it.
exits() ->
    Peer = spawn_link(fun() -> receive Reason -> exit(Reason) end end),
    put(peer, Peer),
    token(),
    Peer ! done,
    receive {'EXIT', Peer, done} -> ok end,
    note(named(seq_trace:get_token())),
    %% One without a token takes it away.
    seq_trace:set_token([]),
    Other = spawn_link(fun() -> receive Reason -> exit(Reason) end end),
    Other ! done,
    token(),
    receive {'EXIT', Other, done} -> ok end,
    note(seq_trace:get_token()).

ports() ->
    Port = open_port({spawn, "cat"}, [binary]),
    put(port, Port),
    token(),
    Port ! {self(), {command, <<"one">>}},
    receive {Port, {data, <<"one">>}} -> ok end,
    note(is_tuple(seq_trace:get_token())),
    port_command(Port, <<"two">>),
    receive {Port, {data, <<"two">>}} -> ok end,
    Port ! {self(), close},
    receive {Port, closed} -> ok end,
    receive {'EXIT', Port, normal} -> ok end,
    note(seq_trace:get_token()).

%% What no process has sent.
kept() ->
    seq_trace:set_token([]),
    Peer = spawn(fun() -> receive go -> ok end end),
    Ref = monitor(process, Peer),
    Peer ! go,
    token(),
    receive {'DOWN', Ref, process, Peer, normal} -> ok end,
    note(is_tuple(seq_trace:get_token())),
    %% A reason that needs memory takes the token away.
    seq_trace:set_token([]),
    Other = spawn(fun() -> receive go -> exit({large, reason}) end end),
    Large = monitor(process, Other),
    token(),
    Other ! go,
    receive {'DOWN', Large, process, Other, {large, reason}} -> ok end,
    note(seq_trace:get_token()),
    token(),
    erlang:send_after(1, self(), time),
    receive time -> ok end,
    note(is_tuple(seq_trace:get_token())).

%% Printing sends messages.
note(X) ->
    put(notes, [X | case get(notes) of undefined -> []; Old -> Old end]).

token() ->
    seq_trace:set_token(serial, {0, 0}),
    [seq_trace:set_token(F, true) || F <- [send, 'receive']],
    seq_trace:set_token(label, mine).

collect(All) ->
    receive
        {stop, P} -> P ! {collected, lists:reverse(All)};
        M -> collect([M | All])
    end.

named(P) when P =:= self() -> self;
named(P) when is_pid(P); is_port(P) ->
    case [K || {K, V} <- get(), V =:= P] of
        [Name] -> Name;
        [] -> other
    end;
named(T) when is_tuple(T) -> list_to_tuple([named(E) || E <- tuple_to_list(T)]);
named(X) -> X.
