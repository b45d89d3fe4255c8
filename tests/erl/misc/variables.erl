% Variables of the environment: names that are none, or cannot be.
-module(variables).
-export([main/0]).

main() ->
    p(os:putenv("", "x")),
    p(os:unsetenv("")),
    p(os:getenv("")),
    p(os:getenv("", "nothing")),
    [p(try F() catch error:R -> R end)
     || F <- [fun() -> os:putenv("=a", "b") end, fun() -> os:putenv("a=b", "c") end, fun() -> os:unsetenv("a=") end,
              fun() -> os:getenv("a=") end, fun() -> os:putenv("a", "b\0") end]],
    p(os:putenv("MASER_TEST_VARIABLE", "välue")),
    p(os:getenv("MASER_TEST_VARIABLE")),
    p(os:unsetenv("MASER_TEST_VARIABLE")),
    p(os:getenv("MASER_TEST_VARIABLE")),
    % The emulator's own functions go on with the environment that it has been started with.
    Noon = {{2026, 1, 1}, {12, 0, 0}},
    Before = erlang:localtime_to_universaltime(Noon),
    os:putenv("TZ", "Asia/Tokyo"),
    p(erlang:localtime_to_universaltime(Noon) =:= Before),
    os:unsetenv("TZ").

p(X) -> io:format("~p~n", [X]).
