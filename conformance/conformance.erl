%% Runs one of OTP's test suites without the common_test application.
%%
%% erl -run conformance build DIR INCLUDE...
%%     compiles every module in DIR; to be run on the stock emulator.
%% erl -run conformance main SUITE DIR WORK RESULTS DONE CASE|all
%%     runs the suite compiled in DIR, with WORK as its private directory. RESULTS gets one line
%%     when a case begins and one when it ends; cases named in the file DONE are passed over.
%%
%% Needs of the emulator: booting, processes, files. What it keeps of common_test: groups (one
%% after another), the init and end functions, skipping, failing, comments, time limits.
-module(conformance).
-export([main/1, build/1, prepared/1, again/2, lines/1, name/2, note/2, result/4, text/1]).

-record(run, {suite, results, done, only, work, limit = 60000}).

%% ------------------------------------------------------------------ building

build([Dir | Includes]) ->
    ok = file:set_cwd(Dir),
    Options = [{i, I} || I <- ["." | Includes]] ++ [nowarnings, debug_info, return_errors],
    Files = filelib:wildcard("*.{erl,core}"),
    Self = self(),
    Workers = [spawn_link(fun() -> worker(Self, Options) end) || _ <- [1, 2]],
    Failed = hand_out(Files, Workers, 0, []),
    io:format("~w modules compiled, ~w not: ~s~n",
              [length(Files) - length(Failed), length(Failed), lists:join(" ", Failed)]),
    halt(0).

hand_out([], [], 0, Failed) ->
    lists:sort(Failed);
hand_out(Files, Workers, Busy, Failed) ->
    receive
        {ready, W, Result} ->
            Failed2 = case Result of {failed, F} -> [F | Failed]; _ -> Failed end,
            Busy2 = case Result of none -> Busy; _ -> Busy - 1 end,
            case Files of
                [Next | Rest] -> W ! {file, Next}, hand_out(Rest, Workers, Busy2 + 1, Failed2);
                [] -> hand_out([], lists:delete(W, Workers), Busy2, Failed2)
            end
    end.

worker(Master, Options) ->
    Master ! {ready, self(), none},
    worker_loop(Master, Options).

worker_loop(Master, Options) ->
    receive
        {file, File} ->
            Result = case catch compile:file(File, own_options(File) ++ Options) of
                         {ok, _} -> ok;
                         _ -> {failed, File}
                     end,
            Master ! {ready, self(), Result},
            worker_loop(Master, Options)
    end.

own_options(File) ->
    [from_core || filename:extension(File) =:= ".core"] ++
        case string:find(File, "_no_opt_SUITE") of
            nomatch -> [];
            _ -> [no_copt, no_postopt, no_ssa_opt, no_bsm_opt]
        end.

%% ------------------------------------------------------------------- running

main(Args) ->
    {Run, Config} = prepared(Args),
    try suite(Run, Config) of
        _ -> note(Run, "suite\tfinished")
    catch
        Class:Reason:Stack -> note(Run, ["suite\tfailed\t", text({Class, Reason, Stack})])
    end,
    halt(0).

%% What a suite needs before it runs.
prepared([Suite0, Dir, Work, Results, Done, Only]) ->
    process_flag(trap_exit, true),
    %% Cases take for granted that these are loaded, as they are under common test: some of the compiler,
    %% and one that lets no code be loaded.
    [{module, _} = code:ensure_loaded(Module) || Module <- [otp_internal, timer]],
    register('$conformance', self()),
    Old = group_leader(),
    Leader = spawn(fun() -> lead(Old, false, []) end),
    register('$conformance_leader', Leader),
    group_leader(Leader, self()),
    Suite = list_to_atom(Suite0),
    %% Its applications are started beside this one.
    Suite =:= application_SUITE andalso application:start(sasl),
    true = code:add_patha(Dir),
    ok = file:set_cwd(Work),
    %% As deep as that of common test: one suite goes up from it, to where names are shorter.
    Private = filename:join([Work, "ct", "suite", "run", "priv"]),
    ok = filelib:ensure_path(Private),
    Config = [{data_dir, filename:join(Dir, Suite0 ++ "_data") ++ "/"},
              {priv_dir, Private ++ "/"}, {nodenames, []}],
    Run = #run{work = Work, suite = Suite, results = Results, done = lines(Done), only = Only,
               limit = list_to_integer(os:getenv("CONFORMANCE_CASE_MS", "60000"))},
    {Run, Config}.

%% The suite once more, with a private directory in which nothing has been done.
again(#run{work = Work} = Run, Config) ->
    ok = file:set_cwd(Work),
    {priv_dir, Private} = lists:keyfind(priv_dir, 1, Config),
    _ = file:del_dir_r(Private),
    ok = file:make_dir(Private),
    suite(Run, Config).

lines(File) ->
    case file:read_file(File) of
        {ok, Bin} -> [binary_to_list(L) || L <- binary:split(Bin, <<"\n">>, [global, trim_all])];
        _ -> []
    end.

suite(#run{suite = Suite} = Run, Config) ->
    {module, Suite} = code:ensure_loaded(Suite),
    Info = case calls(Suite, suite, 0) of true -> Suite:suite(); false -> [] end,
    _ = Info,
    case Suite:all() of
        {skip, Reason} -> result(Run, "all", 0, {skipped, Reason});
        Items -> in(Run, init_per_suite, end_per_suite, [], Config, fun(C) -> items(Run, Items, C, []) end,
                    fun(Why) -> skip(Run, Items, Why, []) end)
    end.

%% Runs Body between an init and an end function, both of which may be missing.
in(#run{suite = Suite} = Run, Init, End, Args, Config, Body, Skip) ->
    Arity = length(Args) + 1,
    Begun = case calls(Suite, Init, Arity) of
                true -> guarded(Run, fun() -> apply(Suite, Init, Args ++ [Config]) end);
                false -> {value, Config}
            end,
    case Begun of
        {value, {skip, Why}} -> Skip({skipped, Why});
        {value, {skipped, Why}} -> Skip({skipped, Why});
        {value, {skip_and_save, Why, _}} -> Skip({skipped, Why});
        {value, {fail, Why}} -> Skip({failed, Why});
        {value, Config2} when is_list(Config2) ->
            Body(Config2),
            case calls(Suite, End, Arity) of
                true -> guarded(Run, fun() -> apply(Suite, End, Args ++ [Config2]) end);
                false -> ok
            end;
        {value, Other} -> Skip({failed, {bad_return, Init, Other}});
        {exit, {skipped, Why}} -> Skip({skipped, Why});
        {exit, Why} -> Skip({failed, {Init, Why}})
    end.

items(Run, Items, Config, Groups) ->
    lists:foreach(fun(Item) -> item(Run, kind(Run, Item), Config, Groups) end, lists:flatten(Items)).

item(Run, {testcase, Case}, Config, Groups) ->
    one(Run, Case, Config, Groups);
item(Run, {group, Name, Properties, Items}, Config, Groups) ->
    %% The groups around this one, the nearest first.
    Path = case lists:keyfind(tc_group_properties, 1, Config) of
               {_, Around} -> [Around | proplists:get_value(tc_group_path, Config, [])];
               false -> []
           end,
    Inner = [{tc_group_properties, [{name, Name} | Properties]}, {tc_group_path, Path} | Config],
    in(Run, init_per_group, end_per_group, [Name], Inner,
       fun(C) -> items(Run, Items, C, Groups ++ [Name]) end,
       fun(Why) -> skip(Run, Items, Why, Groups ++ [Name]) end);
item(_, none, _, _) ->
    ok.

kind(_, Case) when is_atom(Case) -> {testcase, Case};
kind(_, {testcase, Case}) -> {testcase, Case};
kind(_, {testcase, Case, _}) -> {testcase, Case};
kind(Run, {group, Name}) -> group(Run, Name);
kind(Run, {group, Name, _}) -> group(Run, Name);
kind(Run, {group, _, Name, _}) -> group(Run, Name);
kind(_, {Name, Properties, Items}) when is_list(Items) -> {group, Name, Properties, Items};
kind(_, _) -> none.

group(#run{suite = Suite}, Name) ->
    case calls(Suite, groups, 0) andalso lists:keyfind(Name, 1, Suite:groups()) of
        {Name, Properties, Items} -> {group, Name, Properties, Items};
        {Name, Items} -> {group, Name, [], Items};
        false -> none
    end.

skip(Run, Items, Why, Groups) ->
    [case kind(Run, Item) of
         {testcase, Case} -> wanted(Run, Case, Groups) andalso result(Run, name(Case, Groups), 0, Why);
         {group, Name, _, Inner} -> skip(Run, Inner, Why, Groups ++ [Name]);
         none -> ok
     end || Item <- lists:flatten(Items)],
    ok.

name(Case, Groups) -> lists:flatten(lists:join($/, [atom_to_list(A) || A <- Groups ++ [Case]])).

wanted(#run{only = Only, done = Done}, Case, Groups) ->
    lists:member(Only, ["all", atom_to_list(Case), name(Case, Groups)])
        andalso not lists:member(name(Case, Groups), Done).

one(Run, Case, Config, Groups) ->
    case wanted(Run, Case, Groups) of
        true ->
            %% Wherever an earlier case has gone.
            ok = file:set_cwd(Run#run.work),
            Name = name(Case, Groups),
            note(Run, ["begin\t", Name]),
            Begun = erlang:monotonic_time(millisecond),
            Saved = [{saved_config, S} || S <- [get(saved_config)], S =/= undefined],
            erase(saved_config),
            Names = registered(),
            Info = info(Run, Case),
            Given = case lists:keyfind(require, 1, Info) of
                        false -> guarded(asked(Run, Info), fun() -> whole(Run, Case, Saved ++ Config) end);
                        Require -> {exit, {skipped, Require}}
                    end,
            case Given of
                {value, {save_config, Keep}} -> put(saved_config, {Case, Keep});
                _ -> ok
            end,
            Outcome = verdict(Given),
            settle(Names, 20),
            %% One that has failed may have left it on, and the next ones want it off.
            _ = (catch erlang:system_profile(undefined, [])),
            result(Run, Name, erlang:monotonic_time(millisecond) - Begun, Outcome);
        false ->
            ok
    end.

%% Waits for servers that a case has told to end, whose names the next one may want: common test takes more time
%% between two cases. Some cases leave a process with a name behind.
settle(_, 0) -> ok;
settle(Names, Times) ->
    registered() -- Names =:= [] orelse begin timer:sleep(5), settle(Names, Times - 1) end.

%% A case's answers about itself, which count before those of its suite about all of them.
info(#run{suite = Suite}, Case) ->
    lists:append([try Suite:F() of
                      Info when is_list(Info) -> [I || I <- Info, is_tuple(I)];
                      _ -> []
                  catch _:_ -> []
                  end || F <- [Case, suite], calls(Suite, F, 0)]).

%% As much time as a case asks for, if that is more than others have.
asked(#run{limit = Limit} = Run, Info) ->
    case lists:keyfind(timetrap, 1, Info) of
        {timetrap, Time} -> Run#run{limit = max(Limit, ct:limit(Time))};
        false -> Run
    end.

%% A case with its own init and end functions, in one process.
whole(#run{suite = Suite}, Case, Config) ->
    Config2 = case calls(Suite, init_per_testcase, 2) of
                  true -> Suite:init_per_testcase(Case, Config);
                  false -> Config
              end,
    case Config2 of
        _ when is_list(Config2) ->
            try Suite:Case(Config2) of
                {save_config, _} = Keep -> ended(Suite, Case, [Keep | Config2]), Keep;
                Value -> ended(Suite, Case, Config2), Value
            catch
                Class:Reason:Stack ->
                    ended(Suite, Case, Config2),
                    erlang:raise(Class, Reason, Stack)
            end;
        Other -> Other
    end.

ended(Suite, Case, Config) ->
    calls(Suite, end_per_testcase, 2) andalso (catch Suite:end_per_testcase(Case, Config)).

verdict({value, {skip, Why}}) -> {skipped, Why};
verdict({value, {skipped, Why}}) -> {skipped, Why};
verdict({value, {skip_and_save, Why, _}}) -> {skipped, Why};
verdict({value, {fail, Why}}) -> {failed, Why};
verdict({value, {failed, Why}}) -> {failed, Why};
verdict({value, _}) -> {ok, ""};
verdict({exit, {skipped, Why}}) -> {skipped, Why};
verdict({exit, {skip, Why}}) -> {skipped, Why};
verdict({exit, Why}) -> {failed, Why}.

%% Runs F in a process of its own, for no longer than a case may take. As under common test the process
%% is linked, and nobody monitors it: cases look at that.
guarded(Run, F) ->
    await(Run, spawn_link(fun() ->
                                  Result = try {value, F()}
                                           catch
                                               throw:Value -> {value, Value};
                                               exit:Reason -> {exit, Reason};
                                               error:Reason:Stack -> {exit, {Reason, Stack}}
                                           end,
                                  exit({result_of_case, Result})
                          end)).

%% A case may ask for more time than others have (ct:timetrap).
await(#run{limit = Limit} = Run, Pid) ->
    receive
        {'EXIT', Pid, {result_of_case, Result}} -> Result;
        {'EXIT', Pid, Reason} -> {exit, Reason};
        {time_limit, Ms} -> await(Run#run{limit = max(Ms, Limit)}, Pid)
    after Limit ->
            Where = process_info(Pid, current_stacktrace),
            exit(Pid, kill),
            receive {'EXIT', Pid, _} -> ok after 5000 -> ok end,
            {exit, {took_longer_than, Limit, Where}}
    end.

%% As that of common test, the group leader of cases takes whatever is written, even what is no
%% text, and keeps it while it is to be captured; all else goes to the one that was there before.
lead(Old, Captures, Texts) ->
    receive
        {io_request, From, ReplyAs, Request} when element(1, Request) =:= put_chars ->
            Text = try written(Request) catch _:_ -> none end,
            From ! {io_reply, ReplyAs, case Text of none -> {error, Request}; _ -> ok end},
            show(Old, Text),
            lead(Old, Captures, [T || T <- [Text], Captures, is_list(T)] ++ Texts);
        {capture, true} ->
            lead(Old, true, []);
        {capture, false} ->
            lead(Old, false, Texts);
        {captured, From, Ref} ->
            From ! {Ref, lists:reverse(Texts)},
            lead(Old, Captures, []);
        Other ->
            Old ! Other,
            lead(Old, Captures, Texts)
    end.

written({put_chars, Encoding, Chars}) -> unicode:characters_to_list(Chars, Encoding);
written({put_chars, Encoding, M, F, A}) -> unicode:characters_to_list(apply(M, F, A), Encoding);
written({put_chars, Chars}) -> unicode:characters_to_list(Chars, latin1);
written({put_chars, M, F, A}) -> unicode:characters_to_list(apply(M, F, A), latin1).

show(Old, Text) when is_list(Text) -> io:put_chars(Old, Text);
show(Old, NoText) -> io:format(Old, "~tp", [NoText]).

calls(Module, Name, Arity) -> erlang:function_exported(Module, Name, Arity).

result(Run, Name, Ms, {Kind, Why}) ->
    note(Run, ["end\t", Name, "\t", atom_to_list(Kind), "\t", integer_to_list(Ms), "\t",
               case Kind of ok -> ""; _ -> text(Why) end]).

note(#run{results = File}, Line) -> note(File, Line);
note(File, Line) ->
    ok = file:write_file(File, unicode:characters_to_binary([Line, "\n"]), [append]).

text(Term) ->
    Flat = lists:flatten(io_lib:format("~0tP", [Term, 40])),
    [case C of $\n -> $\s; $\t -> $\s; _ -> C end || C <- lists:sublist(Flat, 400)].
