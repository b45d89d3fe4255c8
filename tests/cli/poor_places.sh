# The emulator where things are missing that it usually has. It is started without the launcher.
bindir=$(dirname "$OTP_ROOT"/erts-*/bin/inet_gethost)
own="$PWD"
cat > bin/emu <<END
#!/bin/sh
exec timeout -k1 60 "$MASER_EMU" -- -root "$OTP_ROOT" -bindir "$bindir" -progname erl -- -noshell "\$@"
END
printf '#!/bin/sh\nexec emu -pa "%s" -s look start\n' "$own" > bin/look
chmod 755 bin/emu bin/look
cat > look.erl <<'END'
-module(look).
-export([start/0]).
start() ->
    Ok = fun(F) -> try F() of true -> ok; Other -> Other catch C:E -> {C, E} end end,
    Checks = [
        {processors, fun() -> erlang:system_info(schedulers_online) > 0 end},
        {topology, fun() -> is_list(erlang:system_info(cpu_topology)) end},
        {memory, fun() -> erlang:memory(total) > 0 end},
        {io, fun() -> is_tuple(erlang:statistics(io)) end},
        {program, fun() -> os:cmd("echo x") =:= "x\n" end},
        {names, fun() -> element(1, inet:gethostname()) =:= ok end},
        {timer, fun() -> receive never -> false after 10 -> true end end}],
    Bad = [{What, X} || {What, F} <- Checks, X <- [Ok(F)], X =/= ok],
    io:format("~p~n", [Bad]),
    halt(0).
END
maser exec erlc look.erl

# In namespaces of its own: `apart COMMANDS`.
apart() {
    if [ "$(id -u)" = 0 ] && unshare -m true 2> /dev/null; then
        unshare -m sh -c "$1"
        echo "status $?"
    else
        echo "skipped: only root has namespaces of its own here"
    fi
}

echo "== as it is"; look; echo "status $?"
echo "== no /proc"; apart 'mount -t tmpfs none /proc && look'
echo "== no /proc, by the launcher"
mkdir link; ln -s "$(readlink -f bin/maser)" link/erl
apart 'mount -t tmpfs none /proc && for erl in maser "maser exec erl" link/erl; do $erl -noshell -pa . -s look start; done'
echo "== no /sys"; apart 'mount -t tmpfs none /sys && look'
echo "== no room in /dev/shm"; apart 'mount -t tmpfs -o ro,size=4k none /dev/shm && look'
echo "== a directory for temporary files that is not executable, and full"
apart 'mkdir -p t && mount -t tmpfs -o noexec,size=4k none t && cp look.beam t/look.beam; TMPDIR=$PWD/t look'
echo "== file systems that are only read (ProtectSystem)"
apart 'mount -o remount,bind,ro / && look'
echo "== everything at once"
apart 'mount -t tmpfs none /sys; mount -t tmpfs none /proc; unset HOME TERM LANG; look'

echo "== other users"
as() {
    if [ "$(id -u)" = 0 ]; then
        open=$(mktemp -d) && cp look.beam "$open" && chmod 755 "$open" "$open/look.beam"
        cp "$MASER_EMU" "$open/emu" && chmod 755 "$open/emu"
        (cd "$open" && setpriv --reuid "$1" --regid "$1" --clear-groups --no-new-privs timeout 60 ./emu -- \
            -root "$OTP_ROOT" -bindir "$bindir" -progname erl -- -noshell -pa . -s look start)
        echo "status $?"
        rm -r "$open"
    else
        echo "skipped: only root becomes others"
    fi
}
as 65534
(HOME=/nonexistent; export HOME; as 54321)

echo "== no environment"
env -i "$MASER_EMU" -- -root "$OTP_ROOT" -bindir "$bindir" -progname erl -- -noshell -pa "$PWD" -s look start
echo "status $?"
echo "== no terminal, no such locale"
(unset TERM; LANG=xx_YY.UTF-9; LC_ALL=nosuch; export LANG LC_ALL; look)

echo "== standard descriptors"
look <&-
emu -eval 'file:write_file("one", "x"), halt(3).' >&-; echo "status $? $(cat one)"
look 2>&-
emu -eval 'halt(4).' <&- >&- 2>&-; echo "status $?"
emu -eval 'io:format("x~n"), halt(0).' > /dev/full; echo "status $?"
"$MASER_EMU" -Zoo -- 2> /dev/full; echo "status $?"
"$MASER_EMU" -Zoo -- 2>&-; echo "status $?"

echo "== a directory that is gone"
(mkdir gone && cd gone && rmdir ../gone && look 2>&1 | grep -o -m1 "loader cannot read current directory")
echo "== long command lines and environments"
emu -eval 'io:format("~p~n", [length(init:get_plain_arguments())]), halt().' -extra $(seq 1 20000)
big=$(printf '%0100000d' 0)
(for i in 1 2 3 4 5 6 7 8; do export "V$i=$big"; done
    emu -eval 'io:format("~p~n", [length(os:getenv("V8"))]), halt().')
emu -eval 'io:format("~w~n", [init:get_plain_arguments()]), halt().' -extra "$(printf 'a\377')"

echo "== stopped for two seconds"
wait='Me = self(),
    erlang:send_after(500, Me, one), erlang:send_after(1000, Me, two), erlang:send_after(60000, Me, three),
    io:format("ready~n"), receive one -> ok end, receive two -> ok end,
    receive three -> io:format("too early~n") after 0 -> io:format("in order~n") end, halt().'
: > stopped
"$MASER_EMU" -- -root "$OTP_ROOT" -bindir "$bindir" -progname erl -- -noshell -eval "$wait" > stopped &
until grep -q ready stopped; do sleep 0.05; done
kill -STOP $!; sleep 2; kill -CONT $!
wait $!; echo "status $?"; cat stopped

echo "== a share of the processors"
group=/sys/fs/cgroup/cpu/maser-test-$$
if [ "$(id -u)" = 0 ] && [ -e /sys/fs/cgroup/cpu/cpu.cfs_quota_us ] && mkdir "$group" 2> /dev/null; then
    echo 100000 > "$group/cpu.cfs_quota_us"
    told='io:format("~p ~p~n", [erlang:system_info(schedulers_online), erlang:system_info(cpu_quota)]), halt().'
    # Stock looks at mounts that are shared only.
    sh -c 'echo $$ > '"$group"'/cgroup.procs; exec unshare -m --propagation shared "$@"' sh sh -c '
        "$OTP_ROOT/bin/erl" -noshell -eval "$1"; maser exec erl -noshell -eval "$1"' sh "$told"
    rmdir "$group"
else
    echo "skipped: no control groups of processors (version 1) are to be made here"
fi
