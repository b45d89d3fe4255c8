%% p1_sqlite3: a driver that works in threads of driver_async and answers by erl_drv_output_term.
-module(lib_p1_sqlite3).
-export([main/0]).

main() ->
    {ok, _} = sqlite3:open(db, [{file, "test.db"}]),
    io:format("~p~n", [sqlite3:create_table(db, users, [{id, integer, [{primary_key, [asc, autoincrement]}]}, {name, text, [not_null, unique]}, {age, integer}, {wage, double}, {photo, blob}])]),
    io:format("~p ~p~n", [sqlite3:list_tables(db), sqlite3:table_info(db, users)]),
    io:format("~p~n", [sqlite3:write(db, users, [{name, <<"abby">>}, {age, 20}, {wage, 2000.5}, {photo, {blob, <<0, 1, 255>>}}])]),
    io:format("~p~n", [[sqlite3:write(db, users, [{name, N}, {age, A}]) || {N, A} <- [{"marge", 30}, {<<"gr\303\274n"/utf8>>, -1}, {"none", null}, {"marge", 1}]]]),
    io:format("~p~n", [sqlite3:read_all(db, users)]),
    io:format("~p~n", [sqlite3:read(db, users, {name, <<"abby">>})]),
    io:format("~p ~p~n", [sqlite3:update(db, users, {name, "abby"}, [{age, 1 bsl 40}]), sqlite3:read(db, users, {age, 1 bsl 40}, [name])]),
    io:format("~p~n", [sqlite3:delete(db, users, {name, "none"})]),
    io:format("~p~n", [[sqlite3:sql_exec(db, S) || S <- ["select count(*), max(age) from users", "selec", "select * from nothing", "select 1; select 2", "select null, 1.5, x'0102', 'text', -9223372036854775808"]]]),
    io:format("~p~n", [sqlite3:sql_exec_script(db, "create table t(a, b); insert into t values(1, 2); insert into t values(3, 4); select * from t;")]),
    io:format("~p~n", [sqlite3:sql_exec(db, "select a from t where a > ?1 and b = :b", [{1, 2}, {":b", 4}])]),
    prepared(),
    large(),
    at_once(),
    io:format("~p~n", [sqlite3:vacuum(db)]),
    io:format("~p~n", [sqlite3:close(db)]),
    {ok, _} = sqlite3:open(again, [{file, "test.db"}]),
    io:format("~p~n", [sqlite3:sql_exec(again, "select count(*) from t")]),
    sqlite3:close(again),
    io:format("~p~n", [filelib:is_file("test.db")]).

prepared() ->
    {ok, S} = sqlite3:prepare(db, "insert into t values(?, ?)"),
    io:format("~p~n", [[{sqlite3:bind(db, S, [N, {blob, <<N>>}]), sqlite3:next(db, S), sqlite3:reset(db, S), sqlite3:clear_bindings(db, S)} || N <- [5, 6]]]),
    io:format("~p~n", [sqlite3:finalize(db, S)]),
    {ok, Q} = sqlite3:prepare(db, "select a, b from t order by a"),
    io:format("~p ~p~n", [sqlite3:columns(db, Q), [sqlite3:next(db, Q) || _ <- lists:seq(1, 5)]]),
    io:format("~p ~p~n", [sqlite3:finalize(db, Q), sqlite3:prepare(db, "no sql")]).

large() ->
    Rows = [[{a, N}, {b, lists:duplicate(100, $a + N rem 26)}] || N <- lists:seq(1, 500)],
    ok = element(1, {ok, sqlite3:write_many(db, t, Rows)}),
    [{columns, _}, {rows, Got}] = sqlite3:sql_exec(db, "select a, b from t where length(b) = 100 order by a"),
    io:format("~p ~p~n", [length(Got), erlang:phash2(Got)]).

at_once() ->
    Self = self(),
    Names = [{list_to_atom("db" ++ integer_to_list(N)), N} || N <- lists:seq(1, 8)],
    [spawn_link(fun() ->
         {ok, _} = sqlite3:open(Name, [in_memory]),
         sqlite3:sql_exec(Name, "create table n(a)"),
         [sqlite3:sql_exec(Name, "insert into n values(?)", [I * N]) || I <- lists:seq(1, 50)],
         [_, {rows, [{Sum}]}] = sqlite3:sql_exec(Name, "select sum(a) from n"),
         sqlite3:close(Name),
         Self ! {N, Sum}
     end) || {Name, N} <- Names],
    io:format("~p~n", [[receive {N, Sum} -> Sum end || {_, N} <- Names]]).
