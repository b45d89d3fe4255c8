# dialyzer, on stdlib and kernel: a table of them is made. A request is all of that.
. "$LAB/common.sh"
export HOME=$PWD
echo ready
echo begin
$UNDER dialyzer --build_plt --output_plt plt --apps erts kernel stdlib > out 2>&1 || [ $? = 2 ]
[ -s plt ] || { cat out >&2; exit 1; }
$UNDER dialyzer --plt plt --plt_info | grep -q 'lists.beam' || exit 1
echo end 1
