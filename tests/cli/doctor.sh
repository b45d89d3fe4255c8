# The findings of doctor, with the places left out.
maser doctor | grep -v ' maser ' | sed 's/ in [0-9]* ms//; s/  */ /g' | awk '{print $1, $2}' | grep -vE "note|pages|library|root"; echo
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
MASER_OTP_ROOT=$PWD/root maser doctor | sed -n "s#$PWD/##; s#/[^ ]*/##; s/^library *//; T; s/  */ /; p" | grep -v '^root\|otp_test_engine'
echo "== installations"
# Installations of kerl and asdf, which is older; one lacks something. The one that is used comes first.
mkdir -p home/.kerl home/.asdf/installs/erlang
for v in 25 24; do
    mkdir -p "home/$v/releases/$v" "home/$v/erts-13.1/bin" "home/$v/bin" "home/$v/lib/kernel-1/ebin"
    echo "13.1 $v" > "home/$v/releases/start_erl.data"
done
echo "25.1 $PWD/home/25" > home/.kerl/otp_installations
mv home/24 home/.asdf/installs/erlang
touch home/25/bin/start.boot home/25/bin/start_clean.boot
echo '{application, kernel, [{modules, [a, b]}]}.' > home/25/lib/kernel-1/ebin/kernel.app
HOME=$PWD/home XDG_CACHE_HOME='' KERL_BASE_DIR='' ASDF_DATA_DIR='' maser doctor | sed -n "s#$PWD#HERE#; s/^root  *//p" |
    sed "s#[0-9.]* at $(readlink -f "$OTP_ROOT")#N at ROOT#" | grep 'ROOT\|HERE'
