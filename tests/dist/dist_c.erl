%% The processes that a node in C (`c_node.c`) or in Java (`JavaNode.java`) talks with. Each thing to do has a process of its own, so that all that the other end
%% sees of it comes in one order.
-module(dist_c).
-export([start/0, terms/0, seen/0]).

start() ->
    spawn(fun() -> register(server, self()), server() end),
    wait_for(server).

wait_for(Name) -> case whereis(Name) of undefined -> wait_for(Name); _ -> ok end.

server() ->
    receive
        {From, What} -> spawn(fun() -> does(What, From) end);
        {From, echo, Term} -> From ! {lists:flatten(io_lib:format("~tp", [Term])), Term};
        {From, size, Term} -> From ! {erts_debug:flat_size(Term), erlang:phash2(Term), Term}
    end,
    server().

%% All kinds of terms.
terms() ->
    X = 17,
    [0, 255, 256, -1, 1 bsl 27, -(1 bsl 27) - 1, 1 bsl 31, -(1 bsl 31) - 1, 1 bsl 59, 1 bsl 60, 1 bsl 63, 1 bsl 64,
     -(1 bsl 100), 1 bsl 3000, 1.5, -0.0, 1.0e300, 5.0e-324, [], "text", [a | b], lists:seq(1, 300), [300, 1],
     lists:duplicate(70000, $x), {}, {a, {b}}, list_to_tuple(lists:seq(1, 300)), <<>>, <<"bytes">>, <<1:1>>, <<3:11>>,
     binary:copy(<<"x">>, 100000), #{}, #{a => 1, "b" => #{c => []}}, maps:from_keys(lists:seq(1, 100), v), self(),
     make_ref(), hd(erlang:ports()), fun lists:map/2, fun(Y) -> {X, Y} end, node(), 'atom with spaces', 'åäö', '漢字',
     '', list_to_atom(lists:duplicate(255, 16#6f22)), true, false, [[[[]]]],
     lists:foldl(fun(_, T) -> [T] end, [], lists:seq(1, 1000)), erlang:alias()].

does(terms, C) ->
    Terms = terms() ++ [C],
    [C ! {self(), T} || T <- Terms],
    Back = [receive {'C', B} -> B after 20000 -> lost end || _ <- Terms],
    C ! {terms, length(Terms), [T || {T, B} <- lists:zip(Terms, Back), T =/= B]};
does(links, C) ->
    link(C), C ! linked, unlink(C), C ! unlinked, link(C),
    exit({because, [1.5]});
does(exits, C) ->
    exit(C, kill), exit(C, normal), exit(C, {some, "reason"}), C ! still_there;
does(monitors, C) ->
    M = monitor(process, C), C ! monitored, demonitor(M), C ! demonitored,
    N = monitor(process, {c_name, node(C)}), C ! monitored_by_name, demonitor(N),
    C ! {self(), demonitored},
    %% Their end there counts no more.
    receive {'C', _} -> ok end,
    receive {'DOWN', _, _, _, _} = Down -> C ! Down after 0 -> C ! nothing end;
does(leader, C) -> group_leader(C, C), C ! done;
does(disconnect, C) -> erlang:disconnect_node(node(C));
does(names, C) ->
    {c_name, node(C)} ! hello, erlang:send({'名', node(C)}, {c_name, "again"}), C ! done;
does(call, C) ->
    Called = try gen_server:call({c_name, node(C)}, what, 20000) catch Class:Why -> {Class, Why} end,
    C ! {called, Called};
does(spawning, C) ->
    Request = spawn_request(node(C), lists, seq, [1, 2], [link]),
    C ! {spawned, receive {spawn_reply, Request, Error, Why} -> {Error, Why} after 20000 -> nothing end};
%% The C node ends links and monitors of this process.
does(watches, C) ->
    process_flag(trap_exit, true),
    link(C),
    M = monitor(process, C),
    C ! {self(), M},
    receive {'EXIT', C, Why} -> C ! {exited, Why} after 20000 -> C ! not_exited end,
    receive {'DOWN', M, process, C, Why2} -> C ! {down, Why2} after 20000 -> C ! not_down end;
does(ends, C) ->
    process_flag(trap_exit, true),
    C ! self(),
    receive {'EXIT', _, Why} -> C ! {exited, Why} after 20000 -> C ! not_exited end;
%% The C node links with this process, watches it, and has it end.
does(linked, C) ->
    register(watched, self()),
    C ! self(),
    receive {'C', _} -> ok end,
    C ! {relations, process_info(self(), links) =:= {links, [C]}, process_info(self(), monitored_by) =:= {monitored_by, [C, C]}},
    receive {'C', _} -> exit({the, "end"}) end;
%% The ends of relations when the C node goes.
does(loses, C) ->
    process_flag(trap_exit, true),
    register(loser, self()),
    link(C),
    monitor(process, C),
    monitor(process, {c_name, node(C)}),
    monitor_node(node(C), true),
    C ! ready,
    %% The question may come before them: it comes through another connection.
    All = [receive M when element(1, M) =/= seen -> M after 20000 -> nothing end || _ <- [1, 2, 3, 4]],
    Kinds = [case M of
                 {'EXIT', _, R} -> {'EXIT', R};
                 {'DOWN', _, _, {Name, _}, R} -> {'DOWN', Name, R};
                 {'DOWN', _, _, _, R} -> {'DOWN', R};
                 {nodedown, _} -> nodedown;
                 _ -> M
             end || M <- All],
    receive {seen, From} -> From ! {seen, lists:sort(Kinds)} end;
%% A node in C that waits to be connected with.
does({connect, Name}, C) ->
    Node = list_to_atom(atom_to_list(Name) ++ "@" ++ lists:last(string:split(atom_to_list(node(C)), "@"))),
    {c_name, Node} ! {self(), hello},
    receive {'C', Answer} -> C ! {answered, Answer, lists:member(Node, nodes(hidden))} after 20000 -> C ! no_answer end.

seen() -> loser ! {seen, self()}, receive {seen, Kinds} -> Kinds after 20000 -> nothing end.
