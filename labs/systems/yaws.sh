# Yaws as it is installed: a page that it makes by Erlang code, to clients of h2load, over HTTP/1.1, with TLS or not.
. "$LAB/common.sh"
certificate
mkdir -p www logs home
export HOME=$PWD/home
cat > www/index.yaws << 'END'
<html><body><erl>
out(Arg) ->
    Rows = [["<tr><td>", integer_to_list(N), "</td><td>", integer_to_list(N * N), "</td></tr>"] || N <- lists:seq(1, 20)],
    {html, ["<p>", Arg#arg.server_path, "</p><table>", Rows, "</table>"]}.
</erl></body></html>
END
ssl=
[ "$MODE" != tls ] || ssl="<ssl>
keyfile = $PWD/key.pem
certfile = $PWD/cert.pem
</ssl>"
cat > yaws.conf << END
logdir = $PWD/logs
ebin_dir = $PWD/www
<server localhost>
    port = $PORT
    listen = 127.0.0.1
    docroot = $PWD/www
    access_log = false
    $ssl
</server>
END
$UNDER yaws --conf "$PWD/yaws.conf" --id "lab$PORT" --daemon > out 2>&1 || { cat out >&2; exit 1; }
until_open "$PORT" $$
for pid in $(pgrep -x 'beam.smp|maser-emu'); do
    if tr '\0' ' ' < "/proc/$pid/cmdline" | grep -q " lab$PORT "; then server=$pid; fi
done
trap 'kill $server' EXIT
echo "pid $server"
echo ready
scheme=http
[ "$MODE" != tls ] || scheme=https
h2load_for 30 1 --h1 "$scheme://localhost:$PORT/index.yaws"
