%% vm: +S 2:1 +P 20000 +A 3
-module(flag_schedulers).
-export([main/0]).
main() ->
    io:format("~p~n", [[erlang:system_info(K) || K <- [schedulers, schedulers_online, process_limit]]]),
    io:format("~p~n", [[erlang:system_flag(schedulers_online, 2), erlang:system_info(schedulers_online)]]).
