# maser top: a node's processes, written once and in a terminal with its keys.
echo "== refused"
maser top; maser top x; maser top 1; maser top a b; maser top "http://127.0.0.1:1/?token=a"
cat > node.erl <<'E'
-module(node).
-export([main/0, waits/0]).
main() ->
    register(the_largest, spawn(fun() -> L = lists:seq(1, 200000), waits(), length(L) end)),
    register(the_fullest, P = spawn(fun waits/0)),
    [P ! {message, N} || N <- lists:seq(1, 12345)],
    #{url := Url} = maser:dash(info),
    ok = file:write_file("url.new", Url), ok = file:rename("url.new", "url"),
    io:get_line(""), halt().
waits() -> receive end_it -> ok end.
E
erlc node.erl
mkfifo input
exec 3<> input
maser +S 2:2 +dash 127.0.0.1:0 -noshell -s node main < input > node.out 2>&1 &
node=$!
until [ -e url ]; do kill -0 $node || exit; sleep 0.05; done
echo "== once"
maser top --once $node > once
maser top --once "$(cat url)" | sed 1q | grep -c nonode@nohost
sed -n '1s/Maser.*/.../p' once
grep -o 'scheduler [12]  *[0-9.]* %' once | sed 's/ [0-9.]* %/ N %/'
grep -c '<0\.[0-9]*\.0>' once | awk '{ print ($1 > 20) ? "many processes" : $1 }'
grep -o 'the_fullest  *node:waits/0' once
MASER_DASH="$(cat url)wrong" maser top 2>&1 | sed 's/:[0-9]*:/:PORT:/'
echo "== in a terminal"
if ! command -v tmux > /dev/null; then echo "skipped: there is no tmux"; echo >&3; exit 0; fi
screen() { tmux -S socket capture-pane -p -t top; }
# Waits until a line of the screen is as wanted, and shows that part of it.
wait_for() {
    tries=0
    until screen | grep -o -m 1 "$1"; do
        tries=$((tries + 1)); [ $tries -lt 200 ] || { echo "not seen: $1"; screen; break; }
        sleep 0.05
    done
}
tmux -S socket -f /dev/null new-session -d -s top -x 110 -y 30 "maser top '$(cat url)'; echo status \$? > ended; mv ended status"
wait_for 'process  *lately v'
tmux -S socket send-keys -t top N
wait_for 'messages v'
wait_for '12.3 k the_fullest  *node:waits/0'
tmux -S socket send-keys -t top M
wait_for 'memory v'
tmux -S socket send-keys -t top / l a r g e s t
wait_for 'filter: largest_'
tmux -S socket send-keys -t top Enter
wait_for 'MiB  *0 the_largest'
tmux -S socket send-keys -t top Enter
wait_for 'the_largest: waiting, normal priority'
wait_for 'node:-main/0-fun-0-/0 node.erl:[0-9]*'
tmux -S socket send-keys -t top Escape
wait_for 'memory v'
tmux -S socket send-keys -t top h
wait_for 'q or F10  quit'
tmux -S socket send-keys -t top x
wait_for 'h keys '
tmux -S socket send-keys -t top Space
wait_for '^paused'
tmux -S socket send-keys -t top q
until [ -e status ]; do sleep 0.05; done
cat status
echo >&3
wait $node; echo "node: $?"
maser top $node 2>&1 | sed "s/$node/PID/"
