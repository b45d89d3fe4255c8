# Limits that flags set are reached: what is said, the exit status, the slogan of the crash dump.
# All of this is what stock prints.
case=0
reach() {
    case=$((case + 1))
    echo "== $1"
    shift
    ERL_CRASH_DUMP=dump$case maser +native off "$@"; echo "status $?"
    [ -e dump$case ] && sed -n 's/^Slogan: /slogan: /p' dump$case && tail -n 1 dump$case
}
reach "atoms of lists" +t 30000 -noshell -eval '
    [list_to_atom("limit_" ++ integer_to_list(I)) || I <- lists:seq(1, 30000)], halt().'
reach "atoms of binaries" +t 30000 -noshell -eval '
    [binary_to_atom(<<"limit_", (integer_to_binary(I))/binary>>) || I <- lists:seq(1, 30000)], halt().'
reach "atoms of external terms" +t 30000 -noshell -eval '
    [binary_to_term(<<131, 119, (byte_size(B)), B/binary>>) ||
        I <- lists:seq(1, 30000), B <- [<<"limit_", (integer_to_binary(I))/binary>>]], halt().'
cat > many.erl <<'END'
-module(many).
-export([main/0]).
%% A module that has more atoms than there is room for.
main() ->
    Name = fun(I) -> {atom, 0, list_to_atom("limit_" ++ integer_to_list(I))} end,
    Forms = [{attribute, 0, module, loaded}, {attribute, 0, export, [{f, 0}]},
             {function, 0, f, 0, [{clause, 0, [], [], [{tuple, 0, [Name(I) || I <- lists:seq(1, 20000)]}]}]}],
    {ok, loaded, Code} = compile:forms(Forms, []),
    file:write_file("loaded.beam", Code).
END
maser exec erlc many.erl
maser -noshell -run many main -s erlang halt
reach "atoms of a module" +t 25000 -noshell -eval 'code:load_file(loaded), halt().'
reach "atoms, from several processes" +t 30000 +S 2:2 -noshell -eval '
    [spawn(fun() -> [list_to_atom(integer_to_list(I) ++ pid_to_list(self())) || I <- lists:seq(1, 30000)] end) ||
        _ <- lists:seq(1, 4)], receive never -> ok end.'
reach "atoms, and no dump of what is detected" +t 30000 +d -noshell -eval '
    [list_to_atom("limit_" ++ integer_to_list(I)) || I <- lists:seq(1, 30000)], halt().'
reach "largest limit of atoms" +t 2147483647 -noshell -eval 'io:format("~p~n", [erlang:system_info(atom_limit)]), halt().'
echo "== a limit of atoms that is too large"
maser +t 2147483648 -noshell -eval 'halt().' 2>&1 | grep -c 2147483648
echo "== a limit of atoms that is too small"
maser +t 8191 -noshell -eval 'halt().' 2>&1 | grep -c 8191
reach "processes" +P 1024 -noshell -eval '
    logger:set_primary_config(level, none),
    Limit = erlang:system_info(process_limit),
    Wait = fun() -> receive never -> ok end end,
    Before = erlang:system_info(process_count),
    F = fun F(N) -> try spawn(Wait), F(N + 1) catch C:E -> {C, E, N + Before =< Limit, N > 900} end end,
    io:format("~p ~p~n", [Limit, F(0)]), halt().'
reach "ports" +Q 1024 -noshell -eval '
    logger:set_primary_config(level, none),
    F = fun F(N) -> try open_port({spawn_driver, "ram_file_drv"}, []), F(N + 1) catch C:E -> {C, E, N > 900} end end,
    io:format("~p ~p~n", [erlang:system_info(port_limit), F(0)]), halt().'
ERL_MAX_PORTS=3000 reach "ports, by the environment" -noshell -eval 'io:format("~p~n", [erlang:system_info(port_limit)]), halt().'
reach "tables" +e 300 -noshell -eval '
    io:format("~p ~p~n", [erlang:system_info(ets_limit), length([ets:new(t, []) || _ <- lists:seq(1, 20000)])]), halt().'
echo "== largest heap"
maser +hmax 300000 +hmaxel false -noshell -eval '
    {P, R} = spawn_monitor(fun() -> length(lists:seq(1, 1000000)) end),
    receive {_, R, process, P, Why} -> io:format("~p~n", [Why]) end, halt().'; echo "status $?"
echo "== descriptors"
(ulimit -n 64; maser -noshell -eval '
    io:format("a limit of files~n"),
    F = fun F(L) -> case file:open("many.erl", [read, raw]) of {ok, D} -> F([D | L]); E -> {E, length(L) > 20} end end,
    erlang:display(F([])), halt().'; echo "status $?")
