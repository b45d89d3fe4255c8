# Code on huge pages: of Maser, of what is compiled for it, and of other programs; who looks at it
# finds the names of all functions.
export MASER_NATIVE=$PWD/images
lib=$(dirname "$(readlink -f "$(command -v maser)")")/libhugetext.so
emu=$(dirname "$lib")/maser-emu

echo "== Maser's own code"
# Says how much of the code of one kind that a running emulator has is on huge pages; what does not
# fill one stays where it is.
look() {
    awk -v what="$1" 'index($0, what) == 1 {
        $0 = substr($0, length(what) + 1)
        print what ": " ($1 == 0 ? "none" : $3 - $1 < 2048 ? "all" : "some") (/in place/ ? " in place" : "") }' lines
}
wait_for='io:put_chars(os:getpid() ++ "\n"), io:get_line(""), halt().'
# An emulator with these flags waits for its input to end while the rest is executed.
with() {
    flags=$1; shift
    rm -f in out; mkfifo in out
    maser $flags -noshell -eval "$before$wait_for" < in > out &
    exec 8> in 9< out
    read -r pid <&9
    maser doctor "$pid" > lines
    "$@"
    exec 8>&- 9<&-
    wait
}
before=
with "+huge_code_pages true" look "code of the program"
with "+huge_code_pages false" look "made while it runs"
# As little as there is of it here is on huge pages only if the file is.
dd if="$emu" of=copied-emu bs=2M 2> /dev/null; chmod +x copied-emu
MASER_EMU=$PWD/copied-emu with "+huge_code_pages auto" look "code of the program" > auto
grep -E "none|all in place" auto > /dev/null && echo "auto: right"
maser +huge_code_pages maybe -noshell; echo "status $?"
MASER_HUGE_CODE_PAGES=maybe maser -noshell; echo "status $?"
maser doctor nobody; echo "status $?"

echo "== native code"
cat > hot.erl <<'EOF'
-module(hot).
-export([work/1]).
work(0) -> ok;
work(N) -> _ = loop(1000000, 0), work(N - 1).
loop(0, N) -> N;
loop(K, N) -> loop(K - 1, N bxor K).
EOF
maser exec erlc hot.erl
before='{ok, ok} = {maser:native(hot), hot:work(1)}, '
with "+native auto +huge_code_pages true" look "made while it runs"

# Runs a part of this file if a command can be executed that needs the same tool.
needs() {
    tool=$1; shift
    command -v "$tool" > /dev/null || { echo "skipped: $tool is not installed"; return 1; }
    "$@" > /dev/null 2>&1 || { echo "skipped: $tool is not allowed here"; return 1; }
}
echo "== perf"
if needs perf perf record -q -e cpu-clock -o tried true; then
# Of the samples in the processes' own code, how many have a name.
names() {
    perf script -i "$1" -F ip,sym,dso --demangle 2> /dev/null |
        grep -vE 'kernel|libc|ld-linux|vdso' | awk 'NF > 1 { all++; if ($2 != "[unknown]") named++ }
            END { if (all == 0) print "no samples"; else if (named >= 0.9 * all) print "named"
                  else print named " of " all " named" }'
}
perf record -q -F 2000 -e cpu-clock -o started maser +native off +huge_code_pages true -noshell -eval 'hot:work(20), halt().' > /dev/null 2>&1
names started
perf report -i started --stdio 2> /dev/null | grep -o 'vm::interp::execute' | sort -u | head -1
perf record -q -F 2000 -e cpu-clock -o native maser +native auto +JPperf map +huge_code_pages true -noshell -eval 'ok = maser:native(hot), hot:work(1000), halt().' > /dev/null 2>&1
perf report -i native --stdio 2> /dev/null | grep -o '\$hot:loop/2' | sort -u
before='spawn(fun() -> hot:work(100000) end), '
attach() { perf record -q -F 2000 -e cpu-clock -o attached -p "$pid" -- sleep 0.5 > /dev/null 2>&1; }
with "+native off +JPperf map +huge_code_pages true" attach
names attached
perf report -i attached --stdio 2> /dev/null | grep -o 'vm::interp::execute' | sort -u | head -1
grep -o "maser_native_[a-z]*" "/tmp/perf-$pid.map" | sort -u
rm -f "/tmp/perf-$pid.map"
fi

echo "== gdb"
before=
attaches() { gdb -p "$pid" -batch -ex "info proc" | grep '^process'; }
if needs gdb with "" attaches; then
traces() { gdb -p "$pid" -batch -ex "thread apply all backtrace" 2> /dev/null > trace; }
with "+huge_code_pages true" traces
grep -o 'vm::turns::[a-z]*' trace > /dev/null && echo "named"
fi

echo "== php"
moved() { sed -n 's/.*hugetext: [0-9]*: 0 of .*/stays/p; s/.*hugetext: [0-9]*: [1-9][0-9]* of .* code on [1-9].*/moved/p' | sort -u; }
# Where a program begins is chosen by chance but for setarch -R; some places leave no whole page.
export HUGETEXT_VERBOSE=1
if needs php true; then
LD_PRELOAD=$lib setarch -R php -r 'echo array_sum(range(1, 100)), "\n";' 2> said; grep -v ': 0 of' said | moved
for i in 1 2 3; do LD_PRELOAD=$lib php -r 'echo strlen(str_repeat("ab", 50)), "\n";' 2> said; done
LD_PRELOAD=$lib HUGETEXT=off php -r 'echo "off\n";' 2>&1
LD_PRELOAD=$lib HUGETEXT=in_place php -r 'echo "in place\n";' 2> said; moved < said
LD_PRELOAD=$lib HUGETEXT_LIBRARIES=1 php -r 'echo "libraries\n";' 2> said; moved < said
fi
echo "== other programs"
LD_PRELOAD=$lib setarch -R "$OTP_ROOT/bin/erl" -noshell -eval 'io:format("~p~n", [lists:sum(lists:seq(1, 100))]), halt().' 2> said
grep -v ': 0 of' said | moved
LD_PRELOAD=$lib sh -c 'echo "a small one"' 2> said; moved < said
