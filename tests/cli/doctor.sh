# What doctor finds, with the places left out.
maser doctor | grep -v ' maser ' | sed 's/ in [0-9]* ms//; s/  */ /g' | awk '{print $1, $2}' | grep -v note; echo
maser doctor > /dev/null; echo "status $?"
MASER_EMU=/nonexistent maser doctor > out; echo "status $?"; grep -c MISSING out
PATH=$PWD/bin:/none maser doctor | grep MISSING | head -1
