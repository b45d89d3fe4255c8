# A node of the command $node does the part $part of dist_otp with others of the command $others.
mixed=yes

prepares() { "$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_otp.erl"; }

talks() { $node $quiet -pa .. -sname here -eval "dist_otp:run($part, \"$others\"), halt()."; }
