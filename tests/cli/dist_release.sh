# Scripts manage a release on Maser as they do one on stock.
. "$TESTS/dist/others.sh"
part "a release and its scripts" release
