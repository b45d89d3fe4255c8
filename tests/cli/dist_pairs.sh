# Nodes on Maser and on stock do everything with each other that processes of two nodes can do.
. "$TESTS/dist/pair.sh"
n=0
# PART WHERE_IT_RUNS THE_OTHER: the two commands.
part() {
    echo "== $1"
    n=$((n + 1))
    named "" || return
    pair "$2" "$3" "" got dist_ops
    if [ -e expected ]; then diff expected got && echo the same; else tee expected < got; fi
}
part "two on Maser" maser maser
part "on Maser, the other on stock" maser "$stock"
part "on stock, the other on Maser" "$stock" maser
part "two on stock" "$stock" "$stock"
