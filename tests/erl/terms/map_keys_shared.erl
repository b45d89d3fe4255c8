%% since OTP 27
%% Maps that have the same tuple of keys: those that one place of a module makes, and what merging gives.
-module(map_keys_shared).
-export([main/0]).

main() ->
    same("made at one place", keys(made(0)), keys(made(1))),
    same("made at two", keys(made(0)), keys(again(1, 2))),
    same("of keys of all kinds", keys(mixed(1)), keys(mixed(2))),
    [io:format("~p~n", [lists:sort(maps:to_list(M))]) || M <- [made(7), again(8, 9), mixed(3), one(0), one(1)]],
    Map = #{"text" => "value", int => 3, <<"key">> => <<"value">>},
    same("merged with fewer keys behind", keys(maps:merge(Map, #{int => 4})), keys(Map)),
    same("merged with fewer keys before", maps:merge(#{int => 4}, Map), Map),
    same("merged with itself", maps:merge(Map, Map), Map),
    Copy = maps:put(int, id(4), maps:remove(int, Map)),
    same("a copy", keys(Copy), keys(Map)),
    Merged = maps:merge(Map, Copy),
    same("merged with its copy", Merged, Copy),
    same("the copy, then", keys(Copy), keys(Map)),
    io:format("~p~n", [{map_size(Copy), maps:get(int, Copy), maps:get("text", Copy), Copy =:= Map#{int := 4}}]),
    true = erlang:garbage_collect(),
    io:format("~p~n", [Copy =:= Map#{int := 4}]),
    io:format("~p~n", [catch again(1, throw(thrown))]).

made(Int) -> #{type => decimal, int => Int, exp => 0}.

again(X, Y) -> #{exp => X, int => Y, type => {X, Y}}.

mixed(X) -> #{[1, 2] => X, {t} => X + 1, 1.5 => 0, <<"b">> => X, 1 bsl 80 => [X], [] => X}.

one(X) -> #{a => X}.

id(X) -> X.

keys(Map) -> erts_internal:map_to_tuple_keys(Map).

same(What, X, Y) -> io:format("~s: ~p~n", [What, erts_debug:same(X, Y)]).
