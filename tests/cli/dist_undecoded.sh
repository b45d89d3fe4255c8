# Messages that nobody can decode end the connection when a suspended process looks at them, on Maser as on stock.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_undecoded.erl"
n=0
echo "== the same on stock and on Maser"
named "" || exit
pair "$stock" "$stock" "" expected dist_undecoded
cat expected
pair "$stock" maser "" got dist_undecoded
diff expected got && echo "the same"
