% Names and values of variables of every kind: empty, deep, with what cannot be in one; what programs
% that are started get of them.
-module(variable_names).
-export([main/0]).

main() ->
    Pairs = [{"", "V"}, {"=a", "x"}, {"a=", "x"}, {"=", "x"}, {"a", "b=c"}, {"a", ""}, {[0], "x"}, {"a", [0]}, {"a", [16#d800]},
             {[16#110000], "a"}, {a, "x"}, {"a", x}, {<<"a">>, "x"}, {["a"], "b"}, {"x", ["a"]}, {"", [0]}, {"", x}, {"=", [0]},
             {"a" ++ [0] ++ "=", "x"}, {[$a | b], "x"}, {"", ""}, {[<<"a">>], "x"}, {"a", [<<"x">>]}, {[["a"], "b"], "x"},
             {[["a" | "b"], "b"], "x"}, {[97, "b", [[]]], [["x"]]}, {[["a"] | b], "x"}, {["="], "x"}, {["a", ["="]], "x"}, {[[]], "x"},
             {[abc], "x"}, {["a" | "b"], "x"}, {["a" | <<"b">>], "x"}, {[98.0], ""}, {[-1], ""}, {[[0]], ""}, {[1 bsl 70], ""},
             {[1024], "z"}, {"x", [1024]}, {#{}, ""}, {[{}], ""}, {["a", 16#d800], ""}],
    [io:format("~w ~w: ~w ~w ~w ~w~n",
               [N, V, t:result(fun() -> os:putenv(N, V) end), t:result(fun() -> os:getenv(N) end),
                t:result(fun() -> os:unsetenv(N) end), t:result(fun() -> os:getenv(N) end)]) || {N, V} <- Pairs],
    t:p(os:getenv("", nothing)),
    os:putenv("", "V1"),
    t:p([X || {"", _} = X <- os:env()]),
    t:p([X || "=" ++ _ = X <- os:getenv()]),
    t:each(fun(Env) -> got([{env, Env}]) end,
           [[{"QQ", "1"}], [{["Q", "Q"], "1"}], [{"QQ", ["1", ["2"]]}], [{"QQ", [<<"1">>]}], [{"QQ=", "1"}], [{"QQ", "a=b"}],
            [{"=QQ", "1"}], [{[81, 81, 0], "1"}], [{"QQ", [0]}], [{"", []}], [{"", false}], [{"", "V2"}], [{"QQ", ""}], [{"QQ", a}],
            [{a, "b"}], [{<<"QQ">>, "1"}], [{"QQ", <<"1">>}], [{"QQ", "1"}, {"QQ", false}], [{"QQ", false}, {"QQ", "1"}],
            [{"QQ"}], [{"QQ", true}], [{"QQ", "1"} | x], x, [{"QQ=", false}], [{"", "=A"}]]),
    os:unsetenv(""),
    t:p(got([])).

%% The variables QQ and without a name that a program gets.
got(Options) ->
    Port = open_port({spawn_executable, "/usr/bin/env"}, [exit_status, binary | Options]),
    lists:sort([X || X <- binary:split(all(Port, <<>>), <<"\n">>, [global]), re:run(X, "^(QQ|=)") =/= nomatch]).

all(Port, Got) ->
    receive
        {Port, {data, D}} -> all(Port, <<Got/binary, D/binary>>);
        {Port, {exit_status, 0}} -> Got
    end.
