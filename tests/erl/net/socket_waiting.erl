%% The module `socket`: how much there is to read, and options whose values may be binaries.
%% since OTP 27
-module(socket_waiting).
-export([main/0]).

main() ->
    {ok, L} = socket:open(inet, stream, tcp),
    ok = socket:bind(L, #{family => inet, addr => loopback, port => 0}),
    ok = socket:listen(L),
    {ok, Address} = socket:sockname(L),
    {ok, C} = socket:open(inet, stream, tcp),
    ok = socket:connect(C, Address),
    {ok, S} = socket:accept(L),
    t:p([socket:ioctl(S, R) || R <- [nread, atmark]]),
    ok = socket:send(C, <<"five.">>),
    {ok, <<"five.">>} = socket:recv(S, 5, [peek], 5000),
    t:p([socket:ioctl(S, R) || R <- [nread, atmark]]),
    {ok, <<"fi">>} = socket:recv(S, 2),
    t:p(socket:ioctl(S, nread)),
    t:p([socket:setopt(S, {tcp, congestion}, V) || V <- ["reno", <<"none">>]]),
    t:p([{socket:setopt(S, {tcp, O}, 7), socket:getopt(S, {tcp, O})} || O <- [keepcnt, keepidle, keepintvl]]),
    [ok = socket:close(X) || X <- [S, C, L]],
    t:p(socket:ioctl(S, nread)).
