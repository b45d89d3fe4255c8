%% Things that newer releases of OTP have and 25 lacks, done by a node of such a release with one of 25,
%% where this module has been loaded: `run(Node)`.
-module(dist_newer).
-export([run/1, waits/1]).

run(Node) ->
    process_flag(trap_exit, true),
    [io:format("~ts: ~tp~n", [Name, result(F, Node)]) || {Name, F} <- cases()],
    ok.

cases() ->
    [{"messages with priority", fun sends/2},
     {"exits with priority", fun exits/2},
     {"links with priority", fun links/2},
     {"monitors with priority", fun monitors/2},
     {"an alias with priority, used there", fun alias_here/2},
     {"native records", fun records/2}].

%% A compiler of an older release is not to know what is called.
result(F, Node) ->
    try F(Node, erlang)
    catch error:undef -> not_in_this_release; error:badarg -> not_in_this_release; C:R -> {C, R} end.

got() -> receive M -> M after 10000 -> nothing end.

%% A process there, and an alias of it. It passes on what it gets.
there(Node) ->
    Pid = spawn(Node, ?MODULE, waits, [self()]),
    receive {Pid, Alias} -> {Pid, Alias} end.

waits(Parent) ->
    process_flag(trap_exit, true),
    Parent ! {self(), alias()},
    passes(Parent).

passes(Parent) ->
    receive
        stop -> exit(stopped);
        {to, Other, M} -> Other ! M, passes(Parent);
        {'EXIT', Parent, Reason} -> Parent ! {exit, Reason}, passes(Parent);
        M -> Parent ! {passed, M}, passes(Parent)
    end.

sends(Node, Erlang) ->
    {Pid, Alias} = there(Node),
    Own = Erlang:alias([priority]),
    true = unalias(Own),
    First = {Erlang:send(Alias, one, [priority]), got()},
    unlink(Pid),
    {First, Alias ! two, got(), Erlang:send(Alias, three, [priority, nosuspend]), got()}.

exits(Node, Erlang) ->
    {Pid, Alias} = there(Node),
    true = Erlang:exit(Pid, one, [priority]),
    First = got(),
    true = Erlang:exit(Alias, two, [priority]),
    Pid ! three,
    {First, got()}.

links(Node, Erlang) ->
    {Pid, _} = there(Node),
    true = Erlang:link(Pid, [priority]),
    Pid ! stop,
    receive {'EXIT', Pid, Reason} -> Reason after 10000 -> nothing end.

monitors(Node, Erlang) ->
    {Pid, _} = there(Node),
    Monitor = Erlang:monitor(process, Pid, [priority]),
    Pid ! stop,
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason after 10000 -> nothing end.

alias_here(Node, Erlang) ->
    Alias = Erlang:alias([priority]),
    {Pid, _} = there(Node),
    Pid ! {to, Alias, {hello, x}},
    {got(), unalias(Alias)}.

%% Nodes that have such records send them to others as well, which end the connection.
records(Node, _) ->
    Text = "-module(dist_native). -export([new/0]). -record #point{x = 1, y = 2}. new() -> #point{x = 5}.",
    case compile:forms(forms(Text), [return_errors]) of
        {ok, Module, Code} ->
            {module, Module} = code:load_binary(Module, "", Code),
            {Pid, _} = there(Node),
            true = monitor_node(Node, true),
            Sent = (catch Pid ! Module:new()),
            {is_record(Sent, Module, point), got() =:= {nodedown, Node}, net_adm:ping(Node)};
        _ ->
            not_in_this_release
    end.

forms(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {Forms, []} = lists:foldl(
        fun({dot, _} = Dot, {Done, Now}) -> {[lists:reverse([Dot | Now]) | Done], []};
           (Token, {Done, Now}) -> {Done, [Token | Now]} end, {[], []}, Tokens),
    [case erl_parse:parse_form(Form) of {ok, F} -> F; {error, E} -> {error, E} end || Form <- lists:reverse(Forms)].
