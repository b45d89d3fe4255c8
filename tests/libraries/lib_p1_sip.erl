%% esip: SIP's messages. Debian's module has its functions in Erlang; the library that lies beside it is for a
%% module of the same name, so one is made here that loads it.
-module(lib_p1_sip).
-export([main/0]).

main() ->
    Message = <<"INVITE sip:bob@biloxi.com;transport=tcp SIP/2.0\r\nVia: SIP/2.0/UDP pc33.atlanta.com;branch=z9hG4bK776\r\n"
                "To: Bob <sip:bob@biloxi.com>\r\nFrom: \"Alice\" <sip:alice@atlanta.com>;tag=19283\r\nCall-ID: a84b4c\r\n"
                "CSeq: 314159 INVITE\r\nContact: <sip:alice@pc33.atlanta.com>\r\nContent-Length: 4\r\n\r\nbody">>,
    {ok, Sip} = esip_codec:decode(Message),
    io:format("~p~n", [Sip]),
    io:format("~s~n", [esip_codec:encode(Sip)]),
    Own = library(),
    io:format("~p~n", [Own]),
    {ok, Sip} = {ok, Sip},
    [io:format("~p ~p~n", [F, [catch esip_codec:F(T) || T <- [<<"Some TEXT">>, <<>>, [<<"a">>, "B"], <<"\xc4">>]]])
     || F <- [to_lower, to_upper, reverse]],
    [io:format("~p ~p~n", [F, [esip_codec:F(T) || T <- [<<"  both\t\r\n ">>, <<"none">>, <<>>, <<" \t ">>]]])
     || F <- [strip_wsp, strip_wsp_left, strip_wsp_right]],
    io:format("~p~n", [[esip_codec:str(A, B) || {A, B} <- [{<<"hay needle">>, <<"needle">>}, {<<"x">>, <<"y">>}, {<<"abc">>, <<"abc">>}]]]),
    io:format("~p~n", [[esip_codec:strcasecmp(A, B) || {A, B} <- [{<<"Via">>, <<"VIA">>}, {<<"a">>, <<"b">>}, {<<>>, <<>>}]]]),
    io:format("~p~n", [[esip_codec:split(T, C, N) || {T, C, N} <- [{<<"a, b,c">>, $,, -1}, {<<"a;b;c">>, $;, 1}, {<<>>, $,, -1}, {<<"x">>, $,, 0}]]]),
    [io:format("~p~n", [element(1, element(2, catch F()))])
     || F <- [fun() -> esip_codec:to_lower(a) end, fun() -> esip_codec:str(<<>>, 1) end, fun() -> esip_codec:split(<<>>, a, b) end]],
    Big = binary:copy(<<"ABCdef, ">>, 20000),
    io:format("~p ~p~n", [erlang:phash2(esip_codec:to_lower(Big)), length(esip_codec:split(Big, $,, -1))]).

library() ->
    File = filename:rootname(hd(filelib:wildcard(code:lib_dir(p1_sip) ++ "/priv/lib/esip_drv.so"))),
    Names = [{to_lower, 1}, {to_upper, 1}, {reverse, 1}, {strip_wsp, 1}, {strip_wsp_left, 1}, {strip_wsp_right, 1},
             {str, 2}, {strcasecmp, 2}, {split, 3}],
    Exports = lists:join(", ", [io_lib:format("~s/~p", [F, A]) || {F, A} <- Names]),
    Texts = ["-module(esip_codec).", ["-export([load/0, ", Exports, "])."],
             io_lib:format("load() -> erlang:load_nif(~p, 0).", [File])
             | [[atom_to_list(F), "(", lists:join(", ", lists:duplicate(A, "_")), ") -> erlang:nif_error(not_loaded)."] || {F, A} <- Names]],
    Forms = [begin
                 {ok, Tokens, _} = erl_scan:string(lists:flatten(T)),
                 {ok, Form} = erl_parse:parse_form(Tokens),
                 Form
             end || T <- Texts],
    {ok, esip_codec, Code} = compile:forms(Forms),
    code:purge(esip_codec),
    {module, _} = code:load_binary(esip_codec, "esip_codec", Code),
    esip_codec:load().
