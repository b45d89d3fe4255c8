%% A process whose built-in blocks, or takes long, on a dirty scheduler handles signals all the same: it is asked, gets
%% messages, is linked and watched, and goes at once when it is killed.
%% blessed by hand: stock hangs with the second of them; what is expected is what should come.
-module(dirty_calls).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Dir = "dirty_calls_" ++ os:getpid(),
    ok = file:make_dir(Dir),
    %% One for each that waits: whoever is stuck with one keeps it open.
    [Opened, Read, Late] = [filename:join(Dir, Name) || Name <- ["opened", "read", "late"]],
    "" = os:cmd(lists:join(" ", ["mkfifo", Opened, Read, Late])),
    [blocked(F) || F <- [fun() -> begins(), file:open(Opened, [read, raw]) end,
                         fun() -> {ok, Fd} = file:open(Read, [read, write, raw]), begins(), file:read(Fd, 1) end,
                         fun() -> begins(), erts_debug:dirty_io(alive_waitexiting, none) end,
                         fun() -> begins(), erts_debug:dirty_cpu(alive_waitexiting, none) end]],
    meanwhile(),
    late(Late),
    raises(),
    t:p(erts_debug:dirty_cpu(reschedule, 2000)),
    t:p([erts_debug:dirty(Where, scheduler, type) || Where <- [normal, dirty_cpu, dirty_io]]),
    t:p(length(lists:usort(erts_debug:dirty_io(copy, {a, <<1:9>>, lists:seq(1, 10), binary:copy(<<7>>, 100)})))),
    file:del_dir_r(Dir).

%% Process that is in a dirty call: the one after it has called begins/0.
in_call(F) ->
    Self = self(),
    P = spawn_link(fun() -> put(mark, Self), F() end),
    receive {begins, P} -> ok end,
    wait(fun() -> erts_internal:is_process_executing_dirty(P) andalso stays(P) end),
    P.

%% Whether it is in the call that does not end: opening a file may take others before.
stays(P) ->
    [{current_function, {_, F, _}}, {status, Status}] = process_info(P, [current_function, status]),
    Status =:= running andalso lists:member(F, [open_nif, read_nif, dirty_io, dirty_cpu]).

begins() -> put(mark, 1) ! {begins, self()}.

blocked(F) ->
    P = in_call(F),
    true = register(blocked, P),
    t:p(process_info(P, [status, message_queue_len, trap_exit, dictionary, registered_name])),
    t:p([P ! {message, N} || N <- [1, 2]]),
    t:p(process_info(P, messages)),
    t:p([is_process_alive(P), lists:member(P, processes()), process_info(P, links) =:= {links, [self()]}]),
    {_, _, Arity} = element(2, process_info(P, current_function)),
    t:p(is_integer(Arity)),
    %% Another one watches it, and one more links with it.
    Watcher = spawn_monitor(fun() -> M = monitor(process, P), receive {'DOWN', M, _, _, R} -> exit({down, R}) end end),
    Linked = spawn_monitor(fun() -> link(P), receive after infinity -> ok end end),
    wait(fun() -> length(element(2, process_info(P, links))) =:= 2 end),
    wait(fun() -> length(element(2, process_info(P, monitored_by))) =:= 1 end),
    GL = group_leader(),
    Other = spawn(fun() -> receive after infinity -> ok end end),
    true = group_leader(Other, P),
    t:p(process_info(P, group_leader) =:= {group_leader, Other}),
    true = group_leader(GL, P),
    exit(Other, kill),
    %% Ordinary exits do not kill it, others do.
    exit(P, normal),
    t:p(is_process_alive(P)),
    exit(P, kill),
    t:p(receive {'EXIT', P, R} -> R end),
    t:p([receive {'DOWN', M, _, Q, Why} -> Why end || {Q, M} <- [Watcher, Linked]]),
    t:p([is_process_alive(P), process_info(P), whereis(blocked), lists:member(P, processes())]).

%% What arrives during the call is there after it.
meanwhile() ->
    Self = self(),
    P = in_call(fun() ->
                        begins(),
                        Self ! {result, erts_debug:dirty_io(wait, 200)},
                        Self ! {received, [receive M -> M end || _ <- lists:seq(1, 3)]}
                end),
    [P ! N || N <- [1, 2, 3]],
    t:p(element(2, process_info(P, message_queue_len))),
    t:p(receive {result, X} -> X end),
    t:p(receive {received, L} -> L end),
    t:p(receive {'EXIT', P, Why} -> Why end).

%% A call that ends after its process: nothing comes of it, and the file that it has opened is closed.
late(Fifo) ->
    P = in_call(fun() -> begins(), file:open(Fifo, [read, raw]) end),
    exit(P, kill),
    t:p(receive {'EXIT', P, R} -> R end),
    %% The one that still waits to open it gets a writer; then it has gone.
    {ok, Fd} = file:open(Fifo, [write, raw]),
    wait(fun() -> file:write(Fd, <<"x">>) =:= {error, epipe} end),
    t:p(closed),
    file:close(Fd).

raises() ->
    t:show("badarg", fun() -> erts_debug:dirty_io(error, badarg) end),
    t:show("badarith", fun() -> erts_debug:dirty_cpu(error, badarith) end),
    t:show("read", fun() -> prim_file:read(no_file, 1) end).

wait(F) -> case F() of true -> ok; _ -> erlang:yield(), wait(F) end.
