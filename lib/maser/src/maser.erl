%% What the emulator offers beside OTP's: native code, and what can be tuned while it runs.
-module(maser).

-export([native/1, native_all/0, native_info/1]).
-export([tunables/0, tune/1, tune/2, schedule/2, format_error/2]).

%% So that the shell names the function that was called.
-compile({inline, [refuse/2]}).

-type why() :: no_compiler | not_loaded | string().

%% Compiles a module to native code, loading it if it is not loaded, and waits; from then on calls
%% go there.
-spec native(module()) -> ok | {error, why()}.
native(Module) when is_atom(Module) ->
    case code:ensure_loaded(Module) of
        {module, Module} -> native_1(Module);
        {error, _} -> {error, not_loaded}
    end;
native(_) ->
    error(badarg).

%% Compiles everything in code:all_loaded(). Gives the modules that have native code then, and the
%% others with the reason why not.
-spec native_all() -> {[module()], [{module(), why()}]}.
native_all() ->
    Modules = lists:sort([Module || {Module, _} <- code:all_loaded()]),
    Done = [{Module, native(Module)} || Module <- Modules],
    {[Module || {Module, ok} <- Done], [{Module, Why} || {Module, {error, Why}} <- Done]}.

%% What is known of a module's native code: `native', whether calls go there; `functions', how many
%% there are, and `native_functions', how many of them are compiled; `built_in_functions', how many
%% of these are never called, as a built-in stands in front of them; `interpreted', the others and
%% why; `code_size' in bytes; `compile_time' in milliseconds; `details', a list of {{F, A}, Info} with
%% `native' (`built_in' for those that are never called), `code_size', and `interpreted' of each: the
%% instructions that native code leaves to the interpreter, with their number and the reason,
%% `not_translated', `operands' (native with other operands), `raises' (an exception) or `applies'
%% (calls what only its arguments say).
-spec native_info(module()) -> [{atom(), term()}].
native_info(Module) ->
    erlang:nif_error(not_on_maser, [Module]).

native_1(Module) ->
    erlang:nif_error(not_on_maser, [Module]).

%% All that can be tuned, with its value, its default, its range, the unit, and what it does.
-spec tunables() -> [{atom(), #{value := non_neg_integer(), default := non_neg_integer(),
                                range := {non_neg_integer(), non_neg_integer()},
                                unit := binary(), doc := binary()}}].
tunables() ->
    erlang:nif_error(not_on_maser, []).

%% The value of a tunable.
-spec tune(atom()) -> non_neg_integer().
tune(Name) ->
    case lists:keyfind(Name, 1, tunables()) of
        {Name, #{value := Value}} -> Value;
        false -> refuse([Name], #{1 => <<"not the name of a tunable">>})
    end.

%% Changes a tunable, and gives its old value. A value out of its range changes nothing.
-spec tune(atom(), non_neg_integer()) -> non_neg_integer().
tune(Name, Value) ->
    case lists:keyfind(Name, 1, tunables()) of
        {Name, #{range := {Least, Most}}} when is_integer(Value), Least =< Value, Value =< Most ->
            set_tunable(Name, Value);
        {Name, #{range := {Least, Most}, unit := Unit}} ->
            Text = io_lib:format("not from ~w to ~w ~ts", [Least, Most, Unit]),
            refuse([Name, Value], #{2 => unicode:characters_to_binary(Text)});
        false ->
            refuse([Name, Value], #{1 => <<"not the name of a tunable">>})
    end.

%% Calls a fun while the order of the calling process and of those that it spawns is drawn from a
%% seed: the same one gives the same order again, as far as nothing from outside interferes. Other
%% processes run as soon as they have something to do. There has to be one scheduler.
-spec schedule(1..16#ffffffff, fun(() -> Result)) -> Result.
schedule(Seed, Fun) when is_function(Fun, 0) ->
    case erlang:system_info(schedulers_online) of
        1 -> ok;
        _ -> refuse([Seed, Fun], #{general => <<"more than one scheduler is online">>})
    end,
    Old = tune(schedule_seed),
    tune(schedule_seed, Seed),
    try Fun() after tune(schedule_seed, Old) end.

set_tunable(Name, Value) ->
    erlang:nif_error(not_on_maser, [Name, Value]).

refuse(Arguments, Why) ->
    erlang:error(badarg, Arguments, [{error_info, #{cause => Why}}]).

%% What is wrong with arguments, for the shell.
format_error(_, [{_, _, _, Info} | _]) ->
    maps:get(cause, proplists:get_value(error_info, Info, #{}), #{}).
