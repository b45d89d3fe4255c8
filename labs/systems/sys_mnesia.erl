%% The system of `maser lab systems mnesia`: `main(N, Seconds)` on each of three nodes. The first one makes a cluster of
%% them, and lets four processes of each node move money between accounts in transactions, one in ten of them over all
%% tables. In the end the sum is what it was, and each node has the same.
-module(sys_mnesia).
-export([main/2, work/2]).
-record(account, {id, sum, moves = 0}).
-record(move, {id, from, to, much}).

-define(ACCOUNTS, 10000).

main(1, Seconds) ->
    [Name, Host] = string:split(atom_to_list(node()), "@"),
    Nodes = [list_to_atom(lists:droplast(Name) ++ I ++ "@" ++ Host) || I <- ["1", "2", "3"]],
    [until(fun() -> net_adm:ping(N) =:= pong end) || N <- Nodes],
    ok = mnesia:create_schema(Nodes),
    {_, []} = rpc:multicall(Nodes, mnesia, start, []),
    Copies = [{disc_copies, Nodes}],
    {atomic, ok} = mnesia:create_table(account, [{attributes, record_info(fields, account)} | Copies]),
    {atomic, ok} = mnesia:create_table(move, [{attributes, record_info(fields, move)} | Copies]),
    ok = mnesia:wait_for_tables([account, move], 60000),
    {atomic, ok} = mnesia:transaction(fun() -> [mnesia:write(#account{id = I, sum = 1000}) || I <- lists:seq(1, ?ACCOUNTS)], ok end),
    io:format("ready~n"),
    load(Nodes, max(2, Seconds div 4)),
    io:format("begin~n"),
    Times = load(Nodes, Seconds),
    All = [lists:sort(rpc:call(N, ets, tab2list, [account])) || N <- Nodes],
    [Accounts] = lists:usort(All),
    true = lists:sum([A#account.sum || A <- Accounts]) =:= 1000 * ?ACCOUNTS,
    Sorted = list_to_tuple(lists:sort(Times)),
    At = fun(Part) -> element(trunc(Part * tuple_size(Sorted)) + 1, Sorted) end,
    io:format("end ~w~nlatency ~w ~w ~w~n", [tuple_size(Sorted), At(0.5), At(0.99), At(0.999)]);
main(_, _) -> ok.

until(F) ->
    case F() of
        true -> ok;
        false -> timer:sleep(50), until(F)
    end.

load(Nodes, Seconds) ->
    Keys = [rpc:async_call(N, ?MODULE, work, [{N, W}, Seconds]) || N <- Nodes, W <- lists:seq(1, 4)],
    lists:append([case rpc:yield(K) of Times when is_list(Times) -> Times end || K <- Keys]).

work(Id, Seconds) ->
    rand:seed(exsss, erlang:phash2(Id)),
    work(Id, erlang:monotonic_time(millisecond) + 1000 * Seconds, []).

work(Id, Until, Times) ->
    Begun = erlang:monotonic_time(microsecond),
    {atomic, _} = mnesia:transaction(transaction(Id, rand:uniform(?ACCOUNTS), rand:uniform(?ACCOUNTS), rand:uniform(10))),
    Ended = erlang:monotonic_time(microsecond),
    case Ended div 1000 < Until of
        true -> work(Id, Until, [Ended - Begun | Times]);
        false -> [Ended - Begun | Times]
    end.

transaction(_, From, To, Much) when Much =< 5 ->
    fun() -> [mnesia:read(account, A) || A <- [From, To]] end;
transaction(_, Same, Same, _) -> fun() -> mnesia:read(account, Same) end;
transaction(Id, From, To, Much) ->
    fun() ->
        [A] = mnesia:read(account, From, write),
        [B] = mnesia:read(account, To, write),
        ok = mnesia:write(A#account{sum = A#account.sum - Much, moves = A#account.moves + 1}),
        ok = mnesia:write(B#account{sum = B#account.sum + Much, moves = B#account.moves + 1}),
        case Much of
            10 -> mnesia:write(#move{id = {Id, erlang:unique_integer()}, from = From, to = To, much = Much});
            _ -> ok
        end
    end.
