# A process that only waits, and is woken up, does not look at its limit again, which is gone: not in code that counts either.
export MASER_NATIVE=$PWD/images
cat > waits.erl <<'EOT'
-module(waits).
-export([main/0, wait/1, after_others/1]).
main() ->
    [io:format("~p ~p~n", [Function, woken(Function)]) || Function <- [wait, after_others]].
woken(Function) ->
    {Pid, Ref} = spawn_monitor(?MODULE, Function, [infinity]),
    [begin
        Pid ! {message, N},
        erlang:yield(),
        process_info(Pid, status)
     end || N <- lists:seq(1, 20), is_process_alive(Pid)],
    exit(Pid, kill),
    receive {'DOWN', Ref, process, _, Reason} -> Reason end.
wait(Limit) -> receive after Limit -> timeout end.
after_others(Limit) ->
    if Limit =:= 1 -> ok; true -> put(limit, Limit) end,
    receive after Limit -> timeout end.
EOT
erlc waits.erl
maser +native profile +S 1:1 -noshell -run waits main -run erlang halt
