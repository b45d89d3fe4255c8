# Global names, distributed applications, mnesia and tracing on several nodes of Maser, and of Maser and stock, are what they
# are on stock.
. "$TESTS/dist/others.sh"
part=systems
part "systems" otp
