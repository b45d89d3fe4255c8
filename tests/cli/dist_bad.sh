# A node takes malformed frames of a node on stock: it says the same of them as a node on stock, and
# ends the same connections.
. "$TESTS/dist/bad.sh"
bad "" run
