%% Runs generated modules and writes down what they give, a line each.
-module(differential).
-export([main/1, compile/1, id/1, log/1, trace/1, reason/1, drain/0, outcome/1, iterator/1]).

-define(LIMIT_MS, 10000).

%% Compiles: OUTPUT DIRECTORY FILES... Says which fail.
compile([Directory | Files]) ->
    Schedulers = erlang:system_info(schedulers_online),
    Self = self(),
    Workers = [spawn_link(fun() -> compile(Directory, Part), Self ! {self(), done} end)
               || Part <- parts(Files, Schedulers)],
    [receive {W, done} -> ok end || W <- Workers],
    halt().

compile(Directory, Files) ->
    [case compile:file(F, [{outdir, Directory}, return_errors, nowarnings]) of
         {ok, _} -> ok;
         Error -> io:format("~ts: ~0p~n", [F, Error])
     end || F <- Files].

parts(L, N) -> [[X || {I, X} <- lists:enumerate(L), I rem N =:= K] || K <- lists:seq(0, N - 1)].

%% Runs: RESULTS MODULES...
main([Results | Modules]) ->
    logger:set_primary_config(level, none),
    {ok, File} = file:open(Results, [append, raw]),
    [run(File, list_to_atom(M)) || M <- Modules],
    ok = file:write(File, "finished\n"),
    halt().

run(File, M) ->
    ok = file:write(File, ["begin\t", atom_to_list(M), "\n"]),
    code:ensure_loaded(M),
    {Pid, Monitor} = spawn_monitor(fun() -> exit({ran, M:run()}) end),
    Text = receive
               {'DOWN', Monitor, process, Pid, Reason} ->
                   unicode:characters_to_binary(io_lib:format("~w", [normal(Reason)]))
           after ?LIMIT_MS ->
                   exit(Pid, kill),
                   <<"time is over">>
           end,
    Native = atom_to_list(M:module_info(native)),
    ok = file:write(File, ["end\t", atom_to_list(M), "\t", Native, "\t", Text, "\n"]),
    code:delete(M),
    code:purge(M).

%% What the compiler knows nothing of.
id(X) -> X.

%% Remembers that something was done.
log(X) ->
    put(log, [X | case get(log) of undefined -> []; L -> L end]),
    X.

%% Goes through some of a map in a certain order. An iterator through many has as many of them at hand as its
%% process has reductions for.
iterator(M) -> maps:iterator(maps:with(lists:sublist(lists:sort(maps:keys(M)), 6), M), ordered).

%% The messages that are left, without what may differ: programs may hash them.
drain() ->
    receive M -> [normal(M) | drain()] after 0 -> [] end.

%% What a call gives, with what it has logged and left in the mailbox.
outcome(Fun) ->
    erase(log),
    R = try {value, Fun()}
        catch C:E:S -> {C, E, trace(S)}
        end,
    {R, erase(log), drain()}.

%% The part of a stack trace that must be the same everywhere.
%% Stock OTP has the caller twice where the call of a fun fails behind erlang:apply/2.
trace(Stack) -> {trace, once([frame(F) || F <- lists:sublist(Stack, 8), wanted(F)])}.

%% Why a process has ended: programs may hash it, so that it must not tell more than that.
reason(Reason) -> normal(Reason).

once([F, F | T]) -> once([F | T]);
once([F | T]) -> [F | once(T)];
once([]) -> [].

wanted({erlang, apply, 2, _}) -> false;
wanted({M, _, _, _}) -> M =:= erlang orelse lists:prefix("m_", atom_to_list(M));
wanted(_) -> false.

frame({M, F, A, Info}) ->
    Args = case is_list(A) of
               true -> [normal(X) || X <- A];
               false -> A
           end,
    {unnumbered(M), F, Args, {line, proplists:get_value(line, Info, none)}}.

unnumbered(M) ->
    case atom_to_list(M) of
        "m_" ++ _ -> m;
        _ -> M
    end.

%% Without what may differ: identifiers, and the order of maps.
normal([{_, _, _, _} | _] = List) ->
    case is_trace(List) of
        true -> trace(List);
        false -> [normal(hd(List)) | normal(tl(List))]
    end;
normal({bad_generators, T}) -> {bad_generators, [generator(G) || G <- tuple_to_list(T)]};
normal([H | T]) -> [normal(H) | normal(T)];
normal(T) when is_tuple(T) -> list_to_tuple([normal(X) || X <- tuple_to_list(T)]);
normal(M) when is_map(M) -> {map, lists:sort([{is_float(K), normal(K), normal(V)} || {K, V} <- maps:to_list(M)])};
normal(P) when is_pid(P) -> pid;
normal(R) when is_reference(R) -> ref;
normal(F) when is_function(F) -> {function, erlang:fun_info(F, arity), erlang:fun_info(F, type)};
normal(A) when is_atom(A) -> unnumbered(A);
normal(X) -> native(X).

-if(?OTP_RELEASE >= 29).
native(R) when is_record(R) ->
    Fields = [{F, normal(records:get(F, R))} || F <- records:get_field_names(R)],
    {unnumbered(records:get_module(R)), records:get_name(R), records:is_exported(R), Fields};
native(X) -> X.
-else.
native(X) -> X.
-endif.

%% How far a map's iterator has gone at once does not matter.
generator(L) when is_list(L), not is_map(tl(L)) -> normal(L);
generator(B) when is_bitstring(B) -> B;
generator(_) -> iterator.

is_trace([{M, F, _, Info} | T]) -> is_atom(M) andalso is_atom(F) andalso is_list(Info) andalso is_trace(T);
is_trace(T) -> T =:= [].
