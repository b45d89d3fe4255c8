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
