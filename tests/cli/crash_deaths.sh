# A dump is left by each kind of end that leaves one on stock, with the same slogan and the same sections. Whether some
# process has messages differs from time to time, and which binaries are literals from emulator to emulator. OTP's port
# for starting programs has no counterpart.
sections() {
    sed -n 's/^=\([a-z_]*\).*/\1/p' "$1" | grep -v -e proc_messages -e port -e binary | sort -u
}

# Every view that OTP's viewer has of dumps. Prints the views that have something to show.
cat > every.erl <<'EOF'
-module(every).
-export([main/1]).
-include_lib("observer/src/crashdump_viewer.hrl").

main(Files) ->
    {ok, _} = crashdump_viewer:start_link(),
    [io:format("~ts: ~0p~n", [F, read(F)]) || F <- Files],
    halt(0).

read(File) ->
    ok = crashdump_viewer:read_file(File),
    Ready = fun Ready() ->
        case crashdump_viewer:general_info() of
            {ok, #general_info{}, _} -> ok;
            _ -> receive after 20 -> Ready() end
        end
    end,
    Ready(),
    {ok, Processes, _} = crashdump_viewer:processes(),
    [{ok, _, _} = crashdump_viewer:proc_details(pid(P)) || P <- Processes],
    {ok, Modules, _} = crashdump_viewer:loaded_modules(),
    [{ok, _, _} = crashdump_viewer:loaded_mod_details(name(M#loaded_mod.mod)) || M <- Modules],
    {ok, Tables, _} = crashdump_viewer:ets_tables(all),
    {ok, Timers, _} = crashdump_viewer:timers(all),
    {ok, _, _} = crashdump_viewer:dist_info(),
    [V || {V, [_ | _]} <- [{processes, Processes}, {modules, Modules}, {tables, Tables}, {timers, Timers}
                           | [{V, view(V)} || V <- [funs, schedulers, memory, atoms, allocated_areas, hash_tables,
                                                    allocator_info, index_tables, internal_ets_tables]]]].

view(View) ->
    {ok, List, _} = crashdump_viewer:View(),
    List.

name({Name, _}) -> unicode:characters_to_list(Name);
name(Name) -> Name.

pid(#proc{pid = Pid}) when is_pid(Pid) -> pid_to_list(Pid);
pid(#proc{pid = Pid}) -> Pid.
EOF
erlc every.erl

# death NAME [ARG...]: both emulators with these arguments. Sizes are not the same.
death() {
    name=$1
    shift
    for emulator in stock maser; do
        program=maser
        [ $emulator = stock ] && program="$OTP_ROOT/bin/erl"
        ERL_CRASH_DUMP=$name.$emulator "$program" -noshell -noinput "$@" > out.$emulator 2>&1
        echo "status $?" > told.$emulator
        sed -n 's/^Slogan: //p' $name.$emulator | sed 's/llocate [0-9]* bytes/llocate N bytes/; s/"old_heap"/"heap"/; s/{line,[0-9]*}/{line,N}/g' >> told.$emulator
        sections $name.$emulator >> told.$emulator
        tail -1 $name.$emulator >> told.$emulator
    done
    echo "== $name"
    sed -n 1,2p told.maser
    diff told.stock told.maser
}

death slogan -eval 'erlang:halt("a slogan").'
death atoms +t 12000 -eval 'lists:foreach(fun(N) -> list_to_atom("x" ++ integer_to_list(N)) end, lists:seq(1, 20000)).'
death signal -eval 'os:cmd("kill -USR1 " ++ os:getpid()), receive never -> ok end.'
death boot -s no_such_module
death kernel -kernel logger wrong
(
    ulimit -v 4000000
    death binary -eval 'binary:copy(<<0>>, 1 bsl 45).'
    death memory -eval 'lists:seq(1, 1 bsl 30).'
)

# No dump is left by an abort, nor where none is wanted, on either emulator.
for how in abort 'abort, []' '"s", [{flush, false}]'; do
    for program in "$OTP_ROOT/bin/erl" maser; do
        rm -f dump
        (ERL_CRASH_DUMP=dump ERL_CRASH_DUMP_SECONDS=0 exec "$program" -noshell -eval "erlang:halt($how)." > told 2>&1)
        echo "halt($how): $?"
        ls dump 2> /dev/null
    done
done 2> /dev/null

# A defect of the emulator itself leaves one, too.
rm -f dump
{
    (ERL_CRASH_DUMP=dump exec maser -noshell -eval '
        erts_debug:set_internal_state(available_internal_state, true),
        erts_debug:set_internal_state(panic, "broken").' > told 2>&1)
    echo "status $?"
} 2> /dev/null
sed -n 's/^Slogan: //p' dump | sed 's/crates.*[0-9]: /PLACE /'
sections dump | tr '\n' ' '
echo

# No dump is there that some view of the viewer cannot be made of.
"$OTP_ROOT/bin/erl" -noshell -eval 'every:main(["dump" | filelib:wildcard("*.{stock,maser}") -- filelib:wildcard("{told,out}.*")]).' > views
sed 's/\.stock:/:/;t;d' views > views.stock
sed 's/\.maser:/:/;t;d' views > views.maser
cat views.maser
diff views.stock views.maser
grep '^dump: ' views

# A disk that is full is told, and the emulator ends.
ERL_CRASH_DUMP=/dev/full maser -noshell -eval 'erlang:halt("to a full disk").' 2>&1 | tr -d '\r'

# A dump of limited size is cut off.
ERL_CRASH_DUMP_BYTES=5000 ERL_CRASH_DUMP=short maser -noshell -eval 'erlang:halt("short").' > /dev/null 2>&1
wc -c < short
