# Events that the emulator itself sends to the logger, in an emulator that has room for few processes, with each meaning
# of warnings: on both emulators.
cat > log_events.erl <<'EOF'
-module(log_events).
-export([main/0, log/2]).

main() ->
    logger:set_primary_config(level, all),
    logger:remove_handler(default),
    ok = logger:add_handler(?MODULE, ?MODULE, #{config => #{to => self()}}),
    told("internal state", fun() -> erts_debug:set_internal_state(available_internal_state, true) end),
    told("again", fun() -> erts_debug:set_internal_state(available_internal_state, true) end),
    told("off", fun() -> erts_debug:set_internal_state(available_internal_state, false) end),
    told("binding", fun() -> erlang:system_flag(scheduler_bind_type, unbound) end),
    told("wrong binding", fun() -> erlang:system_flag(scheduler_bind_type, x) end),
    told("topology", fun() -> is_list(erlang:system_flag(cpu_topology, undefined)) end),
    told("earlier port", fun() -> earlier_port() ! {hello, 'a b'}, ok end),
    told("processes", fun() -> fill([]) end),
    told("other ways", fun() -> fill([], [fun() -> spawn_monitor(fun wait/0) end, fun() -> spawn_opt(fun wait/0, [link, {priority, low}]) end,
        fun() -> spawn_request(fun wait/0) end]) end),
    ok.

wait() -> receive stop -> ok end.

%% Processes until there is no room for another.
fill(Pids) -> fill(Pids, [fun() -> spawn(fun wait/0) end]).
fill(Pids, Ways) ->
    case catch spawn(fun wait/0) of
        P when is_pid(P) -> fill([P | Pids], Ways);
        _ ->
            earlier() ! the_end,
            rest(fun(_) -> ok end),
            Results = [case catch F() of {'EXIT', {Why, _}} -> Why; R when is_reference(R) -> receive {spawn_reply, R, A, B} -> {A, B} end; X -> X end || F <- Ways],
            [begin M = monitor(process, P), exit(P, kill), receive {'DOWN', M, _, _, _} -> ok end end || P <- Pids],
            Results
    end.

earlier_port() ->
    binary_to_term(<<131, 89, 119, 13, "nonode@nohost", 0, 0, 0, 9, 77:32>>).

log(Event, #{config := #{to := To}}) ->
    To ! {log, Event}.

told(What, Fun) ->
    Result = case catch Fun() of {'EXIT', {R, _}} -> R; R -> R end,
    earlier() ! the_end,
    io:format("~s: ~p~n", [What, Result]),
    rest(fun(Event) -> io:format("  ~0p~n", [Event]) end).

earlier() ->
    binary_to_term(<<131, 88, 119, 13, "nonode@nohost", 0, 0, 0, 9, 0:32, 77:32>>).

rest(Tell) ->
    receive
        {log, #{msg := {_, ["Discarding message the_end" ++ _]}}} -> ok;
        {log, #{msg := {Format, Args}, level := Level, meta := Meta}} -> Tell({Level, Format, masked(Args), [case E of {gl, G} -> {gl, G =:= group_leader()}; {pid, P} -> {pid, P =:= self()}; {K, V} -> {K, lists:sort(maps:to_list(V))} end || {K, _} = E <- lists:sort(maps:to_list(Meta)), K =/= time]}), rest(Tell)
    after 30000 -> io:format("no end~n")
    end.

masked([T]) when is_list(T) -> [re:replace(T, "<[0-9.]+>", "PID", [global, {return, list}])];
masked(A) -> A.
EOF
"$OTP_ROOT/bin/erlc" +nowarn_deprecated_catch log_events.erl || exit
for level in w i e; do
    "$OTP_ROOT/bin/erl" -noinput +P 1024 +W $level -eval 'log_events:main(), halt().' > stock 2>&1
    maser -noinput +P 1024 +W $level -eval 'log_events:main(), halt().' > maser 2>&1
    echo "== $level"
    grep -c . stock
    diff stock maser && echo "the same"
done
