%% Regular expressions: options, captures, replacing, splitting, errors.
-module(regexps).
-export([main/0]).

main() ->
    S = "The year 2024, month 07 -- Ünïcode: naïve; end.",
    t:p(re:run("abcabc", "b")), t:p(re:run("abcabc", "x")), t:p(re:run("abcabc", "(b)(c)", [global])), t:p(re:run("abc", "(?<first>a)(?<last>c)?", [{capture, [first, last], list}])),
    [t:p(re:run(S, R, O)) || {R, O} <- [{"\\d+", [{capture, all, list}]}, {"\\d+", [global, {capture, all, binary}]}, {"month (\\d\\d)", [{capture, all_but_first, list}]}, {"THE", [caseless]}, {"^the", [caseless, {capture, none}]}, {"end\\.$", []},
                                        {"na.ve", [unicode, {capture, first, list}]}, {"\\w+de", [unicode, ucp, {capture, all, list}]}, {"y(e)(a)?(z)?", [{capture, all, list}]}, {"(?i)MONTH", []}, {"o", [{offset, 10}]}, {"^.", [multiline]}, {"(a|b)*?e", [ungreedy]}]],
    t:p(re:replace("hello world", "o", "0", [global, {return, list}])), t:p(re:replace("hello world", "(l+)", "<\\1&>", [{return, binary}])), t:p(re:replace("aaa", "a", "b", [])),
    t:p(re:split("a,b;c,,d", "[,;]")), t:p(re:split("a1b2c", "\\d", [{return, list}])), t:p(re:split("a1b2c", "(\\d)", [{return, list}, {parts, 2}])), t:p(re:split("abc", "", [{return, list}, trim])),
    {ok, MP} = re:compile("(\\w+)@(\\w+)\\.com"), t:p(re:run("mail joe@example.com now", MP, [{capture, all, list}])),
    t:p([re:compile("("), re:compile("[a"), re:compile("*a"), re:compile("a{3,1}")]),
    t:show("bad", fun() -> re:run("a", "(") end), t:show("bad subject", fun() -> re:run(t:id(a), "a") end),
    t:p(re:run(lists:duplicate(20000, $a) ++ "b", "a*b")), t:p(case re:run(lists:duplicate(2000, $a), "(a+)+c", [report_errors, {match_limit, 1000}]) of nomatch -> nomatch; E -> element(1, E) end),
    t:p(re:run("x\ny\n", "^y$", [multiline, {capture, all, index}])), t:p(re:inspect(MP, namelist)), t:p(re:run(<<"binary subject">>, <<"s.b">>, [{capture, first, binary}])).
