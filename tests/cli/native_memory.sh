# Memory that native code is executed from cannot be written, nor is what can be written executed.
export MASER_NATIVE=$PWD/images
cat > looks.erl <<'EOF'
-module(looks).
-export([test/0]).
%% Loads, replaces and purges a module with native code while another process looks at what is
%% mapped.
test() ->
    ok = maser:native(a),
    Me = self(),
    Looks = spawn_link(fun() -> look(Me, 0) end),
    Kinds = lists:usort([{replace(N), a:f(N) =:= N + 1} || N <- lists:seq(1, 60)]),
    Looks ! stop,
    Times = receive {Looks, T} -> T end,
    io:format("~p ~p~n", [Kinds, Times > 0]),
    Maps = both(),
    Code = [File || {"r-xs", File} <- Maps],
    io:format("~p ~p~n", [Code =/= [], [M || M = {Rights, File} <- Maps, Rights =/= "r-xs", lists:member(File, Code)]]).
replace(N) ->
    code:purge(a),
    {module, a} = code:load_abs(case N rem 2 of 0 -> "a"; 1 -> "new/a" end),
    N rem 2 =:= 0 orelse maser:native(a) =:= ok orelse exit(no_native_code),
    a:module_info(native).
look(To, N) ->
    receive stop -> To ! {self(), N} after 0 -> both(), look(To, N + 1) end.
%% Rights, and device and inode, of all mappings.
both() ->
    {ok, File} = file:open("/proc/self/maps", [read, raw, binary]),
    Text = all(File),
    file:close(File),
    Maps = [{binary_to_list(Rights), {Device, Inode}}
            || Line <- binary:split(Text, <<"\n">>, [global, trim]),
               [_, Rights, _, Device, Inode | _] <- [binary:split(Line, <<" ">>, [global])]],
    [] = [M || M = {Rights, _} <- Maps, lists:member($w, Rights), lists:member($x, Rights)],
    Maps.
all(File) -> case file:read(File, 65536) of {ok, B} -> <<B/binary, (all(File))/binary>>; eof -> <<>> end.
EOF
mkdir new
printf -- '-module(a).\n-export([f/1]).\nf(N) -> N + 1.\n' > a.erl
printf -- '-module(a).\n-export([f/1, g/0]).\nf(N) -> g() + N.\ng() -> 1.\n' > new/a.erl
maser exec erlc looks.erl a.erl
maser exec erlc -o new new/a.erl
for pages in false auto true; do
    echo "== huge code pages: $pages"
    maser +native auto +huge_code_pages $pages -noshell -eval 'looks:test(), halt().' 2>&1 | grep -v 'no huge page'
done

echo "== where nothing that has been written may be executed"
denied() { perl -e 'syscall(157, 65, 1, 0, 0, 0) == 0 or exit 9; exec @ARGV' "$@"; }
if ! command -v perl > /dev/null || ! denied true; then
    echo "skipped: this system cannot be told to refuse it"
else
    for flags in "+native auto +huge_code_pages true" "+native cache" "+native all" "+native off"; do
        denied maser $flags -noshell -eval 'io:format("~p ~p~n", [{maser:native(a), a:f(1), a:module_info(native)}, "'"$flags"'"]), halt().' 2>&1
    done
fi
