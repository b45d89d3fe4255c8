%% Events of a driver's port that tracers are told: output in pieces, what it sends to those who are there
%% and who are not, and its new owner.
-module(driver_traced).
-export([main/0]).

main() ->
    ok = erl_ddll:load_driver(filename:dirname(code:which(?MODULE)), driver_traced),
    Port = open_port({spawn_driver, "driver_traced"}, [binary]),
    1 = erlang:trace(Port, true, [send, 'receive', ports]),
    Big = binary:copy(<<"z">>, 300),
    [begin port_command(Port, Data), told(Port, []) end
     || Data <- [<<"x">>, [$x, <<"yz">>, "more"], [<<"x">>, Big, [Big | <<"y">>]], "", <<"o">>, <<"t">>, <<"h">>]],
    Port ! {self(), {command, [<<"x">>, Big]}},
    told(Port, []),
    {Caller, Ref} = spawn_monitor(fun() -> port_command(Port, "c") end),
    receive {'DOWN', Ref, process, Caller, normal} -> ok end,
    port_command(Port, "t"),
    told(Port, [{caller, Caller}]),
    Owner = spawn(fun() -> receive {stop, From} -> unlink(Port), From ! stopped, receive stop -> ok end end end),
    1 = erlang:trace(Owner, true, [procs]),
    true = port_connect(Port, Owner),
    told(Port, [{owner, Owner}]),
    told(Owner, [{port, Port}]),
    Owner ! {stop, self()},
    receive stopped -> ok end,
    true = unlink(Port),
    %% The owner has gone from the port's links when the port has acted on it.
    true = is_port(Port) andalso is_list(erlang:port_info(Port)),
    told(Port, [{owner, Owner}]),
    told(Owner, [{port, Port}]),
    true = port_close(Port),
    told(Port, []),
    exit(Owner, kill).

told(Of, Names) ->
    Ref = erlang:trace_delivered(all),
    receive {trace_delivered, all, Ref} -> ok end,
    [io:format("~p~n", [T]) || T <- events(Of, [{me, self()}, {this, Of} | Names])],
    io:format("-~n").

events(Of, Names) ->
    receive T when element(1, T) =:= trace, element(2, T) =:= Of ->
            [names(T, Names) | events(Of, Names)]
    after 0 -> []
    end.

names(T, Names) when is_tuple(T) -> list_to_tuple([names(E, Names) || E <- tuple_to_list(T)]);
names([H | T], Names) -> [names(H, Names) | names(T, Names)];
names(B, _) when is_binary(B), byte_size(B) > 100 -> {byte_size(B), binary:first(B)};
names(X, Names) ->
    case lists:keyfind(X, 2, Names) of
        {Name, X} -> Name;
        false -> X
    end.
