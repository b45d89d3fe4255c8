# Nodes that are connected by other carriers than TCP: what Maser does with Maser and, both ways, with stock is what two
# nodes on stock do.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/../labs/lab_dist.erl" "$TESTS/dist/local_dist.erl"
"$stock" -noinput -eval 'lab_dist:certificates("tls.conf"), halt().'
n=0
# PART FLAGS
part() {
    echo "== $1"
    n=$((n + 1))
    named "$2" || return
    pair "$stock" "$stock" "$2" two_on_stock dist_ops & first=$!
    pair maser maser "$2" two_on_maser dist_ops
    wait $first
    diff two_on_stock two_on_maser && echo "two on Maser: the same"
    pair "$stock" maser "$2" to_maser dist_ops & first=$!
    pair maser "$stock" "$2" to_stock dist_ops
    wait $first
    diff two_on_stock to_stock && echo "the other on stock: the same"
    diff two_on_stock to_maser && echo "the other on Maser: the same"
    tail -n 1 two_on_maser
}
part "TLS" "-proto_dist inet_tls -ssl_dist_optfile $PWD/tls.conf"
part "TCP of version 6" "-proto_dist inet6_tcp"
part "local sockets, carried by a port" "-proto_dist local -local_dist port"
part "local sockets, carried by processes" "-proto_dist local -local_dist process"
part "local sockets, without atom cache and fragments" "-proto_dist local -local_dist plain"
