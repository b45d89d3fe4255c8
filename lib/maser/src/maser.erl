%% What the emulator offers beside OTP's: native code, and what can be tuned while it runs.
-module(maser).

-export([native/1, native_all/0, native_info/1]).
-export([dash/0, dash/1]).
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

%% Starts the dash, a web page about this system, at a port of this machine that is free; or gives
%% the address of the one that is there. The address has a token, which every reader needs.
-spec dash() -> {ok, Url :: binary()} | {error, term()}.
dash() ->
    case dash(#{}) of
        {error, {already_started, Url}} -> {ok, Url};
        Result -> Result
    end.

%% The same at an address and a port, `#{address => {127,0,0,1}, port => 0}' if nothing is said; 0 is
%% a port that is free. `dash(info)' gives what is known of it, `undefined' if there is none.
-spec dash(info) -> undefined | #{url := binary(), token := binary(), address := binary(),
                                  port := inet:port_number()};
          (#{address => inet:ip_address() | string(), port => inet:port_number()}) ->
              {ok, Url :: binary()} | {error, {already_started, Url :: binary()} | term()}.
dash(info) ->
    dash_info();
dash(Options) when is_map(Options) ->
    case {maps:without([address, port], Options), maps:get(port, Options, 0)} of
        {More, _} when map_size(More) =/= 0 ->
            refuse([Options], #{1 => <<"an unknown option">>});
        {_, Port} when not is_integer(Port); Port < 0; Port > 65535 ->
            refuse([Options], #{1 => <<"not a port, from 0 to 65535">>});
        {_, Port} ->
            case address_text(maps:get(address, Options, {127,0,0,1})) of
                error -> refuse([Options], #{1 => <<"not an address">>});
                Text -> start_dash(iolist_to_binary([Text, $:, integer_to_list(Port)]))
            end
    end;
dash(What) ->
    refuse([What], #{1 => <<"neither info nor a map of options">>}).

address_text("localhost") ->
    "127.0.0.1";
address_text(Address) when tuple_size(Address) =:= 4; tuple_size(Address) =:= 8 ->
    case inet:ntoa(Address) of
        {error, _} -> error;
        Text when tuple_size(Address) =:= 8 -> [$[, Text, $]];
        Text -> Text
    end;
address_text(Text) when is_list(Text) ->
    case inet:parse_address(Text) of
        {ok, Address} -> address_text(Address);
        {error, _} -> error
    end;
address_text(_) ->
    error.

start_dash(Where) ->
    erlang:nif_error(not_on_maser, [Where]).

dash_info() ->
    erlang:nif_error(not_on_maser, []).

set_tunable(Name, Value) ->
    erlang:nif_error(not_on_maser, [Name, Value]).

refuse(Arguments, Why) ->
    erlang:error(badarg, Arguments, [{error_info, #{cause => Why}}]).

%% What is wrong with arguments, for the shell.
format_error(_, [{_, _, _, Info} | _]) ->
    maps:get(cause, proplists:get_value(error_info, Info, #{}), #{}).
