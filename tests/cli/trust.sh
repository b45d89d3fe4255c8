# Nobody else's code runs, whatever other users have prepared.
if [ "$(id -u)" != 0 ] || ! setpriv --reuid=65534 --regid=65534 --clear-groups true 2> /dev/null; then
    for part in "the temporary directory" "the cache" "starts while places are swapped" "other programs" \
        "a group of one's own" \
        "native code: places" "native code: files" "files for perf"; do
        echo "== $part"; echo "skipped: only root can have another user prepare something"
    done
    exit 0
fi
place=$(mktemp -d); trap 'rm -rf "$place"' EXIT
chmod 1777 "$place"
stranger() { setpriv --reuid=65534 --regid=65534 --clear-groups sh -c "$1"; }
shown() { sed "s|$place|PLACE|g; s|$PWD|HERE|g; s|otp-[0-9.]*-[0-9a-f]*|OTP|g; s|[0-9a-f]\{32\}|MD5|g; s|[0-9a-f]\{16\}\([./]\)|KIND\1|g; s|/[0-9a-f]\{16\}\>|/KIND|g; s|^[0-9a-f]\{16\}$|KIND|" | grep -v '^=ERROR\|^$'; }
hello() { maser -noshell -eval 'io:format("hello~n"), halt().' 2>&1 | shown; }
export HOME=$PWD

echo "== the temporary directory"
# Without a home there was one of a name that everybody knows.
stranger "mkdir -m 777 $place/maser-cache-0"
bare() { env -u HOME -u XDG_CACHE_HOME TMPDIR="$place" maser -noshell -eval 'io:format("hello~n"), halt().' 2>&1; }
bare
stranger "cd $place/maser-cache-0 && mv shadow old && for s in old/*; do
    n=\${s#old/}; e=\$(basename \$s/root/erts-*)
    mkdir -p shadow/\$n/bindir shadow/\$n/root/\$e/bin
    cp -P \$s/root/\$e/bin/beam.smp shadow/\$n/root/\$e/bin/
    printf '#!/bin/sh\necho planted code ran\n' > shadow/\$n/bindir/erlexec
    chmod -R a+rx shadow; done" 2> /dev/null
bare
ls "$place/maser-cache-0"

echo "== the cache"
stranger "mkdir -m 755 $place/theirs; mkdir -m 777 $place/theirs/maser"
XDG_CACHE_HOME=$place/theirs hello
mkdir -m 777 "$place/open"; XDG_CACHE_HOME=$place/open hello
mkdir -m 1777 "$place/sticky"; XDG_CACHE_HOME=$place/sticky hello; ls -A "$place/sticky"
mkdir -m 1777 "$place/taken"; stranger "mkdir -m 777 $place/taken/maser"; XDG_CACHE_HOME=$place/taken hello
mkdir -m 1777 "$place/linked"; stranger "ln -s $place/theirs/maser $place/linked/maser"; XDG_CACHE_HOME=$place/linked hello
# Links of one's own, where nobody else makes links.
mkdir real; ln -s real own; XDG_CACHE_HOME=$PWD/own hello; ls real
# A shadow that has been opened to others since, and a start script in it.
chmod 777 real/maser/shadow; XDG_CACHE_HOME=$PWD/real hello; chmod 700 real/maser/shadow
for one in bindir root/bin; do
    chmod 777 real/maser/shadow/*/$one; XDG_CACHE_HOME=$PWD/real hello; chmod 700 real/maser/shadow/*/$one
done
chmod 777 real/maser/shadow/*/bindir/erl; XDG_CACHE_HOME=$PWD/real hello
# Another user's home, as after sudo: root's own is used, and nothing is said.
stranger "mkdir -m 700 $place/home"; env -u XDG_CACHE_HOME HOME="$place/home" maser -noshell -eval 'io:format("hello~n"), halt().'
ls -A "$place/home"

echo "== starts while places are swapped"
mkdir -m 1777 "$place/race"
stranger "mkdir $place/trap; mkdir $place/trap/shadow; touch $place/swapping
    while [ -e $place/swapping ]; do
        mkdir $place/race/maser && rmdir $place/race/maser; ln -s $place/trap $place/race/maser && rm $place/race/maser
    done" > /dev/null 2>&1 &
swapper=$!
until [ -e "$place/swapping" ]; do sleep 0.01; done
for i in 1 2 3 4 5 6 7 8; do XDG_CACHE_HOME=$place/race maser -noshell -eval 'io:format("hello~n"), halt().' 2> /dev/null; done | sort | uniq -c | sed 's/^ *//'
rm "$place/swapping"; wait $swapper
ls -A "$place/trap/shadow"

echo "== other programs"
mkdir -m 777 "$place/programs"; cp "$MASER_EMU" "$place/programs/maser-emu"
MASER_EMU=$place/programs/maser-emu hello
chmod 755 "$place/programs"; MASER_EMU=$place/programs/maser-emu hello
mv "$place/programs/maser-emu" "$place/maser-emu"; chown 65534 "$place/maser-emu"; MASER_EMU=$place/maser-emu hello
mkdir -p "$place/otp/releases" "$place/otp/erts-13.1/bin" "$place/otp/lib"
echo "13.1 25" > "$place/otp/releases/start_erl.data"
printf '#!/bin/sh\necho planted code ran\n' > "$place/otp/erts-13.1/bin/erlexec"; chmod -R a+rwx "$place/otp"
MASER_OTP_ROOT=$place/otp hello
# A compiler that others may write.
mkdir tools; cp "$MASER_EMU" tools/maser-emu
printf '#!/bin/sh\necho planted > "%s/planted"\nexit 1\n' "$PWD" > tools/maser-native; chmod 777 tools/maser-native
MASER_EMU=$PWD/tools/maser-emu MASER_NATIVE_MODE=auto MASER_NATIVE=$PWD/images maser -noshell -eval 'io:format("~p~n", [maser:native(lists)]), halt().' 2>&1 | shown | LC_ALL=C sort
ls planted 2> /dev/null

echo "== a group of one's own"
# Users of systems that give each a group make what it may write to. These are put over the system's.
cat > grouped.sh <<'EOF'
cat /etc/passwd - > "$1/passwd" <<END
ann:x:54500:54500::/nowhere:/bin/sh
eve:x:54501:54501::/nowhere:/bin/sh
END
printf 'ann:x:54500:%s\neve:x:54501:\n' "$2" | cat /etc/group - > "$1/group"
mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/group" /etc/group || exit 9
rm -rf "$1/ann"; mkdir "$1/ann"; chown 54500:"$3" "$1/ann"; chmod 2775 "$1/ann"
cd / && setpriv --reuid=54500 --regid=54500 --clear-groups sh -c "umask 002
    HOME=$1/ann MASER_EMU=$1/for_all/maser-emu $1/for_all/maser -noshell -eval 'io:format(\"hello~n\"), halt().' 2>&1"
stat -c %A "$1/ann/.cache" 2> /dev/null
EOF
grouped() { # members of the group, whose group the home has
    XDG_CACHE_HOME='' unshare -m sh grouped.sh "$place" "$@" | shown
}
mkdir -m 755 "$place/for_all"; cp "$(command -v maser)" "$MASER_EMU" "$place/for_all"
if unshare -m sh -c 'mount --bind /etc/passwd /etc/passwd' 2> /dev/null; then
    grouped "" 54500
    grouped eve 54500
    grouped "" 54501
else
    echo "skipped: no other users can be put over the system's"
fi

echo "== native code: places"
printf '%s\n' '-module(m).' '-export([f/1]).' 'f(0) -> 1;' 'f(N) -> f(N - 1) + 1.' > m.erl
printf '%s\n' '-module(n).' '-export([f/1]).' 'f(0) -> 2;' 'f(N) -> f(N - 1) + 1.' > n.erl
maser exec erlc m.erl n.erl
export MASER_NATIVE_MODE=auto
loaded() { maser -noshell -eval '[io:format("~p ~p~n", [M:module_info(native), M:f(10)]) || M <- [m, n]], halt().' 2>&1 | shown | LC_ALL=C sort; }
made() { maser -noshell -eval 'io:format("~p ~p~n", [maser:native(m), maser:native(n)]), halt().' 2>&1 | shown; }
MASER_NATIVE=$PWD/images made; MASER_NATIVE=$PWD/images loaded
stat -c '%a' images images/* images/key images/*/*.native | sort | uniq -c | sed 's/^ *//'
MASER_NATIVE=images loaded
stranger "mkdir -m 755 $place/native"; MASER_NATIVE=$place/native loaded
MASER_NATIVE=$place/native made
# The same images in a place that others may write to.
cp -a images "$place/copy"; MASER_NATIVE=$place/copy loaded
chmod 777 "$place/copy"; MASER_NATIVE=$place/copy loaded; chmod 700 "$place/copy"
chmod 770 "$place"/copy/*/; MASER_NATIVE=$place/copy loaded
MASER_NATIVE=$place/copy maser native status 2>&1 | shown | head -1
mkdir -m 777 "$place/linked2"; ln -s "$place/copy" "$place/linked2/native"; MASER_NATIVE=$place/linked2/native loaded

echo "== native code: files"
export MASER_NATIVE=$PWD/images
image() { ls images/*/"$(md5 $1)".native; }
md5() { maser +native off -noshell -eval "io:put_chars(string:lowercase(binary:encode_hex($1:module_info(md5)))), halt()."; }
m=$(image m); n=$(image n); cp -a images kept
again() { rm -rf images; cp -a kept images; }
chown 65534 "$m"; loaded; again
chmod 666 "$m"; loaded; again
mv "$m" elsewhere; ln -s "$PWD/elsewhere" "$m"; loaded; again
# A file of the victim's own by another name: what has the right contents is right.
rm "$m"; ln elsewhere "$m"; loaded; again
# Changed, with a checksum that fits; that of another module; that of another cache.
cat > checksum.erl <<'EOF'
-module(checksum).
-export([reseal/1]).
%% Changes an image's last byte, and its checksum accordingly.
reseal(File) ->
    {ok, <<Head:48/binary, _:8/binary, Rest/binary>>} = file:read_file(File),
    Size = byte_size(Rest) - 1,
    <<All:Size/binary, Last>> = Rest,
    Changed = <<All/binary, (Last bxor 1)>>,
    ok = file:write_file(File, <<Head/binary, (sum(Changed, Changed, {0, 1, 2, 3})):64/little, Changed/binary>>).
sum(All, <<A:64/little, B:64/little, C:64/little, D:64/little, Rest/binary>>, {W, X, Y, Z}) ->
    sum(All, Rest, {mix(W, A), mix(X, B), mix(Y, C), mix(Z, D)});
sum(All, Rest, {W, X, Y, Z}) ->
    lists:foldl(fun(V, H) -> mix(H, V) end, byte_size(All), [W, X, Y, Z | binary_to_list(Rest)]).
mix(H, V) ->
    M = (H bxor V) * 16#9e3779b97f4a7c15 band 16#ffffffffffffffff,
    (M bsl 29 band 16#ffffffffffffffff) bor (M bsr 35).
EOF
maser exec erlc checksum.erl
maser +native off -noshell -eval 'checksum:reseal(hd(init:get_plain_arguments())), halt().' -extra "$m"; loaded; again
cp -p "$n" "$m"; loaded; again
MASER_NATIVE=$PWD/second made; cp -p "second/${m#images/}" "$m"; loaded; again
rm images/key; loaded; again
chmod 644 images/key; loaded
maser native clear | shown; ls -A images | shown; again
# Beside the .beam file: as open as that, and no more.
rm checksum.beam; maser native ship . | shown; export MASER_NATIVE=$PWD/none MASER_NATIVE_MODE=cache
s=$(ls m.*.native); loaded
chown 65534 "$s"; loaded; chown 0 "$s"
chmod 666 "$s"; loaded; chmod 644 "$s"
mv "$s" elsewhere; ln -s elsewhere "$s"; loaded; rm "$s"
cp "kept/${m#images/}" "$s"; loaded; mv elsewhere "$s"; loaded
rm ./*.native

echo "== files for perf"
# A link of the name that perf prescribes; it needs no luck where process numbers can be told.
for name in perf-%s.map jit-%s.dump; do
    cat > start <<EOF
f=/tmp/$(printf "$name" '$$'); rm -f "\$f"; ln -s "$PWD/precious" "\$f"
exec maser +JPperf true -noshell -eval 'maser:native(m), io:format("~p~n", [m:f(3)]),
    _ = sys:get_state(logger_proxy), _ = logger_std_h:filesync(default), halt().'
EOF
    echo precious > precious
    MASER_NATIVE=$PWD/kept MASER_NATIVE_MODE=auto sh start 2>&1 | shown | LC_ALL=C sort | sed 's/-[0-9]*\././'; cat precious
done
find /tmp -maxdepth 1 -lname "$PWD/precious" -exec rm {} +
