# The findings of doctor, with the places left out.
maser doctor | grep -v ' maser ' | sed 's/ in [0-9]* ms//; s/  */ /g' | awk '{print $1, $2}' | grep -vE "note|pages|library"; echo
maser doctor > /dev/null; echo "status $?"
MASER_EMU=/nonexistent maser doctor > out; echo "status $?"; grep -c MISSING out
maser doctor | grep -c "^pages"
PATH=$PWD/bin:/none maser doctor | grep MISSING | head -1
# The libraries of an installation, with one that is none.
real=$(maser -noshell -eval 'io:put_chars(code:root_dir()), halt().')
mkdir -p root/lib/broken-1/priv
ln -s "$real"/* root 2> /dev/null
for app in stdlib kernel crypto asn1 erts; do ln -s "$real"/lib/$app-* root/lib; done
echo text > root/lib/broken-1/priv/none.so
MASER_OTP_ROOT=$PWD/root maser doctor | sed -n "s#$PWD/##; s#/[^ ]*/##; s/^library *//; T; s/  */ /; p" | grep -v otp_test_engine
