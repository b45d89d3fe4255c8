%% Reading and writing through the I/O protocol and string devices.
-module(io_protocol).
-export([main/0]).

main() ->
    io:put_chars("plain\n"), io:nl(), io:write({a, "b"}), io:nl(), io:fwrite("~s~n", ["fw"]), io:format("no args~n"), io:format(user_not_there_ok(), "~p~n", [x]),
    t:p([io:get_line("prompt> "), io:get_chars("", 3), io:read(""), io:fread("", "~d")]),
    t:p(lists:sort([K || {K, _} <- io:getopts()])), t:p(io:columns()), t:p(io:printable_range()),
    t:show("bad device", fun() -> io:format(no_such_device, "x", []) end), t:show("bad format", fun() -> io:format("~w", []) end), t:show("bad chars", fun() -> io:put_chars(t:id(x)) end),
    {ok, S} = file:open("first line\n{term, 1}. second\n", [ram, read]), t:p([file:read(S, 11), file:read(S, 6), file:position(S, bof), file:read(S, 5)]), file:close(S),
    t:p(io_lib:nl()), t:p(io_lib:indentation("abc\n  ", 0)),
    {ok, Ts, E} = erl_scan:string("foo(X) -> X + 1, \"s\", $c, 'A b', 1.5e3, 16#ff."), t:p({Ts, E}), {ok, F} = erl_parse:parse_form(Ts), t:p(F), t:p(lists:flatten(erl_pp:form(F))),
    t:p(erl_scan:string("\"unterminated")), t:p(erl_parse:parse_exprs(element(2, erl_scan:string("1 + .")))), {ok, Es} = erl_parse:parse_exprs(element(2, erl_scan:string("X = 5, [X * Y || Y <- [1,2,3]]."))), t:p(erl_eval:exprs(Es, [])),
    t:p(erl_eval:expr(hd(element(2, erl_parse:parse_exprs(element(2, erl_scan:string("case {1, a} of {N, _} when N > 0 -> fun(Z) -> Z + N end end(10)."))))), [])).

user_not_there_ok() -> group_leader().
