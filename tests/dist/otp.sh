# What OTP offers for several nodes, on a node of the command $node with others of the command $others: the part $part of
# dist_otp.
mixed=yes

prepares() { "$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_otp.erl"; }

talks() { $node $quiet -pa .. -sname here -eval "dist_otp:run($part, \"$others\"), halt()."; }
