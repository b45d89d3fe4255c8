# A crash dump has what links and monitors with another node there are, and OTP's viewer reads it.
stock="$OTP_ROOT/bin/erl"
export ERL_EPMD_PORT=$((20000 + $$ % 10000)) ERL_CRASH_DUMP=dump
"$OTP_ROOT"/erts-*/bin/epmd -relaxed_command_check & epmd=$!
trap 'kill $epmd' EXIT
"$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_dump.erl"
quiet="-noinput -kernel logger_level none -setcookie dist"
"$stock" $quiet -sname probe -eval 'halt().' > log 2>&1 || { echo "skipped: no node can be named here"; exit; }
"$stock" $quiet -sname there -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there &
there=$!
until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
maser $quiet -sname here -eval "dist_dump:run('$(cat there)')." > log 2>&1 || true
wait $there
"$stock" -noinput -eval 'dist_dump:read("dump"), halt().'
