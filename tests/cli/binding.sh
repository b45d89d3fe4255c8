# Schedulers bound to processors: as stock, seen from Erlang; and what is no scheduler stays free.
cat > binding.erl <<'END'
-module(binding).
-export([main/0]).
main() ->
    Items = [scheduler_bind_type, cpu_topology, {cpu_topology, used}, {cpu_topology, defined}, {cpu_topology, detected},
             logical_processors, logical_processors_available, logical_processors_online],
    [io:format("~0p~n", [{I, erlang:system_info(I)}]) || I <- Items],
    bound(erlang:system_info(scheduler_bind_type), 100),
    [io:format("~0p~n  ~0p~n", [T, catch defined(T)]) || T <- topologies()],
    [io:format("~0p~n", [{T, spread(T), erlang:system_info(scheduler_bind_type)}])
     || T <- [default_bind, no_spread, spread, processor_spread, thread_spread, thread_no_node_processor_spread,
              no_node_processor_spread, no_node_thread_spread, unbound, foo, 17, u]],
    halt().
%% Stock binds the threads one by one.
bound(Type, Left) ->
    Bindings = erlang:system_info(scheduler_bindings),
    case Type =:= unbound orelse lists:any(fun is_integer/1, tuple_to_list(Bindings)) of
        false when Left > 0 -> erlang:yield(), bound(Type, Left - 1);
        _ -> io:format("~0p~n", [Bindings])
    end.
spread(T) -> try erlang:system_flag(scheduler_bind_type, T) catch error:R -> R end.
defined(T) ->
    Old = try erlang:system_flag(cpu_topology, T) catch error:R -> throw(R) end,
    {Old, erlang:system_info(cpu_topology), erlang:system_info({cpu_topology, defined})}.
topologies() ->
    [[{processor,[{core,{logical,1}},{core,{logical,0}}]}],
     [{processor,[],[{core,[],{logical,1}},{core,{logical,0}}]}],
     [{processor,[x],[{core,[],{logical,1}},{core,{logical,0}}]}],
     [{node,[{processor,[{core,{logical,1}},{core,{logical,0}}]}]}],
     [{node,[{processor,{logical,1}}]},{node,[{processor,{logical,0}}]}],
     [{node,{logical,1}},{node,{logical,0}}],
     [{core,{logical,1}},{core,{logical,0}}],
     [{thread,{logical,1}},{thread,{logical,0}}],
     [{processor,[{core,[{thread,{logical,1}},{thread,{logical,0}}]}]}],
     [{processor,[{core,[{thread,{logical,1}}]},{core,[{thread,{logical,0}}]}]}],
     [{processor,[{node,[{core,{logical,1}}]},{node,[{core,{logical,0}}]}]}],
     [{processor,[{core,{logical,1}},{core,{logical,1}}]}],
     [{processor,[{core,{logical,1}}]}],
     [{core,[{processor,{logical,0}}]}],
     [{processor,[{core,{logical,-1}}]}],
     [{processor,[{core,{logical,70000}}]}],
     [{processor,[{core,{logical,0}}]},{node,[{core,{logical,1}}]}],
     [{processor,[]}], [], {processor,{logical,0}}, foo, undefined].
END
maser exec erlc binding.erl
for flags in "" "+sbt db" "+sbt u" "+sbt ts +S 1:1" "+sbt ps +S 3:3" "+sct L0-3c0-3p0:L4-7c4-7p1 +sbt ns" "+sct L0-1t0-1c0p0n0 +sbt s"; do
    "$OTP_ROOT/bin/erl" $flags -kernel logger_level none -noshell -s binding main > stock.out 2>&1
    maser $flags -noshell -s binding main > maser.out 2>&1
    cmp -s stock.out maser.out && echo "as stock: $flags" || diff stock.out maser.out
done
for topology in x L0-1 L0c0:L0c1 L0-3t0-1c0; do maser -noshell +sct $topology; done
echo "== what is free"
cat > free.erl <<'END'
-module(free).
-export([main/0]).
main() ->
    %% Of the schedulers, one is bound; all others may run where the emulator itself may.
    Threads = string:lexemes(os:cmd("cat /proc/" ++ os:getpid() ++ "/task/*/status"), "\n"),
    {ok, _} = file:read_file("free.erl"),
    All = string:trim(os:cmd("grep Cpus_allowed_list: /proc/self/status")),
    Masks = [L || L = "Cpus_allowed_list:" ++ _ <- Threads],
    [First | _] = string:lexemes(All, "\t-,"),
    io:format("~p ~p~n", [length(lists:usort([All | Masks])) =< 2, [M || M <- Masks, M =/= All] =:= [] orelse
        length([M || M <- Masks, M =/= All]) =:= 1]),
    true = First =/= [],
    io:format("program: ~s~n", [All =:= os:getenv("FREE")]),
    unbound = begin erlang:system_flag(scheduler_bind_type, unbound), erlang:system_info(scheduler_bind_type) end,
    {unbound} = erlang:system_info(scheduler_bindings),
    halt().
END
maser exec erlc free.erl
export FREE="$(grep Cpus_allowed_list: /proc/self/status)"
maser +S 1:1 +sbt ns -noshell -s free main
