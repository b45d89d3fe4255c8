%% Native code on Maser, from within.
-module(maser).

-export([native/1, native_all/0, native_info/1]).

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
%% there are, and `native_functions', how many of them are compiled; `interpreted', the others and
%% why; `code_size' in bytes; `compile_time' in milliseconds.
-spec native_info(module()) -> [{atom(), term()}].
native_info(Module) ->
    erlang:nif_error(not_on_maser, [Module]).

native_1(Module) ->
    erlang:nif_error(not_on_maser, [Module]).
