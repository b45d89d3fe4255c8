%% vm: +S 1
%% A process that has been made before code is loaded executes the code of before.
-module(loading_gives_way).
-export([main/0]).

main() ->
    [First, Second] = [module(Text) || Text <- ["first", "second"]],
    load(First),
    Me = self(),
    Old = spawn(fun() -> exchanged:run(Me) end),
    load(Second),
    New = spawn(fun() -> exchanged:run(Me) end),
    receive {runs, New, Later} -> ok end,
    t:p([receive {runs, Old, Text} -> Text end, Later, erlang:check_process_code(Old, exchanged)]).

load(Code) -> {module, exchanged} = erlang:load_module(exchanged, Code).

module(Text) ->
    Forms = ["-module(exchanged).", "-export([run/1]).",
             "run(Whom) -> Whom ! {runs, self(), " ++ Text ++ "}, receive _ -> ok end."],
    {ok, exchanged, Code} = compile:forms([begin
                                              {ok, Tokens, _} = erl_scan:string(Form),
                                              {ok, Parsed} = erl_parse:parse_form(Tokens),
                                              Parsed
                                          end || Form <- Forms], [binary]),
    Code.
