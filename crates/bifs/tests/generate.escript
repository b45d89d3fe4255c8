#!/usr/bin/env escript
%% Evaluates the calls in calls/*.calls on the emulator that runs this (which is to be the stock one) and
%% writes calls/*.expected (of all tables, or of those named as arguments): per line the external format, in hexadecimal, of {Module, Function, Arguments,
%% Outcome}, and the call's text.
-mode(compile).

main([]) ->
    main(["*"]);
main(Names) ->
    Dir = filename:join(filename:dirname(escript:script_name()), "calls"),
    [generate(F) || N <- Names, F <- filelib:wildcard(filename:join(Dir, N ++ ".calls"))].

generate(File) ->
    {ok, Text} = file:read_file(File),
    Lines = [L || L <- string:split(Text, "\n", all), L =/= <<>>, binary:first(L) =/= $%],
    Out = [expected(unicode:characters_to_list(L)) || L <- Lines],
    ok = file:write_file(filename:rootname(File) ++ ".expected", Out),
    io:format("~s: ~b calls~n", [filename:basename(File), length(Lines)]).

expected(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line ++ "."),
    {ok, [{call, _, {remote, _, M0, F0}, As0}]} = erl_parse:parse_exprs(Tokens),
    {value, M, _} = erl_eval:expr(M0, []),
    {value, F, _} = erl_eval:expr(F0, []),
    As = [begin {value, A, _} = erl_eval:expr(A0, []), A end || A0 <- As0],
    Outcome = try {ok, apply(M, F, As)}
              catch Class:Reason -> {Class, Reason}
              end,
    Hex = binary:encode_hex(term_to_binary({M, F, As, Outcome})),
    [Hex, $\s, unicode:characters_to_binary(Line), $\n].
