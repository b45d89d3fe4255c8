#!/usr/bin/env escript
%% Runs the scripts in scripts/*.script on the emulator that runs this (which is to be the stock one) and
%% writes scripts/*.expected: per line the external format, in hexadecimal, of the script with its outcomes,
%% and its text. A script is a line: a list of steps. A step is {Module, Function, Args}; 'sort' in front
%% of it says that the order of a list as result does not count. The result of step N stands for {result, N}
%% among later arguments, and never appears among the outcomes if it is a reference.
-mode(compile).

main(_) ->
    Dir = filename:join(filename:dirname(escript:script_name()), "scripts"),
    [generate(F) || F <- filelib:wildcard(filename:join(Dir, "*.script"))].

generate(File) ->
    {ok, Text} = file:read_file(File),
    Lines = [L || L <- string:split(Text, "\n", all), L =/= <<>>, binary:first(L) =/= $%],
    Out = [expected(unicode:characters_to_list(L)) || L <- Lines],
    ok = file:write_file(filename:rootname(File) ++ ".expected", Out),
    io:format("~s: ~b scripts~n", [filename:basename(File), length(Lines)]).

expected(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line ++ "."),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, Steps, _} = erl_eval:exprs(Exprs, []),
    Outcomes = run(Steps, []),
    Hex = binary:encode_hex(term_to_binary({Steps, Outcomes}, [compressed])),
    [Hex, $\s, unicode:characters_to_binary(Line), $\n].

run(Steps, _) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Self ! {self(), steps(Steps, [])} end),
    receive {Pid, Outcomes} -> erlang:demonitor(Ref, [flush]), Outcomes end.

steps([], Done) -> [O || {O, _} <- lists:reverse(Done)];
steps([{sort, M, F, As} | Rest], Done) ->
    steps(Rest, [step(M, F, As, Done, fun(L) when is_list(L) -> lists:sort(L);
                                         ({L, C}) when is_list(L) -> {lists:sort(L), C};
                                         (T) -> T end) | Done]);
steps([{M, F, As} | Rest], Done) ->
    steps(Rest, [step(M, F, As, Done, fun(T) -> T end) | Done]).

step(M, F, As0, Done, Norm) ->
    As = [substitute(A, Done) || A <- As0],
    try apply(M, F, As) of
        R -> {{ok, Norm(hide(R))}, R}
    catch Class:Reason:Stack ->
            {{Class, Reason, why(Stack)}, none}
    end.

why([{_, _, _, Info} | _]) -> maps:get(cause, proplists:get_value(error_info, Info, #{}), none).

hide(R) when is_reference(R) -> reference;
hide({L, C}) when is_list(L), is_tuple(C) -> {L, continuation};
hide(R) -> R.

substitute({result, N}, Done) -> {_, R} = lists:nth(length(Done) - N + 1, Done), rest(R);
substitute(A, _) -> A.

rest({L, C}) when is_list(L) -> C;
rest(R) -> R.
