# A lab runs on Maser alone and finds its results right.
maser lab sequential --quick --emu maser --only fib --only tuple > out; echo "status $?"; awk '/^(fib|fib_big|tuple_update) / {print $1}' out
# A lab whose emulators have no native code yet.
maser lab cold --quick --emu maser --only base64 --only eunit > out; echo "status $?"; awk '/^(base64|eunit) / {print $1}' out
# Each single operation gives what it has to.
maser lab operations --quick --emu maser > out; echo "status $?"; grep -c "^[a-z]*: [a-z_0-9]*  *[0-9.]* " out
maser lab scanner --quick --emu maser --json out.json > out; echo "status $?"; grep -o '"failure": [a-z]*' out.json | sort -u
maser lab spawn --quick --emu maser --only "+S 1:1 start" > out; echo "status $?"
maser lab idle --quick --emu maser > out; echo "status $?"; grep -c "bytes resident each" out
maser lab memory --quick --emu maser > out; echo "status $?"; grep -c "bytes resident each" out
maser lab mixed --quick --size 1 --emu maser --only "+S 2:2: call" --only "+S 2:2: p99_9" > out; echo "status $?"; grep -c "calls a second" out
maser lab native-all --quick --emu maser --only native_all --only mnesia > out; echo "status $?"; grep -c "1 modules, .* functions" out
maser lab port-formats --quick --emu maser > out; echo "status $?"
maser lab open-port --quick --emu maser --only "0 descriptors" > out; echo "status $?"
maser lab soak --quick --emu maser > out; echo "status $?"
maser lab soak-mixed --quick --emu maser > out; echo "status $?"
maser lab dist --quick --emu maser --only "TCP: send" --only "nodes" > out; echo "status $?"; grep -c "MB a node" out
