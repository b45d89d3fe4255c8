%% Talking to an external program in the formats that ports have, every byte of it verified.
-module(lab_ports).
-export([run/2]).

%% One message at a time: what a call of the program costs.
run(line_64, N) -> calls("line", [{line, 4096}], N, fun line/1, fun({eol, L}) -> <<L/binary, $\n>> end);
run(packet1_64, N) -> calls("1", [{packet, 1}], N, fun bytes_64/1, fun same/1);
run(packet2_64, N) -> calls("2", [{packet, 2}], N, fun bytes_64/1, fun same/1);
run(packet4_64, N) -> calls("4", [{packet, 4}], N, fun bytes_64/1, fun same/1);
%% Many on their way at once: what the program can be given at most.
run(packet4_64_stream, N) -> windows("4", [{packet, 4}], N, 500, fun bytes_64/1);
run(packet4_1mb, N) -> windows("4", [{packet, 4}], N, 4, fun bytes_1mb/1);
run(stream_1mb, N) -> stream(N);
%% A request and its answer, in some format of their content.
run(struct, N) -> requests("struct", N, fun struct_request/3, fun struct_answer/1);
run(term, N) -> requests("term", N, fun term_request/3, fun term_answer/1);
run(json, N) -> requests("json", N, fun json_request/3, fun json_answer/1);
run(ber, N) -> requests("ber", N, fun(A, B, Bytes) -> asn1_request('LabBer', A, B, Bytes) end, fun(D) -> asn1_answer('LabBer', D) end);
run(per, N) -> requests("per", N, fun(A, B, Bytes) -> asn1_request('LabPer', A, B, Bytes) end, fun(D) -> asn1_answer('LabPer', D) end).

program(Asn1) when Asn1 == "ber"; Asn1 == "per" -> in_labs("lab_asn1");
program(_) -> in_labs("lab_ports").

in_labs(Name) -> filename:join(filename:dirname(code:which(?MODULE)), Name).

open(How, Options) ->
    open_port({spawn_executable, program(How)}, [{args, [How]}, binary, exit_status | Options]).

close(Port) ->
    port_close(Port),
    true.

line(I) -> [bytes_63(I), $\n].
bytes_63(I) -> <<(integer_to_binary(I + 1_000_000_000))/binary, (binary:copy(<<"x">>, 53))/binary>>.
bytes_64(I) -> <<I:64, (binary:copy(<<"y">>, 56))/binary>>.
bytes_1mb(I) -> <<I:64, (binary:copy(<<I>>, (1 bsl 20) - 8))/binary>>.
same(Data) -> Data.

calls(How, Options, N, Make, Read) ->
    Port = open(How, Options),
    calls(Port, N, Make, Read),
    close(Port).

calls(_, 0, _, _) -> ok;
calls(Port, N, Make, Read) ->
    Message = Make(N),
    Sent = iolist_to_binary(Message),
    port_command(Port, Message),
    receive {Port, {data, Data}} -> Sent = Read(Data) end,
    calls(Port, N - 1, Make, Read).

windows(How, Options, N, Window, Make) ->
    Port = open(How, Options),
    Parent = self(),
    Reader = spawn_link(fun() -> read(Parent, Port, N, Make) end),
    erlang:port_connect(Port, Reader),
    Reader ! go,
    write(Port, N, Window, Make),
    receive {Reader, done} -> true end.

write(_, 0, _, _) -> ok;
write(Port, N, 0, Make) ->
    receive {credit, More} -> write(Port, N, More, Make) end;
write(Port, N, Window, Make) ->
    port_command(Port, Make(N)),
    write(Port, N - 1, Window - 1, Make).

read(Parent, Port, N, Make) ->
    receive go -> ok end,
    read(Parent, Port, N, 0, Make),
    unlink(Port),
    port_close(Port),
    Parent ! {self(), done}.

%% Credit is given in small parts, so that both directions are busy.
read(_, _, 0, _, _) -> ok;
read(Parent, Port, N, Read, Make) ->
    Expected = Make(N),
    receive {Port, {data, Expected}} -> ok end,
    Part = 1 + byte_size(Expected) div 65536,
    case (Read + 1) * Part rem 64 < Part of
        true when Part > 1 -> Parent ! {credit, 1};
        true -> Parent ! {credit, 64};
        false when Part > 1 -> Parent ! {credit, 1};
        false -> ok
    end,
    read(Parent, Port, N - 1, Read + 1, Make).

stream(N) ->
    Port = open("stream", []),
    Block = bytes_1mb(7),
    Reader = self(),
    spawn_link(fun() -> [Port ! {Reader, {command, Block}} || _ <- lists:seq(1, N)] end),
    Hash = lists:foldl(fun(_, H) -> crc(H, Block) end, 0, lists:seq(1, N)),
    Hash = received(Port, N bsl 20, 0),
    close(Port).

received(_, 0, Hash) -> Hash;
received(Port, Left, Hash) ->
    receive {Port, {data, Data}} -> received(Port, Left - byte_size(Data), crc(Hash, Data)) end.

crc(Hash, Data) -> erlang:crc32(Hash, Data).

requests(How, N, Make, Read) ->
    Port = open(How, [{packet, 4}]),
    requests(Port, N, binary:copy(<<"z">>, 40), Make, Read),
    close(Port).

requests(_, 0, _, _, _) -> ok;
requests(Port, N, Bytes, Make, Read) ->
    port_command(Port, Make(N, 2 * N, Bytes)),
    receive {Port, {data, Data}} -> {Sum, Bytes} = Read(Data), Sum = 3 * N end,
    requests(Port, N - 1, Bytes, Make, Read).

struct_request(A, B, Bytes) -> <<1, A:32, B:32, Bytes/binary>>.
struct_answer(<<2, Sum:64, Bytes/binary>>) -> {Sum, Bytes}.

term_request(A, B, Bytes) -> term_to_binary({sum, A, B, Bytes}).
term_answer(Data) ->
    {result, Sum, Bytes} = binary_to_term(Data),
    {Sum, Bytes}.

json_request(A, B, Text) ->
    [<<"{\"op\":\"sum\",\"a\":">>, integer_to_binary(A), <<",\"b\":">>, integer_to_binary(B),
     <<",\"text\":\"">>, Text, <<"\"}">>].
json_answer(<<"{\"result\":", Rest/binary>>) ->
    [Sum, Text] = binary:split(Rest, <<",\"text\":\"">>),
    {binary_to_integer(Sum), binary:part(Text, 0, byte_size(Text) - 2)}.

asn1_request(Module, A, B, Bytes) ->
    {ok, Data} = Module:encode('Request', {'Request', A, B, Bytes}),
    Data.
asn1_answer(Module, Data) ->
    {ok, {'Answer', Sum, Bytes}} = Module:decode('Answer', Data),
    {Sum, Bytes}.
