%% Ports in detail: lines, packets, ends and statuses in all combinations, busy ports, wrong arguments, information.
-module(port_details).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    [line(L, B, Text) || L <- [1, 3, 8], B <- [[], [binary]],
                         Text <- ["", "\\n", "ab", "abc", "abc\\n", "abcd\\n", "a\\nb\\n\\n", "\\n\\nabcdefgh\\nabcdefghi\\n", "x\\ny"]],
    [ends(Options, Command) || Options <- [[], [exit_status], [eof], [eof, exit_status], [in, exit_status], [exit_status, {line, 10}],
                                           [eof, exit_status, {packet, 1}, binary], [stream, binary, exit_status, use_stdio]],
                               Command <- ["exit 0", "printf '\\001abc'; exit 7", "kill -9 $$", "exec >&- 2>&-; read x; exit 3", "exec </dev/null >/dev/null; exit 4"]],
    packets(),
    late_close(),
    busy(),
    wrong(),
    info().

%% All that a port tells, until it has gone.
told(P) ->
    receive
        {P, eof} -> [eof | told_on(P)];
        {P, What} -> [What | told(P)];
        {'EXIT', P, Why} -> [{exit, Why}]
    after 5000 -> [nothing]
    end.

%% After eof there may be a status. A port that has told it stays.
told_on(P) ->
    receive {P, What} -> [What]; {'EXIT', P, Why} -> [{exit, Why}] after 300 -> [] end.

line(L, Options, Text) ->
    P = open_port({spawn, "printf '" ++ Text ++ "'"}, [{line, L} | Options]),
    io:format("~p ~p ~s: ~p~n", [L, Options, Text, told(P)]).

ends(Options, Command) ->
    P = open_port({spawn, "sh -c \"" ++ lists:flatten(string:replace(Command, "$", "\\$", all)) ++ "\""}, Options),
    %% Only to the one that reads, or it depends on who is quicker.
    [P ! {self(), {command, "\n"}} || string:find(Command, "read") =/= nomatch],
    Told = told(P),
    io:format("~p ~s: ~p~n", [Options, Command, Told]),
    catch port_close(P),
    receive {'EXIT', P, _} -> ok after 0 -> ok end.

packets() ->
    [begin
         P = open_port({spawn, "cat"}, [{packet, N} | O]),
         Sizes = [0, 1, 255] ++ [256 || N > 1] ++ [65535 || N > 1] ++ [65536 || N > 2] ++ [1000000 || N > 2],
         Data = [binary:copy(<<"p">>, S) || S <- Sizes],
         [port_command(P, [[], D | <<>>]) || D <- Data],
         t:p({N, O, [receive {P, {data, X}} -> iolist_to_binary(X) =:= D after 5000 -> none end || D <- Data]}),
         TooLong = binary:copy(<<"p">>, 1 bsl (8 * min(N, 2))),
         case N of
             4 -> port_close(P);
             _ -> P ! {self(), {command, TooLong}}
         end,
         t:p(receive {'EXIT', P, Why} -> Why after 5000 -> none end)
     end || N <- [1, 2, 4], O <- [[], [binary]]],
    %% Several packets in one read, and one in many; an unfinished one is lost.
    P = open_port({spawn, "printf '\\000\\003abc\\000\\000\\000\\001d'; sleep 0.05; printf '\\000'; sleep 0.05; printf '\\002'; sleep 0.05; printf 'ef\\000\\005gh'"},
                  [{packet, 2}]),
    t:p(told(P)).

late_close() ->
    P = open_port({spawn, "cat"}, [exit_status]),
    P ! {self(), close},
    t:p(receive {P, X} -> X after 5000 -> none end),
    t:p(receive {'EXIT', P, Y} -> Y after 5000 -> none end),
    Q = open_port({spawn, "cat"}, [exit_status]),
    exit(Q, because),
    t:p(receive {'EXIT', Q, Z} -> Z after 5000 -> none end),
    R = open_port({spawn, "cat"}, [exit_status]),
    exit(R, normal),
    t:p(receive {'EXIT', R, V} -> V after 5000 -> none end).

%% A program that reads nothing until it is told to.
busy() ->
    Fifo = "port_details_" ++ os:getpid(),
    "" = os:cmd("mkfifo " ++ Fifo),
    P = open_port({spawn, "sh -c 'read x < " ++ Fifo ++ "; cat >/dev/null'"}, [eof, {line, 100}]),
    Piece = binary:copy(<<"0123456789">>, 1000),
    N = fill(P, Piece, 0),
    t:p([port_command(P, Piece, [nosuspend]) || _ <- [1, 2]]),
    t:show("force", fun() -> port_command(P, Piece, [force]) end),
    t:show("force, nosuspend", fun() -> port_command(P, Piece, [nosuspend, force]) end),
    Self = self(),
    [Commander, Sender, Killed] =
        [spawn(fun() -> F(), Self ! {done, self()} end)
         || F <- [fun() -> true = port_command(P, Piece) end, fun() -> P ! {Self, {command, Piece}} end,
                  fun() -> true = port_command(P, Piece) end]],
    [wait(fun() -> process_info(X, status) =:= {status, suspended} end) || X <- [Commander, Sender, Killed]],
    t:show("nosuspend", fun() -> erlang:send(P, {Self, {command, Piece}}, [nosuspend]) end),
    exit(Killed, kill),
    t:p([is_process_alive(X) || X <- [Commander, Sender, Killed]]),
    t:p(element(2, erlang:port_info(P, queue_size)) >= 8192),
    ok = file:write_file(Fifo, "x\n"),
    t:p([receive {done, X} -> done after 5000 -> stuck end || X <- [Commander, Sender]]),
    %% It ends its input when the port is closed: so no answer; but all is written.
    t:p(erlang:port_info(P, output) =:= {output, (N + 2) * byte_size(Piece)}),
    port_close(P),
    file:delete(Fifo).

fill(P, Piece, N) ->
    case port_command(P, Piece, [nosuspend]) of true -> fill(P, Piece, N + 1); false -> N end.

wait(F) -> case F() of true -> ok; _ -> erlang:yield(), wait(F) end.

%% Ports and pids have other numbers each time.
shown(What, Args) ->
    io_lib:format("~s ~p", [What, [if is_port(A) -> port; is_pid(A) -> pid; true -> A end || A <- Args]]).

wrong() ->
    P = open_port({spawn, "cat"}, []),
    [t:show(shown("control", A), fun() -> apply(erlang, port_control, A) end)
     || A <- [[P, 1, []], [P, -1, []], [P, 1 bsl 32, []], [P, a, []], [P, 1, [a]], [P, 1, [256]], [nobody, 1, []], [1, 1, []]]],
    [t:show(shown("call", A), fun() -> apply(erlang, port_call, A) end)
     || A <- [[P, 1, []], [P, -1, []], [P, 1 bsl 32, x], [nobody, 1, []], [1, 1, []]]],
    [t:show(shown("command", A), fun() -> apply(erlang, port_command, A) end)
     || A <- [[nobody, []], [P, "", [x]], [P, "", [force | x]], [P, "", x]]],
    [t:show(shown("connect", A), fun() -> apply(erlang, port_connect, A) end)
     || A <- [[P, x], [P, 1], [nobody, self()], [1, self()]]],
    [t:show(shown("close", A), fun() -> apply(erlang, port_close, A) end) || A <- [[nobody], [1], [a]]],
    [t:show(shown("info", A), fun() -> apply(erlang, port_info, A) end)
     || A <- [[nobody], [1], [nobody, name], [1, name], [P, nothing], [P, 1], [nobody, nothing]]],
    [t:show(io_lib:format("open ~0p ~0p", [A, B]), fun() -> is_port(open_port(A, B)) end)
     || {A, B} <- [{{spawn, "cat"}, [{packet, 3}]}, {{spawn, "cat"}, [{packet, a}]}, {{spawn, "cat"}, [{line, 0}]}, {{spawn, "cat"}, [{line, -1}]},
                   {{spawn, "cat"}, [{line, 3}, {packet, 2}]}, {{spawn, "cat"}, [{cd, 1}]},                    {{spawn, "cat"}, [{env, [x]}]}, {{spawn, "cat"}, [{env, [{"A=", "b"}]}]}, {{spawn, "cat"}, [{args, ["x"]}]}, {{spawn, "cat"}, [{arg0, "x"}]},
                   {{spawn_executable, "cat"}, []}, {{spawn_executable, "/etc/passwd"}, []}, {{spawn_executable, "/"}, []}, {{spawn_executable, "/bin/cat"}, [{args, [1]}]},
                   {{spawn_executable, "/bin/cat"}, [{args, x}]}, {{spawn, ""}, []}, {{spawn, 1}, []}, {{fd, a, 1}, []}, {{fd, 0}, []}, {{spawn, "cat", 1}, []}, {{nothing, "x"}, []},
                   {{spawn, "cat"}, [{parallelism, x}]}, {{spawn, "cat"}, [{parallelism, true}]}, {{spawn, "cat"}, [{busy_limits_port, {0, 1}}]},
                   {{spawn, "cat"}, [{busy_limits_port, {2, 1}}]}, {{spawn, "cat"}, [{busy_limits_port, {1, (1 bsl 64) - 1}}]}, {{spawn, "cat"}, [{busy_limits_port, {1, (1 bsl 64) - 2}}]},
                   {{spawn, "cat"}, [{busy_limits_msgq, disabled}]}, {{spawn, "cat"}, [{busy_limits_msgq, x}]}, {{spawn, "cat"}, x}, {{spawn, "cat"}, [in | out]},
                   {{spawn_driver, "no_such_driver"}, []}, {{spawn, "cat\0x"}, []}, {{spawn, <<"cat">>}, []}, {{spawn, cat}, []},
                   {"a file", [eof]}, {'a file', []}, {<<"a file">>, []}, {[], []}]],
    port_close(P).


info() ->
    P = open_port({spawn, "cat"}, [{parallelism, true}, binary]),
    t:p(erlang:port_info(P, parallelism)),
    t:show("no item", fun() -> erlang:port_info(P, []) end),
    t:p([K || {K, _} <- erlang:port_info(P)]),
    true = register(a_port, P),
    t:p([K || {K, _} <- erlang:port_info(a_port)]),
    t:p([erlang:port_info(a_port, K) || K <- [registered_name, name, input, output, queue_size, monitors, locking]]),
    t:p(erlang:port_info(P, connected) =:= {connected, self()}),
    t:p(erlang:port_info(P, links) =:= {links, [self()]}),
    M = monitor(port, P),
    t:p(erlang:port_info(P, monitored_by) =:= {monitored_by, [self()]}),
    demonitor(M),
    t:p(erlang:port_info(P, monitored_by)),
    t:p(is_integer(element(2, erlang:port_info(P, memory)))),
    true = port_command(a_port, "12345"),
    receive {P, {data, D}} -> t:p(D) end,
    t:p([erlang:port_info(a_port, K) || K <- [input, output]]),
    t:p(is_integer(element(2, erlang:port_info(P, os_pid)))),
    port_close(a_port),
    t:p([erlang:port_info(P), erlang:port_info(P, name)]),
    t:show("info by name", fun() -> erlang:port_info(a_port) end).
