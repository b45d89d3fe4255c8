%% A driver in C: opening, output in pieces, control and call, terms of all types, timers, descriptors,
%% threads, monitors, busy ports, queues that are flushed, ends of all kinds, and loading and unloading.
-module(driver_parts).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Dir = filename:dirname(code:which(?MODULE)),
    loading(Dir),
    opening(),
    output(),
    control(),
    events(),
    ends(),
    unloading(Dir).

loading(Dir) ->
    io:format("no file: ~p~n", [element(1, erl_ddll:try_load(Dir, "no_such_driver", []))]),
    {error, Why} = erl_ddll:try_load(Dir, "no_such_driver", []),
    io:format("~s~n", [erl_ddll:format_error(Why)]),
    io:format("not loaded: ~p~n", [erl_ddll:try_unload(driver_parts, [])]),
    io:format("load: ~p~n", [erl_ddll:try_load(Dir, driver_parts, [])]),
    io:format("again: ~p~n", [erl_ddll:try_load(Dir, driver_parts, [])]),
    io:format("options: ~p~n", [erl_ddll:try_load(Dir, driver_parts, [{driver_options, [kill_ports]}])]),
    io:format("count: ~p~n", [[N || {_, N} <- erl_ddll:info(driver_parts, processes)]]),
    io:format("unload: ~p~n", [erl_ddll:try_unload(driver_parts, [])]),
    io:format("built in: ~p~n", [erl_ddll:try_load(Dir, tcp_inet, [])]).

open() -> open([]).
open(Options) -> open_port({spawn_driver, "driver_parts"}, Options).

opening() ->
    Try = fun(How) -> (catch open_port({spawn, "driver_parts " ++ How}, [])) end,
    [begin {'EXIT', {Reason, _}} = Try(How), io:format("~s: ~p~n", [How, Reason]) end
     || How <- ["general", "badarg", "errno"]],
    {'EXIT', {Limits, _}} = (catch open([{busy_limits_port, {1, 2}}])),
    io:format("limits: ~p~n", [Limits]),
    P = open(),
    io:format("locking: ~p~n", [erlang:port_info(P, locking)]),
    io:format("ports: ~p~n", [erl_ddll:info(driver_parts, port_count)]),
    close(P).

close(P) ->
    true = port_close(P),
    told(P).

%% The next messages, without the port.
told(P) ->
    receive
        {'EXIT', P, Reason} -> io:format("exit: ~p~n", [Reason]), told(P);
        M -> io:format("told: ~p~n", [plain(P, M)]), told(P)
    after 100 -> ok
    end.

plain(P, P) -> port;
plain(_, Pid) when is_pid(Pid) -> pid;
plain(_, Other) when is_port(Other) -> other_port;
plain(P, T) when is_tuple(T) -> list_to_tuple([plain(P, E) || E <- tuple_to_list(T)]);
plain(P, [H | T]) -> [plain(P, H) | plain(P, T)];
plain(_, T) -> T.

output() ->
    L = open(), B = open([binary]),
    Large = binary:copy(<<"l">>, 300),
    L ! {self(), {command, ["list", <<"bin">>]}}, told(L),
    B ! {self(), {command, ["list", <<"bin">>]}}, told(B),
    {B, {data, Data}} = begin port_command(B, ["x", Large]), receive M -> M end end,
    io:format("large: ~p~n", [iolist_to_binary(Data) =:= <<"headx", Large/binary>>]),
    port_command(B, ["s", Large, "t"]), told(B),
    close(L), close(B).

control() ->
    P = open([binary]),
    io:format("long: ~p~n", [length(port_control(P, $l, ""))]),
    io:format("binary: ~p~n", [port_control(P, $b, "") =:= binary:copy(<<"b">>, 300)]),
    %% The driver writes the next answer to the same binary: small ones are copies.
    Small = [port_control(P, $s, [N]) || N <- "101"],
    io:format("small: ~p~n", [[{byte_size(S), binary:part(S, 0, min(1, byte_size(S)))} || S <- Small]]),
    Large = port_control(P, $s, "5"),
    io:format("large: ~p~n", [{byte_size(Large), binary:first(Large)}]),
    io:format("nothing: ~p~n", [port_control(P, $n, "")]),
    io:format("flags: ~p~n", [port_control(P, $i, "")]),
    io:format("wrong: ~p~n", [element(1, catch port_control(P, $?, ""))]),
    io:format("call: ~p~n", [erlang:port_call(P, 1, {some, "term"})]),
    io:format("call: ~p~n", [erlang:port_call(P, 1, lists:seq(1, 5)) =:= lists:seq(1, 5)]),
    io:format("bad call: ~p~n", [element(1, catch erlang:port_call(P, 0, x))]),
    io:format("terms: ~p~n", [port_control(P, $t, "")]), told(P),
    io:format("limits: ~p~n", [port_control(P, $L, "")]),
    io:format("lock: ~p~n", [port_control(P, $k, "")]),
    close(P).

events() ->
    P = open(),
    io:format("timer: ~p~n", [port_control(P, $T, "")]), told(P),
    port_control(P, $C, ""), told(P),
    port_control(P, $a, ""), told(P),
    port_control(P, $r, ""), told(P),
    port_control(P, $p, ""),
    port_control(P, $w, "first"), told(P),
    port_control(P, $w, "second"), told(P),
    watched(P),
    busy(P),
    port_control(P, $c, ""), told(P).

watched(P) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Self ! {watch, port_control(P, $m, "")} end),
    receive {watch, Text} -> io:format("~s~n", [Text]) end,
    receive {'DOWN', Ref, process, Pid, normal} -> ok end,
    told(P),
    io:format("~s~n", [port_control(P, $d, "")]),
    io:format("~s~n", [port_control(P, $m, "")]),
    io:format("monitors: ~p~n", [erlang:port_info(P, monitors) =:= {monitors, [{process, self()}]}]),
    io:format("~s~n", [port_control(P, $d, "")]).

busy(P) ->
    port_control(P, $u, ""),
    io:format("nosuspend: ~p~n", [port_command(P, "x", [nosuspend])]),
    io:format("force: ~p~n", [element(1, catch port_command(P, "x", [force]))]),
    Self = self(),
    spawn_link(fun() -> P ! {Self, {command, "late"}}, Self ! sent end),
    receive sent -> io:format("sent to a busy port~n") after 50 -> ok end,
    port_control(P, $U, ""),
    receive sent -> ok end,
    receive {'EXIT', Pid, normal} when is_pid(Pid) -> ok end,
    told(P).

ends() ->
    A = open(), (catch port_control(A, $f, <<"because", 0>>)), told(A),
    B = open(), (catch port_control(B, $P, "")), told(B),
    C = open(), (catch port_control(C, $x, "")), told(C),
    D = open(),
    D ! {self(), {command, "qabcdef"}}, told(D),
    io:format("queue: ~p~n", [erlang:port_info(D, queue_size)]),
    close(D),
    E = open(),
    io:format("child: ~p~n", [port_control(E, $o, "")]),
    receive {child, Child} -> io:format("name: ~p~n", [erlang:port_info(Child, name)]), close(Child) end,
    close(E),
    F = open(), exit(F, kill), told(F).

unloading(Dir) ->
    P = open(),
    {ok, pending_driver, R1} = erl_ddll:try_unload(driver_parts, [{monitor, pending}]),
    receive {'DOWN', R1, driver, driver_parts, What} -> io:format("early: ~p~n", [What]) after 50 -> ok end,
    io:format("awaiting: ~p~n", [[N || {_, N} <- erl_ddll:info(driver_parts, awaiting_unload)]]),
    true = port_close(P),
    receive {'DOWN', R1, driver, driver_parts, W} -> io:format("down: ~p~n", [W]) after 2000 -> io:format("no~n") end,
    told(P),
    io:format("gone: ~p~n", [element(1, catch erl_ddll:info(driver_parts, processes))]),
    Self = self(),
    Pid = spawn(fun() ->
        {ok, loaded} = erl_ddll:try_load(Dir, driver_parts, [{driver_options, [kill_ports]}]),
        Self ! loaded, receive stop -> ok end
    end),
    receive loaded -> ok end,
    Q = open(),
    R2 = erl_ddll:monitor(driver, {driver_parts, unloaded}),
    Pid ! stop,
    receive {'DOWN', R2, driver, driver_parts, Gone} -> io:format("down: ~p~n", [Gone]) after 2000 -> ok end,
    told(Q),
    R3 = erl_ddll:monitor(driver, {driver_parts, loaded}),
    receive {Kind, R3, driver, driver_parts, X} -> io:format("~p: ~p~n", [Kind, X]) end.
