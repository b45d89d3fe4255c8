# maser tune: a setting that makes a command faster is found and confirmed; where there is none it says so.
# Differences are large, for the machine may have other work.
tune() { maser tune "$@" > out 2> err; status=$?; cat err; grep -E '^(Best|No difference)|In the environment' out | sed 's/ that can.*//; s/: no setting.*//'; echo "status $status"; }

echo "== a faster setting"
cat > waits.sh <<'END'
sleep 0.2
case "$ERL_AFLAGS" in *"+hms 400000"*) ;; *) sleep 0.7;; esac
END
tune --only "+hms 400000" --rounds 13 --worth 20 -- sh waits.sh
echo "== none"
tune --only spinning --rounds 4 --confidence 99.99 -- sleep 0.02
echo "== one that does not work"
echo 'case "$ERL_AFLAGS" in *"+hms 4000") echo "no such heap" >&2; exit 7;; esac' > fails.sh
maser tune --only "+hms 4000" --rounds 2 -- sh fails.sh | grep -o 'fails: .*'

echo "== Erlang"
# Each collection of the work costs it a millisecond: with larger heaps there are hardly any.
cat > dear.erl <<'END'
-module(dear).
-export([main/0]).
main() ->
    {Before, _, _} = erlang:statistics(garbage_collection),
    Work = [spawn_monitor(fun() -> length(build(3000, [])) end) || _ <- lists:seq(1, 300)],
    [receive {'DOWN', M, process, P, normal} -> ok end || {P, M} <- Work],
    {After, _, _} = erlang:statistics(garbage_collection),
    timer:sleep(After - Before),
    halt().
build(0, L) -> L;
build(N, L) -> build(N - 1, [{N, N} | L]).
END
maser exec erlc dear.erl
tune --only "+hms 400000" --rounds 13 --worth 20 -- maser -noshell -s dear main

echo "== wrong"
maser tune -- sh -c 'echo out of order >&2; exit 3'; echo "status $?"
maser tune -- nosuch_command; echo "status $?"
maser tune --rounds 1 -- true; echo "status $?"
maser tune --colour -- true; echo "status $?"
maser tune --only nothing -- true; echo "status $?"
maser tune | head -1
maser tune --list --only spinning
