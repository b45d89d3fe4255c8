%% Printing by a library: C's conversions, and terms.
-module(nif_printing).
-export([main/0, print/4, count/1, file/1, local/0]).
-nifs([print/4, count/1, file/1]).

print(_, _, _, _) -> erlang:nif_error(not_loaded).
count(_) -> erlang:nif_error(not_loaded).
file(_) -> erlang:nif_error(not_loaded).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    terms(),
    fields(),
    cut(),
    integers(),
    floats(),
    texts(),
    io:format("counts: ~p~n", [count({a, b})]),
    {A, B, C, Text} = file([1, 'X', <<"y">>]),
    io:format("file: ~p ~p ~p ~s~n", [A, B, C < 0, Text]).

%% The text, and whether the result is its length.
text(Format, Args) -> text(Format, Args, 0.0).
text(Format, Args, Float) ->
    {N, Text} = print(250000, Format, Args, Float),
    {N =:= byte_size(Text) orelse N, Text}.

t(T) -> {term, T}.
s(S) -> {text, iolist_to_binary([S, 0])}.

%% Bytes beyond ASCII as numbers, whatever the terminal's encoding is.
show({Good, Text}) ->
    case lists:all(fun(C) -> C < 128 end, binary_to_list(Text)) of
        true -> io:format("~p~n", [{Good, Text}]);
        false -> io:format("~w~n", [{Good, Text}])
    end.

local() -> fun(X) -> X end.

terms() ->
    Terms =
        [0, -1, 1 bsl 59, -(1 bsl 100), 1.5, -0.0, 1.0e300, 1.0e-7, a, 'A', '', 'a b', 'it\'s', 'a\\b',
         'line\n', [200, 228, 246], [], "text", "with \"quotes\"\n\ttab", "caf" ++ [233], [0, 1], "a" ++ [8],
         [a | b], [1, [2, [3]]], [$a, $b | c], {}, {1}, {a, {b, "c"}}, <<>>, <<"abc">>, <<"a\"b">>, <<1, 2, 255>>,
         <<5:3>>, <<1, 5:3>>, <<"abc\n">>, #{}, #{a => 1}, #{1 => a, "k" => #{}}, fun lists:map/2,
         fun 'A':'b c'/1, list_to_pid("<0.1.0>"), list_to_atom([233]), list_to_atom([960]), list_to_atom([128]),
         {a, [{b, #{c => <<"d">>}}, "e" | f]}],
    [show(text("%T", [t(T)])) || T <- Terms],
    {_, Pid} = text("%T", [t(self())]),
    {_, Ref} = text("%T", [t(R = make_ref())]),
    {_, Port} = text("%T", [t(P = open_port({spawn, "cat"}, []))]),
    io:format("~p~n", [{binary_to_list(Pid) =:= pid_to_list(self()), binary_to_list(Ref) =:= ref_to_list(R),
                        binary_to_list(Port) =:= port_to_list(P)}]),
    {_, <<"#Fun<nif_printing.", _/binary>>} = text("%T", [t(local())]),
    {N, Large} = text("%T", [t(maps:from_list([{I, I} || I <- lists:seq(1, 100)]))]),
    io:format("~p ~p ~p~n", [N, byte_size(Large) > 600, binary:part(Large, 0, 2)]),
    {_, Long} = text("%T", [t(lists:seq(256, 20000))]),
    io:format("~p~n", [byte_size(Long)]),
    {_, Longer} = text("%T", [t(lists:duplicate(110000, -1))]),
    io:format("~p~n", [Longer]),
    io:format("~p~n", [text("%T %T", [t({a}), t("b")])]).

%% Widths and precisions of terms. Before terms stock puts blanks without counting the term's characters, which it does
%% behind.
fields() ->
    [io:format("~s: ~p~n", [F, text(F, [t(T)])])
     || T <- [a, 12, "ab", [1, 2, 3], {a, <<"bcd">>}, <<1, 2, 3>>, #{a => [b]}],
        F <- ["[%-10T]", "[%-1T]", "[%.0T]", "[%.1T]", "[%.2T]", "[%.3T]", "[%.4T]", "[%.5T]", "[%.7T]",
              "[%.9T]", "[%-12.2T]", "[%+T]"]],
    io:format("~p~n", [text("[%-*.*T]", [8, 2, t([a, b])])]).

%% Buffers that are too small.
cut() ->
    [io:format("~p: ~p~n", [N, print(N, "%s %d %s", [s("abc"), 12345, s("def")], 0.0)]) || N <- [1, 2, 5, 12, 13, 14]],
    [io:format("~p: ~p~n", [N, element(2, print(N, "<%T>", [t([a, 'B'])], 0.0))]) || N <- [1, 2, 9, 10, 11]],
    {Error, _} = print(0, "abc", [], 0.0),
    io:format("~p~n", [Error]).

integers() ->
    [io:format("~s: ~p~n", [F, [element(2, text(F, [N])) || N <- [0, 7, -7, 300, -70000, 1 bsl 40]]])
     || Flags <- ["", "5", "-5", "05", "+", " ", "+05", ".3", ".0", "8.3", "-8.3", "08.3", "#", "#10", "#.4", "-#9"],
        Type <- ["d", "i", "u", "x", "X", "o", "hhd", "hd", "ld", "lld", "hhu", "hx", "lx", "llo", "bpd", "b64u", "b32d"],
        F <- ["[%" ++ Flags ++ Type ++ "]"]],
    io:format("~p~n", [text("[%*d] [%.*d]", [6, 42, 6, 42])]),
    io:format("~p~n", [text("[%*d]", [-6, 42])]),
    io:format("~p~n", [text("[%p] [%p] [%20p] [%.4p]", [0, 16#7fabcdef, 255, 255])]).

floats() ->
    [io:format("~s: ~p~n", [F, [element(2, text(F, [], N)) || N <- [0.0, 1.5, -2.25, 1234567.891, 1.0e-10, 1.0e100]]])
     || Flags <- ["", ".2", ".0", "12.3", "-12.3", "012.3", "+", " ", "#.0"], Type <- ["f", "e", "E", "g", "G"],
        F <- ["[%" ++ Flags ++ Type ++ "]"]].

texts() ->
    [io:format("~s: ~p~n", [F, text(F, [s(S)])]) || S <- ["", "abc", "longer text"],
                                                     F <- ["[%s]", "[%5s]", "[%-5s]", "[%.2s]", "[%5.2s]", "[%.0s]"]],
    [io:format("~s: ~p~n", [F, text(F, [$x])]) || F <- ["[%c]", "[%3c]", "[%-3c]", "[%.0c]"]],
    io:format("~p~n", [[text(F, []) || F <- ["", "%%", "100%", "a%", "%5%", "%y", "[%5y]", "[%.y]", "%"]]]).
