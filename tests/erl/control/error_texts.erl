%% The texts that the shell and erl_error make of failures.
-module(error_texts).
-export([main/0]).

main() ->
    [try F() catch C:R:S ->
             io:format("~ts~n--~n", [erl_error:format_exception(C, R, lists:takewhile(fun({M, _, _, _}) -> M =/= ?MODULE end, S))])
     end || F <- [fun() -> atom_to_list(t:id(1)) end,
                  fun() -> element(t:id(9), {a, b}) end,
                  fun() -> binary:part(t:id(<<1>>), 5, 6) end,
                  fun() -> lists:nth(t:id(0), [a]) end,
                  fun() -> ets:insert(t:id(nope), {a}) end,
                  fun() -> maps:merge(t:id(a), #{}) end,
                  fun() -> list_to_integer(t:id("x1")) end,
                  fun() -> io:format(t:id("~q"), [a]) end,
                  fun() -> register(t:id(undefined), self()) end,
                  fun() -> erlang:send(t:id(not_registered), hi) end,
                  fun() -> math:sqrt(t:id(-1)) end,
                  fun() -> re:run("a", t:id("(")) end,
                  fun() -> persistent_term:get(t:id(nokey)) end,
                  fun() -> atomics:new(t:id(0), []) end,
                  fun() -> unicode:characters_to_list(t:id(foo)) end,
                  fun() -> os:getenv(t:id(1)) end,
                  fun() -> os:getenv(t:id("a=b")) end,
                  fun() -> os:set_signal(t:id({bad, signal}), bad) end,
                  fun() -> os:set_signal(t:id(bad), t:id(bad)) end,
                  fun() -> process_flag(t:id(nono), true) end,
                  fun() -> tuple_to_list(t:id([])) end,
                  fun() -> erlang:apply(t:id(m), f, x) end,
                  fun() -> spawn_monitor(t:id(a)) end]],
    ok.
