# Peers, pools, connections and what is told of them: nodes on Maser, and on Maser and stock, do what those on stock do.
. "$TESTS/dist/others.sh"
part=nodes
part "nodes" otp
