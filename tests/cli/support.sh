# `maser doctor --support`: the archive has what a report needs, and nothing private unless that is asked for.
export HOME=$PWD/houses/anna-x USER=anna-x XDG_CACHE_HOME=$PWD/houses/anna-x/.cache
mkdir -p "$HOME"
echo kryptonite > "$HOME/.erlang.cookie"; chmod 600 "$HOME/.erlang.cookie"
export ERL_FLAGS='+K true -setcookie kryptonite -db url=kryptonite' API_TOKEN=kryptonite LIBRARY=kryptonite ERL_CRASH_DUMP=$PWD/dump
cat > dump <<'DUMP'
=erl_crash_dump:0.5
Sat Nov 28 16:45:43 2026
Slogan: init terminating in do_boot ({{badmatch,"kryptonite"},[]})
System version: Erlang/OTP 29 [erts-17.1.1] [source] [64-bit] [smp:2:2] [async-threads:1] [jit:ns]
Atoms: 900
=memory
total: 1000
=index_table:atom_tab
limit: 1000
=proc:<0.1.0>
State: Waiting
Name: a_name
Spawned as: lists:seq/2
Message queue length: 1
Memory: 5000
=port:#Port<0.6>
Port controls forker process: sh -c kryptonite
Queue: 5000000
=visible_node:5
Name: 'a@kryptonite'
=proc_dictionary:<0.1.0>
H18
=proc_messages:<0.1.0>
A6:kryptonite:N
=proc_heap:<0.1.0>
18:t2:AE:$process_label,AA:kryptonite
=atoms
kryptonite
=end
DUMP
# An emulator that runs meanwhile.
mkfifo in out
maser +S 1:1 -noshell -setcookie kryptonite -eval 'io:put_chars("up\n"), io:get_line(""), halt().' -extra kryptonite < in > out &
exec 3> in
read -r up < out; echo "$up"
maser doctor --support report.tar.gz > said; echo "status $?"
sed 's/  *[0-9]* bytes/ N bytes/' said
stat -c %a report.tar.gz
mkdir open; tar xzf report.tar.gz -C open; ls open/maser-support
echo "== nothing private"
grep -rl "kryptonite\|anna-x" open; grep -rlw "$(cat /proc/sys/kernel/hostname)" open
echo "== what there is"
here=$PWD
cd open/maser-support
cat dump.txt environment.txt | grep -v '^TERM\|^TZ\|^LANG\|^LC_\|^MASER_' | sed "s#$here#HERE#"
grep -o '+S 1:1 .*-extra' emulators.txt | sort -u | sed 's/.* -- -root/... -root/'
grep -c 'Max open files' limits.txt; grep -c MemTotal machine.txt; grep -o '^ok *OTP\|^note.*native code' doctor.txt
cut -d' ' -f1 versions.txt
cd ../..
echo "== if that is asked for"
maser doctor --support more.tar.gz --with dump --with arguments --with environment --dump dump | grep -o 'erl_crash.dump'
tar xzOf more.tar.gz maser-support/erl_crash.dump | cmp - dump && echo "the dump"
tar xzOf more.tar.gz maser-support/dump.txt | grep -c kryptonite
tar xzOf more.tar.gz maser-support/environment.txt | grep kryptonite
tar xzOf more.tar.gz maser-support/emulators.txt | grep -o 'setcookie.*up.*'
echo "== wrong"
maser doctor --support report.tar.gz 2>&1 | tail -1
maser doctor --support 2>&1
maser doctor --support a --with all 2>&1
maser doctor --support /nonexistent/a 2>&1
exec 3>&-
wait
