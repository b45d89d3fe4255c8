%% A message that is waited for.
-module(receives).
-export([loop/0]).
loop() ->
    receive
        stop -> ok
    end.
