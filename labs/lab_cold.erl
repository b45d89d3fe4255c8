%% Work of which all is new to the emulator: each case runs in an emulator of its own, and nothing has been
%% compiled to native code before. The programs of the lab `sequential`, and what is done when programs are written.
-module(lab_cold).
-export([run/2]).

run(compile, N) ->
    {ok, {dict, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(dict), [abstract_code]),
    Code = [begin {ok, dict, Code} = compile:forms(Forms, [binary]), Code end || _ <- lists:seq(1, N)],
    1 = length(lists:usort(Code)),
    true;
run(scan_and_parse, N) ->
    Text = lists:append(["f(X, [Y | T]) when X > 1, is_atom(Y) -> {X, Y, \"text\", g(T)};\n" || _ <- lists:seq(1, 100)])
        ++ "f(_, _) -> ok.",
    Forms = [begin {ok, Tokens, _} = erl_scan:string(Text), {ok, Form} = erl_parse:parse_form(Tokens), Form end
             || _ <- lists:seq(1, N)],
    1 = length(lists:usort(Forms)),
    true;
run(format, N) ->
    Text = [io_lib:format("~p ~s ~w ~8.3f~n", [{I, #{a => [I], "b" => atom}}, "text", [x, I], I / 3])
            || I <- lists:seq(1, N)],
    true = iolist_size(Text) > 50 * N,
    true;
run(base64, N) ->
    Bytes = << <<(I * 7)>> || I <- lists:seq(1, 1000) >>,
    true = lists:all(fun(_) -> base64:decode(base64:encode(Bytes)) =:= Bytes end, lists:seq(1, N)),
    true;
run(eunit, N) ->
    Test = fun(I) -> {integer_to_list(I), fun() -> I = list_to_integer(integer_to_list(I)) end} end,
    ok = eunit:test(lists:map(Test, lists:seq(1, N)), [no_tty]),
    true;
run(re, N) ->
    Text = lists:append(lists:duplicate(50, "key=value; other = 12; ")),
    Run = fun(_) -> {match, Found} = re:run(Text, "([a-z]+) *= *([a-z0-9]+)", [global, {capture, all, list}]), Found end,
    [_] = lists:usort(lists:map(Run, lists:seq(1, N))),
    true;
run(processes, N) ->
    Server = fun Loop(Sum) -> receive {add, From, X} -> From ! {self(), Sum + X}, Loop(Sum + X); stop -> Sum end end,
    Pids = [spawn(fun() -> Server(0) end) || _ <- lists:seq(1, 50)],
    Call = fun(I) -> [begin Pid ! {add, self(), I}, receive {Pid, Sum} -> Sum end end || Pid <- Pids] end,
    lists:foreach(Call, lists:seq(1, N)),
    [Pid ! stop || Pid <- Pids],
    true;
run(Case, N) -> lab_sequential:run(Case, N).
