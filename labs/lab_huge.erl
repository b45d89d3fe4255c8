%% Much code of the emulator and of OTP: compiles modules of the standard library, so many times.
-module(lab_huge).
-export([main/1]).

main([Times]) ->
    All = [forms(M) || M <- [lists, dict, gb_sets, string]],
    [compiled(F) || _ <- lists:seq(1, list_to_integer(Times)), F <- All],
    halt().

forms(Module) ->
    {ok, {Module, [{abstract_code, {_, Forms}}]}} =
        beam_lib:chunks(code:which(Module), [abstract_code]),
    Forms.

compiled(Forms) ->
    {ok, _, Code} = compile:forms(Forms, [binary, nowarnings]),
    byte_size(Code).
