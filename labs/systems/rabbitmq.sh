# RabbitMQ as Debian packages it: four clients publish with confirms, four consume and acknowledge.
. "$LAB/common.sh"
server=$(package rabbitmq-server usr/lib/rabbitmq/bin/rabbitmq-server)
home=$(echo "$server"/usr/lib/rabbitmq/lib/rabbitmq_server-*)
mkdir -p home
export HOME=$PWD/home RABBITMQ_CONF_ENV_FILE=/dev/null RABBITMQ_CONFIG_FILE=$PWD/rabbit
echo rabbitmq > home/.erlang.cookie
chmod 400 home/.erlang.cookie
export RABBITMQ_NODENAME=lab$PORT@localhost RABBITMQ_NODE_PORT=$PORT RABBITMQ_DIST_PORT=$((PORT + 1))
export RABBITMQ_MNESIA_BASE=$PWD/mnesia RABBITMQ_LOG_BASE=$PWD/log RABBITMQ_PID_FILE=$PWD/pid
export RABBITMQ_ENABLED_PLUGINS_FILE=$PWD/plugins ERL_EPMD_PORT=$((PORT + 2))
echo '[].' > plugins
tls=
if [ "$MODE" = tls ]; then
    tls=$((PORT + 3))
    certificate
    cat > rabbit.conf << END
listeners.ssl.default = $tls
ssl_options.certfile = $PWD/cert.pem
ssl_options.keyfile = $PWD/key.pem
END
fi
$UNDER "$home/sbin/rabbitmq-server" > out 2>&1 & shell=$!
trap 'kill $(cat pid) 2> /dev/null; wait $shell || true; end_epmd' EXIT
until_line out "completed with" $shell
echo "pid $(cat pid)"
echo ready
export ERL_LIBS=$home/plugins
[ -e "$LAB/sys_rabbit.beam" ] || (cd "$LAB" && "$(dirname "$STOCK")/erlc" sys_rabbit.erl)
"$STOCK" -noinput -kernel logger_level none -pa "$LAB" -eval "sys_rabbit:main(${tls:-$PORT}, '$MODE', $SIZE), halt()."
