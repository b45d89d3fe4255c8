# Messages and exits with priority between nodes of OTP 29 on stock and on Maser, and with nodes of older releases, which
# know no priority. scripts/otp-roots fetches them.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_priority.erl"
roots=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/otp-roots
new="$roots/sid/bin/erl"
maser29="env MASER_OTP_ROOT=$roots/sid/usr/lib/erlang maser"

# same WHAT HERE THERE OTHER_HERE OTHER_THERE: whether the second pair sees what the first does.
same() {
    n=$((n + 1))
    pair "$2" "$3" "" "one$n" dist_priority & first=$!
    pair "$4" "$5" "" "other$n" dist_priority
    wait $first
    diff "one$n" "other$n" && echo "$1: the same"
}

n=0
echo "== OTP 29"
[ -x "$new" ] || { echo "skipped: no OTP 29 has been fetched"; exit; }
named "" || exit
same "from stock to Maser" "$new" "$new" "$new" "$maser29"
same "from Maser to stock" "$new" "$new" "$maser29" "$new"
same "from Maser to Maser" "$new" "$new" "$maser29" "$maser29"
cat one1
echo "== with OTP 25"
same "there" "$new" "$stock" "$maser29" "$stock"
same "here" "$stock" "$new" "$stock" "$maser29"
same "Maser with OTP 25 there" "$new" "$stock" "$new" maser
cat one4
echo "== with OTP 27"
old="$roots/trixie/bin/erl"
[ -x "$old" ] || { echo "skipped: no OTP 27 has been fetched"; exit; }
same "there" "$new" "$old" "$maser29" "$old"
same "here" "$old" "$new" "$old" "$maser29"
