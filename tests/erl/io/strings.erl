%% The string module on lists, binaries and graphemes.
-module(strings).
-export([main/0]).

main() ->
    S = "  Hello, Wörld! \x{1F468}\x{200D}\x{1F469} e\x{301}  ",
    B = unicode:characters_to_binary(S),
    [begin
         t:p({string:length(X), string:trim(X), string:uppercase(X), string:lowercase(X), string:titlecase(X), string:casefold(X)}),
         t:p({string:reverse(X), string:slice(X, 3, 4), string:slice(X, 20), string:find(X, "W"), string:find(X, "zz"), string:find(X, "l", trailing)}),
         t:p({string:split(X, "l"), string:split(X, "l", trailing), string:split(X, "l", all), string:lexemes(X, " ,"), string:replace(X, "l", "L", all)}),
         t:p({string:prefix(X, "  He"), string:prefix(X, "x"), string:take(X, " "), string:take(X, " ", true), string:next_grapheme(X), string:to_graphemes(string:slice(X, 16))}),
         t:p({string:pad("ab", 5), string:pad("ab", 5, both, $*), string:equal("e\x{301}", "é", false, nfc), string:is_empty(X), string:chomp("line\r\n"), string:nth_lexeme("a b c", 2, " ")})
     end || X <- [S, B]],
    t:p([string:tokens("a,b;c", ",;"), string:join(["a", "b"], ", "), string:str("hello", "l"), string:rstr("hello", "l"), string:substr("hello", 2, 3), string:chr("hello", $l), string:to_upper("abc"), string:strip("  x  "), string:centre("ab", 6), string:copies("ab", 3), string:words("a b c"), string:sub_word("a b c", 2), string:left("ab", 4, $.), string:right("ab", 4, $.), string:span("aab", "a"), string:cspan("aab", "b")]),
    t:p([unicode:characters_to_nfd_list("é"), unicode:characters_to_nfc_list([$e, 16#301]), unicode:characters_to_nfkc_binary("ﬁ"), unicode:characters_to_nfkd_list("①")]),
    t:p([unicode:characters_to_binary("é€"), unicode:characters_to_list(<<195, 169>>), unicode:characters_to_binary("é", unicode, latin1), unicode:characters_to_binary("ab", latin1, {utf16, little}), unicode:characters_to_list(<<0, 65, 0, 66>>, {utf16, big})]),
    t:p([unicode:characters_to_list(<<65, 255>>), unicode:characters_to_binary([65, <<195>>]), unicode:characters_to_binary([16#D800]), unicode:characters_to_list(<<226, 130>>), unicode:bom_to_encoding(<<16#EF, 16#BB, 16#BF>>), unicode:encoding_to_bom(utf8)]),
    t:p(unicode:characters_to_binary(lists:duplicate(3, ["deep", [<<"é"/utf8>>, 8364]]))), t:p(byte_size(unicode:characters_to_binary(lists:duplicate(50000, 8364)))),
    t:p(length(string:uppercase(lists:duplicate(10000, $ß)))).
