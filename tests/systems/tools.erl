%% Compiles a tool and runs its own tests on the emulator that executes this, in the tool's directory. A line for each
%% test says what came out: `scripts/tools` compares these.
-module(tools).
-behaviour(eunit_listener).
-export([run/0]).
%% Of eunit's listeners.
-export([start/1, init/1, handle_begin/3, handle_end/3, handle_cancel/3, terminate/2]).
%% Of Common Test's hooks.
-export([init/2, post_end_per_testcase/5, on_tc_skip/4, on_tc_fail/4]).

%% Arguments: the kind of tests (eunit or ct), the file for the lines, directories that have sources, test modules.
run() ->
    [Kind, Out | More] = init:get_plain_arguments(),
    {Directories, ["--" | Modules]} = lists:splitwith(fun(A) -> A =/= "--" end, More),
    {ok, File} = file:open(Out, [write, {encoding, utf8}]),
    persistent_term:put(?MODULE, File),
    [true = code:add_patha(filename:absname(D)) || D <- Directories],
    compiled(lists:append([sources(D) || D <- Directories])),
    tests(list_to_atom(Kind), [list_to_atom(M) || M <- Modules]),
    ok = file:close(File).

%% Modules that are made of grammars are compiled, too. Code goes beside its source, where tests look for one or the other.
sources(Directory) ->
    [{ok, _} = leex:file(F) || F <- filelib:wildcard(Directory ++ "/*.xrl")],
    [{ok, _} = yecc:file(F) || F <- filelib:wildcard(Directory ++ "/*.yrl")],
    [{ok, _} = file:copy(F, filename:rootname(F)) || F <- filelib:wildcard(Directory ++ "/*.app.src")],
    filelib:wildcard(Directory ++ "/*.erl").

%% Behaviours and transforms may stand behind those that need them: what cannot be compiled yet is tried again, as long as
%% any of it can.
compiled(Files) ->
    case [F || F <- Files, not is_compiled(F)] of
        Files -> [tell(F, "failed: not compiled") || F <- Files];
        Failed -> compiled(Failed)
    end.

is_compiled(File) ->
    Options = [debug_info, nowarn_export_all, {d, 'TEST'}, {i, "include"}, {outdir, filename:dirname(File)}, return_errors],
    case compile:file(File, Options) of
        {ok, _} -> true;
        {error, _, _} -> false
    end.

tests(eunit, Modules) -> eunit:test(Modules, [{report, {?MODULE, []}}, no_tty]);
tests(ct, Modules) ->
    ok = filelib:ensure_dir("logs/"),
    ct:run_test([{dir, "test"}, {suite, Modules}, {logdir, "logs"}, {auto_compile, false}, {ct_hooks, [?MODULE]}]).

tell(Name, Result) -> io:format(persistent_term:get(?MODULE), "~ts ~ts~n", [Name, Result]).

start(Options) -> eunit_listener:start(?MODULE, Options).
init(_) -> [].
handle_begin(_, _, State) -> State.
handle_end(test, Data, State) ->
    {M, F, A} = proplists:get_value(source, Data),
    Result = case proplists:get_value(status, Data) of
        ok -> "ok";
        {error, {Class, Reason, _}} -> io_lib:format("failed: ~p: ~0tp", [Class, Reason]);
        {skipped, Why} -> io_lib:format("skipped: ~0tp", [Why])
    end,
    tell(io_lib:format("~p:~p/~p ~0p ~ts", [M, F, A, proplists:get_value(line, Data), described(Data)]), Result),
    State;
handle_end(group, _, State) -> State.

handle_cancel(_, Data, State) ->
    tell(io_lib:format("~p", [proplists:get_value(id, Data)]), io_lib:format("cancelled: ~0tp", [proplists:get_value(reason, Data)])),
    State.
terminate(_, _) -> ok.

described(Data) ->
    case proplists:get_value(desc, Data) of
        D when is_binary(D) -> D;
        _ -> ""
    end.

init(_, _) -> {ok, []}.
post_end_per_testcase(Suite, Case, _, Return, State) ->
    case Return of
        {Kind, _} when Kind =:= failed; Kind =:= skip -> ok;
        _ -> tell(io_lib:format("~p:~p", [Suite, Case]), "ok")
    end,
    {Return, State}.
on_tc_skip(Suite, Case, Why, State) ->
    tell(io_lib:format("~p:~p", [Suite, Case]), io_lib:format("skipped: ~0tp", [Why])),
    State.
on_tc_fail(Suite, Case, Why, State) ->
    tell(io_lib:format("~p:~p", [Suite, Case]), io_lib:format("failed: ~0tp", [Why])),
    State.
