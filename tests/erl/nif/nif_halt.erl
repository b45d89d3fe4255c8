%% vm: +S 2
%% since OTP 26
%% A library hears of the end of the system, which waits for its calls.
-module(nif_halt).
-export([main/0, set_late/0, linger/1, linger_here/1]).

main() ->
    io:format("~p~n", [erlang:load_nif(filename:rootname(code:which(?MODULE)), 0)]),
    io:format("~p~n", [set_late()]),
    Me = self(),
    process_flag(scheduler, 1),
    [begin
         spawn_opt(fun() -> ?MODULE:F(Me) end, [{scheduler, 2}]),
         receive lingers -> ok end
     end || F <- [linger, linger_here]],
    erlang:halt(3).

set_late() -> erlang:nif_error(not_loaded).
linger(_) -> erlang:nif_error(not_loaded).
linger_here(_) -> erlang:nif_error(not_loaded).
