%% fast_xml: documents written by one library, and read by another that uses expat and sends what it reads.
-module(lib_p1_xml).
-export([main/0]).

main() ->
    Doc = <<"<a xmlns='urn:x' k=\"1 &lt; 2\"><b/>text &amp; more<c>&#233;\xe2\x82\xac</c><![CDATA[<raw>]]><!-- c --></a>">>,
    El = fxml_stream:parse_element(Doc),
    io:format("~p~n", [El]),
    io:format("~s~n", [fxml:element_to_binary(El)]),
    io:format("~s~n", [fxml:element_to_header(El)]),
    io:format("~p ~p~n", [fxml:get_tag_cdata(El), fxml:get_tag_attr_s(<<"k">>, El)]),
    io:format("~p~n", [fxml:crypt(<<"<&>\"' and \xc3\xa9">>)]),
    io:format("~p~n", [fxml:get_subtag(El, <<"c">>)]),
    Bad = [<<>>, <<"<a>">>, <<"<a></b>">>, <<"<a/><b/>">>, <<"<a x='1' x='2'/>">>, <<"<a>&none;</a>">>, <<"<a>", 16#ff, "</a>">>,
           <<"<p:a/>">>, <<"<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>">>, <<"text">>],
    [io:format("~p: ~p~n", [B, fxml_stream:parse_element(B)]) || B <- Bad],
    [io:format("~p~n", [element(1, element(2, catch F()))])
     || F <- [fun() -> fxml_stream:parse_element(a) end, fun() -> fxml_stream:parse(make_ref(), <<"x">>) end,
              fun() -> fxml:crypt(1) end]],
    Written = {xmlel, <<"r">>, [{<<"a">>, <<"\"'<>&">>}],
               [{xmlcdata, <<"<">>}, {xmlel, <<"e">>, [], []}, {xmlcdata, [<<"io">>, "list"]}]},
    io:format("~s~n", [fxml:element_to_binary(Written)]),
    stream(),
    sizes(),
    options(),
    rest(),
    large(),
    rpc().

stream() ->
    S0 = fxml_stream:new(self(), infinity),
    Text = <<"<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' to='x'>"
             "<message><body>one</body></message>  <presence/><iq id='1'><q xmlns='n'><z:y xmlns:z='zz'/></q></iq></stream:stream>">>,
    %% A byte at a time: it sends messages as elements end.
    S1 = lists:foldl(fun(B, S) -> fxml_stream:parse(S, <<B>>) end, S0, binary_to_list(Text)),
    said(),
    S2 = fxml_stream:reset(S1),
    S3 = fxml_stream:parse(S2, Text),
    said(),
    S4 = fxml_stream:reset(S3),
    Me = self(),
    Other = spawn_link(fun() -> receive X -> Me ! {other, X} end end),
    S5 = fxml_stream:change_callback_pid(S4, Other),
    S6 = fxml_stream:parse(S5, <<"<s a='b'>">>),
    receive {other, X} -> io:format("other: ~p~n", [X]) end,
    S7 = fxml_stream:change_callback_pid(S6, self()),
    S8 = fxml_stream:parse(S7, <<"<x/></y>">>),
    said(),
    _ = fxml_stream:close(S8),
    io:format("~p~n", [element(1, element(2, catch fxml_stream:parse(S8, <<"<z/>">>)))]).

said() ->
    receive {'$gen_event', E} -> io:format("~p~n", [E]), said()
    after 0 -> io:format("--~n")
    end.

sizes() ->
    S = fxml_stream:new(self(), 50),
    S1 = fxml_stream:parse(S, <<"<s><a>1</a>">>),
    _ = fxml_stream:parse(S1, <<"<a>", (binary:copy(<<"x">>, 100))/binary, "</a>">>),
    said().

options() ->
    S = fxml_stream:new(self(), infinity, [no_gen_server]),
    _ = fxml_stream:parse(S, <<"<s><a/></s>">>),
    All = fun All() -> receive {'EXIT', _, normal} -> All(); X -> [X | All()] after 0 -> [] end end,
    io:format("~p~n", [All()]).

%% States that nobody has any more are freed, also in the middle of a document.
rest() ->
    Ps = [spawn_monitor(fun() ->
        S = fxml_stream:new(self()),
        fxml_stream:parse(S, <<"<s><open a='b'><deeper>">>)
    end) || _ <- lists:seq(1, 200)],
    [receive {'DOWN', M, process, P, Why} -> normal = Why end || {P, M} <- Ps],
    garbage_collect().

large() ->
    Row = fun(N) -> ["<row id='", integer_to_list(N), "'><v>", integer_to_list(N * N), "</v></row>"] end,
    Doc = iolist_to_binary(["<rows>", [Row(N) || N <- lists:seq(1, 5000)], "</rows>"]),
    Me = self(),
    Ps = [spawn_link(fun() ->
        El = fxml_stream:parse_element(Doc),
        Out = fxml:element_to_binary(El),
        El = fxml_stream:parse_element(Out),
        garbage_collect(),
        Me ! {self(), erlang:phash2(El), byte_size(Out)}
    end) || _ <- lists:seq(1, 4)],
    io:format("~p~n", [lists:usort([receive {P, H, L} -> {H, L} end || P <- Ps])]).

rpc() ->
    Call = {call, f, [1, 2.5, <<"text">>, {struct, [{a, {array, [true]}}]}, {base64, <<"AAEC">>}]},
    Text = fxml:element_to_binary(fxmlrpc:encode(Call)),
    io:format("~s~n~p~n", [Text, fxmlrpc:decode(fxml_stream:parse_element(Text))]).
