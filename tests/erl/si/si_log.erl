%% maser only
%% si: its log, its settings, and what is wrong with either.
-module(si_log).
-export([main/0]).

main() ->
    t:p([si:start_log("a"), si:stop_log(), si:stop()]),
    t:p([si:start(Wrong) || Wrong <- [x, [x], [{max, -1}], [{depth, 0}], [{timeout, soon}], [{colour, red}], [{start_log, "nowhere/a"}],
                                      [{start_log, 17}]]]),
    File = "si_\x{e5}.log",
    {ok, Pid} = si:start([{start_log, File}, {timeout, 60000}, {max, 3}, {depth, 20}]),
    {error, {already_started, Pid}} = si:start(),
    {ok, Said} = t:said(fun() -> si:abbrevs() end),
    One = read(File),
    t:p(unicode:characters_to_list(One) =:= Said),
    ok = si:stop_log(),
    {ok, Said} = t:said(fun() -> si:abbrevs() end),
    t:p(read(File) =:= One),
    %% At its end.
    ok = si:start_log(list_to_binary("si_" ++ [16#c3, 16#a5] ++ ".log")),
    {ok, Said} = t:said(fun() -> si:abbrevs() end),
    t:p(read(File) =:= <<One/binary, One/binary>>),
    %% Another takes its place; one that cannot be opened does not.
    ok = si:start_log("b.log"),
    t:p(si:start_log("nowhere/c.log")),
    {ok, _} = t:said(fun() -> si:ppi(si_server) end),
    t:p([read(File) =:= <<One/binary, One/binary>>, string:find(read("b.log"), "si_server") =/= nomatch]),
    t:p([si:stop_log(), si:stop_log()]),
    %% A disk that is full: said once, then only printed.
    ok = si:start_log("/dev/full"),
    {ok, Full} = t:said(fun() -> si:pi(si_server) end),
    t:p(lists:last(string:lexemes(Full, "\n"))),
    t:p(si:stop_log()),
    t:p([si:stop(), whereis(si_server)]),
    {ok, Said} = t:said(fun() -> si:abbrevs() end),
    [ok = file:delete(F) || F <- [File, "b.log"]].

read(File) ->
    {ok, Text} = file:read_file(File),
    Text.
