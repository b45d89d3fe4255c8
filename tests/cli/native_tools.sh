# The commands of `maser native` with a cache of its own.
export MASER_NATIVE=$PWD/images
cat > small.erl <<'EOF'
-module(small).
-export([sum/2, where/0]).
sum([H | T], N) -> sum(T, N + H);
sum([], N) -> N.
where() -> {module_info(native), sum([1, 2, 3], 0)}.
EOF
mkdir ebin; maser exec erlc +debug_info -o ebin small.erl
where() { maser +native cache -noshell -pa ebin -eval 'io:format("~p~n", [small:where()]), halt().'; }
echo "== build, once"
maser native build ebin | sed 's/ in .*//'
maser native build ebin | sed -n '1s/ in .*//p'
maser native status | sed -n '1s/, .*//p; 2,3p'; where
echo "== ship"
maser native ship ebin; ls ebin | sed 's/[0-9a-f]\{16\}/KIND/' | LC_ALL=C sort
maser native clear | sed 's/ in .*//'; where
echo "== an image of another module is not taken"
sed 's/N + H/H + N + 1/' small.erl > other.erl; cp other.erl small.erl; maser exec erlc -o ebin small.erl; where
maser native ship ebin; echo "status $?"
echo "== bounds"
MASER_NATIVE_LIMIT=0 maser native build ebin | sed -n '1s/ in .*//p'; ls images/*/*.native | wc -l
maser exec erlc -o . small.erl; sed 's/small/tiny/' small.erl > tiny.erl; maser exec erlc tiny.erl
MASER_NATIVE_LIMIT=0 maser native build tiny.beam | sed -n '1s/ in .*//p'; ls images/*/*.native | wc -l
echo "== show"
maser native show small:sum/2 --in ebin > shown; grep -c '==== ' shown
maser exec erlc +debug_info -o ebin small.erl
maser native show small:sum/2 --in ebin > shown; head -5 shown; grep -c 'func_info\|define \|musttail' shown | sed 's/^[1-9].*/some/'
sed -n '/==== analysis/,/==== LLVM/p' shown | head -7
sed '1,/==== assembly/d' shown | grep -c '[a-z]' | sed 's/^[1-9].*/some/'
maser native show small:sum/2 --in ebin --html page.html; grep -c '<section>' page.html
maser native show small:nosuch/2 --in ebin; echo "status $?"
echo "== perf"
maser native build ebin > /dev/null
maser +native cache +JPperf true -noshell -pa ebin -eval '
    small:where(), Pid = os:getpid(), {ok, Map} = file:read_file("/tmp/perf-" ++ Pid ++ ".map"),
    {ok, Dump} = file:read_file("/tmp/jit-" ++ Pid ++ ".dump"),
    [file:delete("/tmp/" ++ F ++ Pid ++ E) || {F, E} <- [{"perf-", ".map"}, {"jit-", ".dump"}]],
    io:format("~p~n", [[binary:match(B, <<"$small:sum/2">>) =/= nomatch || B <- [Map, Dump]]]), halt().'
echo "== an emulator of another build"
printf '#!/bin/sh\necho 0123456789abcdef\n' > another; chmod +x another
MASER_EMU=$PWD/another maser native build ebin 2>&1 | sed "s# /[^ ]*/# #"
