# People at terminals have a shell on a node on Maser, or by one, as they have on stock.
. "$TESTS/dist/others.sh"
part "shells of other nodes" remsh
