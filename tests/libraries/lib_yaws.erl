%% yaws: setuid_drv, a driver that answers by driver_output.
-module(lib_yaws).
-export([main/0]).

main() ->
    Dir = filename:join(code:priv_dir(yaws), "lib"),
    io:format("~p~n", [erl_ddll:load_driver(Dir, "setuid_drv")]),
    io:format("~p ~p~n", [erl_ddll:load_driver(Dir, "setuid_drv"), erl_ddll:load_driver(Dir, "nothing") /= ok]),
    io:format("~p~n", [lists:member("setuid_drv", element(2, erl_ddll:loaded_drivers()))]),
    %% The user that it runs as, and users by name, as its module in yaws asks it.
    io:format("~p~n", [[asked(What) || What <- ["g", "nroot", "nnobody", "x", ""]]]),
    Ports = [open_port({spawn_driver, "setuid_drv g"}, []) || _ <- lists:seq(1, 50)],
    io:format("~p~n", [length(lists:usort([receive {P, {data, D}} -> D end || P <- Ports]))]),
    [port_close(P) || P <- Ports],
    io:format("~p ~p~n", [erl_ddll:unload_driver("setuid_drv"), erl_ddll:unload_driver("setuid_drv") =/= none]).

asked(What) ->
    try open_port({spawn, "setuid_drv " ++ What}, []) of
        P -> receive {P, {data, D}} -> port_close(P), D after 1000 -> none end
    catch
        error:Why -> Why
    end.
