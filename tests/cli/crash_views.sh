# Each view that OTP's crash dump viewer has of a dump of Maser's says what it says of one that stock has made of the
# same program. OTP's port for starting programs has no counterpart; of bit strings stock's dumps have the whole bytes.
cat > fallen.erl <<'EOF'
-module(fallen).
-export([run/0, server/1, deeper/2]).

run() ->
    Large = binary:copy(<<"abc">>, 1000),
    <<_, Part:100/binary, _/binary>> = Large,
    Fun = fun(X) -> {X, Large} end,
    State = #{name => "a server", list => [1, -2, 1 bsl 80, -(1 bsl 5000), 2.5, 1.0e100],
              bins => {<<>>, <<"small">>, Large, Part}, "key" => [a | 'an atom'],
              large => maps:from_list([{N, N * N} || N <- lists:seq(1, 50)]),
              funs => [Fun, fun server/1, fun lists:map/2], ref => make_ref(), shared => [State0 || State0 <- [Part, Part]]},
    Server = spawn(?MODULE, server, [State]),
    register('the server', Server),
    put(dict, {Large, [x]}),
    _ = [spawn(fun() -> receive X -> X end end) || _ <- [1, 2, 3]],
    persistent_term:put({?MODULE, term}, {Large, [big, "text"]}),
    erlang:send_after(1000000, Server, {later, "text"}),
    erlang:start_timer(1000000, 'the server', by_name),
    Port = open_port({spawn, "cat"}, [binary]),
    register('the port', Port),
    erlang:port_set_data(Port, {data, "of it"}),
    monitor(port, Port),
    Program = open_port({spawn_executable, "/bin/cat"}, [{line, 10}]),
    true = is_integer(element(2, erlang:port_info(Program, os_pid))),
    open_port({spawn_driver, "ram_file_drv"}, []),
    erlang:monitor(process, Server),
    ets:new(a_set, [named_table]), ets:insert(a_set, [{N, N} || N <- lists:seq(1, 10)]),
    ets:new(an_order, [named_table, ordered_set, public, {write_concurrency, true}]),
    Server ! {message, Large, [1, 2, 3]},
    Server ! Part,
    receive after 200 -> ok end,
    try deeper(Server, Large) catch a:b -> ok end.

deeper(_, Large) ->
    case get(dict) of
        {Large, X} -> {erlang:halt("the slogan"), X};
        _ -> Large
    end.

server(State) ->
    receive stop -> ok end,
    put(last, State),
    server(State).
EOF
cat > views.erl <<'EOF'
-module(views).
-export([main/1]).
-include_lib("observer/src/crashdump_viewer.hrl").

%% What every view of OTP's viewer has of a dump, without what is another in each run.
main([File]) ->
    {ok, _} = crashdump_viewer:start_link(),
    ok = crashdump_viewer:read_file(File),
    {ok, General, _} = wait(200),
    say("slogan", General#general_info.slogan),
    say("taints", General#general_info.taints),
    say("thread", lists:droplast(General#general_info.thread)),
    {ok, Procs, _} = crashdump_viewer:processes(),
    Named = lists:sort([{P#proc.name, P#proc.init_func, P#proc.state, P#proc.msg_q_len}
                        || P <- Procs, P#proc.name =/= undefined, P#proc.name =/= []]),
    say("named processes", Named),
    say("processes", lists:sort([{P#proc.init_func, P#proc.state} || P <- Procs])),
    [details(P) || P <- lists:keysort(#proc.init_func, [details_of(P) || P <- Procs]), is_ours(P)],
    {ok, Ports, _} = crashdump_viewer:ports(),
    say("ports", lists:sort([{P#port.state, P#port.name, P#port.controls, is_list(P#port.connected)}
                             || P <- Ports, not forker(P)])),
    {ok, Tables, _} = crashdump_viewer:ets_tables(all),
    say("tables", lists:sort([{T#ets_table.name, T#ets_table.data_type, T#ets_table.size}
                              || T <- Tables, lists:member(T#ets_table.name, ["a_set", "an_order"])])),
    say("table names", lists:sort([T#ets_table.name || T <- Tables])),
    {ok, Timers, _} = crashdump_viewer:timers(all),
    say("timers", lists:sort([{T#timer.name, T#timer.msg} || T <- Timers, is_integer(T#timer.time)])),
    {ok, Funs, _} = crashdump_viewer:funs(),
    say("funs", lists:sort([{F#fu.index, F#fu.uniq} || F <- Funs, F#fu.module =:= "fallen"])),
    {ok, Modules, _} = crashdump_viewer:loaded_modules(),
    say("modules", lists:sort([{M#loaded_mod.mod, M#loaded_mod.old_size} || M <- Modules])),
    {ok, Module, _} = crashdump_viewer:loaded_mod_details("fallen"),
    say("module", {Module#loaded_mod.current_attrib, Module#loaded_mod.old_attrib}),
    {ok, Persistent, _} = crashdump_viewer:persistent_terms(),
    say("persistent", [T || {K, _} = T <- Persistent, is_ours_key(K)]),
    {ok, Schedulers, _} = crashdump_viewer:schedulers(),
    say("schedulers", lists:sort([{S#sched.type, S#sched.name} || S <- Schedulers])),
    {ok, Memory, _} = crashdump_viewer:memory(),
    say("memory", lists:sort([K || {K, _} <- Memory])),
    {ok, Atoms, _} = crashdump_viewer:atoms(),
    say("atoms", {length(Atoms) > 5000, lists:member(<<"the server">>, [atom_name(A) || A <- Atoms])}),
    some("areas", crashdump_viewer:allocated_areas()),
    some("allocators", crashdump_viewer:allocator_info()),
    some("hash tables", crashdump_viewer:hash_tables()),
    some("index tables", crashdump_viewer:index_tables()),
    some("own tables", crashdump_viewer:internal_ets_tables()),
    {ok, Nodes, _} = crashdump_viewer:dist_info(),
    say("nodes", length(Nodes)),
    halt(0).

atom_name({Name, _}) when is_binary(Name) -> Name;
atom_name(Other) -> Other.

is_ours(#proc{init_func = "fallen" ++ _}) -> true;
is_ours(#proc{stack_dump = Stack}) -> string:find(io_lib:format("~p", [Stack]), "fallen:") =/= nomatch.
is_ours_key(Key) -> string:find(io_lib:format("~tp", [Key]), "fallen") =/= nomatch.
forker(#port{controls = Controls}) -> lists:prefix("Forker", Controls).

details_of(P) ->
    {ok, Details, _} = crashdump_viewer:proc_details(text(P#proc.pid)),
    Details.

details(P) ->
    say("process", {P#proc.init_func, P#proc.name, P#proc.state}),
    say(" messages", P#proc.msg_q),
    say(" dictionary", P#proc.dict),
    say(" stack", P#proc.stack_dump),
    say(" links", {length_of(P#proc.links), length_of(P#proc.monitors), length_of(P#proc.mon_by)}),
    say(" arity", P#proc.arity).

length_of(L) when is_list(L) -> length(L);
length_of(_) -> 0.

text(Pid) when is_pid(Pid) -> pid_to_list(Pid);
text(Pid) -> Pid.

some(What, {ok, List, _}) -> say(What, List =/= []).

say(What, X) ->
    Text = iolist_to_binary(io_lib:format("~ts: ~0tp~n", [What, strip(X)])),
    io:put_chars(re:replace(Text, "0x[0-9a-fA-F]+|\\+ [0-9]+|<[0-9]+\\.[0-9]+\\.[0-9]+>|#Port<[0-9.]+>|#Ref<[0-9.]+>", "#",
                            [global, {return, binary}])).

%% Addresses and places in the file are others.
strip(['#CDVBin', A, B | _]) -> {bin, A, B};
strip({'#CDVBin', _}) -> bin;
strip(['#CDVPid' | _]) -> pid;
strip(['#CDVPort' | _]) -> port;
strip([{Flag, _} | T]) when Flag =:= bindir; Flag =:= pz; Flag =:= progname -> strip(T);
strip([H | T]) -> [strip(H) | strip(T)];
strip(T) when is_tuple(T) -> list_to_tuple([strip(E) || E <- tuple_to_list(T)]);
strip(M) when is_map(M) -> lists:sort([{strip(K), strip(V)} || {K, V} <- maps:to_list(M)]);
strip(P) when is_pid(P) -> pid;
strip(R) when is_reference(R) -> ref;
strip(X) -> X.

wait(N) ->
    case catch crashdump_viewer:general_info() of
        {ok, #general_info{slogan = S}, _} = R when S =/= undefined -> R;
        _ when N > 0 -> timer:sleep(20), wait(N - 1)
    end.
EOF
"$OTP_ROOT/bin/erlc" +nowarn_deprecated_catch fallen.erl views.erl || exit 1
view() {
    "$OTP_ROOT/bin/erl" -noshell -run views main "$1" > "$2" 2>&1 || cat "$2"
}
ERL_CRASH_DUMP=dump.stock "$OTP_ROOT/bin/erl" -noshell -run fallen run > /dev/null 2>&1
ERL_CRASH_DUMP=dump.maser maser -noshell -run fallen run > /dev/null 2>&1
view dump.stock stock
view dump.maser maser
grep -c ' stack: ' stock
diff stock maser && echo "the same"

# The sections that there are, too.
sections() {
    sed -n 's/^=\([a-z_]*\).*/\1/p' "$1" | sort -u
}
sections dump.stock > sections.stock
sections dump.maser | diff sections.stock - && echo "the same sections"
