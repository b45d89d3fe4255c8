%% The last calls of a process: which are saved, by whom, and what becomes of them.
-module(save_calls).
-export([main/0, called/1, twice/1, loop/1]).

main() ->
    io:format("~p~n", [process_info(self(), last_calls)]),
    0 = process_flag(save_calls, 13),
    Fun = fun ?MODULE:called/1,
    called(1),
    ?MODULE:called(2),
    Fun(3),
    ?MODULE:twice(4),
    self() ! message,
    erlang:send(self(), message),
    receive message -> ok end,
    receive nothing -> ok after 1 -> ok end,
    apply(hd([?MODULE]), called, [5]),
    apply(hd([?MODULE]), called, [6 | tl([7])]),
    {last_calls, Calls} = process_info(self(), last_calls),
    13 = process_flag(save_calls, 2),
    io:format("~p~n", [Calls]),
    _ = erlang:atom_to_list(a),
    _ = erlang:integer_to_list(length(Calls)),
    {last_calls, Two} = process_info(self(), last_calls),
    2 = process_flag(save_calls, 0),
    io:format("~p~n", [Two]),
    io:format("~p~n", [process_info(self(), last_calls)]),
    caught(),
    long(),
    other(),
    [wrong(N) || N <- [-1, 10001, a]].

called(X) -> X.

twice(X) -> called(called(X)).

%% Exceptions are caught, and built-ins that give others a turn are saved once.
caught() ->
    process_flag(save_calls, 20),
    X = (catch erlang:error(reason_of_mine)),
    erlang:yield(),
    Y = try binary_to_atom(hd([1])) catch error:badarg -> badarg end,
    _ = process_info(whereis(init), priority),
    {last_calls, Calls} = process_info(self(), last_calls),
    process_flag(save_calls, 0),
    {'EXIT', {reason_of_mine, _}} = X,
    io:format("~p ~p~n", [Y, Calls]).

%% It goes on over many slices.
long() ->
    process_flag(save_calls, 3),
    loop(100000),
    {last_calls, Calls} = process_info(self(), last_calls),
    process_flag(save_calls, 0),
    io:format("~p~n", [Calls]).

loop(0) -> ok;
loop(N) -> ?MODULE:loop(N - 1).

%% Somebody else's, while it waits.
other() ->
    Main = self(),
    Pid = spawn(fun() -> Main ! ready, waits() end),
    receive ready -> ok end,
    wait_until_it_waits(Pid),
    0 = erlang:process_flag(Pid, save_calls, 5),
    Pid ! {self(), go},
    receive {Pid, Calls} -> io:format("~p~n", [Calls]) end.

waits() ->
    receive {From, go} -> ok end,
    called(?MODULE:called(1)),
    {last_calls, Calls} = process_info(self(), last_calls),
    From ! {self(), Calls}.

wait_until_it_waits(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait_until_it_waits(Pid)
    end.

wrong(N) ->
    io:format("~p~n", [try process_flag(save_calls, N) catch error:R -> R end]).
