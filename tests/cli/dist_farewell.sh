# Many are told of the end of a process, slowly: nobody waits for that, and little memory is needed.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_farewell.erl" "$TESTS/dist/dist_busy.erl"
n=0
echo "== a node that stands still"
named "" || exit
pair maser "$stock" "" got dist_farewell
cat got
