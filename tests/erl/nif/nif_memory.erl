%% Whatever a library makes again and again goes again: memory stays as it is, in all that the interface has.
-module(nif_memory).
-export([main/0, load/0, upgraded/2, memory/0, work/2, scheduled/1]).
-nifs([memory/0, work/2, scheduled/1]).

memory() -> erlang:nif_error(not_loaded).
work(_, _) -> erlang:nif_error(not_loaded).
scheduled(_) -> erlang:nif_error(not_loaded).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

main() ->
    ok = load(),
    %% How often something is done, and how many bytes may not be left of it each time.
    Library = [{environments, 10000, 32}, {binaries, 20000, 16}, {external, 10000, 32}, {resources, 10000, 32},
               {monitors, 10000, 32}, {messages, 10000, 32}, {queues, 10000, 32}, {locks, 10000, 32},
               {threads, 200, 4096}, {selected, 1000, 256}, {maps, 2000, 256}, {allocations, 10000, 32}],
    [t:p({Kind, grows(fun() -> in_parts(Kind, Times) end, Times, Bytes)}) || {Kind, Times, Bytes} <- Library],
    t:p({raised, grows(fun() -> [catch work(unknown, 1) || _ <- lists:seq(1, 10000)] end, 10000, 32)}),
    t:p({scheduled, grows(fun() -> [x = scheduled(x) || _ <- lists:seq(1, 2000)] end, 2000, 256)}),
    t:p({processes, grows(fun() -> [in_process() || _ <- lists:seq(1, 500)] end, 500, 1024)}),
    upgrades(30, start).

%% A call makes so much at once as it may before something is collected.
in_parts(Kind, Times) ->
    [begin ok = work(Kind, 100), flush() end || _ <- lists:seq(1, Times div 100)].

flush() ->
    receive _ -> flush() after 0 -> ok end.

in_process() ->
    {P, M} = spawn_monitor(fun() -> [ok = work(K, 1) || K <- [resources, monitors, messages, environments]] end),
    receive {'DOWN', M, _, P, normal} -> ok end.

%% The module with its library, anew and anew. Nothing of the process is in old code when that is purged.
upgrades(0, start) -> upgrades(100, {settled(), 4});
upgrades(0, {Before, Tries}) ->
    Now = settled(),
    if
        Now - Before < 100 * 16384 -> t:p({upgrades, no});
        Tries =:= 0 -> t:p({upgrades, yes});
        true -> upgrades(100, {Now, Tries - 1})
    end;
upgrades(N, Before) ->
    {module, ?MODULE} = code:load_file(?MODULE),
    ?MODULE:upgraded(N, Before).

upgraded(N, Before) ->
    ok = load(),
    false = code:purge(?MODULE),
    upgrades(N - 1, Before).

%% Whether memory has grown by so many bytes for each time. The first times make things that are there to stay: tables,
%% free memory that is kept. Memory that comes and goes is looked at several times.
grows(Work, Times, Bytes) ->
    [Work() || _ <- [1, 2, 3]],
    grows(Work, Times, Bytes, settled(), 5).

grows(_, _, _, _, 0) -> yes;
grows(Work, Times, Bytes, Before, Tries) ->
    [Work() || _ <- [1, 2, 3, 4]],
    case settled() - Before < 4 * Times * Bytes of
        true -> no;
        false -> grows(Work, Times, Bytes, settled(), Tries - 1)
    end.

settled() ->
    [garbage_collect(P) || P <- processes()],
    memory().
