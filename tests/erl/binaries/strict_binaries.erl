%% Functions of binary with bit strings of which they take nothing, and with patterns where there is
%% nothing to search in.
-module(strict_binaries).
-export([main/0]).

main() ->
    Bit = t:id(<<1:1>>),
    More = t:id(<<Bit/bits, 1:8>>),
    Nothing = [{scope, {0, 0}}],
    [t:p({Name, try F() catch C:R -> {C, R} end})
     || {Name, F} <-
            [{copy, fun() -> binary:copy(Bit, 0) end}, {copy_1, fun() -> binary:copy(Bit, 1) end},
             {copy_atom, fun() -> binary:copy(t:id(a), 0) end},
             {part, fun() -> binary:part(Bit, 0, 0) end}, {part_2, fun() -> binary:part(Bit, {0, 0}) end},
             {bif, fun() -> binary_part(Bit, 0, 0) end}, {bif_2, fun() -> binary_part(Bit, {0, 0}) end},
             {behind, fun() -> binary_part(More, 1, 0) end}, {before, fun() -> binary_part(More, 0, 1) end},
             {guard, fun() -> if binary_part(More, 0, 1) =:= <<128>> -> yes; true -> no end end},
             {'at', fun() -> binary:at(Bit, 0) end}, {one, fun() -> binary:match(<<>>, <<1>>) end},
             {none, fun() -> binary:match(<<>>, []) end}, {empty, fun() -> binary:match(<<>>, <<>>) end},
             {some, fun() -> binary:match(<<>>, [<<1>>, <<>>]) end},
             {matches, fun() -> binary:matches(<<>>, {bm, foo}) end},
             {scope, fun() -> binary:match(<<"abc">>, foo, Nothing) end},
             {all, fun() -> binary:matches(<<"abc">>, foo, Nothing) end},
             {split, fun() -> binary:split(<<>>, foo) end}, {splits, fun() -> binary:split(<<"abc">>, [], Nothing) end},
             {replace, fun() -> binary:replace(<<>>, [], <<>>) end},
             {compiled, fun() -> binary:match(<<>>, binary:compile_pattern(<<"a">>)) end}]].
