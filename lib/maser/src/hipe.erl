%% What programs call that were written for OTP's former native code compiler.
-module(hipe).

-export([c/1, c/2]).

%% Compiles a loaded module to native code, or one that can be loaded.
-spec c(module()) -> {ok, module()} | {error, term()}.
c(Module) ->
    c(Module, []).

%% As c/1: the options, which said how much to optimise, have no effect.
-spec c(module(), [term()]) -> {ok, module()} | {error, term()}.
c(Module, Options) when is_list(Options) ->
    case maser:native(Module) of
        ok -> {ok, Module};
        {error, _} = Error -> Error
    end.
