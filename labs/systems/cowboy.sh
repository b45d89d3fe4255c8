# Cowboy, as it comes with RabbitMQ: small answers in JSON to clients of h2load, over HTTP/1.1, or HTTP/2 and TLS.
. "$LAB/common.sh"
server=$(package rabbitmq-server usr/lib/rabbitmq/bin/rabbitmq-server)
export ERL_LIBS=$(echo "$server"/usr/lib/rabbitmq/lib/rabbitmq_server-*/plugins)
[ -e "$LAB/sys_cowboy.beam" ] || (cd "$LAB" && "$(dirname "$STOCK")/erlc" sys_cowboy.erl)
certificate
$UNDER erl -noinput -kernel logger_level error -pa "$LAB" -eval "sys_cowboy:main($PORT, $MODE)." > out 2>&1 & shell=$!
trap 'kill $shell; wait $shell || true' EXIT
until_open "$PORT" $shell
echo "pid $shell"
echo ready
case $MODE in
    http) h2load_for 50 1 --h1 "http://127.0.0.1:$PORT/hello/world" ;;
    http2) h2load_for 20 10 "https://127.0.0.1:$PORT/hello/world" ;;
esac
