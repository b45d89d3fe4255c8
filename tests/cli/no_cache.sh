# Where Maser cannot keep anything it runs without.
launcher=$(readlink -f bin/maser)
cat > hello.erl <<'EOF'
-module(hello).
-export([main/0]).
main() ->
    {ok, Exe} = file:read_link("/proc/self/exe"),
    io:format("on ~ts~n", [filename:basename(Exe)]).
EOF
maser exec erlc hello.erl
hello='-noshell -eval hello:main(),halt().'
echo "== no home"
env -u HOME -u XDG_CACHE_HOME maser $hello
env -u XDG_CACHE_HOME HOME=/nonexistent maser $hello; ls -d /nonexistent 2> /dev/null
env -u XDG_CACHE_HOME HOME=relative maser $hello; ls -d relative 2> /dev/null
echo "== nowhere"
# A user without any home, and other places for it.
if [ "$(id -u)" != 0 ] || ! setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$launcher" 2> /dev/null; then
    echo "skipped: only root can be another user, who needs to read this build"
    echo "== homes that are read-only or full"
    echo "skipped: only root can be another user, who needs to read this build"
    exit 0
fi
place=$(mktemp -d); trap 'rm -rf "$place"' EXIT
chmod 755 "$place"; cp hello.beam "$place"; mkdir "$place/home"
cat > "$place/run" <<'EOF'
cd "$(dirname "$0")"
export MASER_NATIVE_MODE=auto
"$LAUNCHER" -noshell -eval 'hello:main(), io:put_chars(os:cmd("erl -noshell -run hello main -s init stop")), io:format("~p~n", [maser:native(hello)]), halt().'
"$LAUNCHER" exec erl -noshell -eval 'hello:main(), halt().'
"$LAUNCHER" exec sh -c 'erl -noshell -eval "hello:main(), io:put_chars(os:cmd(\"erl -noshell -run hello main -s init stop\")), halt()."'
"$LAUNCHER" exec erlc nothing.erl
"$LAUNCHER" exec escript nothing.escript
EOF
stranger() { setpriv --reuid=65534 --regid=65534 --clear-groups env -u XDG_CACHE_HOME -u XDG_RUNTIME_DIR HOME="$place/home" LAUNCHER="$launcher" "$@" timeout 60 sh "$place/run" 2>&1 | sed "s|$place|PLACE|g"; }
stranger env -u HOME
stranger env
ls -A "$place/home"
echo "== a session"
mkdir -m 700 "$place/session"; chown 65534 "$place/session"
stranger env XDG_RUNTIME_DIR="$place/session" | head -2; ls "$place/session"
chmod 777 "$place/session"; stranger env XDG_RUNTIME_DIR="$place/session" | head -3
echo "== homes that are read-only or full"
if unshare -m true 2> /dev/null; then
    export place launcher
    within() {
        unshare -m sh -c "$(cat <<EOF
mount -t tmpfs -o $1 none "$place/home" && $2
exec setpriv --reuid=65534 --regid=65534 --clear-groups env -u XDG_CACHE_HOME -u XDG_RUNTIME_DIR HOME="$place/home" LAUNCHER="$launcher" timeout 60 sh "$place/run"
EOF
)" 2>&1 | sed "s|$place|PLACE|g"
    }
    within "ro,uid=65534,mode=700" :
    within "size=8k,nr_inodes=4,uid=65534,mode=700" :
    within "size=16k,uid=65534,mode=700" "dd if=/dev/zero of=$place/home/full bs=4k 2> /dev/null"
else
    echo "skipped: nothing can be mounted here"
fi
