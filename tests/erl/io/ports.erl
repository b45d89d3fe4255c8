%% External programs: os:cmd, ports with packets, lines, exit statuses, environments.
-module(ports).
-export([main/0]).

main() ->
    t:p(os:cmd("echo hello; echo err 1>&2")), t:p(os:cmd("printf 'no newline'")), t:p(length(os:cmd("head -c 200000 /dev/zero | tr '\\0' x"))), t:p(os:cmd("cat", #{max_size => 10}) =:= ""),
    P = open_port({spawn, "cat"}, [binary]), true = port_command(P, <<"abc">>), t:p(receive {P, {data, D}} -> D end), P ! {self(), {command, "xyz"}}, t:p(receive {P, {data, D2}} -> D2 end),
    t:p([element(1, erlang:port_info(P, K)) || K <- [name, id, connected, links]]), t:p([is_port(P), erlang:port_info(P, name)]), P ! {self(), close}, t:p(receive {P, closed} -> closed end), t:p(erlang:port_info(P)),
    t:show("closed port", fun() -> port_command(P, "x") end),
    E = open_port({spawn, "exit 3"}, [exit_status]), t:p(receive {E, {exit_status, S}} -> S after 5000 -> none end),
    E2 = open_port({spawn, "sh -c 'echo out; exit 5'"}, [exit_status, stream]), t:p([receive {E2, M} -> M end || _ <- [1, 2]]),
    L = open_port({spawn, "printf 'one\\ntwo longer line\\nthree'"}, [{line, 8}, eof]), t:p(collect(L, [])),
    [begin
         Q = open_port({spawn, "cat"}, [{packet, N}, binary]), Ms = [binary:copy(<<"m">>, Z) || Z <- [1, 10, 200]],
         [port_command(Q, M) || M <- Ms], t:p({N, [receive {Q, {data, X}} -> X =:= M end || M <- Ms]}), port_close(Q)
     end || N <- [1, 2, 4]],
    B = open_port({spawn, "cat"}, [{packet, 4}, binary]), Big = binary:copy(<<"0123456789">>, 30000), [port_command(B, Big) || _ <- lists:seq(1, 10)], t:p([receive {B, {data, X}} -> X =:= Big end || _ <- lists:seq(1, 10)]), port_close(B),
    A = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", "echo $0 $1 $MY_VAR; pwd", "zero", "a b"]}, {env, [{"MY_VAR", "env value"}]}, {cd, "/"}, exit_status]), t:p(collect_data(A, [])),
    t:show("no such file", fun() -> open_port({spawn_executable, "/no/such/program"}, []) end), N1 = open_port({spawn, "no_such_program_here"}, [exit_status, stderr_to_stdout]), t:p(receive {N1, {exit_status, X1}} -> X1 after 5000 -> case erlang:port_info(N1) of undefined -> gone; _ -> none end end),
    t:show("bad args", fun() -> open_port(t:id({foo}), []) end), t:show("bad option", fun() -> open_port({spawn, "cat"}, [t:id(nope)]) end),
    process_flag(trap_exit, true), K = open_port({spawn, "true"}, []), t:p(receive {'EXIT', K, R} -> R after 5000 -> none end), process_flag(trap_exit, false),
    Self = self(), C = open_port({spawn, "cat"}, [binary]), H = spawn(fun() -> receive {C, {data, X2}} -> Self ! {handled, X2}, receive stop -> ok end end end), true = port_connect(C, H), unlink(C), C ! {H, {command, "to h"}}, t:p(receive {handled, X3} -> X3 end),
    M1 = monitor(port, C), port_close(C), t:p(receive {'DOWN', M1, port, C, R1} -> R1 after 1000 -> none end),
    t:p([os:getenv("NO_SUCH_VAR"), os:getenv("NO_SUCH_VAR", "d"), os:putenv("MY_TEST_VAR", "1"), os:getenv("MY_TEST_VAR"), os:cmd("echo $MY_TEST_VAR"), os:unsetenv("MY_TEST_VAR"), os:getenv("MY_TEST_VAR")]),
    t:p([is_list(os:getpid()), element(1, os:type()), is_list(os:find_executable("sh")), os:find_executable("no_such_exe")]),
    T = [open_port({spawn, "cat"}, [binary]) || _ <- lists:seq(1, 20)], [port_command(X, integer_to_binary(I)) || {I, X} <- lists:enumerate(T)], t:p(lists:sum([receive {X, {data, V}} -> binary_to_integer(V) end || X <- T])), [port_close(X) || X <- T].

collect(P, Acc) -> receive {P, {data, D}} -> collect(P, [D | Acc]); {P, eof} -> port_close(P), lists:reverse(Acc) after 5000 -> {timeout, Acc} end.
collect_data(P, Acc) -> receive {P, {data, D}} -> collect_data(P, Acc ++ D); {P, {exit_status, S}} -> {S, Acc} after 5000 -> timeout end.
