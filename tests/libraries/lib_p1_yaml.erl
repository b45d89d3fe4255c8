%% fast_yaml: YAML, read by libyaml.
-module(lib_p1_yaml).
-export([main/0]).

main() ->
    io:format("~p~n", [fast_yaml:start()]),
    Text = <<"# all kinds\n"
             "string: text\nquoted: \"a\\n\\u00e9\"\nsingle: 'it''s'\nint: 42\nzero: 0\nneg: -7\nbig: 123456789012345678901\n"
             "hex: 0x1F\nfloat: 1.5\nexp: 1.0e10\nnull: ~\nempty:\nbool: true\nlist:\n  - 1\n  - [a, b, [c]]\n  - {x: 1, y: z}\n"
             "block: |\n  two\n  lines\nfolded: >\n  one\n  line\nanchor: &x\n  k: v\nagain: *x\nunicode: \xc3\xa9\xe2\x82\xac\n">>,
    [io:format("~p~n", [fast_yaml:decode(Text, O)])
     || O <- [[], [plain_as_atom], [maps], [sane_scalars], [maps, sane_scalars, {plain_as_atom, false}]]],
    Texts = [<<>>, <<"a">>, <<"- 1\n- 2\n">>, <<"a: b\n--- \nc: d\n">>, <<"'open">>, <<"a: [1, 2">>, <<"\tx: 1">>,
             <<"a: b: c">>, <<"&a [*a]">>, <<"*none">>, <<16#ff>>, [<<"a: ">>, "1"]],
    [io:format("~p~n", [fast_yaml:decode(T)]) || T <- Texts],
    io:format("~p~n", [catch element(1, element(2, catch fast_yaml:decode(7)))]),
    {error, Why} = fast_yaml:decode(<<"a: [">>),
    io:format("~s~n", [fast_yaml:format_error(Why)]),
    Terms = [[{<<"a">>, 1}, {<<"b">>, [1, 2.5, <<"x: y">>]}], [], [[{<<"k">>, [{<<"l">>, true}]}]]],
    [begin
         Out = fast_yaml:encode(T),
         io:format("~s~n~p~n", [Out, fast_yaml:decode(Out)])
     end || T <- Terms],
    Large = [["key", integer_to_list(N), ":\n  - ", integer_to_list(N), "\n  - {a: ", integer_to_list(N), "}\n"]
             || N <- lists:seq(1, 3000)],
    {ok, [Read]} = fast_yaml:decode(Large),
    io:format("~p ~p~n", [length(Read), erlang:phash2(Read)]),
    Me = self(),
    Ps = [spawn_link(fun() ->
        Same = [fast_yaml:decode(Large, [plain_as_atom]) || _ <- lists:seq(1, 3)],
        garbage_collect(),
        Me ! {self(), erlang:phash2(Same)}
    end) || _ <- lists:seq(1, 4)],
    io:format("~p~n", [lists:usort([receive {P, H} -> H end || P <- Ps])]).
