%% Loads altered modules and calls what they export.
-module(mutants).
-export([main/1]).

-define(SLOTS, 8).

%% The file of mutants, where to tell what is being done, where to tell results, and whether to
%% compile what is not refused to native code.
main([Batch, Progress, Results, Tier]) ->
    logger:set_primary_config(level, none),
    %% Nobody stops the system in order: that waits for whoever is not ready.
    persistent_term:put(?MODULE, Tier),
    [catch unregister(N) || N <- [init, application_controller, kernel_sup, kernel_safe_sup]],
    {ok, Bytes} = file:read_file(Batch),
    Mutants = list_to_tuple(split(Bytes)),
    %% What an altered module does to this process must not look like a hang.
    {_, Ref} = spawn_monitor(fun() -> drive(Mutants, Progress, Results) end),
    receive
        {'DOWN', Ref, process, _, normal} -> erlang:halt(0, [{flush, false}]);
        {'DOWN', Ref, process, _, _} -> erlang:halt(77, [{flush, false}])
    end.

%% Ends processes that altered code has left behind.
reap(Known, Before) ->
    receive after 100 -> ok end,
    Ours = Known ++ [P || {P} <- ets:tab2list(?MODULE)],
    Left = processes() -- [self() | Ours],
    [exit(P, kill) || P <- Left, lists:member(P, Before)],
    reap(Known, Left).

split(<<Number:64, Size:32, Mutant:Size/binary, Rest/binary>>) -> [{Number, Mutant} | split(Rest)];
split(<<>>) -> [].

drive(Mutants, Progress, Results) ->
    Known = processes(),
    ets:new(?MODULE, [named_table, public]),
    spawn_opt(fun() -> reap(Known, []) end, [{priority, max}]),
    Slots = [spawn_monitor(fun() -> slot(S, S, Mutants, Progress, Results) end)
             || S <- lists:seq(1, ?SLOTS)],
    [receive {'DOWN', Ref, process, _, done} -> ok;
             {'DOWN', Ref, process, _, _} -> erlang:halt(77, [{flush, false}])
     end || {_, Ref} <- Slots],
    ok.

slot(S, First, Mutants, Progress, Results) ->
    ets:insert(?MODULE, {self()}),
    {ok, Fd} = file:open(Progress, [raw, binary, read, write]),
    {ok, Out} = file:open(Results, [raw, binary, append]),
    slot(S, First, Mutants, {Fd, Out}).

slot(_, I, Mutants, _) when I > tuple_size(Mutants) ->
    exit(done);
slot(S, I, Mutants, {Fd, Out}) ->
    {Number, Mutant} = element(I, Mutants),
    ok = file:pwrite(Fd, 8 * (S - 1), <<(Number + 1):64>>),
    Module = list_to_atom("mutant_" ++ integer_to_list(S)),
    Result = load(Module, Mutant),
    ok = file:write(Out, [atom_to_list(Result), $\s, integer_to_list(Number), $\n]),
    ok = file:pwrite(Fd, 8 * (S - 1), <<0:64>>),
    slot(S, I + ?SLOTS, Mutants, {Fd, Out}).

load(Module, Mutant) ->
    case erlang:prepare_loading(Module, Mutant) of
        {error, _} -> refused;
        Prepared ->
            case erlang:has_prepared_code_on_load(Prepared) of
                true -> on_load;
                false ->
                    ok = erlang:finish_loading([Prepared]),
                    persistent_term:get(?MODULE) =:= "native" andalso maser:native(Module),
                    Result = result(Module, run(Module)),
                    erlang:delete_module(Module),
                    erts_code_purger:purge(Module),
                    Result
            end
    end.

%% What has been called.
result(Module, ran) ->
    case erlang:get_module_info(Module, native) of
        true -> native;
        false -> ran
    end.

run(Module) ->
    Exports = erlang:get_module_info(Module, exports),
    Limit = #{size => 1000000, kill => true, error_logger => false},
    Calls = fun() -> [call(Module, F, A) || {F, A} <- Exports], ok end,
    {Pid, Ref} = spawn_opt(Calls, [monitor, {max_heap_size, Limit}, {message_queue_data, off_heap}]),
    ets:insert(?MODULE, {Pid}),
    await(Pid, Ref, 20, 0),
    exit(Pid, kill),
    receive {'DOWN', Ref, process, _, _} -> ets:delete(?MODULE, Pid), ran
    after 30000 -> erlang:halt(78, [{flush, false}])
    end.

%% Waits until the process has ended, waits itself or has done enough.
await(_, _, 0, _) -> ok;
await(Pid, Ref, N, Before) ->
    receive {'DOWN', Ref, process, _, _} = Down -> self() ! Down
    after 10 ->
        case process_info(Pid, [status, reductions]) of
            [{status, waiting}, {reductions, Now}] when Now < Before + 1000 -> ok;
            [_, {reductions, Now}] when Now > 400000 -> ok;
            [_, {reductions, Now}] -> await(Pid, Ref, N - 1, Now);
            undefined -> await(Pid, Ref, N - 1, Before)
        end
    end.

call(Module, Function, Arity) ->
    [try apply(Module, Function, Args) catch _:_ -> ok end || Args <- arguments(Arity)].

arguments(0) -> [[]];
arguments(Arity) ->
    Values = [0, 7, [], [1, 2, 3], "text", #{a => 1, b => 2}, <<1, 2, 3, 4, 5>>, {a, 1, [], x},
              foo, fun lists:reverse/1, 1.5, [{a, 1}, {b, 2}]],
    Same = [lists:duplicate(Arity, V) || V <- Values],
    Mixed = [[lists:nth(1 + (I * K) rem length(Values), Values) || I <- lists:seq(1, Arity)]
             || K <- [1, 3, 5], Arity > 1],
    Same ++ Mixed.
