%% Single operations on binaries, texts and external terms. Made as lab_op_terms is.
-module(lab_op_bytes).
-compile([nowarn_unused_vars]).
-export([row/1]).

-define(OP(Name, E), Name(0, A, _, _) -> A; Name(N, A, X, Y) -> Name(N - 1, E, Y, X)).

half(N) -> N div 2.
hundred() -> list_to_binary(lists:seq(1, 100)).
thousand() -> binary:copy(<<"some words, and ">>, 64).
letters() -> unicode:characters_to_binary(lists:duplicate(25, [$a, 16#e5, 16#6f22, 16#1f600])).

row(match_header) -> {fun match_header/4, 0, <<1, 2:16, 3:32, "rest">>, <<1, 3:16, 4:32, "rest">>, fun(N) -> half(N) * 14 end};
row(match_bits) -> {fun match_bits/4, 0, <<1:3, 2:5, 3:7, 1:1>>, <<1:3, 3:5, 3:7, 1:1>>, fun(N) -> half(N) * 13 end};
row(match_little) -> {fun match_little/4, 0, <<1:32/little, 1:64/little>>, <<2:32/little, 1:64/little>>, fun(N) -> half(N) * 5 end};
row(match_counted) -> {fun match_counted/4, 0, <<3, "abc", "rest">>, <<2, "ab", "rest">>, fun(N) -> half(N) * 5 end};
row(match_float) -> {fun match_float/4, 0.0, <<1.5/float>>, <<2.5/float>>, fun(N) -> half(N) * 4.0 end};
row(match_text) -> {fun match_text/4, 0, <<"GET / HTTP/1.1">>, <<"PUT / HTTP/1.1">>, fun half/1};
row(match_utf8) -> {fun match_utf8/4, 0, <<16#6f22/utf8, "x">>, <<"a", "x">>, fun(N) -> half(N) * (16#6f22 + $a) end};
row(match_rest) -> {fun match_rest/4, <<>>, <<"1 rest">>, <<"2 rest">>, <<" rest">>};
row(walk_bytes_100) -> {fun walk_bytes/4, 0, hundred(), hundred(), fun(N) -> N * 5050 end};
row(walk_words_50) -> {fun walk_words/4, 0, binary:copy(<<1:16>>, 50), binary:copy(<<1:16>>, 50), fun(N) -> N * 50 end};
row(walk_utf8_100) -> {fun walk_utf8/4, 0, letters(), letters(), fun(N) -> N * 25 * ($a + 16#e5 + 16#6f22 + 16#1f600) end};
row(walk_ascii_utf8_100) -> {fun walk_utf8/4, 0, hundred(), hundred(), fun(N) -> N * 5050 end};
row(walk_utf16_100) -> W = unicode:characters_to_binary(letters(), utf8, utf16), {fun walk_utf16/4, 0, W, W, fun(N) -> N * 25 * ($a + 16#e5 + 16#6f22 + 16#1f600) end};
row(walk_bits_100) -> {fun walk_bits/4, 0, <<0:50, -1:50>>, <<0:50, -1:50>>, fun(N) -> N * 50 end};
row(comprehension_to_list_100) -> {fun comprehension_to_list/4, 0, hundred(), hundred(), lists:seq(1, 100)};
row(comprehension_to_binary_100) -> {fun comprehension_to_binary/4, 0, hundred(), hundred(), list_to_binary(lists:seq(2, 101))};
row(make_integer) -> {fun make_integer/4, 0, 1, 2, <<2:32>>};
row(make_header) -> {fun make_header/4, 0, 1, 2, <<2, 2:16, 2:32>>};
row(make_little) -> {fun make_little/4, 0, 1, 2, <<2:32/little, 2:64/little>>};
row(make_bits) -> {fun make_bits/4, 0, 1, 2, <<2:3, 2:5>>};
row(make_float) -> {fun make_float/4, 0, 1.5, 2.5, <<2.5/float>>};
row(make_utf8) -> {fun make_utf8/4, 0, $a, 16#6f22, <<16#6f22/utf8>>};
row(make_joined) -> {fun make_joined/4, 0, <<"some">>, <<"text">>, <<"text", "some">>};
row(make_with_text) -> {fun make_with_text/4, 0, <<"some">>, <<"text">>, <<"key: text\r\n">>};
row(make_large) -> {fun make_large/4, 0, thousand(), hundred(), iolist_to_binary([hundred(), "x"])};
row(append_byte) -> {fun append_byte/4, <<>>, 1, 2, fun(N) -> binary:copy(<<1, 2>>, half(N)) end};
row(append_text) -> {fun append_text/4, <<>>, <<"some">>, <<"text">>, fun(N) -> binary:copy(<<"sometext">>, half(N)) end};
row(append_utf8) -> {fun append_utf8/4, <<>>, $a, 16#6f22, fun(N) -> binary:copy(<<"a", 16#6f22/utf8>>, half(N)) end};
row(byte_size) -> {fun byte_size/4, 0, <<"abc">>, <<"de">>, fun(N) -> half(N) * 5 end};
row(binary_part) -> {fun binary_part/4, 0, <<"abcdef">>, <<"ghijkl">>, <<"hi">>};
row(binary_at) -> {fun binary_at/4, 0, <<1, 2, 3>>, <<2, 3, 4>>, fun(N) -> half(N) * 5 end};
row(split_binary) -> {fun split_binary/4, 0, <<"abcdef">>, <<"ghijkl">>, {<<"gh">>, <<"ijkl">>}};
row(binary_split) -> {fun binary_split/4, 0, <<"key: value">>, <<"other: value">>, [<<"other">>, <<"value">>]};
row(binary_split_all) -> {fun binary_split_all/4, 0, <<"a,b,c,d,e,f,g,h">>, <<"1,2">>, [<<"1">>, <<"2">>]};
row(binary_match) -> {fun binary_match/4, 0, <<"key: value">>, <<"other: value">>, {5, 2}};
row(binary_match_1k) -> {fun binary_match/4, 0, iolist_to_binary([thousand(), ": "]), <<"other: value">>, {5, 2}};
row(binary_matches) -> {fun binary_matches/4, 0, <<"a,b,c,d,e,f,g,h">>, <<"1,2">>, [{1, 1}]};
row(binary_replace) -> {fun binary_replace/4, 0, <<"a,b,c,d,e,f,g,h">>, <<"1,2">>, <<"1;2">>};
row(binary_copy) -> {fun binary_copy/4, 0, <<"abcdef">>, <<"ghijkl">>, <<"ghijkl">>};
row(binary_copies) -> {fun binary_copies/4, 0, <<"abcdef">>, <<"gh">>, <<"ghghghgh">>};
row(binary_to_list) -> {fun binary_to_list/4, 0, <<"some words">>, <<"text">>, "text"};
row(binary_to_list_1k) -> {fun binary_to_list/4, 0, thousand(), <<"text">>, "text"};
row(list_to_binary) -> {fun list_to_binary/4, 0, "some words", "text", <<"text">>};
row(list_to_binary_1k) -> {fun list_to_binary/4, 0, binary_to_list(thousand()), "text", <<"text">>};
row(iolist_to_binary) -> {fun iolist_to_binary/4, 0, [<<"some">>, $\s, "words"], [<<"te">>, "xt"], <<"text">>};
row(iolist_size) -> {fun iolist_size/4, 0, [<<"some">>, $\s, "words"], [<<"te">>, "xt"], fun(N) -> half(N) * 14 end};
row(characters_to_binary) -> {fun characters_to_binary/4, 0, [$a, 16#e5, 16#6f22], "text", <<"text">>};
row(characters_to_list) -> {fun characters_to_list/4, 0, <<"a", 16#e5/utf8, 16#6f22/utf8>>, <<"text">>, "text"};
row(characters_to_list_100) -> {fun characters_to_list/4, 0, letters(), <<"text">>, "text"};
row(crc32_1k) -> {fun crc32/4, 0, thousand(), thousand(), erlang:crc32(thousand())};
row(adler32_1k) -> {fun adler32/4, 0, thousand(), thousand(), erlang:adler32(thousand())};
row(md5_1k) -> {fun md5/4, 0, thousand(), thousand(), erlang:md5(thousand())};
row(hash_binary) -> {fun hash/4, 0, <<"some words">>, <<"text">>, fun(N) -> half(N) * (erlang:phash2(<<"text">>) + erlang:phash2(<<"some words">>)) end};
row(hash_tuple) -> {fun hash/4, 0, {a, 1, "text"}, {b, 2, "text"}, fun(N) -> half(N) * (erlang:phash2({a, 1, "text"}) + erlang:phash2({b, 2, "text"})) end};
row(hash_atom) -> {fun hash/4, 0, some, text, fun(N) -> half(N) * (erlang:phash2(some) + erlang:phash2(text)) end};
row(Case) -> text(Case).

text(integer_to_list) -> {fun integer_to_list/4, 0, 12345, 7, "7"};
text(integer_to_binary) -> {fun integer_to_binary/4, 0, 12345, 7, <<"7">>};
text(integer_to_binary_16) -> {fun integer_to_binary_16/4, 0, 12345, 10, <<"A">>};
text(list_to_integer) -> {fun list_to_integer/4, 0, "12345", "5", fun(N) -> half(N) * 12350 end};
text(binary_to_integer) -> {fun binary_to_integer/4, 0, <<"12345">>, <<"5">>, fun(N) -> half(N) * 12350 end};
text(binary_to_integer_20) -> {fun binary_to_integer/4, 0, <<"12345678901234567890">>, <<"-12345678901234567890">>, 0};
text(big_to_binary) -> {fun integer_to_binary/4, 0, 1 bsl 100, 7, <<"7">>};
text(float_to_list) -> {fun float_to_list/4, 0, 1.5, 2.25, "2.25000000000000000000e+00"};
text(float_to_binary_short) -> {fun float_to_binary_short/4, 0, 123.456, 2.25, <<"2.25">>};
text(float_to_binary_decimals) -> {fun float_to_binary_decimals/4, 0, 123.456, 2.25, <<"2.25">>};
text(binary_to_float) -> {fun binary_to_float/4, 0.0, <<"1.5">>, <<"2.5">>, fun(N) -> half(N) * 4.0 end};
text(atom_to_list) -> {fun atom_to_list/4, 0, some, text, "text"};
text(atom_to_binary) -> {fun atom_to_binary/4, 0, some, text, <<"text">>};
text(binary_to_atom) -> {fun binary_to_atom/4, 0, <<"some">>, <<"text">>, text};
text(binary_to_existing_atom) -> {fun binary_to_existing_atom/4, 0, <<"some">>, <<"text">>, text};
text(list_to_atom) -> {fun list_to_atom/4, 0, "some", "text", text};
text(pid_to_list) -> {fun pid_to_list/4, 0, self(), self(), pid_to_list(self())};
text(regexp) -> {ok, R} = re:compile("[0-9]+"), {fun regexp/4, 0, {"number 123", R}, {"number 5", R}, {match, [{7, 1}]}};
text(Case) -> external(Case).

config() -> #{name => <<"maser">>, port => 8080, hosts => ["a.example", "b.example"], limits => {1, 2.5, infinity}}.
reply() -> {reply, make, [{id, 17}, {user, <<"someone">>}, {tags, [a, b, c]}], 123456789012}.

external(encode_integer) -> {fun encode/4, 0, 1, 2, term_to_binary(2)};
external(encode_atom) -> {fun encode/4, 0, some, text, term_to_binary(text)};
external(encode_list) -> {fun encode/4, 0, lists:seq(1, 10), lists:seq(991, 1000), term_to_binary(lists:seq(991, 1000))};
external(encode_string) -> {fun encode/4, 0, "some words", "text", term_to_binary("text")};
external(encode_binary) -> {fun encode/4, 0, <<"some words">>, <<"text">>, term_to_binary(<<"text">>)};
external(encode_map) -> {fun encode/4, 0, config(), config(), term_to_binary(config())};
external(encode_tuple) -> {fun encode/4, 0, reply(), reply(), term_to_binary(reply())};
external(encode_pid) -> {fun encode/4, 0, {self(), a}, {self(), a}, term_to_binary({self(), a})};
external(decode_integer) -> decode(1, 2);
external(decode_atom) -> decode(some, text);
external(decode_list) -> decode(lists:seq(1, 10), lists:seq(991, 1000));
external(decode_string) -> decode("some words", "text");
external(decode_binary) -> decode(<<"some words">>, <<"text">>);
external(decode_map) -> decode(config(), config());
external(decode_tuple) -> decode(reply(), reply());
external(decode_pid) -> decode({self(), a}, {self(), a});
external(external_size) -> {fun external_size/4, 0, config(), config(), fun(N) -> N * erlang:external_size(config()) end};
external(encode_large_map) -> M = maps:from_list([{K, K} || K <- lists:seq(1, 1000)]), {fun encode/4, 0, M, M, term_to_binary(M)};
external(decode_large_map) -> M = maps:from_list([{K, K} || K <- lists:seq(1, 1000)]), decode(M, M);
external(_) -> none.

decode(X, Y) -> {fun decode/4, 0, term_to_binary(X), term_to_binary(Y), Y}.

%% ------------------------------------------------------------------ the operations

match_header(0, A, _, _) -> A;
match_header(N, A, <<B, C:16, D:32, _/binary>> = X, Y) -> match_header(N - 1, A + B + C + D, Y, X).
match_bits(0, A, _, _) -> A;
match_bits(N, A, <<B:3, C:5, D:7, _:1>> = X, Y) -> match_bits(N - 1, A + B + C + D, Y, X).
match_little(0, A, _, _) -> A;
match_little(N, A, <<B:32/little, C:64/little>> = X, Y) -> match_little(N - 1, A + B + C, Y, X).
match_counted(0, A, _, _) -> A;
match_counted(N, A, <<S, D:S/binary, _/binary>> = X, Y) -> match_counted(N - 1, A + byte_size(D), Y, X).
match_float(0, A, _, _) -> A;
match_float(N, A, <<F/float>> = X, Y) -> match_float(N - 1, A + F, Y, X).
match_text(0, A, _, _) -> A;
match_text(N, A, <<"GET ", _/binary>> = X, Y) -> match_text(N - 1, A + 1, Y, X);
match_text(N, A, X, Y) -> match_text(N - 1, A, Y, X).
match_utf8(0, A, _, _) -> A;
match_utf8(N, A, <<C/utf8, _/binary>> = X, Y) -> match_utf8(N - 1, A + C, Y, X).
match_rest(0, A, _, _) -> A;
match_rest(N, _, <<_, R/binary>> = X, Y) -> match_rest(N - 1, R, Y, X).

?OP(walk_bytes, bytes(X, A)).
?OP(walk_words, words(X, A)).
?OP(walk_utf8, utf8(X, A)).
?OP(walk_utf16, utf16(X, A)).
?OP(walk_bits, bits(X, A)).
bytes(<<B, R/binary>>, A) -> bytes(R, A + B);
bytes(<<>>, A) -> A.
words(<<B:16, R/binary>>, A) -> words(R, A + B);
words(<<>>, A) -> A.
utf8(<<B/utf8, R/binary>>, A) -> utf8(R, A + B);
utf8(<<>>, A) -> A.
utf16(<<B/utf16, R/binary>>, A) -> utf16(R, A + B);
utf16(<<>>, A) -> A.
bits(<<B:1, R/bitstring>>, A) -> bits(R, A + B);
bits(<<>>, A) -> A.

?OP(comprehension_to_list, [B || <<B>> <= X]).
?OP(comprehension_to_binary, << <<(B + 1)>> || <<B>> <= X >>).
?OP(make_integer, <<X:32>>).
?OP(make_header, <<X, X:16, X:32>>).
?OP(make_little, <<X:32/little, X:64/little>>).
?OP(make_bits, <<X:3, X:5>>).
?OP(make_float, <<X/float>>).
?OP(make_utf8, <<X/utf8>>).
?OP(make_joined, <<X/binary, Y/binary>>).
?OP(make_with_text, <<"key: ", X/binary, "\r\n">>).
?OP(make_large, <<X/binary, "x">>).
?OP(append_byte, <<A/binary, X>>).
?OP(append_text, <<A/binary, X/binary>>).
?OP(append_utf8, <<A/binary, X/utf8>>).
?OP(byte_size, A + byte_size(X)).
?OP(binary_part, binary_part(X, 1, 2)).
?OP(binary_at, A + binary:at(X, 1)).
?OP(split_binary, split_binary(X, 2)).
?OP(binary_split, binary:split(X, <<": ">>)).
?OP(binary_split_all, binary:split(X, <<",">>, [global])).
?OP(binary_match, binary:match(X, <<": ">>)).
?OP(binary_matches, binary:matches(X, <<",">>)).
?OP(binary_replace, binary:replace(X, <<",">>, <<";">>, [global])).
?OP(binary_copy, binary:copy(X)).
?OP(binary_copies, binary:copy(X, 4)).
?OP(binary_to_list, binary_to_list(X)).
?OP(list_to_binary, list_to_binary(X)).
?OP(iolist_to_binary, iolist_to_binary(X)).
?OP(iolist_size, A + iolist_size(X)).
?OP(characters_to_binary, unicode:characters_to_binary(X)).
?OP(characters_to_list, unicode:characters_to_list(X)).
?OP(crc32, erlang:crc32(X)).
?OP(adler32, erlang:adler32(X)).
?OP(md5, erlang:md5(X)).
?OP(hash, A + erlang:phash2(X)).

?OP(integer_to_list, integer_to_list(X)).
?OP(integer_to_binary, integer_to_binary(X)).
?OP(integer_to_binary_16, integer_to_binary(X, 16)).
?OP(list_to_integer, A + list_to_integer(X)).
?OP(binary_to_integer, A + binary_to_integer(X)).
?OP(float_to_list, float_to_list(X)).
?OP(float_to_binary_short, float_to_binary(X, [short])).
?OP(float_to_binary_decimals, float_to_binary(X, [{decimals, 4}, compact])).
?OP(binary_to_float, A + binary_to_float(X)).
?OP(atom_to_list, atom_to_list(X)).
?OP(atom_to_binary, atom_to_binary(X)).
?OP(binary_to_atom, binary_to_atom(X)).
?OP(binary_to_existing_atom, binary_to_existing_atom(X)).
?OP(list_to_atom, list_to_atom(X)).
?OP(pid_to_list, pid_to_list(X)).
regexp(0, A, _, _) -> A;
regexp(N, _, {Text, R} = X, Y) -> regexp(N - 1, re:run(Text, R), Y, X).

?OP(encode, term_to_binary(X)).
?OP(decode, binary_to_term(X)).
?OP(external_size, A + erlang:external_size(X)).
