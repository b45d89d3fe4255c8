%% Patterns as stock's library takes them, where newer ones take them otherwise: what is literal, where
%% a pattern ends, what is an error and where.
-module(patterns).
-export([main/0]).

main() ->
    %% A 0 ends a pattern.
    [t:p({P, S, t:result(fun() -> re:run(S, P) end)})
     || {S, P} <- [{"_", [0]}, {<<0, "1zn">>, [0]}, {"ab", "a\0b"}, {"a\0b", <<"a\0b">>}, {"ab", <<"a\0(">>}, {"a\0", "a\\0"},
                   {"n", "\0(?#c)"}, {"ab", [[0], "["]}, {"a", ["a", <<0>>]}]],
    t:p(re:split("a1b2c", "[0-9]\0x", [{return, list}])),
    t:p(re:replace("abc", <<"b\0">>, "x", [global, {return, list}])),
    %% Braces that say no number of times stand for themselves.
    [t:p({P, S, t:result(fun() -> re:run(S, P) end)})
     || P <- ["a{,3}", "a{ 1}", "{,3}", "a{1,2", "{", "a{}", "a{2,3}", "a{2}", "a{2,}", "[{,3}]", "\\{,3}", "{,3}*", "a{1, 2}", "a{,}", "x{,3}?"],
        S <- ["a", "aa", "a{,3}", "{,3}", "a{ 1}", "{"]],
    %% What was no option is none.
    [t:p({P, compiled(P, [])})
     || P <- ["(?n)a", "(?n)a)", "(?i-n:a)", "a(?^)", "(?*a)", "(?a)b", "(?aD)b", "(?r)x", "(?imsxU-i)a", "(?J)a", "(?", "(?i", "(", "((?n)"]],
    %% Where errors are.
    [t:p({P, O, compiled(P, O)})
     || {P, O} <- [{"[\\d-z]\\x{110000}", []}, {"[abc][\\A*(?s)", []}, {"(?1)(?J)", []}, {"a(?(n)a)", []}, {"\\g{-1}(a)", []},
                   {"(?:\\g{-1}b", []}, {"\\2\\K", []}, {"\\2\\K(*UTF8)", []}, {"(*FOO)", []}, {"a(*F8)b", []}, {"\\1", []}, {"(?2)(a)", []},
                   {"a", [bsr_anycrlf, bsr_unicode]}, {"(", [bsr_unicode, bsr_anycrlf]}, {"a{,3}(", []}, {"{,2}[z-a]", []}, {"a{,2}\\", []}]].

compiled(P, Options) ->
    case re:compile(P, Options) of
        {ok, _} -> ok;
        Error -> Error
    end.
