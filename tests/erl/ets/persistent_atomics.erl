%% Persistent terms, atomics and counters.
-module(persistent_atomics).
-export([main/0]).

main() ->
    t:p([persistent_term:put({t, k}, [1, 2, {3}]), persistent_term:get({t, k}), persistent_term:get(none, dflt)]),
    t:show("none", fun() -> persistent_term:get(surely_none) end),
    persistent_term:put({t, k}, new), t:p(persistent_term:get({t, k})), t:p([persistent_term:erase({t, k}), persistent_term:erase({t, k})]),
    A = atomics:new(3, [{signed, true}]),
    t:p([atomics:put(A, 1, 5), atomics:add(A, 1, -7), atomics:get(A, 1), atomics:add_get(A, 2, 3), atomics:sub_get(A, 2, 1), atomics:exchange(A, 3, 9), atomics:compare_exchange(A, 3, 9, 10), atomics:compare_exchange(A, 3, 9, 11)]),
    t:p(maps:remove(memory, atomics:info(A))),
    U = atomics:new(1, [{signed, false}]), atomics:sub(U, 1, 1), t:p(atomics:get(U, 1)),
    t:show("range", fun() -> atomics:get(A, t:id(4)) end), t:show("value", fun() -> atomics:put(A, 1, 1 bsl t:id(63)) end),
    C = counters:new(2, [write_concurrency]), Self = self(),
    [spawn(fun() -> [counters:add(C, 1, 1) || _ <- lists:seq(1, 1000)], Self ! x end) || _ <- lists:seq(1, 10)], [receive x -> ok end || _ <- lists:seq(1, 10)],
    counters:sub(C, 2, 4), t:p([counters:get(C, 1), counters:get(C, 2)]), counters:put(C, 1, 3), t:p(counters:get(C, 1)),
    [spawn(fun() -> [atomics:add(A, 1, 1) || _ <- lists:seq(1, 1000)], Self ! x end) || _ <- lists:seq(1, 10)], [receive x -> ok end || _ <- lists:seq(1, 10)], t:p(atomics:get(A, 1)).
