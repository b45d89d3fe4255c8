# Others than nodes of Erlang find on a node on Maser what they find on one on stock.
. "$TESTS/dist/others.sh"
part "erl_call" erl_call
part "a node in C" c_node
part "a node in Java" java_node
