%% The debugger: a module that it interprets, and that is loaded again after it.
-module(interpreted).
-export([main/0]).

main() ->
    Source = "-module(stepped).\n-export([sum/1]).\nsum([H | T]) -> H + sum(T);\nsum([]) -> 0.\n",
    ok = file:write_file("stepped.erl", Source),
    {ok, stepped} = compile:file("stepped.erl", [debug_info]),
    {module, stepped} = int:i(stepped),
    t:p({stepped:sum([1, 2, 3]), int:interpreted()}),
    ok = int:n(stepped),
    t:p({stepped:sum([1, 2, 3]), int:interpreted()}),
    ok = file:delete("stepped.erl"),
    ok = file:delete("stepped.beam").
