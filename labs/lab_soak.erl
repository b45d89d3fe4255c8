%% Network programs under load for as long as is asked for: nothing goes wrong, nothing is left, and in long runs
%% memory stays flat.
%%
%% The size of a case is how long it runs, in seconds. The result is the time for a thousand messages or requests.
-module(lab_soak).
-export([run/2]).
%% For other soaks.
-export([watch/2, flat/1]).

%% Shorter ones are trials, with few connections.
-define(TRIAL, 10).
%% From then on memory has settled: before, thousands of processes still have room for garbage.
-define(LONG, 300).

run(chat, Seconds) -> soak(fun chat/1, Seconds);
run(http, Seconds) -> soak(fun http/1, Seconds).

soak(Program, Seconds) ->
    %% What is only made once is there before it counts.
    {_, []} = Program(1),
    Before = used_at_rest(used()),
    Parent = self(),
    Watch = spawn_link(fun() -> Parent ! {self(), watch(Seconds, fun() -> ok end)} end),
    T0 = erlang:monotonic_time(),
    {Done, Errors} = Program(Seconds),
    Micros = erlang:convert_time_unit(erlang:monotonic_time() - T0, native, microsecond),
    Memory = receive {Watch, M} -> M end,
    case {Errors, Seconds < ?LONG orelse flat(Memory), settled(Before, 500)} of
        {[], true, true} when Done > 0 -> {micros, Micros * 1000 / Done};
        Wrong -> {Done, Wrong, Memory}
    end.

%% ------------------------------------------------------------------ what is used

used() -> {length(erlang:ports()), length(processes()), descriptors()}.

used_at_rest(Last) ->
    receive after 500 -> ok end,
    case used() of
        Last -> Last;
        Now -> used_at_rest(Now)
    end.

descriptors() ->
    {ok, Names} = file:list_dir("/proc/self/fd"),
    length(Names).

settled(Before, N) ->
    case used() of
        Before -> true;
        Now when N =:= 0 -> {was, Before, is, Now};
        _ -> receive after 20 -> settled(Before, N - 1) end
    end.

%% Kilobytes resident, twenty times, each after something has been done.
watch(Seconds, Before) ->
    T0 = erlang:monotonic_time(millisecond),
    [begin
         receive after max(0, T0 + N * Seconds * 50 - erlang:monotonic_time(millisecond)) -> Before() end,
         resident()
     end || N <- lists:seq(1, 20)].

resident() ->
    {ok, Text} = file:read_file("/proc/self/statm"),
    [_, Pages | _] = binary:split(Text, <<" ">>, [global]),
    binary_to_integer(Pages) * 4.

%% When the first quarter is over, it does not grow any more.
flat(Memory) ->
    {_, Settled} = lists:split(5, Memory),
    {Early, Late} = lists:split(5, Settled),
    lists:max(Late) =< lists:max(Early) * 1.15 + 8192 orelse grows.

%% ------------------------------------------------------------------ chat

%% Rooms of ten; who says something hears it himself, with all the others, in order.
-define(ROOM, 10).

chat(Seconds) ->
    Count = case Seconds < ?TRIAL of true -> 200; false -> connections() end,
    Until = erlang:monotonic_time(millisecond) + Seconds * 1000,
    Rooms = list_to_tuple([spawn(fun() -> room(#{}) end) || _ <- lists:seq(1, Count div ?ROOM)]),
    {ok, L} = gen_tcp:listen(0, [binary, {packet, 2}, {active, false}, {ip, {127, 0, 0, 1}}, {backlog, 1024}]),
    {ok, Port} = inet:port(L),
    Acceptors = [spawn_monitor(fun() -> accept(L, Rooms) end) || _ <- lists:seq(1, 4)],
    Clients = [spawn_monitor(fun() -> person(Port, N, size(Rooms), Until) end) || N <- lists:seq(1, Count)],
    Results = ends(Clients),
    ok = gen_tcp:close(L),
    [ok, ok, ok, ok] = ends(Acceptors),
    [exit(R, kill) || R <- tuple_to_list(Rooms)],
    result(Results).

ends(Processes) -> [receive {'DOWN', M, process, _, Why} -> Why end || {_, M} <- Processes].

%% How much has been done, and what has gone wrong.
result(Results) ->
    {lists:sum([N || {said, N} <- Results]), lists:sublist([R || R <- Results, not is_said(R)], 5)}.

is_said({said, _}) -> true;
is_said(_) -> false.

%% Both ends are here.
connections() ->
    {ok, Text} = file:read_file("/proc/self/limits"),
    {match, [Soft]} = re:run(Text, "Max open files +(\\d+)", [{capture, all_but_first, list}]),
    min(5000, (list_to_integer(Soft) - 200) div 20 * 10).

room(Members) ->
    receive
        {enter, P} -> room(Members#{P => monitor(process, P)});
        {say, What} -> [P ! {hear, What} || P <- maps:keys(Members)], room(Members);
        {'DOWN', _, process, P, _} -> room(maps:remove(P, Members))
    end.

accept(L, Rooms) ->
    case gen_tcp:accept(L) of
        {ok, S} ->
            P = spawn(fun() -> receive yours -> enter(S, Rooms) end end),
            ok = gen_tcp:controlling_process(S, P),
            P ! yours,
            accept(L, Rooms);
        {error, closed} -> exit(ok)
    end.

enter(S, Rooms) ->
    case gen_tcp:recv(S, 0, 30000) of
        {ok, <<N:32>>} ->
            Room = element(N rem size(Rooms) + 1, Rooms),
            Room ! {enter, self()},
            ok = inet:setopts(S, [{active, once}, {send_timeout, 30000}]),
            member(S, Room);
        {error, _} -> gen_tcp:close(S)
    end.

member(S, Room) ->
    receive
        {tcp, S, What} -> Room ! {say, What}, inet:setopts(S, [{active, once}]), member(S, Room);
        {hear, What} -> gen_tcp:send(S, What), member(S, Room);
        {tcp_closed, S} -> gen_tcp:close(S);
        {tcp_error, S, _} -> member(S, Room)
    end.

%% Comes, talks for a while, goes in one of several ways, and comes again.
person(Port, N, Rooms, Until) ->
    rand:seed(exsss, N),
    %% Not all at once: the kernel would drop connections that nobody accepts soon enough.
    receive after N -> ok end,
    person(Port, N, Rooms, Until, 0).

person(Port, N, Rooms, Until, Said) ->
    case erlang:monotonic_time(millisecond) < Until of
        false -> exit({said, Said});
        true ->
            {ok, S} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {packet, 2}, {active, N rem 2 =:= 0}], 60000),
            ok = gen_tcp:send(S, <<N:32>>),
            Times = talk(S, N, Until, 1 + rand:uniform(20), N rem 2 =:= 0),
            case rand:uniform(4) of
                1 -> inet:setopts(S, [{linger, {true, 0}}]);
                2 -> gen_tcp:shutdown(S, write);
                _ -> ok
            end,
            gen_tcp:close(S),
            quiet(S),
            person(Port, N, Rooms, Until, Said + Times)
    end.

%% What the others say may still come.
quiet(S) -> receive {T, S, _} when T =:= tcp; T =:= tcp_error -> quiet(S); {tcp_closed, S} -> quiet(S) after 0 -> ok end.

%% Says so much, or what there is time for; how much.
talk(_, _, _, 0, _) -> 0;
talk(S, N, Until, Times, Active) ->
    receive after rand:uniform(8000) -> ok end,
    Text = binary:copy(<<Times>>, case rand:uniform(200) of 1 -> 20000; _ -> rand:uniform(200) end),
    What = <<N:32, (erlang:crc32(Text)):32, Text/binary>>,
    ok = gen_tcp:send(S, What),
    hear(S, N, What, Active),
    case erlang:monotonic_time(millisecond) < Until of
        true -> 1 + talk(S, N, Until, Times - 1, Active);
        false -> 1
    end.

%% Up to one's own words.
hear(S, N, What, Active) ->
    case next(S, Active) of
        What -> ok;
        <<Other:32, Crc:32, Text/binary>> when Other =/= N ->
            Crc = erlang:crc32(Text),
            hear(S, N, What, Active);
        Wrong -> exit({wrong, N, Wrong})
    end.

next(S, false) -> {ok, D} = gen_tcp:recv(S, 0, 60000), D;
next(S, true) -> receive {tcp, S, D} -> D; {T, S} -> T; {T, S, E} -> {T, E} after 60000 -> nothing end.

%% ------------------------------------------------------------------ httpd and httpc

http(Seconds) ->
    {ok, Apps} = application:ensure_all_started(inets),
    {ok, Here} = file:get_cwd(),
    Dir = filename:join(Here, "lab_soak" ++ os:getpid()),
    ok = file:make_dir(Dir),
    Files = [{"small", binary:copy(<<"small ">>, 20)}, {"large", binary:copy(<<"a large file ">>, 10000)}, {"none", <<>>}],
    [ok = file:write_file(filename:join(Dir, Name), Bytes) || {Name, Bytes} <- Files],
    {ok, Server} = inets:start(httpd, [{port, 0}, {server_name, "lab"}, {server_root, Dir}, {document_root, Dir},
                                       {bind_address, {127, 0, 0, 1}}, {modules, [mod_alias, mod_get, mod_head]},
                                       {max_clients, 1000}, {max_keep_alive_request, 1000000}]),
    [{port, Port}] = httpd:info(Server, [port]),
    Count = case Seconds < ?TRIAL of true -> 10; false -> 50 end,
    Until = erlang:monotonic_time(millisecond) + Seconds * 1000,
    Profiles = [list_to_atom("lab" ++ integer_to_list(N)) || N <- lists:seq(1, 5)],
    [{ok, _} = inets:start(httpc, [{profile, P}]) || P <- Profiles],
    [ok = httpc:set_options([{max_sessions, 20}, {max_keep_alive_length, 100}], P) || P <- Profiles],
    Url = "http://127.0.0.1:" ++ integer_to_list(Port) ++ "/",
    Clients = [spawn_monitor(fun() ->
                   rand:seed(exsss, N),
                   visit(lists:nth(N rem 5 + 1, Profiles), Url, Files, Until, 0)
               end) || N <- lists:seq(1, Count)],
    Results = ends(Clients),
    [inets:stop(httpc, P) || P <- Profiles],
    ok = inets:stop(httpd, Server),
    [ok = application:stop(A) || A <- lists:reverse(Apps)],
    [file:delete(filename:join(Dir, Name)) || {Name, _} <- Files],
    file:del_dir(Dir),
    result(Results).

visit(Profile, Url, Files, Until, Done) ->
    case erlang:monotonic_time(millisecond) < Until of
        false -> exit({said, Done});
        true ->
            {Name, Bytes} = lists:nth(rand:uniform(length(Files)), Files),
            Headers = case rand:uniform(4) of 1 -> [{"connection", "close"}]; _ -> [] end,
            case httpc:request(get, {Url ++ Name, Headers}, [{timeout, 60000}], [{body_format, binary}], Profile) of
                {ok, {{_, 200, _}, _, Bytes}} -> visit(Profile, Url, Files, Until, Done + 1);
                {ok, {Status, _, Body}} -> exit({wrong, Status, Name, byte_size(Body)});
                Error -> exit({wrong, Name, Error})
            end
    end.
