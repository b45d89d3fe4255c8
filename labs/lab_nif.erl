%% Libraries in C: calls, what they take and give, resources, messages from threads, dirty schedulers; and OTP's own:
%% crypto, ASN.1, TLS over loopback.
-module(lab_nif).
-export([run/2]).
-export([empty/1, binary_in/1, binary_out/1, binary_made/1, list_in/1, list_out/1, resource_new/0,
         resource_use/1, thread_sends/1, thread_ends/1, dirty/1, parse/1]).
-on_load(load/0).

load() -> erlang:load_nif(filename:rootname(code:which(?MODULE)), 0).

empty(_) -> erlang:nif_error(not_loaded).
binary_in(_) -> erlang:nif_error(not_loaded).
binary_out(_) -> erlang:nif_error(not_loaded).
binary_made(_) -> erlang:nif_error(not_loaded).
list_in(_) -> erlang:nif_error(not_loaded).
list_out(_) -> erlang:nif_error(not_loaded).
resource_new() -> erlang:nif_error(not_loaded).
resource_use(_) -> erlang:nif_error(not_loaded).
thread_sends(_) -> erlang:nif_error(not_loaded).
thread_ends(_) -> erlang:nif_error(not_loaded).
dirty(_) -> erlang:nif_error(not_loaded).
parse(_) -> erlang:nif_error(not_loaded).

run(call, N) -> empty_calls(N, x);
run(call_exported, N) -> exported_calls(N, x);
run(binary_in, N) -> binaries_in(N, binary:copy(<<1>>, 1000));
run(binary_out_50, N) -> binaries_out(N, 50);
run(binary_out_4k, N) -> binaries_out(N, 4096);
run(binary_made, N) -> binaries_made(N);
run(list_in, N) -> lists_in(N, lists:seq(1, 100));
run(list_out, N) -> lists_out(N);
run(resource_new, N) -> resources(N);
run(resource_use, N) -> N =:= uses(N, resource_new());
run(thread, N) ->
    T = thread_sends(N),
    true = received(1, N),
    ok =:= thread_ends(T);
run(dirty, N) -> dirty_calls(N);
run(parse, N) -> parses(N, document());
run(hash_16, N) -> hashes(N, <<"0123456789abcdef">>);
run(hash_8k, N) -> hashes(N, binary:copy(<<"0123456789abcdef">>, 512));
run(asn1, N) -> certificates(N, certificate());
run(tls_handshake, N) -> tls(N, fun handshakes/2);
run(tls_bulk, N) -> tls(N, fun bulk/2).

empty_calls(0, X) -> X =:= x;
empty_calls(N, X) -> empty_calls(N - 1, empty(X)).

exported_calls(0, X) -> X =:= x;
exported_calls(N, X) -> exported_calls(N - 1, ?MODULE:empty(X)).

binaries_in(0, _) -> true;
binaries_in(N, B) -> 2 = binary_in(B), binaries_in(N - 1, B).

binaries_out(0, _) -> true;
binaries_out(N, Size) -> Size = byte_size(binary_out(Size)), binaries_out(N - 1, Size).

binaries_made(0) -> true;
binaries_made(N) -> 200 = byte_size(binary_made(200)), binaries_made(N - 1).

lists_in(0, _) -> true;
lists_in(N, L) -> 5050 = list_in(L), lists_in(N - 1, L).

lists_out(0) -> true;
lists_out(N) -> [{1, 1.0} | _] = list_out(100), lists_out(N - 1).

resources(0) -> true;
resources(N) -> R = resource_new(), true = is_reference(R), resources(N - 1).

uses(1, R) -> resource_use(R);
uses(N, R) -> resource_use(R), uses(N - 1, R).

received(I, N) when I > N -> true;
received(I, N) -> receive {n, I} -> received(I + 1, N) end.

dirty_calls(0) -> true;
dirty_calls(N) -> N = dirty(N), dirty_calls(N - 1).

document() ->
    Object = fun(I) -> io_lib:format("{\"id\":~p,\"name\":\"object number ~p\",\"tags\":[1,22,333],\"is\":{\"a\":1,\"b\":\"c\"}}", [I, I]) end,
    iolist_to_binary(["[", lists:join(",", [Object(I) || I <- lists:seq(1, 100)]), "]"]).

parses(0, _) -> true;
parses(N, Bin) -> 100 = length(parse(Bin)), parses(N - 1, Bin).

hashes(0, _) -> true;
hashes(N, Data) -> 32 = byte_size(crypto:hash(sha256, Data)), hashes(N - 1, Data).

%% ------------------------------------------------------------------ ASN.1, TLS

%% A certificate, in BER: the library of asn1 finds its parts, and puts them together again.
certificate() ->
    #{server_config := Server} =
        public_key:pkix_test_data(#{server_chain => chain(), client_chain => chain()}),
    proplists:get_value(cert, Server).

certificates(0, _) -> true;
certificates(N, Der) ->
    Der = public_key:der_encode('Certificate', public_key:der_decode('Certificate', Der)),
    certificates(N - 1, Der).

tls(N, Work) ->
    {ok, _} = application:ensure_all_started(ssl),
    #{server_config := Server} =
        public_key:pkix_test_data(#{server_chain => chain(), client_chain => chain()}),
    Options = [binary, {active, false}, {packet, 4}, {nodelay, true}, {reuseaddr, true}, {backlog, 100},
               {versions, ['tlsv1.3']} | Server],
    {ok, Listen} = ssl:listen(0, [{ip, {127, 0, 0, 1}} | Options]),
    {ok, {_, Port}} = ssl:sockname(Listen),
    Acceptor = spawn_link(fun() -> accept(Listen) end),
    Result = Work(N, Port),
    unlink(Acceptor),
    exit(Acceptor, kill),
    ssl:close(Listen),
    Result.

chain() ->
    Key = {namedCurve, secp256r1},
    #{root => [{key, Key}], intermediates => [], peer => [{key, Key}]}.

accept(Listen) ->
    {ok, Socket} = ssl:transport_accept(Listen),
    Pid = spawn_link(fun() -> receive go -> ok end, serve(Socket) end),
    ok = ssl:controlling_process(Socket, Pid),
    Pid ! go,
    accept(Listen).

serve(Socket0) ->
    {ok, Socket} = ssl:handshake(Socket0),
    echo(Socket).

echo(Socket) ->
    case ssl:recv(Socket, 0) of
        {ok, <<"?">>} -> ok = ssl:send(Socket, <<"!">>), echo(Socket);
        {ok, _} -> echo(Socket);
        {error, _} -> ok
    end.

connect(Port) ->
    {ok, Socket} = ssl:connect({127, 0, 0, 1}, Port,
                               [binary, {active, false}, {packet, 4}, {nodelay, true}, {verify, verify_none},
                                {versions, ['tlsv1.3']}]),
    Socket.

ask(Socket) ->
    ok = ssl:send(Socket, <<"?">>),
    {ok, <<"!">>} = ssl:recv(Socket, 0),
    true.

handshakes(0, _) -> true;
handshakes(N, Port) ->
    Socket = connect(Port),
    true = ask(Socket),
    ssl:close(Socket),
    handshakes(N - 1, Port).

%% N messages of 64 KB.
bulk(N, Port) ->
    Socket = connect(Port),
    Data = binary:copy(<<"0123456789abcdef">>, 4096),
    [ok = ssl:send(Socket, Data) || _ <- lists:seq(1, N)],
    true = ask(Socket),
    ssl:close(Socket),
    true.
