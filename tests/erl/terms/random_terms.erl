%% Order, equality, hashes and maps of terms that are made up, but the same in every run.
-module(random_terms).
-export([main/0]).
-compile([{nowarn_deprecated_function, [{erlang, phash, 2}]}]).

main() ->
    rand:seed(exsss, {4, 8, 15}),
    Terms = [term(rand:uniform(5)) || _ <- lists:seq(1, 3000)],
    digest(phash2, [erlang:phash2(T) || T <- Terms]),
    digest(phash, [erlang:phash(T, 1 bsl 32) || T <- Terms]),
    digest(range, [erlang:phash2(T, 1000003) || T <- Terms]),
    Pairs = [{A, near(A)} || A <- Terms],
    digest(same, [A =:= B || {A, B} <- Pairs]),
    digest(equal, [A == B || {A, B} <- Pairs]),
    digest(less, [{A < B, A =< B} || {A, B} <- Pairs]),
    digest(sorted, lists:sort(Terms)),
    digest(usorted, lists:usort([B || {_, B} <- Pairs])),
    %% Small integers, floats, atoms and tuples of them as keys: maps of all sizes.
    Sizes = lists:seq(0, 70),
    Maps = [maps:from_list([{key(), I} || I <- lists:seq(1, N)]) || N <- Sizes],
    digest(maps, [sorted(M) || M <- Maps]),
    digest(small, [[maps:to_list(M), maps:keys(M), maps:values(M), each(maps:iterator(M))]
                   || M <- Maps, map_size(M) =< 32]),
    Keys = [key() || _ <- lists:seq(1, 200)],
    digest(found, [[maps:get(K, M, none) || K <- Keys] || M <- Maps]),
    digest(keys, [[is_map_key(K, M) || K <- Keys] || M <- Maps]),
    digest(changed, [sorted(changed(M, Keys)) || M <- Maps]),
    digest(order, [A < B || A <- Maps, B <- Maps]),
    digest(merged, [sorted(maps:merge(A, B))
                    || {A, B} <- lists:zip(Maps, lists:reverse(Maps))]),
    true = lists:all(fun(M) -> M =:= maps:from_list(lists:reverse(maps:to_list(M))) end, Maps).

%% 1 and 1.0 are different keys, but sorting leaves them in the order in which they are.
sorted(M) -> lists:sort([{erlang:phash2(K), K, V} || {K, V} <- maps:to_list(M)]).

digest(What, Terms) ->
    io:format("~p ~w~n", [What, erlang:crc32(t:text("~w", [Terms]))]).

changed(M, Keys) ->
    lists:foldl(fun(K, N) when is_map_key(K, N) -> maps:remove(K, N);
                   (K, N) -> N#{K => changed}
                end, M, Keys).

each(Iterator) ->
    case maps:next(Iterator) of
        none -> [];
        {K, V, Next} -> [{K, V} | each(Next)]
    end.

key() ->
    case rand:uniform(6) of
        1 -> {var, rand:uniform(40)};
        2 -> {var, {pick([a, b, 'long name of an atom']), rand:uniform(9)}};
        3 -> rand:uniform(40);
        4 -> float(rand:uniform(40));
        5 -> [rand:uniform(5), <<(rand:uniform(5))>>];
        %% The order of atoms in maps is that in which they are made: no other program has these.
        6 -> pick([random_b, random_a, random_c, <<"a">>, <<"b">>, {}, [], #{}, 1 bsl 70, -1.5])
    end.

%% Often the same term, in other words, or nearly the same.
near(T) ->
    case rand:uniform(4) of
        1 -> binary_to_term(term_to_binary(T));
        2 -> changed(T);
        3 -> term(2);
        4 -> changed(binary_to_term(term_to_binary(T)))
    end.

changed([H | T]) -> case rand:uniform(2) of 1 -> [changed(H) | T]; 2 -> [H | changed(T)] end;
changed(T) when is_tuple(T), tuple_size(T) > 0 ->
    N = rand:uniform(tuple_size(T)),
    setelement(N, T, changed(element(N, T)));
changed(I) when is_integer(I), abs(I) < 1 bsl 53 -> pick([I, I + 1, float(I)]);
changed(F) when is_float(F), F == trunc(F) -> pick([trunc(F), F + 1, F - 1]);
changed(B) when is_bitstring(B) -> pick([B, <<B/bits, 0:1>>, <<0, B/bits>>]);
changed(M) when map_size(M) > 0 ->
    [{_, K, V} | _] = sorted(M),
    pick([M#{K => changed(V)}, maps:remove(K, M), (maps:remove(K, M))#{changed(K) => V}]);
changed(_) -> pick([a, b, 0, 0.0, [], <<>>]).

term(0) ->
    case rand:uniform(12) of
        1 -> rand:uniform(10);
        2 -> -rand:uniform(1 bsl 40);
        3 -> pick([1 bsl 59, 1 bsl 60, 1 bsl 62, 1 bsl 63, 1 bsl 64, 1 bsl 27, (1 bsl 27) - 1]);
        4 -> -pick([1 bsl 59, (1 bsl 59) + 1, 1 bsl 62, (1 bsl 62) + 1, 1 bsl 64, 1 bsl 27]);
        5 -> rand:uniform(1 bsl 200) bsl 3;
        6 -> float(rand:uniform(10));
        7 -> pick([0.0, -0.0, 1.0e300, -1.5, 9007199254740992.0, 1.0e-300]);
        8 -> pick([a, b, '', 'ab', 'abcdefgh', 'abcdefghi', 'abcdefghj', 'äöü', true]);
        9 -> bits(rand:uniform(30));
        10 -> bits(rand:uniform(300));
        11 -> [rand:uniform(255) || _ <- lists:seq(1, rand:uniform(9))];
        12 -> pick([[], {}, <<>>, #{}, fun lists:map/2, fun erlang:abs/1])
    end;
term(Depth) ->
    Part = fun(_) -> term(rand:uniform(Depth) - 1) end,
    case rand:uniform(6) of
        1 -> list_to_tuple(lists:map(Part, lists:seq(1, rand:uniform(4))));
        2 -> lists:map(Part, lists:seq(1, rand:uniform(4)));
        3 -> [Part(1) | Part(2)];
        4 -> maps:from_list([{Part(1), Part(2)} || _ <- lists:seq(1, rand:uniform(4))]);
        5 -> {rand:uniform(3), Part(1), x};
        6 -> term(0)
    end.

bits(N) ->
    Whole = << <<(rand:uniform(256) - 1)>> || _ <- lists:seq(1, N div 8 + 2) >>,
    Skip = rand:uniform(8) - 1,
    <<_:Skip, Bits:N/bits, _/bits>> = Whole,
    Bits.

pick(List) -> lists:nth(rand:uniform(length(List)), List).
