%% The status inspector: what is inside a running process, as SASL's module of this name told until
%% OTP 21.
%%
%% A process that knows system messages (gen_server, gen_statem, gen_event, supervisors, and others
%% that use `sys') is asked for its status; any other is described with process_info/2, and is not
%% sent anything, since it might take a message for its own. docs/si.md is for users.
-module(si).

-export([start/0, start/1, stop/0, start_log/1, stop_log/0]).
-export([help/0, h/0, abbrevs/0, pi/1, pi/2, pi/3, pi/4, ppi/1, ppi/3]).

-export_type([process/0, detail/0, reason/0]).

%% What says which process is meant: its name, a pid as a term or a text, the numbers of a pid, its
%% middle number, an abbreviation.
-type process() :: atom() | pid() | string() | {integer(), integer(), integer()} | integer()
                 | {global, term()} | {via, module(), term()}.
-type detail() :: normal | all.
%% A sentence for whoever reads the shell.
-type reason() :: string().

%% Where values begin in a line.
-define(COLUMN, 28).
-define(WIDTH, 79).

%% --- Starting and stopping, and the log ---

-spec start() -> {ok, pid()} | {error, reason() | {already_started, pid()}}.
start() ->
    start([]).

%% Starts the server that keeps the log and the settings. The rest works without it.
-spec start([si_server:option()]) -> {ok, pid()} | {error, reason() | {already_started, pid()}}.
start(Options) ->
    si_server:start(Options).

-spec stop() -> ok | {error, reason()}.
stop() ->
    si_server:stop().

%% From now on writes what is printed to a file as well, at its end.
-spec start_log(file:name_all()) -> ok | {error, reason()}.
start_log(File) ->
    si_server:start_log(File).

-spec stop_log() -> ok | {error, reason()}.
stop_log() ->
    si_server:stop_log().

%% --- Help ---

-spec h() -> ok.
h() ->
    help().

-spec help() -> ok.
help() ->
    io:put_chars(
      ["\n"
       "Status inspector: what is inside a process\n",
       line(),
       "si:pi(P)              the status of P: pid, status, parent, logged events, state\n"
       "si:pi(A, B, C)        of the process <A.B.C>\n"
       "si:pi(Opt, P)         as above; Opt is normal, which shortens what is long,\n"
       "si:pi(Opt, A, B, C)   or all, which does not, and tells process_info as well\n"
       "si:ppi(P)             process_info of P; without asking the process\n"
       "si:ppi(A, B, C)       of the process <A.B.C>\n"
       "\n"
       "P is one of: a registered name, a pid, \"<A.B.C>\", {A,B,C}, B (means <0.B.0>),\n"
       "an abbreviation, {global,Name}, {via,Module,Name}.\n"
       "To see events, switch logging on before: sys:log(P, true).\n"
       "\n"
       "si:start()            start the server that keeps a log and the settings\n"
       "si:start(Options)     [{start_log,File}, {timeout,Ms}, {max,Events}, {depth,N}]\n"
       "si:stop()             stop it\n"
       "si:start_log(File)    write what is printed to File as well, at its end\n"
       "si:stop_log()         only print it\n"
       "si:abbrevs()          the abbreviations\n"
       "si:help()             this\n"]).

%% Processes that are in every system, or with SASL, by short names.
abbreviations() ->
    [{ac, application_controller},
     {ah, alarm_handler},
     {cs, code_server},
     {es, erl_signal_server},
     {fs, file_server_2},
     {gn, global_name_server},
     {id, inet_db},
     {ks, kernel_sup},
     {kss, kernel_safe_sup},
     {lg, logger},
     {pl, erl_prim_loader},
     {rex, rex},
     {rh, release_handler},
     {ss, sasl_sup},
     {sss, sasl_safe_sup},
     {us, user}].

%% Prints the abbreviations, and which processes they mean now.
-spec abbrevs() -> ok.
abbrevs() ->
    show(["\nAbbreviations\n", line(),
          [entry(atom_to_list(Short), [atom_to_list(Name), "   ", where(Name)])
           || {Short, Name} <- abbreviations()]]).

where(Name) ->
    case whereis(Name) of
        Pid when is_pid(Pid) -> pid_to_list(Pid);
        _ -> "not running"
    end.

%% --- The status of a process ---

-spec pi(process()) -> ok | {error, reason()}.
pi(Process) ->
    pi(normal, Process).

-spec pi(detail(), process()) -> ok | {error, reason()}.
pi(Opt, Process) when Opt =:= normal; Opt =:= all ->
    with_process(Process, fun(Pid) -> status(Opt, Pid) end);
pi(Opt, _) ->
    failure("~tp is no option: use normal or all", [Opt]).

-spec pi(integer(), integer(), integer()) -> ok | {error, reason()}.
pi(A, B, C) ->
    pi(normal, A, B, C).

-spec pi(detail(), integer(), integer(), integer()) -> ok | {error, reason()}.
pi(Opt, A, B, C) ->
    pi(Opt, {A, B, C}).

-spec ppi(process()) -> ok | {error, reason()}.
ppi(Process) ->
    Settings = si_server:settings(),
    with_process(Process, fun(Pid) -> print_info(Pid, "Process info", Settings) end).

-spec ppi(integer(), integer(), integer()) -> ok | {error, reason()}.
ppi(A, B, C) ->
    ppi({A, B, C}).

status(Opt, Pid) ->
    Settings = settings(Opt),
    case knows_system_messages(Pid) of
        true -> asked(Opt, Pid, Settings);
        false -> print_info(Pid, "Process without system messages", Settings);
        dead -> dead(Pid)
    end.

settings(normal) -> si_server:settings();
settings(all) -> (si_server:settings())#{max := infinity, depth := -1}.

asked(Opt, Pid, #{timeout := Timeout} = Settings) ->
    try sys:get_status(Pid, Timeout) of
        {status, Pid, {module, Module}, [Dictionary, Status, Parent, Debug, Misc]} ->
            More = case Opt of
                       normal -> [];
                       all -> [entry("Dictionary", Dictionary, Settings) | more_info(Pid, Settings)]
                   end,
            Basic = #{"Status" => Status, "Parent" => Parent,
                      "Logged events" => sys:get_log(Debug)},
            show([status_text(Pid, Module, Basic, Misc, Settings), More])
    catch
        exit:{timeout, _} ->
            case print_info(Pid, "Process that does not answer", Settings) of
                ok -> failure("~p has not answered within ~w ms", [Pid, Timeout]);
                Error -> Error
            end;
        exit:_ ->
            dead(Pid)
    end.

more_info(Pid, Settings) ->
    case info(Pid, Settings) of
        undefined -> [];
        Info -> ["\nProcess info\n", line() | Info]
    end.

%% What all processes with system messages have, unless `Misc', which is made by their behaviour and
%% by format_status of their module, says it itself; then that.
status_text(Pid, Module, Basic, Misc, Settings) ->
    Items = case is_list(Misc) andalso lists:any(fun is_item/1, Misc) of
                true -> [named(Item) || Item <- Misc];
                false -> [{"State", Misc}]
            end,
    {Headers, Rest} = lists:partition(fun is_header/1, Items),
    Heading = case Headers of
                  [] -> io_lib:format("Status for process of ~tw", [Module]);
                  _ -> lists:join("\n", [text(Text) || {header, Text} <- Headers])
              end,
    Said = [string:lowercase(text(Key)) || {data, Data} <- Rest, {Key, _} <- Data],
    ["\n", Heading, "\n", line(),
     entry("Pid", Pid, Settings),
     entry("Behaviour", Module, Settings),
     [entry(Key, maps:get(Key, Basic), Settings)
      || Key <- ["Status", "Parent", "Logged events"],
         not lists:member(string:lowercase(Key), Said)],
     [item(Item, Settings) || Item <- Rest]].

is_item({header, _}) -> true;
is_item({data, Data}) -> is_list(Data) andalso lists:all(fun is_pair/1, Data);
is_item({items, {_, Items}}) -> is_list(Items);
is_item(_) -> false.

named({Key, _} = Item) when is_atom(Key) -> Item;
named(Item) -> {"State", Item}.

is_header(Item) -> element(1, Item) =:= header.

is_pair({_, _}) -> true;
is_pair(_) -> false.

item({data, Data}, Settings) -> [entry(Key, Value, Settings) || {Key, Value} <- Data];
item({items, {Title, Items}}, Settings) -> entries(Title, Items, Settings);
item({Key, Value}, Settings) -> entry(Key, Value, Settings).

%% --- Which processes know system messages ---

%% Every behaviour that does exports system_continue/3. It is found on the stack of a process, or
%% (deep in a callback, or hibernating) by the module that the process was started with.
knows_system_messages(Pid) ->
    case process_info(Pid, [current_stacktrace, initial_call, dictionary]) of
        undefined ->
            dead;
        [{_, Stack}, {_, Initial}, {_, Dictionary}] ->
            Modules = [element(1, Frame) || Frame <- Stack],
            Started = proplists:get_value('$initial_call', Dictionary, Initial),
            lists:any(fun continues/1, Modules) orelse started_with(Started)
    end.

started_with({Module, init, 1}) ->
    continues(Module) orelse has(Module, handle_call, 3) orelse has(Module, callback_mode, 0)
        orelse lists:any(fun continues/1, behaviours(Module));
started_with({supervisor, _, 1}) -> true;
started_with({Module, _, _}) -> continues(Module);
started_with(_) -> false.

continues(Module) -> has(Module, system_continue, 3).

has(Module, Function, Arity) -> erlang:function_exported(Module, Function, Arity).

behaviours(Module) ->
    try Module:module_info(attributes) of
        Attributes ->
            lists:append([Names || {Key, Names} <- Attributes,
                                   Key =:= behaviour orelse Key =:= behavior])
    catch
        error:undef -> []
    end.

%% --- What process_info tells ---

print_info(Pid, Title, Settings) ->
    case info(Pid, Settings) of
        undefined -> dead(Pid);
        Info -> show(["\n", Title, "\n", line(), entry("Pid", Pid, Settings), Info])
    end.

info(Pid, Settings) ->
    Items = [registered_name, initial_call, current_function, status, message_queue_len, links,
             monitors, monitored_by, group_leader, trap_exit, priority, dictionary, memory,
             total_heap_size, heap_size, stack_size, reductions, garbage_collection, suspending,
             current_stacktrace],
    case process_info(Pid, Items) of
        undefined -> undefined;
        Info -> [info_item(Pid, Item, Settings) || Item <- Info, Item =/= {registered_name, []}]
    end.

info_item(Pid, {initial_call, _} = Raw, Settings) ->
    case proc_lib:translate_initial_call(Pid) of
        {proc_lib, init_p, 5} -> plain(Raw, Settings);
        Call -> plain({initial_call, Call}, Settings)
    end;
%% Messages are copied when they are looked at: only few are.
info_item(Pid, {message_queue_len, Length} = Item, #{max := Max} = Settings) ->
    Messages = case process_info(Pid, messages) of
                   {messages, Some} when Length > 0, Length =< Max -> [{messages, Some}];
                   _ -> []
               end,
    [plain(Item, Settings), [plain(M, Settings) || M <- Messages]];
info_item(_, {current_stacktrace, Stack}, Settings) ->
    entries(current_stacktrace, [place(Frame) || Frame <- Stack], Settings);
info_item(_, Item, Settings) ->
    plain(Item, Settings).

plain({Key, Value}, Settings) -> entry(Key, Value, Settings).

place({Module, Function, Arity, Location}) ->
    case proplists:get_value(line, Location) of
        undefined -> {Module, Function, Arity};
        Line -> {Module, Function, Arity, {line, Line}}
    end.

%% --- Which process is meant ---

with_process(Process, Do) ->
    case find(Process) of
        Pid when is_pid(Pid), node(Pid) =:= node() -> Do(Pid);
        Pid when is_pid(Pid) -> failure("~p is a process of another node", [Pid]);
        {error, _} = Error -> Error
    end.

find(Pid) when is_pid(Pid) ->
    Pid;
find(Name) when is_atom(Name) ->
    case registered(Name) of
        undefined -> find_abbreviation(Name);
        Found -> Found
    end;
find(B) when is_integer(B) ->
    find({0, B, 0});
find({A, B, C}) when is_integer(A), is_integer(B), is_integer(C) ->
    find(lists:flatten(io_lib:format("<~w.~w.~w>", [A, B, C])));
find({global, Name}) ->
    found(global:whereis_name(Name), {global, Name});
find({via, Module, Name}) when is_atom(Module) ->
    try Module:whereis_name(Name) of
        Found -> found(Found, {via, Module, Name})
    catch
        error:undef -> failure("~tw has no whereis_name/1", [Module])
    end;
find(Text) ->
    try list_to_pid(Text)
    catch error:badarg -> failure("~tp does not say which process is meant", [Text])
    end.

registered(Name) ->
    case whereis(Name) of
        Port when is_port(Port) -> failure("~tw is a port, not a process", [Name]);
        Found -> Found
    end.

find_abbreviation(Short) ->
    case lists:keyfind(Short, 1, abbreviations()) of
        {Short, Name} when Name =/= Short ->
            case registered(Name) of
                undefined -> failure("~tw (for ~tw) is not running", [Name, Short]);
                Found -> Found
            end;
        _ ->
            failure("~tw is neither a registered name nor an abbreviation", [Short])
    end.

found(Pid, _) when is_pid(Pid) -> Pid;
found(_, Name) -> failure("~tp is not registered", [Name]).

dead(Pid) -> failure("~p is not alive", [Pid]).

failure(Format, Values) ->
    {error, lists:flatten(io_lib:format(Format, Values))}.

%% --- Printing ---

%% To whoever asked, and to the log.
show(Chars) ->
    Text = unicode:characters_to_binary(Chars),
    io:put_chars(Text),
    case si_server:log(Text) of
        ok -> ok;
        {error, Why} -> io:put_chars(["si: the log is closed: ", Why, "\n"])
    end.

line() -> [lists:duplicate(?WIDTH, $=), "\n"].

entry(Key, Text) -> [key(Key), Text, "\n"].

%% One event in a line of its own each; the last ones.
entry("Logged " ++ _ = Key, Events, Settings) when is_list(Events) ->
    entries(Key, last(Events, Settings), Settings);
entry(Key, Value, Settings) ->
    [key(Key), value(Value, Settings), "\n"].

%% A list with an element in each line.
entries(Key, [], Settings) ->
    entry(Key, none, Settings);
entries(Key, [First | Rest], Settings) ->
    [entry(Key, First, Settings) | [entry("", Value, Settings) || Value <- Rest]].

last(Events, #{max := Max}) when length(Events) > Max ->
    lists:nthtail(length(Events) - Max, Events);
last(Events, _) ->
    Events.

key(Key) -> [string:pad(text(Key), ?COLUMN - 1), " "].

text(Text) ->
    try unicode:characters_to_list(Text) of
        List when is_list(List) -> List;
        _ -> io_lib:format("~tp", [Text])
    catch
        error:badarg -> io_lib:format("~tp", [Text])
    end.

value(Value, #{depth := Depth}) ->
    io_lib:format("~*.*tP", [?WIDTH, ?COLUMN + 1, Value, Depth]).
