# Programs go on, and are right, in spite of faults of the compiler and of the cache.
export MASER_NATIVE=$PWD/images MASER_NATIVE_MODE=auto
cat > faults.erl <<'PROGRAM'
-module(faults).
-compile([export_all, nowarn_export_all]).

%% Modules that are not alike, with what they give.
modules(N) -> [list_to_atom("part" ++ integer_to_list(I)) || I <- lists:seq(1, N)].
write(N) ->
    Text = "-module(part~w).\n-export([f/1, g/2]).\n"
           "f(0) -> ~w;\nf(N) -> try ?MODULE:g(N, [N]) catch throw:T -> T + f(N - 1) end.\n"
           "g(N, L) -> throw(length([{N, X} || X <- L])).\n",
    [ok = file:write_file(atom_to_list(M) ++ ".erl", io_lib:format(Text, [I, I]))
     || {I, M} <- lists:enumerate(modules(N))],
    [{ok, M} = compile:file(M, [debug_info]) || M <- modules(N)].
right(N) -> lists:all(fun({I, M}) -> M:f(10) =:= I + 10 end, lists:enumerate(modules(N))).

%% The kinds of answers of maser:native/1; whether all modules are right.
compile(N) ->
    Answers = [case maser:native(M) of ok -> ok; {error, "maser-native was " ++ Why} -> Why; {error, Why} -> last(Why) end
               || M <- modules(N)],
    {lists:usort(Answers), right(N)}.
last(Why) -> lists:last(string:split(Why, ": ", all)).

%% What becomes of a module with each of these images: the first of answers of module_info(native)
%% and f/1 that is not as it is without an image, or none.
damage(File, Images) ->
    Wrong = [{At, Native, Given} || {At, Image} <- Images,
             {Native, Given} <- [loaded(File, Image)], {Native, Given} =/= {false, 11}],
    {length(Images) > 0, Wrong}.
loaded(File, Image) ->
    ok = file:write_file(File, Image),
    code:purge(part1), code:delete(part1), code:purge(part1),
    {module, part1} = code:load_file(part1),
    {part1:module_info(native), part1:f(10)}.
flipped(B) ->
    %% All bytes of the head, then some of each part: code, table, functions, what is left.
    Places = lists:usort(lists:seq(0, 63) ++ [I * (byte_size(B) - 1) div 99 || I <- lists:seq(0, 99)]),
    [begin <<A:P/binary, C, D/binary>> = B, {P, <<A/binary, (C bxor 16#40), D/binary>>} end || P <- Places].
cut(B) -> [{P, binary:part(B, 0, P)} || P <- [0, 1, 7, 8, 16, 23, 24, 39, 43, byte_size(B) div 2, byte_size(B) - 1]].
PROGRAM
maser exec erlc faults.erl
N=12
run() { maser -noshell -eval "$1, halt()."; }
run "faults:write($N)"
image() { ls images/*/*.native | head -1; }

echo "== each part of an image damaged"
run 'ok = maser:native(part1)'
maser -noshell -eval "
    [File] = filelib:wildcard(\"images/*/*.native\"), {ok, B} = file:read_file(File),
    {true, 11} = faults:loaded(File, B),
    io:format(\"~p~n\", [faults:damage(File, faults:flipped(B) ++ faults:cut(B))]),
    io:format(\"~p ~p~n\", [filelib:wildcard(\"images/*/*.native\"), faults:loaded(File, B)]), halt()." > out 2>&1
grep -c 'is not used' out; tail -2 out
echo "== one beside the .beam file"
maser native ship part1.beam > /dev/null; rm -rf images
maser +native cache -noshell -eval '
    [File] = filelib:wildcard("part1.*.native"), {ok, B} = file:read_file(File),
    {true, 11} = faults:loaded(File, B),
    io:format("~p~n", [faults:damage(File, faults:flipped(B))]),
    io:format("~p ~p~n", [filelib:is_regular(File), faults:loaded(File, B)]), halt().' > out 2>&1
grep -c 'is not used' out; tail -2 out
rm part1.*.native

echo "== other things in place of an image"
run 'ok = maser:native(part1)'; file=$(image)
check='io:format("~p ~p~n", [part1:module_info(native), faults:right('$N')])'
rm "$file"; mkdir "$file"; run "$check" 2>&1 | tail -1; rmdir "$file"
ln -s nowhere "$file"; run "$check" 2>&1 | tail -1; rm "$file"
ln -s "$file" "$file"; run "$check" 2>&1 | tail -1; rm "$file"
mkfifo "$file"; timeout -k 5 20 maser -noshell -eval "$check, halt()." 2>&1 | tail -1; rm -f "$file"
rm -rf images; echo > images; run "$check"; run "io:format(\"~0p~n\", [faults:compile($N)])" | sed 's/"Not a directory[^"]*"/no place/; s/"[^"]* is not a directory"/no place/'; rm images

# An emulator with another compiler beside it, which is killed after some time.
mkdir other; cp "$MASER_EMU" other/maser-emu
real=$(dirname "$MASER_EMU")/maser-native
echo "== a compiler that is killed at any moment"
cat > other/maser-native <<WRAPPER
#!/bin/bash
read -r number < count; echo \$((number + 1)) > count
"$real" "\$@" <&0 & pid=\$!
sleep 0.\$(printf %03d \$((number * 7 % 150)))
kill -9 \$pid; wait \$pid; status=\$?
[ \$status = 137 ] && kill -9 \$\$
exit \$status
WRAPPER
chmod 755 other/maser-native
sed -i "s|count|$PWD/count|g" other/maser-native
echo 0 > count
for i in 1 2 3 4; do
    MASER_EMU=$PWD/other/maser-emu run "io:format(\"~p~n\", [faults:compile($N)])"
done > out 2>&1
grep -cv '^{\[\(ok\)\?,\?\("ended by signal 9"\)\?\],true}$' out
rm -rf images/*/*.native
MASER_EMU=$PWD/other/maser-emu run "faults:compile($N)"
# The files that it left behind are in nobody's way.
run "io:format(\"~p~n\", [faults:compile($N)])"
echo "== an emulator that is killed takes its compiler along"
printf '#!/bin/sh\necho $$ > pid\nexec sleep 100\n' > other/maser-native
sed -i "s|> pid|> $PWD/pid.new; mv $PWD/pid.new $PWD/pid|; s|exec sleep 100|exec $real --helper < $PWD/never|" other/maser-native
mkfifo never; sleep 100 > never & writer=$!
rm -rf images
MASER_EMU=$PWD/other/maser-emu maser -noshell -eval 'maser:native(part1).' & emulator=$!
until [ -e pid ]; do sleep 0.05; done
until grep -q maser-native "/proc/$(cat pid)/comm"; do sleep 0.05; done
kill -9 $(ps -o pid= --ppid $emulator) $emulator 2> /dev/null
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$(cat pid)" 2> /dev/null || break; sleep 0.1; done
kill -0 "$(cat pid)" 2> /dev/null && echo "it lives"
kill $writer
rm other/maser-native

echo "== a full disk"
mkdir small
full() {
    unshare -rm sh -c "mount -t tmpfs -o mode=700,size=$1 none small && MASER_NATIVE=$PWD/small exec maser -noshell -eval '$2, halt().'"
}
if unshare -rm true 2> /dev/null; then
    # No file at all; and some, which stay in use.
    full 1m,nr_inodes=2 "io:format(\"~p~n\", [faults:compile($N)])"
    full 16k "io:format(\"~p~n\", [faults:compile($N)]), code:load_file(part1), io:format(\"~p~n\", [{part1:module_info(native), faults:right($N)}])"
else
    # Nobody may mount here.
    printf '%s\n' '{["No space left on device (os error 28)"],true}' '{[ok,"No space left on device (os error 28)"],true}' '{true,true}'
fi
echo "== a place that cannot be made"
MASER_NATIVE=/proc/nowhere run "io:format(\"~p~n\", [faults:compile($N)])"
