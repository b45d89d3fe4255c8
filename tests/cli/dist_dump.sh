# A crash dump has what links and monitors with another node there are, and OTP's viewer reads it.
. "$TESTS/dist/nodes.sh"
export ERL_CRASH_DUMP=dump
"$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_dump.erl"
named "" || exit
"$stock" $quiet -sname there -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there &
there=$!
until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
maser $quiet -sname here -eval "dist_dump:run('$(cat there)')." > log 2>&1 || true
wait $there
"$stock" -noinput -eval 'dist_dump:read("dump"), halt().'
