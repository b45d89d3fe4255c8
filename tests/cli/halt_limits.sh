# `halt` in OTP 27 and newer waits for output no longer than it is told. scripts/otp-roots fetches them.
roots=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/otp-roots
export MASER_OTP_ROOT="$roots/trixie/usr/lib/erlang"
# A program that does not read holds output up; without a limit, until it ends.
held='P = open_port({spawn, "sleep 2"}, [out]), port_command(P, binary:copy(<<"x">>, 1000000)), '
ends() {
    maser "$@"
    echo "status $?"
}
echo "== OTP 27"
if [ -d "$MASER_OTP_ROOT" ]; then
    ends -noshell -eval "$held halt(3, [{flush_timeout, 100}])."
    ends +zhft 100 -noshell -eval "$held halt(3)."
    ends +zhft 100 -noshell -eval "$held halt(3, [{flush, false}])."
    ends +zhft 100 -noshell -eval "$held halt(3, [{flush_timeout, 60000}])."
    ends -noshell -eval 'io:format("~p~n", [[try halt(0, [O]) catch error:Why -> Why end || O <- [{flush_timeout, x},
        {flush_timeout, -1}, {flush_timeout, infinity}, {flush_timeout, 1 bsl 70}]]]),
        io:format("~p~n", [erlang:system_info(halt_flush_timeout)]), halt(4, [{flush_timeout, 4294967295}]).'
else
    echo "skipped: no OTP 27 has been fetched"
fi
