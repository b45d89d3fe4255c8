# Nodes that are stopped, killed, cut off and connected again and again: what comes of it with Maser is what comes of it
# with two nodes on stock. With KNOCKS=100 in its environment it is a long test. With SOAK=1800 it is another one: for so many
# seconds a node between two others is killed again and again; it prints the figures of Maser.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_knocks.erl"
ends() { cat ./*/pids 2> /dev/null | xargs -r kill -KILL 2> /dev/null; kill $epmd; }
trap ends EXIT
n=0
# knocks HERE OTHERS NAME: the two commands; all are under way at the same time.
knocks() {
    mkdir "$3"
    (cd "$3" && $1 $quiet -pa .. -sname "$3" -eval "dist_knocks:run(\"$2\"), halt()." > got 2>&1) &
    all="$all $!"
}
echo "== nodes"
if [ -n "$SOAK" ] && named ""; then
    maser $quiet -sname soak -eval "dist_knocks:soak(\"maser\", $SOAK), halt()."
elif named ""; then
    knocks "$stock" "$stock" on_stock
    knocks maser maser on_maser
    knocks maser "$stock" others_on_stock
    knocks "$stock" maser others_on_maser
    wait $all
    cat on_stock/got
    for others in on_maser others_on_stock others_on_maser; do
        diff on_stock/got $others/got && echo "$others: the same"
    done
fi
