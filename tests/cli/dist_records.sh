# Native records between two nodes of OTP 29, of which either is Maser or stock. scripts/otp-roots fetches that release.
. "$TESTS/dist/pair.sh"
root=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/otp-roots/sid
new="$root/bin/erl"
n=1
[ -x "$new" ] || { echo "skipped: no OTP 29 has been fetched"; exit; }
named "" || exit
"$new" -noinput -eval "{ok, _} = compile:file(\"$TESTS/dist/dist_records\"), halt()."
own="env MASER_OTP_ROOT=$root/usr/lib/erlang maser"
pair "$new" "$new" "" stock_stock dist_records
cat stock_stock
pair "$own" "$new" "" maser_stock dist_records
pair "$new" "$own" "" stock_maser dist_records
pair "$own" "$own" "" maser_maser dist_records
for got in maser_stock stock_maser maser_maser; do diff stock_stock $got && echo "$got: the same"; done
