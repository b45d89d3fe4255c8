%% vm:
%% since OTP 26
%% A library hears of the end of the system, which waits for its dirty call.
-module(nif_halt).
-export([main/0, set_late/0, linger/1]).

main() ->
    io:format("~p~n", [erlang:load_nif(filename:rootname(code:which(?MODULE)), 0)]),
    io:format("~p~n", [set_late()]),
    Me = self(),
    spawn(fun() -> linger(Me) end),
    receive lingers -> ok end,
    erlang:halt(3).

set_late() -> erlang:nif_error(not_loaded).
linger(_) -> erlang:nif_error(not_loaded).
