# Programs of OTP that start nodes and watch them: heart, start_erl, run_erl.
cat > hello.erl <<'EOF'
-module(hello).
-export([main/0]).
main() ->
    {ok, Exe} = file:read_link("/proc/self/exe"),
    io:format("on ~ts: ~p ~p~n", [filename:basename(Exe), init:get_plain_arguments(), init:script_id()]).
EOF
maser exec erlc hello.erl
mkfifo pipe
# Prints what somebody writes there, or nothing after a while.
heard() { timeout -k 5 60 cat pipe; }

echo "== heart"
# It ends the rest of a node that ends by accident, and does what the environment says.
printf '#!/bin/sh\nexec maser -noshell -run hello main -s init stop -extra again > "%s/pipe"\n' "$PWD" > again
chmod +x again
HEART_COMMAND=$PWD/again maser -heart -noinput -eval 'ok = file:write_file("pipe", os:getpid()).' > log 2>&1 & node=$!
node_pid=$(heard)
[ "$node_pid" = "$node" ] && kill -9 "$node_pid" && heard
wait $node 2> /dev/null

echo "== start_erl"
root=$(maser exec erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
erts=$(basename "$OTP_ROOT"/erts-*)
mkdir -p releases/1
cp "$OTP_ROOT/bin/start_clean.boot" releases/1/start.boot
echo '[].' > releases/1/sys.config
echo "${erts#erts-} 1" > releases/start_erl.data
start="start_erl $root $PWD/releases $PWD/releases/start_erl.data"
maser exec "$root/bin/"$start -noshell -run hello main -s init stop -extra a

echo "== run_erl"
mkdir pipes logs
maser exec run_erl -daemon "$PWD/pipes/" "$PWD/logs" "exec $root/bin/$start -noinput -run hello main -s init stop -extra b > $PWD/pipe"
heard

echo "== a shell by to_erl"
mkdir shell shell_logs
maser exec run_erl -daemon "$PWD/shell/" "$PWD/shell_logs" "exec maser"
# By then to_erl finds somebody at the other end.
until grep -q Eshell shell_logs/*; do sleep 0.05; done 2> /dev/null
told="file:write_file(\"$PWD/pipe\", [atom_to_list(node()), 10]), halt()."
printf '%s\n' "$told" | script -qec "maser exec to_erl $PWD/shell/" /dev/null > log 2>&1 & terminal=$!
heard
# It ends with the node, or before it when its own input does.
wait $terminal; :
