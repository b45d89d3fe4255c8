%% vm: +fnue
%% Names that are no UTF-8 make the list of a directory an error.
-module(bad_file_names).
-export([main/0]).

main() ->
    io:format("~w~n", [prim_file:internal_native2name(<<"a", 255>>)]),
    Dir = "maser_bad_file_names." ++ os:getpid(),
    ok = file:make_dir(Dir),
    ok = file:write_file(filename:join(Dir, <<"a", 255>>), "x"),
    io:format("~w~n", [file:list_dir(Dir)]),
    io:format("~w~n", [file:list_dir_all(Dir)]),
    ok = file:del_dir_r(Dir).
