%% asn1: a module that asn1ct makes, with its library for BER and PER.
-module(lib_asn1).
-export([main/0]).

main() ->
    ok = file:write_file("Lib.asn1", schema()),
    [with(Rule, Options) || {Rule, Options} <- [{ber, []}, {ber, [der]}, {per, []}, {uper, []}]].

schema() ->
    "Lib DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n"
    "Colour ::= ENUMERATED { red, green, blue, ... , grey }\n"
    "Point ::= SEQUENCE { x INTEGER, y INTEGER (0..1000), label UTF8String OPTIONAL, flag BOOLEAN DEFAULT TRUE, ... , z INTEGER OPTIONAL }\n"
    "Shape ::= CHOICE { circle Point, path SEQUENCE OF Point, none NULL, bits BIT STRING { a(0), b(3) }, raw OCTET STRING, name IA5String (SIZE (1..20)), colour Colour, id OBJECT IDENTIFIER, set SET { p INTEGER, q BOOLEAN }, real REAL, text BMPString, small INTEGER (-5..5) }\n"
    "Drawing ::= SEQUENCE (SIZE (0..MAX)) OF Shape\n"
    "END\n".

with(Rule, Options) ->
    io:format("== ~p ~p ~p~n", [Rule, Options, asn1ct:compile("Lib", [Rule, {outdir, "."} | Options])]),
    code:purge('Lib'),
    {module, 'Lib'} = code:load_abs(filename:absname("Lib")),
    Points = [{'Point', X, Y, L, F, Z} || {X, Y, L, F, Z} <- [{0, 0, asn1_NOVALUE, true, asn1_NOVALUE}, {-1 bsl 70, 1000, <<"gr", 195, 188, "n">>, false, 5}, {1 bsl 2000, 1, <<>>, true, -1}]],
    Shapes = [{circle, hd(Points)}, {path, Points}, {path, []}, {none, 'NULL'}, {bits, [a, b]}, {raw, <<>>}, {raw, binary:copy(<<1, 2, 3>>, 30000)}, {name, "abc"},
              {colour, blue}, {colour, grey}, {id, {1, 2, 840, 113549, 1}}, {set, {set, 5, true}}, {small, -5}, {text, "ab"}],
    [both('Shape', S) || S <- Shapes],
    both('Drawing', lists:append(lists:duplicate(50, [S || S <- Shapes, S =/= {raw, binary:copy(<<1, 2, 3>>, 30000)}]))),
    io:format("~p~n", [[element(1, 'Lib':encode(T, V)) || {T, V} <- [{'Shape', {none, 1}}, {'Shape', {small, 6}}, {'Shape', {nothing, 1}}, {'Point', {'Point', a, 1, asn1_NOVALUE, true, asn1_NOVALUE}}, {'Colour', x}]]]),
    Good = element(2, 'Lib':encode('Shape', {path, Points})),
    io:format("~p~n", [erlang:phash2([failure(catch 'Lib':decode('Shape', B)) || B <- broken(iolist_to_binary([Good]))])]).

both(Type, Value) ->
    case 'Lib':encode(Type, Value) of
        {ok, Bytes} ->
            io:format("~p ~p ~p~n", [byte_size(Bytes), erlang:phash2(Bytes), 'Lib':decode(Type, Bytes) =:= {ok, Value} orelse erlang:phash2('Lib':decode(Type, Bytes))]);
        {error, _} = E -> io:format("~p~n", [failure(E)])
    end.

%% Cut off, and with other bytes.
broken(Bytes) ->
    Short = binary:part(Bytes, 0, min(100, byte_size(Bytes))),
    [binary:part(Short, 0, N) || N <- lists:seq(0, byte_size(Short) - 1)]
    ++ [begin <<A:N/binary, B, C/binary>> = Short, <<A/binary, (B bxor 128), C/binary>> end || N <- lists:seq(0, byte_size(Short) - 1)].

%% Without the places in the code.
failure({error, {asn1, {Why, Stack}}}) when is_list(Stack) -> {error, Why};
failure(Other) -> Other.
