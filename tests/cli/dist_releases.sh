# Nodes of newer releases of OTP do with Maser what they do with stock 25, both ways. scripts/otp-roots fetches them.
. "$TESTS/dist/pair.sh"
roots=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/otp-roots
n=0
for release in "trixie 27" "sid 29"; do
    set -- $release
    echo "== OTP $2"
    n=$((n + 1))
    new="$roots/$1/bin/erl"
    [ -x "$new" ] || { echo "skipped: no OTP $2 has been fetched"; continue; }
    named "" || continue
    pair "$stock" "$new" "" stock_new dist_ops & first=$!
    pair maser "$new" "" maser_new dist_ops
    wait $first
    diff stock_new maser_new && echo "to it: the same"
    pair "$new" "$stock" "" new_stock dist_ops & first=$!
    pair "$new" maser "" new_maser dist_ops
    wait $first
    diff new_stock new_maser && echo "from it: the same"
    tail -n 1 new_maser
    pair "$new" "$stock" "" newer_stock dist_newer & first=$!
    pair "$new" maser "" newer_maser dist_newer
    wait $first
    diff newer_stock newer_maser && echo "what 25 has not: the same"
    cat newer_maser
done
