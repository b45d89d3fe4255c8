%% Runs test programs one after another in one emulator.
%%
%% erl -run e2e_driver main DIR LIMIT_MS NAME...
%%
%% Each module's main/0 runs in a process of its own, whose output a group leader collects.
%% DIR/NAME.started says that it began, DIR/NAME.got holds all its output at the end. Needs no
%% more of the emulator than booting does, and file:write_file/2.
-module(e2e_driver).
-export([main/1]).

main([Dir, Limit | Names]) ->
    process_flag(trap_exit, true),
    run(Names, Dir, list_to_integer(Limit)),
    erlang:halt(0, [{flush, false}]).

run([], _, _) ->
    ok;
run([Name | Names], Dir, Limit) ->
    ok = file:write_file(Dir ++ "/" ++ Name ++ ".started", <<>>),
    Module = list_to_atom(Name),
    Leader = spawn(fun() -> leader([]) end),
    {Pid, Ref} = spawn_monitor(fun() ->
                                       group_leader(Leader, self()),
                                       exit({end_of_test, outcome(Module)})
                               end),
    Outcome = receive
                  {'DOWN', Ref, process, Pid, {end_of_test, O}} -> O;
                  {'DOWN', Ref, process, Pid, Reason} -> ["test exited: ", print(Reason), "\n"]
              after Limit ->
                      exit(Pid, kill),
                      ["test ran out of time\n"]
              end,
    Leader ! {self(), Ref, take},
    Output = receive {Ref, Chars} -> Chars end,
    Bytes = unicode:characters_to_binary([Output, Outcome]),
    ok = file:write_file(Dir ++ "/" ++ Name ++ ".new", Bytes),
    ok = file:rename(Dir ++ "/" ++ Name ++ ".new", Dir ++ "/" ++ Name ++ ".got"),
    run(Names, Dir, Limit).

outcome(Module) ->
    try Module:main() of
        _ -> []
    catch
        Class:Reason:Stack ->
            ["test failed: ", print(Class), " ", print(Reason), "\n", print(Stack), "\n"]
    end.

print(Term) ->
    t:text("~tp", [Term]).

%% The I/O protocol's output side; reading meets the end of the input.
leader(Acc) ->
    receive
        {io_request, From, ReplyAs, Request} ->
            {Reply, Chars} = request(Request),
            From ! {io_reply, ReplyAs, Reply},
            leader([Acc | Chars]);
        {From, Ref, take} ->
            From ! {Ref, Acc};
        _ ->
            leader(Acc)
    end.

request({put_chars, _, Chars}) -> written(Chars);
request({put_chars, _, M, F, A}) -> written(M, F, A);
request({put_chars, Chars}) -> written(Chars);
request({put_chars, M, F, A}) -> written(M, F, A);
request({requests, Requests}) -> requests(Requests, {ok, []});
request(getopts) -> {[{binary, false}, {encoding, unicode}], []};
request({setopts, _}) -> {ok, []};
request({get_geometry, _}) -> {{error, enotsup}, []};
request(_) -> {eof, []}.

%% Output shows maps in the same order in each release.
written(io_lib, format, [Format, Args]) -> called(t, text, [Format, Args], format);
written(M, F, A) -> called(M, F, A, F).

called(M, F, A, Name) ->
    try apply(M, F, A) of
        Chars -> written(Chars)
    catch
        _:_ -> {{error, Name}, []}
    end.

written(Chars) ->
    try unicode:characters_to_binary(Chars) of
        Bin when is_binary(Bin) -> {ok, [Bin]};
        _ -> {{error, {no_translation, unicode, unicode}}, []}
    catch
        _:_ -> {{error, put_chars}, []}
    end.

requests([Request | Requests], {ok, Acc}) ->
    {Reply, Chars} = request(Request),
    requests(Requests, {Reply, [Acc | Chars]});
requests(_, Result) ->
    Result.
