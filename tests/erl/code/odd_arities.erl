%% Functions that cannot be, as they have too many arguments or fewer than none, are no built-ins.
-module(odd_arities).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w~n", [A, asked(is_builtin, A), asked(function_exported, A)])
     || A <- [-1, 0, 255, 256, 100000, 1 bsl 70, a, -(1 bsl 40)]].

asked(F, Arity) -> try erlang:F(lists, reverse, Arity) catch error:Reason -> Reason end.
