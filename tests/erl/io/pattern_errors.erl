%% What is wrong with patterns, and where, in every way that stock's library knows.
-module(pattern_errors).
-export([main/0]).

main() ->
    [t:p({P, [compiled(Q, O) || {Q, O} <- [{P, []}, {["(a)", P, "b)"], []}, {["((?<n>x)", P], [unicode, extended, dupnames]}]]})
     || P <- pieces()],
    %% Options about line ends add up.
    Ends = [cr, lf, crlf, any, anycrlf],
    [t:p({A, B, compiled(P, [{newline, A}, {newline, B}])}) || A <- Ends, B <- Ends, P <- ["a", "(*CR)a", "(*BSR_UNICODE)("]],
    %% White space of Unicode is none, nor is the other byte of a control character a brace.
    [t:p({P, O, re:run(S, P, O)})
     || {S, P, O} <- [{"", "(?i)\x85", [extended]}, {[16#85], [16#85], [extended]}, {"\r\n", "\\c{,3}", []}, {";,3}", "\\c{,3}", []},
                      {<<16#2028/utf8>>, <<16#2028/utf8>>, [extended, unicode]}, {"", "(?:a)\x85", [extended]}]],
    %% Looking behind a subject of no bytes.
    [t:p({lists:sublist(P, 20), re:run(S, P, O)})
     || P <- ["^(?<!bS)\\E", "(?<=ab)", "(?<!a)$", "\\b", "\\B", "(?<=(?<!abc)x|y)", "(?<!" ++ lists:duplicate(1000, $a) ++ ")"],
        S <- [[], <<>>, binary:part(<<"ab">>, 1, 0)], O <- [[], [unicode], [firstline, no_start_optimize]]],
    [t:p({P, run(P)}) || P <- ["(?P<>b)c", "(?''b)(?<n>c)", "(?X)b", "b(?i-X:C)", "\\Fb|bc", "(?(R1)a|b)", "(a)?(?(R2)x|b)", "(?=b){65535}b", "(a)\\g1\\99", "\\x4\\F", "[\\x4\\B]b", "(a)\\1\\8|bc"]].

compiled(P, Options) ->
    case re:compile(P, Options) of
        {ok, {re_pattern, Groups, Unicode, CrLf, _}} -> {Groups, Unicode, CrLf};
        {error, Error} -> Error
    end.

run(P) ->
    {ok, MP} = re:compile(P),
    {re:run("abc", MP), re:run("abc", MP, [{capture, all_names, list}]), re:inspect(MP, namelist)}.

pieces() ->
    [
      "\\g<n>", "\\g'1'", "\\g<-1>", "\\g<+1>", "\\g<2>", "\\g'n'", "\\g{n}", "\\g{0}", "\\g{-2}", "\\g1", "\\g",
      "\\g{", "\\g{1", "\\g<", "(?&n)", "(?P>n)", "(?+1)", "(?-1)", "(?0)", "(?2)", "(?01)", "(?+", "(?-", "(?(R)a)",
      "(?(R1)a|b)", "(?(R&n)a)", "(?(<n>)a)", "(?('n')a|b|c)", "(?(DEFINE)(?<n>a))", "(?(DEFINE)a|b)", "(?(+1)a)",
      "(?(-1)a)", "(?(0)a)", "(?(3)a)", "(?(?=a)b|c)", "(?(?!a)b|c|d)", "(?(?<=a)b)", "(?(?C1)(?=a)b)", "(?(?C)a)",
      "(?(1", "(?(n", "(?(<n", "(?(1)", "(?<=", "(?<!", "(?=", "(?!", "(?!)", "(?!)*", "(?>", "(?|", "(?'", "(?X)",
      "(?-X)", "(?x:", "(?i:", "(?s-i", "(?J)", "(?P", "(?P>", "(?P=", "(?&", "(?R", "(?C", "(?C1", "(?1", "\\C",
      "\\X{2}", "\\R{2}", "\\C{2}", "[[:<:]]", "[[:>:]]", "[[.a.]]", "[[=a=]]", "[[:^alpha:]]", "[[:alpha:]",
      "[:alpha:]", "[^", "[]a]", "[^]a]", "[a\\]b]", "[\\Qa-z\\E]", "[a-\\d]", "[\\w-]", "[a-[:digit:]]", "[\\b]",
      "[\\B]", "[\\R]", "[\\N]", "[\\x]", "[\\c", "[\\E^a]", "[a-\\Q]\\E]", "[\\1]", "[\\8]", "[\\g]", "[a-b-c]",
      "[+--]", "\\o{}", "\\o{8}", "\\o{777}", "\\o{101", "\\o", "\\x", "\\x{", "\\x{}", "\\x{zz}", "\\x{d800}",
      "\\x{100}", "\\x{10ffff}", "\\xff", "\\x1", "\\c", "\\k{n}", "\\k'n'", "\\k<n", "\\k", "\\N{2}", "\\N{a}",
      "\\N{2,}", "\\99", "\\11", "\\377", "\\400", "\\0", "\\01", "\\00", "\\10", "\\9", "\\j", "\\Y", "\\i", "\\m",
      "\\q", "\\F", "{65536}", "{65535}", "{0}", "{0,0}", "{1}", "{1,1}", "{2,2}", "{0,1}", "{2}+", "{2}?",
      "{99999999999}", "{1,99999999999}", "*+", "+?", "??", "??+", "\\p{^L}", "\\p{L&}", "\\p{Greek}", "\\p{Xan}",
      "\\p{Xuc}", "\\p{", "\\p{}", "\\p", "\\P{^Lu}", "\\pL", "\\p{greek}", "\\p{Any}", "\\p{^", "\\pZ", "(*MARK:a)",
      "(*:a)", "(*MARK)", "(*:)", "(*THEN:a)", "(*ACCEPT:x)", "(*ACCEPT:)", "(*PRUNE)", "(*COMMIT)", "(*F)",
      "(*SKIP:a)", "(*a", "(*1)", "(*", "(*)", "(*CRLF)", "(*CR)", "(*ANY)", "(*UCP)", "(*UTF)", "(*BSR_ANYCRLF)",
      "(*BSR_UNICODE)", "(*NO_START_OPT)", "(*NO_AUTO_POSSESS)", "(*LIMIT_MATCH=10)", "(*LIMIT_RECURSION=x)",
      "(*LIMIT_MATCH=99999999999)", "(?<m>c)", "(?<n>)", "(?P<>a)", "(?''a)", "(?'n'a)", "(?<1>a)", "(?<n",
      "(?P<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>b)", "(?<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>b)", "(?<n>a)(?<n>b)",
      "(?|(?<n>a)|(?<m>b))", "(?|(?<n>a)|(?<n>b))", "(?<=a|bc)", "(?<=a+)", "(?<=(?1))", "(?<=\\1)",
      "(?<=(?<n>ab|cd))", "(?<=a{2})", "(?<=a{1,2})", "(?<=\\C)", "(?<=\\R)", "(?<=[ab]{2})", "(?<=(ab){2})",
      "(?<=(*ACCEPT)a|b)", "(?<!(?=ab)c)", "(?<=(?&n))", "(?<=(?(1)a|bc))", "(?<=^a$)", "(?<=a{0})", "(a(?1))",
      "(?1)(a)", "(a?(?1))", "((?1))", "(a|(?1)b)", "((?2))((?1))", "(?(1)(?1))", "(a*(?R))", "\\Qa\\E", "\\Q\\E",
      "(?#)*", "(?#", "#c"
    ].
