%% Accounts on disc, and transfers between them by several processes; the emulator is killed in the
%% middle. Whatever of it has reached the disc, the accounts must agree with the list of transfers.
-module(mnesia_crash).
-export([create/0, work/0, check/0, bench/1]).

%% `booked` is what transfers have changed that are not in their table any more.
-record(account, {number, balance, booked = 0}).
-record(transfer, {id, from, to, amount}).

-define(ACCOUNTS, 500).
-define(FIRST, 1000).
%% Processes, and transfers that each keeps.
-define(WORKERS, 4).
-define(KEPT, 250).

create() ->
    ok = logger:set_primary_config(level, none),
    ok = mnesia:create_schema([node()]),
    ok = mnesia:start(),
    Disc = [{disc_copies, [node()]}],
    {atomic, ok} = mnesia:create_table(account, [{attributes, record_info(fields, account)} | Disc]),
    {atomic, ok} = mnesia:create_table(transfer, [{attributes, record_info(fields, transfer)},
                                                  {index, [#transfer.from]} | Disc]),
    Accounts = [#account{number = N, balance = ?FIRST} || N <- lists:seq(1, ?ACCOUNTS)],
    {atomic, ok} = mnesia:transaction(fun() -> lists:foreach(fun mnesia:write/1, Accounts) end),
    stopped = mnesia:stop(),
    ok.

start() ->
    ok = logger:set_primary_config(level, none),
    %% Logs are written to the tables' files often, so that it is killed within that, too.
    application:load(mnesia),
    application:set_env(mnesia, dump_log_write_threshold, 200),
    application:set_env(mnesia, dump_log_time_threshold, 1000),
    ok = mnesia:start(),
    ok = mnesia:wait_for_tables([account, transfer], 60000).

%% Until it is killed; says so each time that some transfers more have been made.
work() ->
    application:load(mnesia),
    %% Now and then mnesia writes a table as it is in memory, whether the log has it or not: then a
    %% kill leaves one table newer than the other, on any emulator. Not here: the log goes first.
    application:set_env(mnesia, dc_dump_limit, 0.0001),
    start(),
    [spawn_link(fun() -> reporting(Worker, 1) end) || Worker <- lists:seq(1, ?WORKERS)],
    receive after infinity -> ok end.

reporting(Worker, N) ->
    ok = transfer(Worker, N),
    N rem 50 =:= 0 andalso io:put_chars("working\n"),
    reporting(Worker, N + 1).

%% For so many seconds; how many transfers that were.
bench(Seconds) ->
    start(),
    End = erlang:monotonic_time(millisecond) + Seconds * 1000,
    Me = self(),
    Pids = [spawn_link(fun() -> Me ! {self(), transfers(Worker, End, 0)} end)
            || Worker <- lists:seq(1, ?WORKERS)],
    N = lists:sum([receive {Pid, N} -> N end || Pid <- Pids]),
    io:format("~w transfers a second~n", [N div Seconds]),
    stopped = mnesia:stop().

transfers(Worker, End, N) ->
    case erlang:monotonic_time(millisecond) >= End of
        true -> N;
        false -> ok = transfer(Worker, N), transfers(Worker, End, N + 1)
    end.

%% The transfer that had this one's place before is booked.
transfer(Worker, N) ->
    [From, To] = [rand:uniform(?ACCOUNTS) || _ <- [1, 2]],
    Id = {Worker, N rem ?KEPT},
    {atomic, ok} =
        mnesia:transaction(fun() ->
            case mnesia:read(transfer, Id, write) of
                [#transfer{from = F, to = T, amount = A}] -> change(F, 0, -A), change(T, 0, A);
                [] -> ok
            end,
            Amount = change(From, -rand:uniform(?FIRST), 0),
            change(To, Amount, 0),
            mnesia:write(#transfer{id = Id, from = From, to = To, amount = Amount})
        end),
    ok.

%% Adds to what an account has, or takes as much as there is of it; how much that was.
change(Number, Change, Booked) ->
    [#account{balance = B, booked = Old} = A] = mnesia:read(account, Number, write),
    Real = max(Change, -B),
    ok = mnesia:write(A#account{balance = B + Real, booked = Old + Booked}),
    abs(Real).

%% Whether all agrees, and some transfers are there.
check() ->
    start(),
    {atomic, {N, ok}} =
        mnesia:transaction(fun() ->
            Zero = maps:from_list([{A, 0} || A <- lists:seq(1, ?ACCOUNTS)]),
            Changes = mnesia:foldl(fun(#transfer{from = F, to = T, amount = A}, M0) ->
                                           M = maps:update_with(F, fun(X) -> X - A end, M0),
                                           maps:update_with(T, fun(X) -> X + A end, M)
                                   end, Zero, transfer),
            Balances = mnesia:foldl(fun(#account{number = K, balance = B, booked = C}, M) ->
                                            M#{K => B - C}
                                    end, #{}, account),
            ?ACCOUNTS = map_size(Balances),
            Expected = maps:map(fun(_, Change) -> ?FIRST + Change end, Changes),
            case Balances =:= Expected of
                true -> {mnesia:table_info(transfer, size), ok};
                false -> {wrong, [{K, B, maps:get(K, Expected)} || {K, B} <- maps:to_list(Balances),
                                                                   B =/= maps:get(K, Expected)]}
            end
        end),
    %% The index is made anew from what is there.
    N = lists:sum([length(mnesia:dirty_index_read(transfer, A, #transfer.from))
                   || A <- lists:seq(1, ?ACCOUNTS)]),
    io:format("consistent, ~s~n", [case N of 0 -> "but empty"; _ -> "with transfers" end]),
    io:format(standard_error, "~w transfers~n", [N]),
    stopped = mnesia:stop().
