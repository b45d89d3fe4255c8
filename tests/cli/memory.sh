# An emulator that comes to rest after much work gives the memory back, with nobody calling for it.
cat > memory.erl <<'EOF'
-module(memory).
-export([main/0]).
main() ->
    Before = resident(),
    [begin
         {P, Ref} = spawn_monitor(Work),
         receive {'DOWN', Ref, process, P, normal} -> ok end,
         io:format("~s: ~p~n", [Name, resident() > Before + 100000]),
         io:format("given back: ~p~n", [falls_below(Before + 50000, 300)])
     end || {Name, Work} <- [{"a large heap", fun() -> length(lists:seq(1, 5000000)) end},
                             {"binaries", fun() -> length([binary:copy(<<I>>, 1000) || I <- lists:seq(1, 200000)]) end},
                             {"a table", fun() -> T = ets:new(t, []), [ets:insert(T, {I, I, I, I}) || I <- lists:seq(1, 1500000)] end}]],
    halt().

falls_below(_, 0) -> resident();
falls_below(Limit, N) ->
    receive after 100 -> ok end,
    resident() < Limit orelse falls_below(Limit, N - 1).

%% In kilobytes.
resident() ->
    {ok, Text} = file:read_file("/proc/self/statm"),
    [_, Pages | _] = binary:split(Text, <<" ">>, [global]),
    binary_to_integer(Pages) * 4.
EOF
maser exec erlc memory.erl
for schedulers in 1:1 2:2; do
    maser -noshell +S $schedulers -run memory main
done
