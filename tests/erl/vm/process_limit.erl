%% vm: +P 1024
-module(process_limit).
-export([main/0]).
main() ->
    logger:set_primary_config(level, none),
    R = many(0, []),
    io:format("~p~n", [R]).
many(N, Ps) ->
    try spawn(fun() -> receive stop -> ok end end) of
        P -> many(N + 1, [P | Ps])
    catch C:R -> [P ! stop || P <- Ps], {C, R, N > 500, N < 1024} end.
