# The answers that a node in C, by ei, gets from a node of the command $node.

prepares() {
    "$OTP_ROOT/bin/erlc" "$TESTS/dist/dist_c.erl"
    [ -e "$OTP_ROOT/usr/include/ei.h" ] || { echo "skipped: there is no ei.h"; return 1; }
    cc -O1 -Wall -D_REENTRANT -o c_node "$TESTS/dist/c_node.c" "-I$OTP_ROOT/usr/include" "-L$OTP_ROOT/usr/lib" \
        -lei -lpthread
}

talks() {
    a_node others -kernel net_ticktime 4 -s dist_c
    timeout 60 ../c_node "others@$host" dist "$(epmd_port others)" || echo "status $?"
    end others
}
