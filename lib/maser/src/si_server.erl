%% What the status inspector keeps: its settings, and the file that it writes to.
-module(si_server).
-behaviour(gen_server).

-export([start/1, stop/0, start_log/1, stop_log/0, settings/0, log/1]).
-export([init/1, handle_call/3, handle_cast/2]).

-export_type([option/0]).

-type option() :: {start_log, file:name_all()}
                | {timeout, timeout()}
                | {max, non_neg_integer()}
                | {depth, pos_integer()}.
%% How long a process is waited for, in milliseconds; how many logged events and messages are shown;
%% how deep terms are. For `all', `max' is infinity and `depth' -1.
-type settings() :: #{timeout := timeout(), max := non_neg_integer() | infinity,
                      depth := integer()}.

-record(state, {settings :: settings(),
                log = none :: none | {file:io_device(), file:name_all()}}).

-spec defaults() -> settings().
defaults() ->
    #{timeout => 5000, max => 10, depth => 50}.

start(Options) ->
    case read(Options, defaults(), none) of
        {error, _} = Error ->
            Error;
        Read ->
            %% Not linked: it outlives a shell that dies of an error.
            case gen_server:start({local, ?MODULE}, ?MODULE, Read, []) of
                {error, {shutdown, Why}} -> {error, Why};
                Started -> Started
            end
    end.

stop() ->
    try gen_server:stop(?MODULE)
    catch exit:noproc -> not_started()
    end.

start_log(File) -> call({start_log, File}).

stop_log() -> call(stop_log).

%% The defaults as long as nothing is started.
settings() ->
    case call(settings) of
        {ok, Settings} -> Settings;
        {error, _} -> defaults()
    end.

%% Writes a text to the log, if there is one. An error is told once: the log is closed then.
log(Text) ->
    case whereis(?MODULE) of
        undefined -> ok;
        _ -> call({log, Text})
    end.

call(Request) ->
    try gen_server:call(?MODULE, Request, infinity)
    catch exit:{noproc, _} -> not_started()
    end.

not_started() -> {error, "it is not started: call si:start()"}.

%% The settings that options ask for, and the log's file.
read([], Settings, File) ->
    {Settings, File};
read([{start_log, File} | Rest], Settings, _) ->
    read(Rest, Settings, {file, File});
read([{Key, Value} | Rest], Settings, File) when is_map_key(Key, Settings) ->
    case valid(Key, Value) of
        true -> read(Rest, Settings#{Key := Value}, File);
        false -> wrong({Key, Value})
    end;
read([Option | _], _, _) ->
    wrong(Option);
read(Options, _, _) ->
    wrong(Options).

valid(timeout, infinity) -> true;
valid(timeout, Ms) -> is_integer(Ms) andalso Ms >= 0 andalso Ms < 1 bsl 32;
valid(max, Max) -> is_integer(Max) andalso Max >= 0;
valid(depth, Depth) -> is_integer(Depth) andalso Depth > 0.

wrong(Option) ->
    {error, lists:flatten(io_lib:format("wrong option: ~tp", [Option]))}.

%% --- The server ---

init({Settings, none}) ->
    {ok, #state{settings = Settings}};
init({Settings, {file, File}}) ->
    case open(File) of
        {ok, Log} -> {ok, #state{settings = Settings, log = Log}};
        {error, Why} -> {stop, {shutdown, Why}}
    end.

handle_call(settings, _, State) ->
    {reply, {ok, State#state.settings}, State};
handle_call({start_log, File}, _, State) ->
    case open(File) of
        {ok, Log} -> {reply, ok, (closed(State))#state{log = Log}};
        {error, _} = Error -> {reply, Error, State}
    end;
handle_call(stop_log, _, #state{log = none} = State) ->
    {reply, {error, "there is no log"}, State};
handle_call(stop_log, _, State) ->
    {reply, ok, closed(State)};
handle_call({log, _}, _, #state{log = none} = State) ->
    {reply, ok, State};
handle_call({log, Text}, _, #state{log = {Device, File}} = State) ->
    case file:write(Device, Text) of
        ok -> {reply, ok, State};
        {error, Why} -> {reply, failed(File, Why), closed(State)}
    end;
handle_call(_, _, State) ->
    {reply, {error, "unknown request"}, State}.

handle_cast(_, State) ->
    {noreply, State}.

open(File) ->
    %% Raw files write in the process that opened them, this one.
    try file:open(File, [append, raw]) of
        {ok, Device} -> {ok, {Device, File}};
        {error, Why} -> failed(File, Why)
    catch
        error:_ -> failed(File, badarg)
    end.

closed(#state{log = none} = State) ->
    State;
closed(#state{log = {Device, _}} = State) ->
    _ = file:close(Device),
    State#state{log = none}.

failed(File, Why) ->
    Name = case is_list(File) orelse is_binary(File) of
               true -> io_lib:format("~ts", [File]);
               false -> io_lib:format("~tp", [File])
           end,
    {error, lists:flatten([Name, ": ", file:format_error(Why)])}.
