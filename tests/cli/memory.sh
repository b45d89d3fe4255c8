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
                             {"code, by threads for dirty calls", fun code/0},
                             {"a table", fun() -> T = ets:new(t, []), [ets:insert(T, {I, I, I, I}) || I <- lists:seq(1, 1500000)] end}]],
    halt().

code() ->
    Files = [F || A <- [stdlib, compiler], F <- filelib:wildcard(filename:join(code:lib_dir(A), "ebin/*.beam"))],
    Code = [{list_to_atom(filename:basename(F, ".beam")), element(2, file:read_file(F))} || F <- Files],
    Prepare = fun() ->
        Prepared = [erlang:prepare_loading(M, B) || {M, B} <- Code],
        receive done -> Prepared end
    end,
    Ps = [spawn_monitor(Prepare) || _ <- lists:seq(1, 20)],
    [P ! done || {P, _} <- Ps],
    [receive {'DOWN', M, process, P, _} -> ok end || {P, M} <- Ps].

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
