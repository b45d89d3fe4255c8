%% io_lib:format: all control sequences, widths, depths, and line breaking.
-module(formats).
-export([main/0]).

f(F, A) ->
    case t:result(fun() -> io_lib:format(F, A) end) of
        Text when is_list(Text) -> io:format("~ts|~n", [Text]);
        Error -> io:format("~tp~n", [Error])
    end.

main() ->
    [f(F, [X]) || F <- ["~w", "~p", "~0p", "~tp", "~tw", "~P", "~s"], X <- [a], F =/= "~P"],
    [f("~w ~p", [X, X]) || X <- [1, -1, 1.5, a, 'A b', "str", [1, 2], [97, 98], [a | b], {a, "b", <<"c">>}, <<1, 2>>, <<"ab">>, <<"a", 200>>, <<5:3>>, #{}, #{a => 1}, #{"k" => [v]}, fun lists:map/2, [], {}, [[]], "", [0, 1], "a\nb\"", [16#1F600], <<"é"/utf8>>, 'é', "é€"]],
    [f("~ts ~tp", [X, X]) || X <- ["é€", <<"é"/utf8>>, [16#1F600, "x"]]],
    [f(F, [123]) || F <- ["~b", "~B", "~10b", "~-10b|", "~10..0b", "~.16b", "~.16B", "~.2b", "~#", "~.16#", "~x", "~c", "~5c", "~i", "~+", "~.8+"]],
    [f(F, [255, "0x"]) || F <- ["~.16x", "~.16X"]],
    [f(F, ["hello"]) || F <- ["~s", "~10s", "~-10s", "~3s", "~.3s", "~10.3s", "~-10.3s", "~10.3.*s", "~p", "~w"]],
    f("~*s ~.*f ~*.*.0f", [10, "w", 3, 1.23456, 8, 2, 3.14159]),
    [f(F, [3.14159]) || F <- ["~f", "~e", "~g", "~.2f", "~10.3f", "~.3e", "~.3g", "~w", "~p", "~-12.4f"]],
    f("~n~~~c~c", [$a, 8364]), f("~tc", [8364]),
    L = [{key, N, "value", [N, N + 1], #{map => {N, <<"bin">>}}} || N <- lists:seq(1, 8)],
    f("~p", [L]), f("~P", [L, 12]), f("~W", [L, 12]), f("~60p", [L]), f("~0p", [L]), f("~20p", [lists:seq(1, 30)]),
    f("~p", [lists:seq(1, 100)]), f("~p", [list_to_tuple(lists:seq(1, 60))]), f("~p", [maps:from_list([{N, lists:seq(1, N)} || N <- lists:seq(1, 10)])]),
    f("~p", [binary:copy(<<1, 2, 3>>, 40)]), f("~p", [lists:duplicate(120, $a)]), f("~p", [binary:copy(<<"text ">>, 30)]),
    f("~p ~p", [{a, {nested, [deep, {tuple, "with string", 'quoted atom'}]}}, x]),
    f("~w", [t:id(a), extra]), f("~w ~w", [a]), f("~q", [a]), f("~d", [1]), f("~s", [a]), f("~s", [1]), f("~b", [a]), f("~f", [1]), f("~s", [[8364]]), f("~c", [a]),
    t:p(io_lib:format("~s ~w", ["ab", {c}])), t:p(io_lib:fwrite("x", [])), t:p([io_lib:print({a, b}), io_lib:write({a, "b"}), io_lib:write_atom('a b'), io_lib:write_string("q\""), io_lib:char_list([$a]), io_lib:printable_list([1]), io_lib:deep_char_list(["a", [$b]])]),
    t:p(io_lib:scan_format("~10.2f|~p~n", [1.0, a])), t:p(io_lib:fread("~d ~s ~f ~a", "12 word 1.5 atom")), t:p(io_lib:fread("~d", "x")), t:p(io_lib:limit_term(L, 3)),
    t:p(lists:flatten(io_lib:format("~lp ~ltp", ["ab", "ab"]))).
