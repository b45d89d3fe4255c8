# A crash dump, read by OTP's crash dump viewer (on the stock emulator).
ERL_CRASH_DUMP=dump maser -noshell -eval '
    P = spawn(fun() -> put(key, [1, {two, "three"}]), receive nothing -> ok end end),
    register(waiting, P), P ! hello, P ! {big, lists:seq(1, 100)},
    ets:new(a_table, [named_table]), ets:insert(a_table, [{N, N} || N <- lists:seq(1, 10)]),
    timer:sleep(50), halt("the slogan").'; echo "status $?"
cat > view.erl <<'EOF'
-module(view).
-export([main/1]).
-include_lib("observer/src/crashdump_viewer.hrl").

main([File]) ->
    {ok, _} = crashdump_viewer:start_link(),
    ok = crashdump_viewer:read_file(File),
    {ok, General, _} = wait(fun() -> crashdump_viewer:general_info() end, 100),
    io:format("slogan: ~s~n", [General#general_info.slogan]),
    io:format("some processes: ~p~n", [list_to_integer(General#general_info.num_procs) > 20]),
    {ok, Procs, _} = crashdump_viewer:processes(),
    [Proc] = [P || #proc{name = "waiting"} = P <- Procs],
    io:format("~s has ~p messages, starts in ~s~n",
              [Proc#proc.name, Proc#proc.msg_q_len, Proc#proc.init_func]),
    {ok, Details, _} = crashdump_viewer:proc_details(pid(Proc#proc.pid)),
    io:format("its messages: ~p~n", [Details#proc.msg_q]),
    io:format("its dictionary: ~p~n", [Details#proc.dict]),
    {ok, Tables, _} = crashdump_viewer:ets_tables(all),
    io:format("tables: ~p~n",
              [[{T#ets_table.name, T#ets_table.size} || T <- Tables, T#ets_table.name =:= "a_table"]]),
    {ok, Modules, _} = crashdump_viewer:loaded_modules(),
    io:format("many modules: ~p~n", [length(Modules) > 50]),
    {ok, Atoms, _} = crashdump_viewer:atoms(),
    io:format("many atoms: ~p~n", [length(Atoms) > 5000]),
    {ok, Memory, _} = crashdump_viewer:memory(),
    io:format("memory: ~p~n", [[K || {K, _} <- Memory, lists:member(K, [total, processes, atom])]]),
    halt(0).

pid(Pid) when is_pid(Pid) -> pid_to_list(Pid);
pid(Text) -> Text.

wait(F, 0) -> F();
wait(F, N) ->
    case catch F() of
        {ok, #general_info{slogan = S}, _} = R when S =/= undefined -> R;
        _ -> timer:sleep(20), wait(F, N - 1)
    end.
EOF
"$OTP_ROOT/bin/erlc" +nowarn_deprecated_catch view.erl && "$OTP_ROOT/bin/erl" -noshell -run view main dump 2>&1 | head -40

# The first process ends when it cannot print why the boot has failed.
echo '-module(odd).
-export([main/0]).
main() -> list_to_tuple(element(1, {[a | {b, c}], x})).' > odd.erl
maser exec erlc odd.erl > /dev/null 2>&1
ERL_CRASH_DUMP=dump2 maser -noshell -run odd main > /dev/null 2>&1; echo "status $?"
sed -n 's/^Slogan: //p' dump2

# Heart is to start the next emulator: there is no dump unless it says how long one may take.
for seconds in '' 10; do
    ERL_CRASH_DUMP=dump3 ERL_CRASH_DUMP_SECONDS=$seconds maser -noshell -eval '
        register(heart_port, open_port({spawn, "cat"}, [])), halt("for heart").' > /dev/null 2>&1
    test -e dump3; echo "with \"$seconds\": $?"
done

# A program may say where the dump goes.
maser -noshell -eval 'os:putenv("ERL_CRASH_DUMP", "dump4"), halt("said by a program").' > /dev/null 2>&1
sed -n 's/^Slogan: //p' dump4
