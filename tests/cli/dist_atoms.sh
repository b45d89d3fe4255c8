# A node on Maser ends the connection with a node that fills its table of atoms (stock ends then).
. "$TESTS/dist/bad.sh"
bad "+t 32768" fill
