# The findings of doctor, with the places left out.
maser doctor | grep -v ' maser ' | sed 's/ in [0-9]* ms//; s/  */ /g' | awk '{print $1, $2}' | grep -vE "note|pages"; echo
maser doctor > /dev/null; echo "status $?"
MASER_EMU=/nonexistent maser doctor > out; echo "status $?"; grep -c MISSING out
maser doctor | grep -c "^pages"
PATH=$PWD/bin:/none maser doctor | grep MISSING | head -1
