%% Numbers, atoms and characters as text and back, of all lengths; tuples that are made of others; checksums and sizes.
-module(texts_of_terms).
-export([main/0]).

-define(TRY(E), try E catch _:Reason -> Reason end).

main() ->
    [io:format("~p~n", [erlang:phash2(F())]) || F <- [fun integers/0, fun floats/0, fun atoms/0, fun characters/0, fun sums/0, fun copies/0, fun tuples/0]],
    [io:format("~p: ~p~n", [N, ?TRY(F())]) || {N, F} <- bad()].

numbers() ->
    Powers = [trunc(math:pow(10, N)) || N <- lists:seq(0, 18)] ++ [1 bsl N || N <- lists:seq(19, 200, 7)] ++ [lists:foldl(fun(_, A) -> 10 * A end, 1, lists:seq(1, N)) || N <- lists:seq(19, 60)],
    lists:append([[P - 1, P, P + 1, -P, 1 - P, -P - 1] || P <- Powers]).

integers() ->
    [begin
         T = integer_to_binary(N, B),
         L = integer_to_list(N, B),
         true = list_to_binary(L) =:= T,
         [N = binary_to_integer(iolist_to_binary(X), B) || X <- [T, string:lowercase(T)]],
         N = list_to_integer(L, B),
         {N, B, T, ?TRY(binary_to_integer(<<"+", T/binary>>, B)), ?TRY(binary_to_integer(<<T/binary, "~">>, B))}
     end || N <- numbers(), B <- [2, 3, 8, 10, 11, 16, 32, 36]].

floats() ->
    Fs = [S * F || F <- [0.0, 0.1, 0.125, 0.3, 0.5, 0.999999, 1.0, 1.5, 2.25, 9.9995, 99.99, 123.456, 1.0e-5, 1.0e-7, 123456789.125, 9007199254740991.0,
                         9007199254740992.0, 9007199254740993.0, 1.0e16, 1.0e17, 1.0e22, 1.2345e-300, 1.7976931348623157e308, 5.0e-324],
                    S <- [1, -1]],
    [{F, float_to_binary(F), float_to_binary(F, [short]), float_to_list(F, [short]), float_to_list(F, [{scientific, 3}]),
      [?TRY(float_to_binary(F, [{decimals, D} | C])) || D <- [0, 1, 2, 4, 10, 18, 19, 60, 253], C <- [[], [compact]]]} || F <- Fs].

names() ->
    [unicode:characters_to_binary(lists:duplicate(N, C)) || C <- [$a, 16#e5, 16#6f22, 16#1f600], N <- [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 64, 65, 255]].

atoms() ->
    [begin
         A = binary_to_atom(N),
         A = binary_to_existing_atom(N),
         A = list_to_atom(unicode:characters_to_list(N)),
         N = atom_to_binary(A),
         A = binary_to_term(term_to_binary(A)),
         {N, atom_to_list(A), ?TRY(atom_to_binary(A, latin1)), term_to_binary(A, [{minor_version, 1}]), term_to_binary({A, [A]}, [{minor_version, 2}]),
          binary_to_atom(<<"l1">>, latin1), ?TRY(binary_to_atom(<<N/binary, 255>>, utf8))}
     end || N <- names()].

characters() ->
    [{unicode:characters_to_list(B), unicode:characters_to_list(<<B/binary, 200>>), unicode:characters_to_list(<<B/binary, 255, "a">>),
      unicode:characters_to_list(B, latin1), unicode:characters_to_list([B, B]), byte_size(B), iolist_size([B, $a, [B | B]])} || B <- names()].

sums() ->
    Bytes = << <<(N * N div 7)>> || N <- lists:seq(1, 12000) >>,
    Of = fun(B) -> {erlang:adler32(B), erlang:adler32(16#ffffffff, B), erlang:adler32(7, [B, 1, [2 | B]])} end,
    [Of(binary:part(Bytes, F, N)) || F <- [0, 1], N <- lists:seq(0, 100) ++ [5551, 5552, 5553, 11104, 11999]] ++ [Of(binary:copy(<<255>>, N)) || N <- [31, 32, 33, 5552, 6000]].

copies() ->
    [binary:copy(binary:part(<<"abcdefghijklmnopqrst">>, 0, N), M) || N <- lists:seq(0, 20), M <- [0, 1, 2, 3, 8, 20]] ++
        [binary:at(<<(binary:copy(<<7>>, N))/binary, 9>>, N) || N <- [0, 1, 63, 64, 65]].

tuples() ->
    [begin
         T = list_to_tuple(lists:seq(1, N)),
         {T, erlang:make_tuple(N, a), erlang:append_element(T, x), [erlang:insert_element(I, T, x) || I <- lists:seq(1, N + 1)],
          [erlang:delete_element(I, T) || I <- lists:seq(1, N)]}
     end || N <- [0, 1, 2, 3, 11, 12, 13, 100]].

bad() ->
    [{at_end, fun() -> binary:at(<<1, 2>>, 2) end},
     {at_less, fun() -> binary:at(<<1, 2>>, -1) end},
     {at_bits, fun() -> binary:at(<<1:3>>, 0) end},
     {tuple_of_improper, fun() -> list_to_tuple([1 | 2]) end},
     {tuple_of_none, fun() -> erlang:make_tuple(-1, a) end},
     {append_to_list, fun() -> erlang:append_element([], a) end},
     {insert_far, fun() -> erlang:insert_element(3, {a}, b) end},
     {delete_none, fun() -> erlang:delete_element(1, {}) end},
     {options, fun() -> float_to_binary(1.5, [short | x]) end},
     {option, fun() -> float_to_list(1.5, [{decimal, 2}]) end},
     {decimals, fun() -> float_to_list(1.5, [{decimals, 254}]) end},
     {base, fun() -> integer_to_binary(1, 37) end},
     {no_digits, fun() -> binary_to_integer(<<"-">>) end},
     {nothing, fun() -> binary_to_integer(<<>>) end},
     {digit, fun() -> list_to_integer("12345678901234567890a") end},
     {size, fun() -> iolist_size([1, 256]) end},
     {long_atom, fun() -> binary_to_atom(binary:copy(<<"a">>, 256)) end},
     {no_atom, fun() -> binary_to_existing_atom(<<"no such atom, surely">>) end},
     {encoding, fun() -> binary_to_atom(<<"a">>, latin2) end}].
