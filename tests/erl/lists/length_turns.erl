%% length/1 of long lists takes several turns, in guards as well: others run meanwhile, whatever is in
%% registers is there afterwards, and errors are as those of one turn. In receives: length_in_receive.
-module(length_turns).
-export([main/0, many/18]).

main() ->
    %% Without loops, which take long where everything collects.
    Bytes = binary_to_list(binary:copy(list_to_binary(lists:seq(0, 250)), 4000)),
    Improper = Bytes ++ tail,
    Functions =
        [{body, fun body/1}, {last, fun last/1}, {guard, fun guard/1}, {second_guard, fun second_guard/1},
         {both, fun both/1}, {'case', fun in_case/1}, {'if', fun in_if/1},
         {'try', fun in_try/1}, {'catch', fun(L) -> N = (catch length(L)), is_integer(N) andalso N end},
         {comprehension, fun(L) -> [N || {A, N} <- [{L, 1}, {[], 2}, {x, 3}, {L, 4}], length(A) > 2] end},
         {floats, fun(L) -> floats(L, 1.5, 0.25) end},
         {registers, fun(L) -> many(1, 2, 3.0, four, {5}, [6], "7", <<8>>, 9, 10, 11, 12, 13, 14, 15, 16, 17, L) end},
         {applied, fun(L) -> apply(t:id(erlang), length, [L]) end},
         {a_fun, fun(L) -> (t:id(fun erlang:length/1))(L) end}],
    [begin
         io:format("~p ~p~n", [Name, turns(F, Bytes, fun(_) -> ok end)]),
         io:format("~p ~p~n", [Name, turns(F, Improper, fun(_) -> ok end)]),
         io:format("~p~n", [[t:result(fun() -> without_list(F(L)) end) || L <- [[], "abc", {a}, make_ref(), [a | b]]]]),
         io:format("~p~n", [element(1, turns(F, Bytes, fun collect/1))]),
         io:format("~p~n", [element(1, turns(F, Improper, fun suspend/1))])
     end || {Name, F} <- Functions],
    %% They look through lists that they do not copy.
    [io:format("~p~n", [[turns(F, L, fun(_) -> ok end) || L <- [Bytes, Improper]]])
     || F <- [fun(L) -> L ++ t:id([]) end, fun(L) -> L -- t:id([]) end, fun(L) -> L -- [x] end,
              fun(L) -> t:id([]) -- L end, fun(L) -> Bytes -- L end]],
    killed = turns(fun Loop(L) -> body(L), Loop(L) end, Bytes, fun(Pid) -> exit(Pid, kill) end),
    literals(Bytes).

body(L) ->
    N = length(L),
    {N, hd(L)}.

last(L) -> length(L).

guard(L) when length(L) > 1000000 -> {long, hd(L)};
guard(L) when length(L) > 1000 -> {not_that_long, hd(L)};
guard([_ | _] = L) -> {other_list, hd(L)};
guard(_) -> other.

second_guard(L) when length(L) < 10; length(L) > 1004000 -> neither;
second_guard(L) when length(L) < 10; length(L) > 100 -> second;
second_guard(L) when length(L) < 10; is_list(L) -> list;
second_guard(_) -> other.

both(L) when length(L) > 3, length(tl(L)) > 3, length(L) =:= length(tl(L)) + 1 -> both;
both(_) -> not_both.

in_case(L) ->
    case {L, tuple} of
        {X, T} when length(X) =:= 1003999 -> {less, T};
        {X, T} when length(X) =:= 1004000 -> {all, T, hd(X)};
        {_, T} -> {none, T}
    end.

in_if(L) ->
    if length(L) =:= 3 -> three;
       length(L) > 3, length(L) rem 2 =:= 0 -> even;
       true -> other
    end.

in_try(L) ->
    Y = t:id({y, L}),
    try length(L) of N -> {N, element(1, Y)}
    catch
        Class:Reason:Stack ->
            L = element(2, Y),
            [{M, F, [Arg], Info} | _] = Stack,
            {Class, Reason, M, F, Arg =:= L, Info}
    end.

floats(L, X, Y) ->
    A = X * 2.0 + Y,
    N = length(L),
    (A + N) * (A - Y) / X.

many(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, List) when length(List) > 2 ->
    Length = length(List),
    {A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, Length, hd(List)};
many(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, List) ->
    {no, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, is_list(List)}.

%% The list is a literal that is given up meanwhile.
literals(L) ->
    persistent_term:put(?MODULE, {L, L}),
    Given = fun(_) -> {M, N} = persistent_term:get(?MODULE), {guard(M), body(N)} end,
    GiveUp = fun(Pid) -> persistent_term:erase(?MODULE), collect(Pid) end,
    io:format("~p~n", [element(1, turns(Given, L, GiveUp))]).

collect(Pid) -> [erlang:garbage_collect(Pid) || _ <- "abc"].

suspend(Pid) ->
    erlang:suspend_process(Pid),
    process_info(Pid, [status, current_stacktrace, total_heap_size, backtrace]),
    collect(Pid),
    erlang:resume_process(Pid).

%% As t:turns/2, of a function that may fail, or give a long list, which is not printed.
turns(F, L, Disturb) -> t:turns(fun() -> without_list(t:result(fun() -> F(L) end)) end, Disturb).

without_list(L) when length(L) > 1000 -> long;
without_list([_ | _] = L) -> L;
without_list(X) -> X.
