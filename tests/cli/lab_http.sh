# A server on Maser answers every request of a short load.
maser lab http --quick --emu maser --json out.json > out; echo "status $?"; awk '{print $1, $NF}' out; grep -c '"failed": 0' out.json
