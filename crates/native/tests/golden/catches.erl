%% A handler that is noted and given up, and a call in between.
-module(catches).
-export([safe/1]).
safe(X) ->
    try ?MODULE:safe(X) catch throw:T -> T end.
