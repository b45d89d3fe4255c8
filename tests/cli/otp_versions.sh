# An OTP that is too old, too new, or damaged is refused in one line.
for v in 24 30; do
    mkdir -p "fake$v/releases/$v" "fake$v/erts-1.0/bin" "fake$v/bin" "fake$v/lib"
    echo "1.0 $v" > "fake$v/releases/start_erl.data"
    echo "$v.1.2" > "fake$v/releases/$v/OTP_VERSION"
    MASER_OTP_ROOT="$PWD/fake$v" maser -noshell 2>&1 | sed "s|$PWD|DIR|"
done
mkdir -p fake25/releases/25 && echo "1.0 25" > fake25/releases/start_erl.data
MASER_OTP_ROOT="$PWD/fake25" maser -noshell 2>&1 | sed "s|$PWD|DIR|"
MASER_OTP_ROOT="$PWD/fake25" maser -noshell > /dev/null 2>&1; echo "status $?"
