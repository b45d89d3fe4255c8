%% How long the compiler takes for modules of OTP: processor time of N runs, after one to get warm.
-module(lab_compile).
-export([run/2]).

run(Module, N) ->
    %% Not every OTP is installed with its sources.
    {ok, {Module, [{abstract_code, {_, Forms}}]}} =
        beam_lib:chunks(code:which(Module), [abstract_code]),
    File = "source_" ++ os:getpid() ++ "/" ++ atom_to_list(Module) ++ ".erl",
    ok = filelib:ensure_dir(File),
    ok = file:write_file(File, [erl_pp:form(F) || F <- Forms, element(1, F) =/= eof]),
    Code = compiled(File),
    {T0, _} = statistics(runtime),
    Same = repeat(N, File, Code),
    {T1, _} = statistics(runtime),
    ok = file:del_dir_r(filename:dirname(File)),
    case Same of
        true -> {micros, (T1 - T0) * 1000};
        false -> not_the_same
    end.

repeat(0, _, _) -> true;
repeat(N, File, Code) -> compiled(File) =:= Code andalso repeat(N - 1, File, Code).

compiled(File) ->
    {ok, _, Code} = compile:file(filename:rootname(File), [binary, nowarnings]),
    Code.
