%% Stress: what processes share instead of copying. Binaries that several append to at once, persistent terms that
%% come and go, atoms that all make at the same time, terms on their way through many processes.
-module(shared_terms).
-export([main/0]).

main() ->
    t:p(lists:usort([appends(N) || N <- lists:seq(1, t:scale(30))])),
    t:p(passed(t:scale(40))),
    t:p(atoms(t:scale(100))),
    t:p(persistent(t:scale(500))),
    t:p(counters(t:scale(3000))),
    t:p([M || M <- t:flush(), element(1, M) =/= 'EXIT']).

all(N, F) ->
    Ps = [spawn_monitor(fun() -> rand:seed(exsss, {I, 3, 1}), exit({result, F(I)}) end) || I <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

%% All append to the same binary, in pieces of bytes or bits; only one can have the room behind it.
appends(N) ->
    Seed = lists:foldl(fun(I, B) -> <<B/binary, I>> end, <<>>, lists:seq(1, 100)),
    Odd = <<Seed/bitstring, (N band 7):3>>,
    all(4, fun(I) ->
        Bytes = lists:foldl(fun(_, B) -> <<B/binary, I>> end, Seed, lists:seq(1, 200)),
        Bits = lists:foldl(fun(_, B) -> <<B/bitstring, I:5>> end, Odd, lists:seq(1, 100)),
        Bytes =:= <<Seed/binary, (binary:copy(<<I>>, 200))/binary>> andalso
            Bits =:= <<Odd/bitstring, << <<I:5>> || _ <- lists:seq(1, 100) >>/bitstring>>
    end).

%% A binary goes around; each appends a byte to what it gets and looks at all of it.
passed(Rounds) ->
    Self = self(),
    Last = lists:foldl(fun(I, Next) -> spawn_link(fun() -> pass(I, Next) end) end, Self, lists:seq(1, 5)),
    Last ! <<>>,
    Got = around(Rounds, Last),
    Last ! stop,
    Got =:= binary:copy(<<5, 4, 3, 2, 1>>, Rounds).

around(1, _) -> receive B when is_binary(B) -> B after 20000 -> stuck end;
around(N, Last) -> receive B when is_binary(B) -> Last ! B, around(N - 1, Last) after 20000 -> stuck end.

pass(I, Next) ->
    receive
        stop when I =:= 1 -> ok;
        stop -> Next ! stop;
        B ->
            Next ! <<B/binary, I>>,
            Other = <<B/binary, 99>>,
            99 = binary:last(Other),
            pass(I, Next)
    end.

atoms(N) ->
    Names = ["shared_terms_" ++ integer_to_list(I) || I <- lists:seq(1, N)],
    Lists = all(4, fun(_) -> [list_to_atom(Name) || Name <- Names] end),
    [{result, As}] = Lists,
    [atom_to_list(A) || A <- As] =:= Names.

%% Readers find what was put, whole, or nothing; what is put later is seen later.
persistent(N) ->
    Writer = spawn_link(fun() -> write(N) end),
    R = all(3, fun(_) -> read(Writer) end),
    [persistent_term:erase({shared, K}) || K <- lists:seq(1, 10)],
    R.

write(0) -> ok;
write(N) ->
    K = rand:uniform(10),
    case rand:uniform(4) of
        1 -> persistent_term:erase({shared, K});
        _ -> persistent_term:put({shared, K}, {K, N, lists:seq(1, K), integer_to_binary(N)})
    end,
    case N rem 50 of 0 -> erlang:yield(); _ -> ok end,
    write(N - 1).

read(Writer) ->
    Ok = [whole(K, persistent_term:get({shared, K}, none)) || K <- lists:seq(1, 10)],
    case lists:usort(Ok) of
        [ok] -> case is_process_alive(Writer) of true -> read(Writer); false -> ok end;
        Other -> Other
    end.

whole(_, none) -> ok;
whole(K, {K, N, L, B}) when length(L) =:= K -> case binary_to_integer(B) of N -> ok; _ -> {wrong, N, B} end;
whole(_, Other) -> {wrong, Other}.

counters(N) ->
    A = atomics:new(2, []),
    C = counters:new(1, [write_concurrency]),
    all(4, fun(_) -> [begin atomics:add(A, 1, 1), counters:add(C, 1, 1), exchange(A) end || _ <- lists:seq(1, N)], ok end),
    {atomics:get(A, 1) =:= 4 * N, counters:get(C, 1) =:= 4 * N, atomics:get(A, 2) =:= 4 * N}.

exchange(A) ->
    V = atomics:get(A, 2),
    case atomics:compare_exchange(A, 2, V, V + 1) of ok -> ok; _ -> exchange(A) end.
