%% A read of the module `socket` that ends before all is there: whether it tells what it has got, or leaves it to the
%% next one.
-module(socket_partial).
-export([main/0]).

main() ->
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, #{family => inet, addr => loopback, port => 0}),
    ok = socket:listen(L),
    {ok, Address} = socket:sockname(L),
    {ok, A} = socket:open(inet, stream, tcp),
    ok = socket:connect(A, Address),
    {ok, B} = socket:accept(L),
    ok = socket:send(A, "abc"),
    p(less, socket:recv(B, 10, 100)),
    p(any, socket:recv(B, 0, 10)),
    ok = socket:send(A, "def"),
    p(less, socket:recv(B, 10, 100)),
    p(some_of_it, socket:recv(B, 2, 10)),
    p(the_rest, socket:recv(B, 1, 10)),
    p(nothing, socket:recv(B, 1, 10)),
    ok = socket:send(A, "ghi"),
    p(less, socket:recv(B, 10, 100)),
    ok = socket:send(A, "jklm"),
    p(more, socket:recv(B, 5, 100)),
    p(any, socket:recv(B, 0, 10)),
    ok = socket:send(A, "nop"),
    p(less, socket:recv(B, 10, 100)),
    ok = socket:send(A, "q"),
    p(at_once, socket:recv(B, 5, 0)),
    ok = socket:send(A, "rst"),
    p(less, socket:recv(B, 10, 100)),
    p(nothing_at_once, socket:recv(B, 5, 0)),
    ok = socket:close(A),
    p(closed, socket:recv(B, 10, 5000)),
    p(closed, socket:recv(B, 0, 5000)),
    ok = socket:close(B),
    ok = socket:close(L).

p(Label, X) -> io:format("~p: ~p~n", [Label, X]).
