%% The process dictionary.
-module(proc_dict).
-export([main/0]).

main() ->
    erase(),
    t:p([put(a, 1), put(a, 2), get(a), get(b), erase(a), erase(a), get()]),
    [put(N, N * N) || N <- lists:seq(1, 2000)],
    t:p({length(get()), get(1500), lists:sum([V || {_, V} <- get()]), length(get_keys())}),
    [erase(N) || N <- lists:seq(1, 1990)],
    t:p(lists:sort(get())), t:p(lists:sort(get_keys(1991 * 1991))),
    put({k, [1]}, big(1000)), erlang:garbage_collect(), t:p(lists:sum(get({k, [1]}))),
    put(1.0, float), put(1, int), t:p({get(1.0), get(1)}),
    t:p(length(erase())), t:p(get()),
    L = [begin put(shared, X), erlang:garbage_collect(), get(shared) end || X <- [[1, 2], {3}, #{a => b}, <<"bin">>, "str"]], t:p(L).

big(N) -> lists:seq(1, N).
