# The emulator's command line and environment, for each line of a table of erl's: as the installation's erlexec gives
# them, and as the launcher does in its place.
launcher=$(readlink -f bin/maser)

# An installation with programs that show what they are given.
fake() { # ERLEXEC VERSION_OF_ERTS DIRECTORY
    bindir=$3/otp/erts-$2/bin
    mkdir -p "$bindir" "$3/commands"
    ln -s "$1" "$bindir/erlexec"
    cat > "$bindir/beam.smp" <<'END'
#!/bin/sh
# PATH may be anything.
if [ -n "$FAKE_OUT" ]; then
    exec > "$FAKE_OUT"
    [ "$(/usr/bin/ps -o sid= -p $$)" = "$FAKE_SID" ] || echo "in the background"
fi
printf %s "${0##*/}"
for word; do printf ' [%s]' "$word"; done
echo
/usr/bin/env | /usr/bin/grep -vxF -f "$FAKE_USUAL" | /usr/bin/grep -v '^\(_\|PWD\|FAKE_[A-Z]*\)=' | /usr/bin/sort
END
    cp "$bindir/beam.smp" "$bindir/beam.other"
    cp "$bindir/beam.smp" "$bindir/other.smp"
    mkdir "$bindir/there"; cp "$bindir/beam.smp" "$bindir/there"
    : > "$bindir/plain.smp"
    printf '#!/bin/sh\necho "epmd $*, port $ERL_EPMD_PORT"\n' > "$bindir/epmd"
    printf '#!/bin/sh\nexec "$ERLEXEC" "$@"\n' > "$3/commands/erl"
    printf '#!/bin/sh\necho "man $* in $MANSECT$MANPATH"\n' > "$3/commands/man"
    chmod +x "$bindir/beam.smp" "$bindir/beam.other" "$bindir/other.smp" "$bindir/there/beam.smp" "$bindir/epmd" \
        "$3/commands"/*
    mkfifo "$3/pipe"
    # Pages of the manual: newer releases say where they are.
    [ -z "$newer" ] || mkdir "$3/otp/man"
}

# Without the pages on usage, which the launcher does not give.
all() ( # DIRECTORY VERSION_OF_ERTS
    cd "$1" || exit
    root=$PWD/otp
    paths=$PWD/commands:/usr/bin:/bin
    bindir=$root/erts-$2/bin
    printf '%s\n' "HOME=/home/somebody" "BINDIR=$bindir" "ROOTDIR=$root" EMU=beam PROGNAME=erl LC_ALL=C \
        "ERLEXEC=$bindir/erlexec" "PATH=$bindir:$root/bin:$paths" > usual
    env -i HOME=/home/somebody PATH="$paths" BINDIR="$bindir" ROOTDIR="$root" EMU=beam PROGNAME=erl LC_ALL=C \
        ERLEXEC="$bindir/erlexec" FAKE_USUAL="$PWD/usual" FAKE_SID="$(ps -o sid= -p $$)" timeout -k 5 100 sh -c '
            while IFS= read -r line; do
                printf "%s\n" "-- $line"
                eval "$line" < /dev/null
                echo "status $?"
            done' < "$cases" 2>&1 | grep -v '^Usage: ' | sed "s|$PWD|HERE|g"
)

# same ERLEXEC VERSION_OF_ERTS DIRECTORY
same() {
    fake "$1" "$2" "$3.stock"; all "$3.stock" "$2" > "$3.stock.got"
    fake "$launcher" "$2" "$3.maser"; all "$3.maser" "$2" > "$3.maser.got"
}

erts=$(basename "$OTP_ROOT"/erts-*)
echo "== the installed OTP"
cases=$TESTS/cli/command_lines.cases
same "$OTP_ROOT/$erts/bin/erlexec" "${erts#erts-}" here
cat here.stock.got
diff here.stock.got here.maser.got && echo "the launcher: the same"

# The programs of newer releases are scripts around programs with another name.
grep -v 'env -u BINDIR' "$cases" > cases
cases=$PWD/cases newer=yes
roots=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/otp-roots
for release in "trixie 27" "sid 29"; do
    set -- $release
    echo "== OTP $2"
    root=$roots/$1/usr/lib/erlang
    [ -x "$root/bin/erl" ] || { echo "skipped: no OTP $2 has been fetched"; continue; }
    erts=$(basename "$root"/erts-*)
    same "$root/$erts/bin/erlexec" "${erts#erts-}" "$1"
    diff "$1.stock.got" "$1.maser.got" && echo "the launcher: the same"
done
