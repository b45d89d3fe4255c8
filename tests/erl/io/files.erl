%% Files and directories through file and filelib.
-module(files).
-export([main/0]).

main() ->
    Dir = "files_test_dir", ok = file:make_dir(Dir), F = filename:join(Dir, "a.txt"),
    t:p([file:make_dir(Dir), file:write_file(F, ["line one\n", <<"line two\n">>, "última\n"]), file:read_file(F)]),
    ok = file:write_file(F, "line one\nline two\nlast"), t:p(file:read_file(F)), t:p(file:write_file(F, "\nmore", [append])), t:p(filelib:file_size(F)),
    {ok, D} = file:open(F, [read]), t:p([file:read_line(D), io:get_line(D, ''), file:position(D, 0), file:read(D, 4), file:pread(D, 5, 3), file:position(D, {eof, -4}), file:read(D, 100), file:read(D, 1), file:close(D)]),
    t:show("closed", fun() -> file:read(D, 1) end),
    {ok, R} = file:open(F, [read, write, raw, binary]), t:p([file:write(R, <<"LINE">>), file:pwrite(R, 9, <<"LINE">>), file:position(R, cur), file:pread(R, [{0, 4}, {9, 4}, {1000, 1}]), file:truncate(R), file:sync(R), file:datasync(R), file:close(R)]), t:p(file:read_file(F)),
    {ok, W} = file:open(F, [write, delayed_write, {encoding, utf8}]), [io:format(W, "~tp ~p~n", [X, X]) || X <- [1, a, "é€"]], ok = file:close(W), t:p(file:read_file(F)),
    {ok, U} = file:open(F, [read, binary, {encoding, utf8}, read_ahead]), t:p([io:get_line(U, ""), io:get_chars(U, "", 3), io:read(U, ""), file:close(U)]),
    t:p([file:open("no/such/file", [read]), file:read_file("nope"), file:open(Dir, [write]), file:open(F, [exclusive]), file:delete("nope"), file:del_dir("nope"), file:list_dir("nope"), file:rename("nope", "x"), file:read_file_info("nope")]),
    t:p([file:copy(F, F ++ ".copy"), file:rename(F ++ ".copy", filename:join(Dir, "b.txt")), lists:sort(element(2, file:list_dir(Dir)))]),
    t:p([file:make_symlink("a.txt", filename:join(Dir, "link")), file:read_link(filename:join(Dir, "link")), file:make_link(F, filename:join(Dir, "hard")), filelib:is_file(F), filelib:is_dir(Dir), filelib:is_regular(Dir)]),
    {ok, I} = file:read_file_info(F), t:p([element(K, I) || K <- [2, 3, 4]]), t:p(element(3, element(2, file:read_link_info(filename:join(Dir, "link"))))),
    ok = file:change_mode(F, 8#600), t:p(element(8, element(2, file:read_file_info(F))) band 8#777), ok = file:change_time(F, {{2020, 1, 2}, {3, 4, 5}}), t:p(element(6, element(2, file:read_file_info(F)))),
    ok = file:write_file(filename:join(Dir, "terms"), "{a, 1}.\n[b, \"c\"].\n"), t:p(file:consult(filename:join(Dir, "terms"))), ok = file:write_file(filename:join(Dir, "bad"), "{a, .\n"), t:p(file:consult(filename:join(Dir, "bad"))),
    ok = file:write_file(filename:join(Dir, "script"), "X = 1 + 2, X * 2."), t:p(file:script(filename:join(Dir, "script"))), t:p(element(1, file:eval(filename:join(Dir, "bad")))),
    t:p(lists:sort(filelib:wildcard("*", Dir))), t:p(lists:sort(filelib:wildcard(Dir ++ "/{a,b}.t?t"))), t:p(filelib:ensure_dir(filename:join([Dir, "x", "y", "z"]))), t:p(filelib:fold_files(Dir, "txt$", true, fun(X, A) -> [filename:basename(X) | A] end, []) =/= []),
    Big = binary:copy(<<"0123456789abcdef">>, 65536), ok = file:write_file(filename:join(Dir, "big"), Big), {ok, Big} = file:read_file(filename:join(Dir, "big")), t:p(filelib:file_size(filename:join(Dir, "big"))),
    ok = file:write_file(filename:join(Dir, "z.gz"), zlib:gzip("zipped text\n")), {ok, Z} = file:open(filename:join(Dir, "z.gz"), [read, compressed]), t:p(file:read_line(Z)), file:close(Z),
    {ok, Cwd} = file:get_cwd(), ok = file:set_cwd(Dir), t:p(filename:basename(element(2, file:get_cwd()))), ok = file:set_cwd(Cwd), t:p(file:set_cwd("nope")),
    t:p([file:del_dir_r(Dir), filelib:is_dir(Dir)]), t:p([file:format_error(E) || E <- [enoent, eacces, badarg, {1, erl_parse, "x"}]]),
    t:p([filename:absname("a", "/b"), filename:basename("/a/b.erl", ".erl"), filename:dirname("/a/b"), filename:extension("a.b.c"), filename:join(["a", "/b", "c"]), filename:rootname("a/b.erl"), filename:split("/a/b/c"), filename:nativename("a/b"), filename:pathtype("/a"), filename:flatten(["a", $b])]).
