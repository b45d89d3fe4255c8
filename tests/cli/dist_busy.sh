# A process that sends a signal to a node that stands still waits until the signal has gone out, as with stock.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_busy.erl"
n=1
named "" || exit
pair "$stock" "$stock" "" stock dist_busy
cat stock
for here in maser "$stock"; do
    n=$((n + 1))
    pair "$here" maser "" got$n dist_busy
    diff stock got$n && echo "the same"
done
