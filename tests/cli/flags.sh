# One-liners, exit statuses, and the launcher's own answers.
maser -noshell -eval 'io:format("~s~n",[erlang:system_info(otp_release)]), halt().'; echo "status $?"
maser -noshell -eval 'halt(3).'; echo "status $?"
maser -noshell -eval 'io:format("~p~n", [init:get_plain_arguments()]), halt().' -extra a b; echo "status $?"
maser +Zoo; echo "status $?"
maser -noshell +swx 3; echo "status $?"
maser -emu_type debug; echo "status $?"
maser -emu_flavor nosuch; echo "status $?"
MASER_OTP_ROOT=/nonexistent maser -noshell; echo "status $?"
MASER_OTP_ROOT=/tmp maser -noshell 2>&1 | sed "s|/tmp.*:|DIR:|"
maser exec; echo "status $?"
maser exec no_such_command_at_all; echo "status $?"
maser version | sed 's/[0-9.]*$/N/'
maser help | head -1
maser lab nosuch; echo "status $?"
maser -emu_flavor maser -noshell -eval 'halt(4).'; echo "status $?"
ERL_FLAGS="+S 1:1" maser -noshell -eval 'io:format("~p~n", [erlang:system_info(schedulers)]), halt().'
maser -version 2>&1 | grep -c 'emulator version'
