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

echo "== both forms, and from variables"
schedulers='io:format("~p ~p~n", [erlang:system_info(schedulers), init:get_plain_arguments()]), halt().'
ERL_FLAGS="+B i +native off +S 1:1 +tune spin_time=0" maser -noshell -eval "$schedulers"
ERL_AFLAGS="+native 'off'" maser exec erl +S 1 -noshell -eval "$schedulers"
maser +P 5; echo "status $?"
printf '+native off # as a word\n+S 1:1' > vm.args; maser -args_file vm.args -noshell -eval "$schedulers"

echo "== names"
maser -sname a -dist_listen false -noshell -eval 'io:format("~s ~p ~p~n", [hd(string:split(atom_to_list(node()), "@")), is_alive(), init:get_argument(sname)]), halt().'
ERL_FLAGS="-name a@b.c -dist_listen false" maser exec erl -noshell -eval 'io:format("~p~n", [init:get_plain_arguments()]), halt().' -extra -sname x
maser -sname a+b -noshell -kernel logger_level none -eval 'halt().' > /dev/null 2>&1; echo "status $?"
maser +h weird; echo "status $?"
