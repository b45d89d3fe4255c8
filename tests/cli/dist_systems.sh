# What OTP makes of several nodes (global names, distributed applications, mnesia, tracing) on Maser, and on Maser and
# stock, is what it is on stock.
. "$TESTS/dist/others.sh"
part=systems
part "systems" otp
