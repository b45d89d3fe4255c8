# The dash: +dash and maser:dash, who may read, and that it answers while all schedulers are stuck.
cat > client.erl <<'E'
-module(client).
-export([get/2, get/3, status/2, status/3, json/2]).

%% The answer of a server: status, headers, body. Url is http://ADDRESS:PORT, with or without more.
get(Url, Path) -> get(Url, Path, []).
get(Url, Path, Headers) ->
    #{host := Host, port := Port} = uri_string:parse(Url),
    {ok, S} = gen_tcp:connect(binary_to_list(Host), Port, [binary, {active, false}]),
    Own = [["Host: ", Host, "\r\n"] || not lists:keymember("Host", 1, Headers)],
    Lines = [[Name, ": ", Value, "\r\n"] || {Name, Value} <- Headers],
    ok = gen_tcp:send(S, ["GET ", Path, " HTTP/1.1\r\nConnection: close\r\n", Own, Lines, "\r\n"]),
    [Head, Body] = binary:split(all(S, []), <<"\r\n\r\n">>),
    [<<"HTTP/1.1 ", Status/binary>> | Rest] = binary:split(Head, <<"\r\n">>, [global]),
    {Status, [list_to_tuple(binary:split(Line, <<": ">>)) || Line <- Rest], Body}.

all(S, Got) ->
    case gen_tcp:recv(S, 0) of
        {ok, More} -> all(S, [More | Got]);
        {error, closed} -> iolist_to_binary(lists:reverse(Got))
    end.

status(Url, Path) -> status(Url, Path, []).
status(Url, Path, Headers) -> element(1, get(Url, Path, Headers)).

json(#{url := Url, token := Token}, Path) ->
    {<<"200 OK">>, _, Body} = get(Url, Path, [{"Authorization", ["Bearer ", Token]}]),
    Body.
E
erlc client.erl

echo "== the flag"
for bad in x example.org:80 127.0.0.1 127.0.0.1:70000; do
    maser +dash $bad -noshell -eval 'halt().'; echo "status $?"
done
maser +dash 127.0.0.1:0 -noshell -eval '
    #{url := Url, port := Port, address := Address} = maser:dash(info),
    io:format("~s ~p ~p~n", [Address, Port > 0, Url]), halt().' > said 2>&1
sed 's/:[0-9]*\/?token/:PORT\/?token/; s/token=[0-9a-f]\{48\}/token=TOKEN/' said

echo "== from the shell"
maser -noshell -eval '
    undefined = maser:dash(info),
    {ok, Url} = maser:dash(), {ok, Url} = maser:dash(),
    {error, {already_started, Url}} = maser:dash(#{port => 0}),
    #{url := Url, port := Port} = maser:dash(info),
    [io:format("~p: ~p~n", [What, try maser:dash(What) catch error:Why -> Why end])
     || What <- [#{port => -1}, #{port => x}, #{address => "nowhere"}, #{address => {1, 2, 3}}, #{control => true}, x]],
    {ok, S} = gen_tcp:listen(0, []), {ok, Taken} = inet:port(S), true = Taken =/= Port, halt().' 2> /dev/null
maser -noshell -eval '
    {ok, S} = gen_tcp:listen(0, [{ip, {127,0,0,1}}]), {ok, Taken} = inet:port(S),
    {error, Why} = maser:dash(#{port => Taken}),
    io:format("~s~n", [re:replace(Why, "1:[0-9]+", "1:PORT")]),
    {ok, <<"http://[::1]:", _/binary>>} = maser:dash(#{address => "::1"}), halt().' 2> /dev/null

echo "== who may read"
maser -noshell -eval '
    {ok, Url} = maser:dash(), #{token := Token} = maser:dash(info),
    Show = fun(What, Path, Headers) -> io:format("~s: ~s~n", [What, client:status(Url, Path, Headers)]) end,
    Show("nothing", "/", []),
    Show("a wrong token", "/?token=x", []),
    Show("a name of somebody else", ["/?token=", Token], [{"Host", "evil.example"}]),
    Show("a wrong bearer", "/metrics", [{"Authorization", "Bearer x"}]),
    Show("the bearer", "/metrics", [{"Authorization", ["Bearer ", Token]}]),
    {<<"303 See Other">>, Headers, _} = client:get(Url, ["/api/overview?a=b&token=", Token]),
    {_, <<"/api/overview?a=b">>} = lists:keyfind(<<"Location">>, 1, Headers),
    {_, Set} = lists:keyfind(<<"Set-Cookie">>, 1, Headers),
    [Cookie | Attributes] = binary:split(Set, <<"; ">>, [global]),
    io:format("~p~n", [Attributes]),
    Show("the cookie", "/api/overview", [{"Cookie", Cookie}]),
    Show("another address", "/etc/passwd", [{"Cookie", Cookie}]),
    Show("a body", "/", [{"Cookie", Cookie}, {"Content-Length", "5"}]),
    Show("a long head", "/", [{"Cookie", binary:copy(<<"x">>, 100000)}]),
    halt().' 2> /dev/null

echo "== while all schedulers are stuck"
cat > stuck.c <<'C'
#include <erl_nif.h>
#include <fcntl.h>
#include <unistd.h>
/* Says so in a pipe, and does not return before something comes in another. */
static ERL_NIF_TERM stuck(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    char byte;
    int said = open("said.pipe", O_WRONLY), go = open("go.pipe", O_RDWR);
    if (write(said, "s", 1) == 1 && read(go, &byte, 1) == 1) close(said);
    return enif_make_atom(env, "ok");
}
static ErlNifFunc funcs[] = {{"stuck", 0, stuck}};
ERL_NIF_INIT(stuck, funcs, NULL, NULL, NULL, NULL)
C
cat > stuck.erl <<'C'
-module(stuck).
-export([main/0, stuck/0]).
main() ->
    ok = erlang:load_nif("./stuck", 0),
    register(sleeper, spawn(fun() -> receive go -> ok end end)),
    #{url := Url, token := Token} = maser:dash(info),
    ok = file:write_file("where", io_lib:format("~p.~n", [#{url => Url, token => Token}])),
    Both = [spawn_monitor(?MODULE, stuck, []) || _ <- [1, 2]],
    [receive {'DOWN', M, process, P, R} -> io:format("~p~n", [R]) end || {P, M} <- Both],
    halt().
stuck() -> erlang:nif_error(not_loaded).
C
root=$(maser -noshell -eval 'io:format("~s", [code:root_dir()]), halt().')
if ! cc -shared -fPIC -O1 -I "$root/usr/include" -o stuck.so stuck.c; then echo "skipped: nothing to make a library with"; exit 0; fi
erlc stuck.erl
mkfifo said.pipe go.pipe
exec 3<> said.pipe 4<> go.pipe
maser +S 2:2 +dash 127.0.0.1:0 -noshell -s stuck main > stuck.out 2> /dev/null &
node=$!
head -c 2 said.pipe; echo
maser -noshell -eval '
    {ok, [Where]} = file:consult("where"),
    Overview = client:json(Where, "/api/overview"),
    {match, Runs} = re:run(Overview, "\"runs\":\"<0[.0-9]*>\"", [global]),
    io:format("schedulers at work: ~p~n", [length(Runs)]),
    Processes = client:json(Where, "/api/processes?filter=sleeper"),
    {match, [Row]} = re:run(Processes, "\"name\":\"sleeper\".*?\"status\":\"[a-z]*\"", [{capture, all, binary}]),
    io:format("~s~n", [Row]),
    Views = ["processes", "tables", "ports", "nodes", "collections", "native"],
    [client:json(Where, ["/api/", View]) || View <- Views],
    io:format("page: ~p~n", [byte_size(client:json(Where, "/")) > 100]), halt().'
printf gg >&4
wait $node; echo "status $?"; cat stuck.out
