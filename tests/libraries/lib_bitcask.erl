%% bitcask: a store of keys on disc, whose table of keys, locks and files are in C.
-module(lib_bitcask).
-export([main/0]).

main() ->
    Dir = "bitcask",
    store(Dir),
    again(Dir),
    merge(Dir),
    iterators(Dir),
    locks(Dir),
    nifs(Dir),
    file:del_dir_r(Dir).

opts() -> [read_write, {max_file_size, 20000}, {open_timeout, 10}].

key(N) -> <<"key", N:32>>.

store(Dir) ->
    B = bitcask:open(Dir, opts()),
    [ok = bitcask:put(B, key(N), binary:copy(<<N>>, N rem 300)) || N <- lists:seq(1, 1000)],
    [ok = bitcask:delete(B, key(N)) || N <- lists:seq(1, 1000), N rem 3 =:= 0],
    [ok = bitcask:put(B, key(N), <<"new">>) || N <- lists:seq(1, 1000), N rem 5 =:= 0],
    io:format("~p ~p ~p~n", [bitcask:get(B, key(1)), bitcask:get(B, key(3)), bitcask:get(B, key(5))]),
    io:format("keys ~p~n", [length(bitcask:list_keys(B))]),
    io:format("folded ~p~n", [folded(B)]),
    io:format("empty ~p, sync ~p~n", [bitcask:is_empty_estimate(B), bitcask:sync(B)]),
    bitcask:close(B).

folded(B) ->
    bitcask:fold(B, fun(K, V, A) -> A bxor erlang:phash2({K, V}) end, 0).

%% The table of keys is made from the files.
again(Dir) ->
    B = bitcask:open(Dir, []),
    io:format("keys ~p, folded ~p~n", [length(bitcask:list_keys(B)), folded(B)]),
    io:format("~p~n", [catch bitcask:put(B, <<"a">>, <<"b">>)]),
    Sizes = bitcask:fold_keys(B, fun(E, A) -> element(4, E) + A end, 0),
    io:format("sizes ~p~n", [Sizes]),
    bitcask:close(B).

merge(Dir) ->
    B = bitcask:open(Dir, opts()),
    Files = length(filelib:wildcard("*.data", Dir)),
    Before = folded(B),
    io:format("merge: ~p~n", [bitcask:merge(Dir)]),
    io:format("same ~p~n", [folded(B) =:= Before]),
    {Keys, _} = bitcask:status(B),
    io:format("status ~p~n", [Keys]),
    bitcask:close(B),
    io:format("fewer files ~p~n", [length(filelib:wildcard("*.data", Dir)) =< Files]),
    C = bitcask:open(Dir, []),
    io:format("same ~p ~p~n", [folded(C) =:= Before, length(bitcask:list_keys(C))]),
    bitcask:close(C).

iterators(Dir) ->
    B = bitcask:open(Dir, opts()),
    ok = bitcask:iterator(B, -1, -1),
    %% What is put now is not seen by it.
    ok = bitcask:put(B, <<"late">>, <<"x">>),
    Walk = fun Walk(N) ->
        case bitcask:iterator_next(B) of
            not_found -> N;
            _ -> Walk(N + 1)
        end
    end,
    io:format("walked ~p frozen ~p~n", [Walk(0), bitcask:is_frozen(B)]),
    ok = bitcask:iterator_release(B),
    io:format("late ~p frozen ~p~n", [bitcask:get(B, <<"late">>), bitcask:is_frozen(B)]),
    %% Several processes read while one writes.
    Me = self(),
    Readers = [spawn_monitor(fun() ->
        R = bitcask:open(Dir, []),
        [bitcask:get(R, key(N)) || N <- lists:seq(1, 1000)],
        N = length(bitcask:list_keys(R)),
        Me ! {seen, N},
        bitcask:close(R)
    end) || _ <- lists:seq(1, 4)],
    [bitcask:put(B, key(N), <<"again">>) || N <- lists:seq(1, 1000), N rem 5 =:= 0],
    io:format("readers ~p~n", [lists:usort([receive {seen, N} -> N end || _ <- Readers])]),
    [receive {'DOWN', M, process, P, Why} -> normal = Why end || {P, M} <- Readers],
    bitcask:close(B).

locks(Dir) ->
    {ok, L} = bitcask_lockops:acquire(write, Dir),
    io:format("twice: ~p~n", [bitcask_lockops:acquire(write, Dir)]),
    io:format("written ~p, read ~p~n",
              [bitcask_lockops:write_activefile(L, "active"), bitcask_lockops:read_activefile(write, Dir)]),
    io:format("released ~p~n", [bitcask_lockops:release(L)]),
    %% A lock whose process is gone: its resource goes with it.
    {P, M} = spawn_monitor(fun() -> {ok, _} = bitcask_lockops:acquire(merge, Dir) end),
    receive {'DOWN', M, process, P, Why} -> io:format("~p~n", [Why]) end,
    again(fun() -> bitcask_lockops:acquire(merge, Dir) end, 100).

again(F, N) ->
    case F() of
        {ok, L} -> io:format("free again: ~p~n", [bitcask_lockops:release(L)]);
        _ when N > 0 -> timer:sleep(20), again(F, N - 1);
        Else -> io:format("~p~n", [Else])
    end.

nifs(Dir) ->
    Name = filename:join(Dir, "raw"),
    {ok, F} = bitcask_nifs:file_open(Name, [create, exclusive]),
    io:format("~p ~p ~p~n", [bitcask_nifs:file_write(F, <<"0123456789">>), bitcask_nifs:file_pread(F, 2, 4),
                              bitcask_nifs:file_pwrite(F, 8, <<"ABCD">>)]),
    io:format("~p ~p~n", [bitcask_nifs:file_position(F, {bof, 0}), bitcask_nifs:file_read(F, 100)]),
    io:format("~p ~p ~p~n", [bitcask_nifs:file_read(F, 1), bitcask_nifs:file_seekbof(F), bitcask_nifs:file_sync(F)]),
    io:format("~p ~p~n", [bitcask_nifs:file_open(Name, [create, exclusive]), bitcask_nifs:file_close(F)]),
    io:format("~p~n", [bitcask_nifs:file_open(filename:join(Name, "none"), [])]),
    {ok, K} = bitcask_nifs:keydir_new(),
    ok = bitcask_nifs:keydir_put(K, <<"k">>, 1, 10, 20, 30, 40),
    io:format("~p ~p~n", [bitcask_nifs:keydir_get(K, <<"k">>), bitcask_nifs:keydir_get(K, <<"none">>)]),
    io:format("~p~n", [bitcask_nifs:keydir_info(K)]),
    io:format("~p~n", [catch element(1, element(2, catch bitcask_nifs:keydir_get(make_ref(), <<"k">>)))]),
    {not_ready, N} = bitcask_nifs:keydir_new("named"),
    io:format("~p~n", [bitcask_nifs:keydir_new("named")]),
    ok = bitcask_nifs:keydir_mark_ready(N),
    {ready, N2} = bitcask_nifs:keydir_new("named"),
    ok = bitcask_nifs:keydir_put(N, <<"shared">>, 1, 2, 3, 4, 5),
    io:format("~p~n", [bitcask_nifs:keydir_get(N2, <<"shared">>)]),
    io:format("~p ~p~n", [bitcask_nifs:keydir_release(N), bitcask_nifs:keydir_release(N2)]),
    io:format("~p~n", [element(1, bitcask_nifs:maybe_keydir_new("other"))]).
