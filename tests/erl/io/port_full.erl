%% More small output in one slice than a pipe holds: each byte reaches the program once, in order.
-module(port_full).
-export([main/0]).

main() ->
    t:p([sent(Size, Count) || {Size, Count} <- [{4, 4000}, {100, 3000}, {4096, 100}]]).

sent(Size, Count) ->
    P = open_port({spawn_executable, os:find_executable("cat")}, [binary, stream]),
    Data = [<<N:32, 0:((Size - 4) * 8)>> || N <- lists:seq(1, Count)],
    [true = port_command(P, D) || D <- Data],
    All = iolist_to_binary(Data),
    Got = iolist_to_binary(received(P, byte_size(All))),
    %% Nothing comes after the last byte.
    true = port_command(P, <<"end">>),
    Rest = iolist_to_binary(received(P, 3)),
    port_close(P),
    {Size, Got =:= All, Rest}.

received(_, Left) when Left =< 0 -> [];
received(P, Left) ->
    receive {P, {data, D}} -> [D | received(P, Left - byte_size(D))] after 10000 -> [<<"missing">>] end.
