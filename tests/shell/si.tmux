# The status inspector, as a user of SASL's had it in the shell.
start -boot start_sasl -kernel logger_level none
expect 1>
type si:start().
keys Enter
expect {ok,<0.
expect 2>
type sys:log(alarm_handler, true).
keys Enter
expect 3>
type alarm_handler:set_alarm({disk, full}).
keys Enter
expect 4>
type si:pi(alarm_handler).
keys Enter
expect Status for event handler alarm_handler
line Logged Events               {in,{notify,{set_alarm,{disk,full}}}}
expect 5>
type si:ppi(sasl_safe_sup).
keys Enter
line initial_call                {supervisor,sasl,1}
expect 6>
type si:pi(nobody).
keys Enter
line {error,"nobody is neither a registered name nor an abbreviation"}
expect 7>
type si:stop().
keys Enter
expect 8>
type halt(3).
keys Enter
expect exit status 3
