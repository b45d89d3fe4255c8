%% Functions that are debugged: the error handler gets their calls, from wherever they come.
-module(debugged).
-export([main/0, breakpoint/3, undefined_function/3, plus/2, twice/1]).

main() ->
    t:p(run()),
    t:p([erts_debug:breakpoint({?MODULE, F, A}, true)
         || {F, A} <- [{plus, 2}, {local, 1}, {plus, '_'}, {nosuch, 1}]]),
    process_flag(error_handler, ?MODULE),
    t:p(run()),
    %% Others have the usual error handler: it calls the debugger, which does not know of it.
    t:p(erts_debug:breakpoint({?MODULE, local, 1}, false)),
    t:p(run()),
    %% Tracing goes on as it was before and afterwards.
    t:p(erts_debug:breakpoint({?MODULE, plus, 2}, false)),
    t:p(run()),
    t:show("no function", fun() -> erts_debug:breakpoint(plus, true) end),
    t:show("no boolean", fun() -> erts_debug:breakpoint({?MODULE, plus, 2}, 'maybe') end),
    process_flag(error_handler, error_handler).

run() ->
    F = fun ?MODULE:plus/2,
    {?MODULE:plus(1, 2), plus(3, 4), F(5, 6), apply(t:id(?MODULE), plus, [7, 8]), local(9),
     lists:map(fun ?MODULE:twice/1, [1, 2])}.

plus(A, B) -> A + B.

local(A) -> A + 1.

twice(A) -> 2 * A.

breakpoint(Module, Function, Args) -> {Module, Function, Args}.

undefined_function(Module, Function, Args) ->
    error_handler:undefined_function(Module, Function, Args).
