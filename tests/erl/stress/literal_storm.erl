%% Stress: persistent terms and modules with literals are replaced again and again, while the literals go round among
%% processes: in messages, dictionaries, funs, tables, timers, new processes, and on stacks. Whoever looks at one sees
%% what it was.
-module(literal_storm).
-export([main/0]).

-define(SOURCE, literal_storm_m).
-define(KEY, {?MODULE, key}).

main() ->
    Codes = [compiled(V) || V <- lists:seq(1, 4)],
    Table = ets:new(table, [public, {write_concurrency, true}]),
    put_term(0),
    load(hd(Codes)),
    Self = self(),
    Count = t:scale(400),
    Workers = [spawn_link(fun() -> work(Self, Table) end) || _ <- lists:seq(1, 8)],
    [W ! {workers, list_to_tuple(Workers)} || W <- Workers],
    replace(Count, Codes),
    [W ! stop || W <- Workers],
    t:p(lists:usort([receive {W, R} -> R after 20000 -> {stuck, process_info(W)} end || W <- Workers])),
    t:p([E || {_, E} <- ets:tab2list(Table), not right(E)]),
    persistent_term:erase(?KEY).

%% A literal with a sum of its content.
value(V) ->
    Content = {V, lists:seq(V, V + 40), #{V => [V, {V}]}, binary:copy(<<V>>, 100), <<"short">>, V + 0.5, 1 bsl 70 + V},
    {erlang:phash2(Content), Content}.

right({Hash, Content}) -> erlang:phash2(Content) =:= Hash;
right(_) -> false.

compiled(V) ->
    Function = {function, 1, get, 0, [{clause, 1, [], [], [erl_parse:abstract(value(V))]}]},
    {ok, _, Code} = compile:forms([{attribute, 1, module, ?SOURCE}, {attribute, 1, export, [{get, 0}]}, Function], []),
    Code.

load(Code) ->
    {module, ?SOURCE} = code:load_binary(?SOURCE, "none", Code).

put_term(N) ->
    persistent_term:put(?KEY, value(N rem 200)).

replace(0, _) -> ok;
replace(N, Codes) ->
    put_term(N),
    N rem 4 =:= 0 andalso begin code:soft_purge(?SOURCE) andalso load(lists:nth(rand:uniform(4), Codes)) end,
    N rem 7 =:= 0 andalso persistent_term:erase(?KEY),
    case N rem 3 of 0 -> erlang:yield(); 1 -> receive after 1 -> ok end; 2 -> ok end,
    replace(N - 1, Codes).

get_one() ->
    case rand:uniform(2) of
        1 -> persistent_term:get(?KEY, value(7));
        2 -> ?SOURCE:get()
    end.

work(Parent, Table) ->
    receive {workers, Workers} -> work(Parent, Table, Workers, [get_one()], right) end.

work(Parent, Table, _, Held, wrong) -> Parent ! {self(), {wrong, Held, Table}};
work(Parent, Table, Workers, Held, right) ->
    receive
        stop -> Parent ! {self(), right};
        {literal, L} -> work(Parent, Table, Workers, [L | lists:sublist(Held, 5)], check(L))
    after 0 ->
        L = case rand:uniform(3) of 1 -> hd(Held); 2 -> lists:last(Held); 3 -> get_one() end,
        To = element(rand:uniform(tuple_size(Workers)), Workers),
        Seen = case rand:uniform(9) of
            1 -> To ! {literal, L}, L;
            2 -> erlang:put(rand:uniform(5), L), lists:foldl(fun({_, V}, _) -> V end, L, [E || {K, _} = E <- erlang:get(), is_integer(K)]);
            3 -> ets:insert(Table, {rand:uniform(20), L}), element(2, hd(ets:lookup(Table, ets:first(Table))));
            4 -> erlang:send_after(rand:uniform(5), To, {literal, L}), L;
            5 -> spawn(fun() -> erlang:yield(), To ! {literal, L} end), L;
            6 -> {P, M} = spawn_monitor(fun() -> exit(L) end), receive {'DOWN', M, process, P, R} -> R end;
            7 -> hd(on_stack(L, 20));
            8 -> F = fun() -> L end, erlang:garbage_collect(), F();
            9 -> {Hash, Content} = L, list_to_tuple([Hash, setelement(1, Content, element(1, Content))])
        end,
        work(Parent, Table, Workers, [Seen | lists:sublist(Held, 5)], check(Seen))
    end.

on_stack(L, 0) -> erlang:yield(), [L];
on_stack(L, N) -> R = on_stack(L, N - 1), right(L) andalso [L | R].

check(L) ->
    case right(L) of true -> right; false -> wrong end.
