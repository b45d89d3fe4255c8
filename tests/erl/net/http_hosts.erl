%% Hosts and ports in the requests that packets of HTTP are.
-module(http_hosts).
-export([main/0]).

main() ->
    t:each(fun(Host) ->
                   Line = <<"GET http://", Host/binary, "/path HTTP/1.1\r\n">>,
                   {ok, {http_request, _, Uri, _}, <<>>} = erlang:decode_packet(http_bin, Line, []),
                   Uri
           end,
           [<<"host">>, <<"host:80">>, <<"host:">>, <<":80">>, <<"host:80:90">>, <<"host:8x">>, <<>>,
            <<"[::1]">>, <<"[::1]:8080">>, <<"[::1]:">>, <<"[::1]:8x">>, <<"[::1]x">>, <<"[::1]:80:90">>,
            <<"[::1">>, <<"[host]">>, <<"[host]:80">>, <<"x[::1]:80">>, <<"[">>, <<"[]:7">>, <<"[a]b]:7">>]),
    Star = <<"OPTIONS https://[FEDC:BA98::7654]:443 HTTP/1.0\r\n">>,
    t:p(erlang:decode_packet(http, Star, [])).
