%% A crash dump of a node that has to do with another node: `run(Node)` writes it, `read(File)` prints
%% what it says of that, without numbers.
-module(dist_dump).
-export([run/1, read/1, waits/0, watches/1, ends/3]).

run(Node) ->
    pong = net_adm:ping(Node),
    {Module, Code, File} = code:get_object_code(?MODULE),
    {module, Module} = rpc:call(Node, code, load_binary, [Module, File, Code]),
    register(dist_dump, self()),
    Linked = spawn_link(Node, ?MODULE, waits, []),
    monitor(process, Linked),
    monitor(process, {init, Node}),
    spawn(Node, ?MODULE, watches, [self()]),
    receive ready -> ok end,
    pang = net_adm:ping('nowhere@at_all'),
    %% The other node ends when this one has.
    Suspended = spawn(?MODULE, waits, []),
    true = erlang:suspend_process(Suspended),
    spawn(Node, ?MODULE, ends, [node(), self(), Suspended]),
    receive watched -> ok end,
    erlang:halt("the slogan").

waits() -> receive stop -> ok end.

watches(Pid) ->
    monitor(process, Pid),
    monitor(process, {dist_dump, node(Pid)}),
    Pid ! ready,
    waits().

%% A large message is not decoded before its receiver looks at it.
ends(Node, Pid, Suspended) ->
    monitor_node(Node, true),
    Suspended ! {'a large one', lists:seq(1, 30000), binary:copy(<<"abc">>, 60000)},
    Pid ! watched, receive {nodedown, Node} -> halt() end.

read(File) ->
    {ok, Bin} = file:read_file(File),
    [_, Rest] = string:split(unicode:characters_to_list(Bin), "=node:"),
    [Dist, _] = string:split(Rest, "=loaded_modules"),
    [io:format("~ts~n", [L]) || L <- lists:sort([plain(L) || L <- string:split(Dist, "\n", all), L =/= ""])],
    [List] = [L || L <- string:split(unicode:characters_to_list(Bin), "\n", all),
                   string:prefix(L, "Link list: ") =/= nomatch, string:find(L, "{init,") =/= nomatch],
    "Link list: [" ++ Links = lists:droplast(List),
    [io:format("linked: ~ts~n", [L]) || L <- lists:sort([plain(L) || L <- string:split(Links, ", ", all)])],
    [io:format("of who is suspended: ~p~n", [Length])
     || P <- string:split(Bin, "=proc:", all), string:find(P, "State: Suspended") =/= nomatch,
        "Message queue length: " ++ Length <- string:split(binary_to_list(P), "\n", all)],
    viewed(File, code:which(crashdump_viewer)).

%% As the viewer reads it; where it is not installed nothing is said.
viewed(_, non_existing) -> ok;
viewed(File, _) ->
    {ok, _} = crashdump_viewer:start_link(),
    ok = crashdump_viewer:read_file(File),
    {ok, Nodes, _} = crashdump_viewer:dist_info(),
    [io:format("viewed: ~ts~n", [plain(text(sorted(N)))]) || N <- lists:sort(Nodes)].

%% The order of relations is the emulator's own affair.
sorted(N) ->
    list_to_tuple([case E of [T | _] when is_tuple(T) -> lists:sort(fun(A, B) -> plain(text(A)) =< plain(text(B)) end, E); _ -> E end
                   || E <- tuple_to_list(N)]).

text(T) -> lists:flatten(io_lib:format("~0tp", [T])).

plain(L) ->
    lists:foldl(fun({Re, By}, T) -> re:replace(T, Re, By, [global, unicode, {return, list}]) end, L,
                [{"@[a-zA-Z0-9_.-]+", "@host"}, {"#Ref<[0-9.]+>", "#Ref<>"}, {"<0\\.[0-9.]+>", "<here>"},
                 {"<[0-9.]+>", "<there>"}, {"[0-9]+", "N"}]).
