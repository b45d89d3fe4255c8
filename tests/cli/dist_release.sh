# Scripts manage a release on Maser as they do one on stock.
# Nodes that start at the same time would all make the cookie, and see each other's before it is theirs alone.
(umask 077; echo SOMECOOKIE > "$HOME/.erlang.cookie"; chmod 400 "$HOME/.erlang.cookie")
. "$TESTS/dist/others.sh"
part "a release and its scripts" release
