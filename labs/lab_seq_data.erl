%% Data: maps, binaries, strings, big integers and the structures of stdlib.
-module(lab_seq_data).
-export([run/2]).

run(large_maps, N) -> repeat(N, fun large_maps/0);
run(map_folds, N) ->
    M = maps:from_list([{I, I} || I <- lists:seq(1, 10000)]),
    repeat(N, fun() ->
                      M2 = maps:map(fun(_, V) -> V + 1 end, M),
                      maps:fold(fun(_, V, Acc) -> V + Acc end, 0, M2) =:= 50015000
              end);
run(binary_build, N) ->
    repeat(N, fun() -> byte_size(build(200000, <<>>)) =:= 400000 end);
run(binary_parse, N) ->
    Bin = << <<I:16, 2, I:8, 7>> || I <- lists:seq(1, 50000) >>,
    repeat(N, fun() -> parse(Bin, 0) =:= 50000 end);
run(bitstrings, N) ->
    repeat(N, fun() ->
                      Bits = << <<(X band 7):3>> || X <- lists:seq(1, 50000) >>,
                      ones(Bits, 0) =:= 75000
              end);
run(binary_split, N) ->
    Bin = binary:copy(<<"alpha,beta,gamma,delta;">>, 2000),
    repeat(N, fun() ->
                      Fields = [binary:split(L, <<",">>, [global])
                                || L <- binary:split(Bin, <<";">>, [global, trim])],
                      length(Fields) =:= 2000 andalso lists:all(fun(F) -> length(F) =:= 4 end, Fields)
              end);
run(string_split, N) ->
    Text = lists:append(lists:duplicate(500, "one two  three ")),
    repeat(N, fun() ->
                      length(string:lexemes(Text, " ")) =:= 1500 andalso
                          length(string:split(Text, "two", all)) =:= 501
              end);
run(string_unicode, N) ->
    Text = lists:append(lists:duplicate(300, "Grüße an Ærøskøbing, ΑΒΓ ")),
    repeat(N, fun() ->
                      Upper = string:uppercase(Text),
                      string:length(Upper) =:= 300 * 26 andalso
                          byte_size(unicode:characters_to_binary(Upper)) =:= 300 * 33
              end);
run(text_building, N) ->
    repeat(N, fun() ->
                      Lines = [io_lib:format("~5w ~-8s ~p~n", [I, "name", {I, I}])
                               || I <- lists:seq(1, 500)],
                      iolist_size(Lines) =:= 12284
              end);
run(factorial, N) -> repeat(N, fun() -> fac(1500, 1) rem 1511 =:= 1511 - inverse() end);
run(fib_big, N) -> repeat(N, fun() -> fib(8000, 0, 1) rem 1000000007 =:= fib_mod(8000, 0, 1) end);
run(pidigits, N) ->
    repeat(N, fun() -> lists:sublist(pi_digits(400), 391, 10) =:= [1, 9, 4, 1, 5, 1, 1, 6, 0, 9] end);
run(powmod, N) ->
    P = (1 bsl 521) - 1,
    repeat(N, fun() -> power(3, P - 1, P) =:= 1 end);
run(gb_trees, N) ->
    repeat(N, fun() ->
                      T = lists:foldl(fun(K, A) -> gb_trees:enter((K * 7919) rem 20011, K, A) end,
                                      gb_trees:empty(), lists:seq(1, 20000)),
                      gb_trees:size(T) =:= 20000 andalso gb_trees:is_defined(7919, T)
              end);
run(dict, N) ->
    repeat(N, fun() ->
                      D = lists:foldl(fun(K, A) -> dict:update_counter(K rem 997, 1, A) end,
                                      dict:new(), lists:seq(1, 30000)),
                      dict:size(D) =:= 997 andalso dict:fetch(5, D) =:= 31
              end);
run(array, N) ->
    repeat(N, fun() ->
                      A = lists:foldl(fun(I, A) -> array:set(I, I * 2, A) end,
                                      array:new(), lists:seq(0, 29999)),
                      array:foldl(fun(_, V, Acc) -> V + Acc end, 0, A) =:= 899970000
              end);
run(queue, N) ->
    repeat(N, fun() -> queued(50000, queue:from_list([1, 2, 3]), 0) =:= 125000 end);
run(records, N) -> account(N, {account, 0, 0, []}) =:= {account, N, 2 * N, []};
run(word_count, N) ->
    Words = string:lexemes(lists:append(lists:duplicate(2000, "the cat and the dog and a bird ")), " "),
    repeat(N, fun() ->
                      Counts = lists:foldl(fun(W, M) -> maps:update_with(W, fun(C) -> C + 1 end, 1, M) end,
                                           #{}, Words),
                      maps:get("the", Counts) =:= 4000 andalso map_size(Counts) =:= 6
              end);
run(edit_distance, N) ->
    A = lists:duplicate(30, $a) ++ "kitten on the mat with a hat and a cat and a bat",
    B = lists:duplicate(25, $a) ++ "sitting in the flat with a rat and a gnat and a bat",
    D = distance(A, B),
    true = D > 10 andalso D < 30,
    repeat(N, fun() -> distance(B, A) =:= D end);
run(huffman, N) ->
    Text = lists:append(lists:duplicate(200, "a rather short text to be squeezed into few bits")),
    repeat(N, fun() -> bit_size(huffman(Text)) =:= 36000 end);
run(term_order, N) ->
    Terms = [{I rem 7, {x, [I rem 5, <<"abc">>, I rem 3]}, I} || I <- lists:seq(1, 20000)],
    repeat(N, fun() -> length(lists:usort(Terms)) =:= 20000 end);
run(hash, N) ->
    Terms = [{I, [I, "text", <<"binary">>], 1.5} || I <- lists:seq(1, 10000)],
    Sum = hashes(Terms, 0),
    repeat(N, fun() -> hashes(Terms, 0) =:= Sum end);
run(ext_terms, N) ->
    Term = [{I, "text", <<"binary">>, [a, b, 1.5], #{k => I}} || I <- lists:seq(1, 5000)],
    repeat(N, fun() -> binary_to_term(term_to_binary(Term)) =:= Term end).

repeat(0, _) -> true;
repeat(N, Work) ->
    case Work() of
        true -> repeat(N - 1, Work);
        Wrong -> {wrong, Wrong}
    end.

large_maps() ->
    M = insert(50000, #{}),
    50000 = map_size(M),
    M2 = remove(25000, M),
    found(50000, M2, 0) =:= 25000.
insert(0, M) -> M;
insert(N, M) -> insert(N - 1, M#{{key, N} => N}).
remove(0, M) -> M;
remove(N, M) -> remove(N - 1, maps:remove({key, N}, M)).
found(0, _, Sum) -> Sum;
found(N, M, Sum) ->
    case M of
        #{{key, N} := _} -> found(N - 1, M, Sum + 1);
        _ -> found(N - 1, M, Sum)
    end.

build(0, B) -> B;
build(N, B) -> build(N - 1, <<B/binary, N:16>>).

parse(<<_:16, Len, Payload:Len/binary, Rest/binary>>, N) when byte_size(Payload) =:= 2 ->
    parse(Rest, N + 1);
parse(<<>>, N) -> N.

ones(<<1:1, R/bits>>, N) -> ones(R, N + 1);
ones(<<0:1, R/bits>>, N) -> ones(R, N);
ones(<<>>, N) -> N.

fac(0, Acc) -> Acc;
fac(N, Acc) -> fac(N - 1, N * Acc).

%% By Wilson's theorem 1510! = -1 modulo the prime 1511: 1500! is minus the inverse of the rest.
inverse() ->
    Rest = lists:foldl(fun(X, A) -> X * A rem 1511 end, 1, lists:seq(1501, 1510)),
    power(Rest, 1509, 1511).

fib(0, A, _) -> A;
fib(N, A, B) -> fib(N - 1, B, A + B).
fib_mod(0, A, _) -> A;
fib_mod(N, A, B) -> fib_mod(N - 1, B, (A + B) rem 1000000007).

power(_, 0, _) -> 1;
power(B, E, M) when E band 1 =:= 1 -> B * power(B, E - 1, M) rem M;
power(B, E, M) -> power(B * B rem M, E bsr 1, M).

%% Digits of pi one by one, with the state of a spigot in big integers.
pi_digits(N) -> pi_digits(N, 1, 0, 1, 1, 3, 3).
pi_digits(0, _, _, _, _, _, _) -> [];
pi_digits(N, Q, R, T, K, D, L) when 4 * Q + R - T < D * T ->
    [D | pi_digits(N - 1, 10 * Q, 10 * (R - D * T), T, K,
                   10 * (3 * Q + R) div T - 10 * D, L)];
pi_digits(N, Q, R, T, K, _, L) ->
    pi_digits(N, Q * K, (2 * Q + R) * L, T * L, K + 1,
              (Q * (7 * K + 2) + R * L) div (T * L), L + 2).

queued(0, _, Sum) -> Sum;
queued(N, Q, Sum) ->
    {{value, X}, Q2} = queue:out(Q),
    queued(N - 1, queue:in(X + 3, Q2), Sum + X - (X div 4) * 4 + 1).
account(0, A) -> A;
account(N, {account, C, S, L}) -> account(N - 1, touched({account, C + 1, S, L})).
touched(A) when element(1, A) =:= account -> setelement(3, A, element(3, A) + 2).

distance(A, B) -> rows(A, B, lists:seq(0, length(B))).
rows([], _, Row) -> lists:last(Row);
rows([C | Cs], B, [First | _] = Row) -> rows(Cs, B, row(C, B, Row, [First + 1])).
row(_, [], _, Acc) -> lists:reverse(Acc);
row(C, [D | Ds], [Diagonal | [Above | _] = Rest], [Left | _] = Acc) ->
    Cost = case C of D -> Diagonal; _ -> Diagonal + 1 end,
    row(C, Ds, Rest, [min(Cost, min(Above, Left) + 1) | Acc]).

huffman(Text) ->
    Counts = lists:foldl(fun(C, M) -> maps:update_with(C, fun(N) -> N + 1 end, 1, M) end, #{}, Text),
    Tree = tree(lists:sort([{N, {leaf, C}} || {C, N} <- maps:to_list(Counts)])),
    Codes = maps:from_list(codes(Tree, <<>>)),
    << <<(maps:get(C, Codes))/bits>> || C <- Text >>.
tree([{_, T}]) -> T;
tree([{N, A}, {M, B} | Rest]) -> tree(lists:sort([{N + M, {node, A, B}} | Rest])).
codes({leaf, C}, Bits) -> [{C, Bits}];
codes({node, A, B}, Bits) -> codes(A, <<Bits/bits, 0:1>>) ++ codes(B, <<Bits/bits, 1:1>>).
hashes([], Sum) -> Sum;
hashes([T | Ts], Sum) -> hashes(Ts, Sum bxor erlang:phash2(T)).
