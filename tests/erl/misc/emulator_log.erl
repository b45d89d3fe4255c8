%% Events that the emulator itself sends to OTP's logger.
-module(emulator_log).
-export([main/0, log/2]).

main() ->
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, all),
    {ok, Default} = logger:get_handler_config(default),
    logger:remove_handler(default),
    ok = logger:add_handler(?MODULE, ?MODULE, #{config => #{to => self()}}),
    process_flag(trap_exit, true),
    of_code(),
    of_processes(),
    of_ports(),
    limit(#{size => 5000, kill => true, error_logger => true}),
    limit(#{size => 5000, kill => false, error_logger => true}),
    logger:remove_handler(?MODULE),
    #{module := Module} = Default,
    logger:add_handler(default, Module, Default),
    logger:set_primary_config(level, Level).

log(Event, #{config := #{to := To}}) ->
    To ! {log, Event}.

of_code() ->
    Beam = module(emulator_log_m),
    [erlang:load_module(emulator_log_m, Beam) || _ <- [1, 2]],
    told("old code", fun() -> erlang:delete_module(emulator_log_m) end),
    false = erlang:check_process_code(self(), emulator_log_m),
    erlang:purge_module(emulator_log_m),
    told("quoted", fun() ->
        Quoted = module('a b\''),
        [erlang:load_module('a b\'', Quoted) || _ <- [1, 2]],
        erlang:delete_module('a b\'')
    end),
    loading("name", emulator_log_n, Beam),
    loading("no module", emulator_log_n, <<"xxx">>),
    loading("truncated", emulator_log_m, binary:part(Beam, 0, 60)).

module(Name) ->
    {ok, Name, Beam} = compile:forms([{attribute, 1, module, Name}]),
    Beam.

%% Emulators say differently why, except for the name.
loading(What, Module, Beam) ->
    Result = erlang:load_module(Module, Beam),
    {log, #{msg := {"~s~n", [Text]}} = Event} = receive {log, _} = E -> E end,
    {match, [_, Plain]} = re:run(Text, "^(?:beam/[a-z_]*\\.c\\([0-9]+\\): )?(Error loading module .*:\n  [^\n]+\n)$",
        [{capture, all, list}, dotall]),
    Shown = case What of "name" -> Plain; _ -> lists:takewhile(fun(C) -> C =/= $\n end, Plain) end,
    io:format("~s: ~p~n ~p~n ~p~n", [What, Result, Shown, element(3, without_times(Event))]).

of_processes() ->
    Here = self(),
    told("crash", fun() -> spawn(fun() -> 1 / list_to_integer("0") end) end),
    told("throw", fun() -> spawn(fun() -> throw({x, Here}) end) end),
    told("undefined", fun() -> spawn(no_module, f, [1]) end),
    told("exit", fun() -> spawn(fun() -> exit(x) end) end),
    told("earlier node", fun() -> earlier() ! {hello, 'a b'}, ok end),
    told("tracer", fun() ->
        erlang:trace(Here, true, [call]),
        {_, Ref} = spawn_monitor(fun() -> catch erlang:trace(Here, true, [call]) end),
        receive {'DOWN', Ref, _, _, _} -> ok end,
        erlang:trace(Here, false, [call])
    end).

earlier() ->
    binary_to_term(<<131, 88, 119, 13, "nonode@nohost", 0, 0, 0, 9, 0:32, 77:32>>).

of_ports() ->
    Other = spawn_link(fun() -> receive stop -> ok end end),
    Port = open_port({spawn, "cat -u"}, []),
    told("message", fun() -> Port ! {self(), {command, x}}, ok end),
    told("deep", fun() -> Port ! {self(), {command, ["a", [300]]}}, ok end),
    told("other owner", fun() -> Port ! {Other, {command, x}}, ok end),
    told("other owner, right", fun() -> Port ! {Other, {command, "x"}}, ok end),
    told("command", fun() -> catch port_command(Port, {x}), ok end),
    told("command, at once", fun() -> catch port_command(Port, {x}, [nosuspend]), ok end),
    told("no command", fun() -> Port ! {self(), {connect, x}}, ok end),
    told("nothing", fun() -> Port ! {self(), x}, ok end),
    told("control", fun() -> catch port_control(Port, 1, x), ok end),
    port_close(Port),
    receive {'EXIT', Port, normal} -> ok end,
    told("closed", fun() -> catch port_command(Port, x), ok end),
    Other ! stop.

%% The emulator's events come one after the other: this one is the last.
told(What, Fun) ->
    Result = case catch Fun() of
        {'EXIT', {Reason, _}} -> Reason;
        P when is_pid(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, _} -> pid end;
        R -> R
    end,
    earlier() ! the_end,
    io:format("~s: ~p~n", [What, Result]),
    rest().

rest() ->
    receive
        {log, #{msg := {_, ["Discarding message the_end" ++ _]}}} -> ok;
        {log, Event} -> io:format("  ~0p~n", [without_times(Event)]), rest();
        {'EXIT', Port, Why} when is_port(Port) -> io:format("  ~p~n", [Why]), rest();
        {'EXIT', _, normal} -> rest()
    end.

without_times(#{msg := Msg, level := Level, meta := Meta}) ->
    true = is_integer(maps:get(time, Meta)),
    Shown = case Msg of {"~s~n", [_]} when Level =:= error -> {"~s~n", [masked(element(2, Msg))]}; _ -> Msg end,
    {Level, masked(Shown), maps:map(fun(gl, G) -> leader(G); (pid, P) -> who(P); (_, V) -> V end, maps:without([time], Meta))}.

leader(G) ->
    case group_leader() of G -> mine; _ when is_pid(G) -> of_logger end.

who(P) when P =:= self() -> me;
who(P) when is_pid(P) -> other.

masked({"~s~n", [[Text]]}) ->
    {"~s~n", [re:replace(re:replace(Text, "<[0-9.]+>", "PID", [global]), "^beam/[a-z_]*\\.c\\([0-9]+\\): ", "", [{return, list}])]};
masked({Format, Args}) ->
    {Format, [masked_term(A) || A <- Args]};
masked(Other) ->
    Other.

masked_term(P) when is_pid(P) -> pid;
masked_term({Reason, [_ | _] = Stack}) -> {masked_term(Reason), [{M, F} || {M, F, _, _} <- Stack, M =/= ?MODULE]};
masked_term(T) when is_tuple(T) -> list_to_tuple([masked_term(X) || X <- tuple_to_list(T)]);
masked_term(T) -> T.

limit(Max) ->
    {Pid, Ref} = spawn_opt(fun() -> grow([]) end, [monitor, {max_heap_size, Max}]),
    {log, #{msg := {Format, [Pid, 5000, Total, Kill, Logger, Length, Info | More]}, level := Level, meta := Meta}} =
        receive {log, _} = E -> E end,
    exit(Pid, kill),
    receive {'DOWN', Ref, _, _, killed} -> ok end,
    io:format("~p ~p~n~p~n", [Level, maps:without([time, gl, pid], Meta), Format]),
    io:format("~p~n", [{Total > 5000, Kill, Logger, Length, maps:get(pid, Meta) =:= Pid}]),
    io:format("~p~n", [[{Key, is_integer(N) andalso N >= 0} || {Key, N} <- Info]]),
    io:format("~p~n", [[{M, A} || Stack <- More, {M, _, A, L} <- [hd(Stack)], is_list(L)]]),
    (fun Rest() -> receive {log, _} -> Rest() after 0 -> ok end end)().

grow(L) ->
    grow([lists:seq(1, 100) | L]).
