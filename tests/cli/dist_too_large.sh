# Terms that are too large for the external format are refused by Maser as by stock.
. "$TESTS/dist/pair.sh"
maser exec erlc "$TESTS/dist/dist_too_large.erl"
n=0
echo "== more than four gigabytes"
available=$(awk '$1 == "MemAvailable:" {print int($2 / 1048576)}' /proc/meminfo)
[ "$available" -ge 14 ] || { echo "skipped: too little memory"; exit; }
named "" || exit
pair maser "$stock" "" got dist_too_large
cat got
