%% Peers over their standard input and output, without distribution, for suites that do no more
%% with other nodes than to call functions in them. `rpc:call` and the like, and what several suites
%% have under the name `mcall`, are replaced in such a suite by what is here. The node that a suite
%% sees is no more than a name.
-module(conformance_peers).
-export([prepare/1, start/3, call/4, call/5, all/2]).

%% Who gets peers: suites, and in them the functions that start nodes. Others work with the
%% processes of the other node.
for(scheduler_SUITE) -> all;
for(system_info_SUITE) -> all;
for(efile_SUITE) -> all;
for(erts_debug_SUITE) -> all;
for(message_queue_data_SUITE) -> all;
for(dump_SUITE) -> [heart_dump, heart_no_dump];
for(dirty_bif_SUITE) -> [dirty_scheduler_exit, access_dirty_process];
for(port_SUITE) -> [iter_max_ports_test];
for(dirty_nif_SUITE) -> all;
for(dets_SUITE) -> all;
for(filelib_SUITE) -> all;
for(tar_SUITE) -> all;
for(file_SUITE) -> all;
for(_) -> [].

%% Replaces, in a suite that is loaded, how functions are called in other nodes. It is written over
%% the suite: its funs are the same wherever it is loaded.
prepare(Suite) ->
    File = code:which(Suite),
    for(Suite) =:= [] orelse
        case beam_lib:chunks(File, [abstract_code]) of
            {ok, {_, [{abstract_code, {_, Forms}}]}} ->
                case replaced(Forms) of
                    Forms -> ok;
                    Other ->
                        {ok, Suite, Code} = compile:forms(Other, [nowarn, debug_info]),
                        {module, Suite} = code:load_binary(Suite, File, Code),
                        ok = file:write_file(File, Code)
                end
        end,
    ok.

replaced({call, L, {remote, _, {atom, _, M}, {atom, _, call}}, [Node, Mod, F, Args | _]})
  when M =:= rpc; M =:= erpc ->
    own(L, call, [Node, Mod, F, Args]);
replaced({call, L, {remote, _, {atom, _, erpc}, {atom, _, call}}, [Node, Fun | _]}) ->
    own(L, call, [Node, {atom, L, erlang}, {atom, L, apply}, {cons, L, Fun, {cons, L, {nil, L}, {nil, L}}}]);
replaced({call, L, {atom, _, mcall}, [Node, Funs]}) ->
    own(L, all, [Node, Funs]);
replaced(Form) when is_tuple(Form) ->
    list_to_tuple(replaced(tuple_to_list(Form)));
replaced([Form | Forms]) ->
    [replaced(Form) | replaced(Forms)];
replaced(Other) ->
    Other.

own(L, Name, Args) ->
    {call, L, {remote, L, {atom, L, ?MODULE}, {atom, L, Name}}, replaced(Args)}.

%% A peer as common_test would start it, or none if this place is not one of those above.
start(Options, Suite, Function) ->
    case for(Suite) of
        all -> start(Options, Suite);
        Functions ->
            case lists:member(Function, Functions) of
                true -> start(Options, Suite);
                false -> exit({skipped, "needs distribution"})
            end
    end.

start(Args, Suite) when is_list(Args) ->
    start(#{args => Args}, Suite);
start(Options, Suite) ->
    Own = ["-pa", filename:dirname(code:which(Suite)), "-pa", filename:dirname(code:which(?MODULE))],
    Plain = maps:with([args, env, wait_boot, peer_down], Options),
    Whole = maps:merge(#{wait_boot => 60000}, Plain#{
              connection => standard_io, args => Own ++ maps:get(args, Options, [])}),
    case peer:start_link(Whole) of
        {ok, Peer, _} ->
            Node = list_to_atom(lists:concat(["peer", erlang:unique_integer([positive]), "@conformance"])),
            persistent_term:put({?MODULE, Node}, Peer),
            {ok, Peer, Node};
        Other -> Other
    end.

call(Node, M, F, Args) -> call(Node, M, F, Args, infinity).

call(Node, M, F, Args, Time) ->
    case persistent_term:get({?MODULE, Node}, none) of
        none -> rpc:call(Node, M, F, Args, Time);
        Peer ->
            try peer:call(Peer, M, F, Args, Time)
            catch
                exit:{_, {gen_server, call, _}} -> {badrpc, nodedown};
                exit:Reason -> {badrpc, {'EXIT', Reason}};
                error:Reason:Stack -> {badrpc, {'EXIT', {Reason, Stack}}};
                throw:Value -> Value
            end
    end.

%% What each of the functions gives, all of them called at the same time.
all(Node, Funs) ->
    Calls = [spawn_monitor(fun() -> exit({gave, call(Node, erlang, apply, [F, []])}) end) || F <- Funs],
    [receive
         {'DOWN', Ref, process, _, {gave, {badrpc, Reason}}} -> exit(Reason);
         {'DOWN', Ref, process, _, {gave, Result}} -> Result;
         {'DOWN', Ref, process, _, Reason} -> exit(Reason)
     end || {_, Ref} <- Calls].
