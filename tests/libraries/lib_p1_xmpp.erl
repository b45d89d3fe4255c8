%% xmpp: three small libraries, for addresses, URIs and names of languages.
-module(lib_p1_xmpp).
-export([main/0]).

main() ->
    io:format("~p ~p ~p ~p~n", [stringprep:start(), jid:start(), xmpp_uri:start(), xmpp_lang:start()]),
    %% Once more is no harm.
    io:format("~p~n", [jid:start()]),
    Jids = [<<"user@host/res">>, <<"HOST">>, <<"User@Host">>, <<"a@b/c@d/e">>, <<"host/">>, <<"@host">>, <<"user@">>, <<"/r">>,
            <<>>, <<"a b@c">>, <<"u@[::1]/x">>, <<"É@Straße/Ä"/utf8>>, <<"a@b@c">>, binary:copy(<<"x">>, 2000)],
    [io:format("~p: ~p~n", [short(J), short(catch jid:decode(J))]) || J <- Jids],
    [io:format("~p~n", [short(catch jid:from_string(J))]) || J <- Jids],
    io:format("~p~n", [[catch jid:string_to_usr(J) || J <- lists:sublist(Jids, 8)]]),
    io:format("~p ~p~n", [jid:encode(jid:decode(<<"U@H/R">>)), jid:tolower(jid:make(<<"A">>, <<"B">>, <<"C">>))]),
    io:format("~p~n", [[jid:is_nodename(N) || N <- [<<"a">>, <<"a@">>, <<>>, <<"A">>]]]),
    Uris = [<<"http://host/path?q#f">>, <<"xmpp:a@b">>, <<"urn:x:y">>, <<"no uri">>, <<>>, <<"http://[::1]:80/">>, <<"a:b c">>,
            <<"tel:+1-2">>, <<"http://host/%zz">>, <<"http://host/%20">>, <<"ftp://é"/utf8>>],
    io:format("~p~n", [[{U, xmpp_uri:is_valid(U)} || U <- Uris]]),
    Langs = [<<"en">>, <<"de-AT">>, <<"zh-Hant-TW">>, <<"x">>, <<>>, <<"en_US">>, <<"abcdefghi">>, <<"i-klingon">>, <<"x-private">>],
    io:format("~p~n", [[{La, xmpp_lang:is_valid(La)} || La <- Langs]]),
    io:format("~p ~p~n", [short(catch xmpp_uri:check(<<"a b">>)), xmpp_lang:check(<<"en">>)]),
    [io:format("~p~n", [element(1, element(2, catch F(a)))])
     || F <- [fun xmpp_uri:is_valid/1, fun xmpp_lang:is_valid/1, fun jid:string_to_usr/1]].

short(T) when byte_size(T) > 100 -> byte_size(T);
short({'EXIT', {R, _}}) -> short(R);
short(T) when is_tuple(T) -> list_to_tuple([short(X) || X <- tuple_to_list(T)]);
short(T) -> T.
