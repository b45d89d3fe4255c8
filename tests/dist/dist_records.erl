%% Native records between two nodes of OTP 29: `run(Node)`, where this module has been loaded.
-module(dist_records).
-export([run/1, echoes/0, hashes/1, field/1]).
-export_record([seen]).

-record #own{first_field = 1, second_field = []}.
-record #seen{seen_one, seen_two = two}.
-record #none{}.

run(Node) ->
    Pid = spawn(Node, ?MODULE, echoes, []),
    [io:format("~0tp~n", [back(Pid, T)]) || T <- terms()],
    Many = [#own{first_field = I, second_field = #seen{seen_one = {I}}} || I <- lists:seq(1, 3000)],
    {Many, Large} = {back(Pid, Many), back(Pid, {large(), Many})},
    io:format("~p~n", [{erlang:phash2(Many), Large =:= {large(), Many}}]),
    io:format("~p~n", [[erpc:call(Node, ?MODULE, hashes, [T]) =:= hashes(T) || T <- terms()]]),
    io:format("~p~n", [[erpc:call(Node, ?MODULE, field, [T]) || T <- [#own{}, #seen{seen_one = x}]]]),
    io:format("~p~n", [[erpc:call(Node, records, F, [#seen{seen_one = 1}]) || F <- [get_module, get_name, get_field_names, is_exported]]]),
    io:format("~p~n", [try erpc:call(Node, erlang, error, [#own{}]) catch C:{exception, E, _} -> {C, E} end]),
    F = fun(X) -> X#own{second_field = #none{}} end,
    io:format("~p~n", [erpc:call(Node, fun() -> F(#own{first_field = node() =:= Node}) end)]),
    Ref = monitor(process, Pid),
    exit(Pid, #seen{seen_one = #none{}}),
    receive {'DOWN', Ref, process, Pid, Why} -> io:format("~p~n", [Why]) end,
    %% With its names in the cache of atoms by now.
    io:format("~p~n", [lists:usort([erpc:call(Node, ?MODULE, field, [#own{first_field = I}]) || I <- lists:seq(1, 50)]) =:= lists:seq(1, 50)]).

terms() ->
    [#none{}, #own{}, #own{first_field = self() =:= none}, #seen{seen_one = [#own{}, #none{}]}, #{#own{} => #seen{seen_one = 1}},
     records:create(nobody, it, [{zz_field, 1}, {aa_field, <<"bytes">>}], #{is_exported => true})].

large() -> records:create(nobody, large, [{list_to_atom("large" ++ integer_to_list(I)), I} || I <- lists:seq(1, 400)], #{is_exported => false}).

back(Pid, T) ->
    Pid ! {self(), T},
    receive {Pid, Answer} -> Answer end.

echoes() -> receive {From, T} -> From ! {self(), T}, echoes() end.

hashes(T) -> {erlang:phash2(T), erlang:phash2({T}, 1 bsl 32), term_to_binary(T)}.

field(#own{first_field = X}) -> X;
field(#seen{seen_two = X}) -> X.
