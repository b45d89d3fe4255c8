%% A float that stays without its box while a function calls itself.
-module(floats).
-export([doubled/2]).
doubled([], X) -> X;
doubled([_ | T], X) -> doubled(T, X * 2.0).
