%% Match specifications that nest calls, tuples and lists deeply: thousands of them are too many.
-module(deep_specs).
-export([main/0]).

main() ->
    T = ets:new(t, []),
    true = ets:insert(T, {a, 7}),
    [t:p({N, Kind, run(T, deep(Kind, N))}) || N <- [1000, 200000], Kind <- [calls, left, tuples, lists, maps, 'andalso']].

run(T, E) ->
    Spec = [{{'_', '$1'}, [{'=:=', '$1', E}], [true]}],
    [case erlang:match_spec_test({a, 7}, Spec, table) of
         {ok, Result, _, _} -> Result;
         {error, Errors} -> lists:usort([lists:sublist(Text, 17) || {error, Text} <- Errors, hd(Text) =:= $E])
     end,
     caught(fun() -> ets:select(T, Spec) end), caught(fun() -> ets:match_spec_compile(Spec) end),
     caught(fun() -> erlang:trace_pattern({?MODULE, none, 7}, [{['$1'], [{'=:=', '$1', E}], []}], []) end)].

caught(F) ->
    try F() of
        R when is_reference(R) -> ok;
        R -> R
    catch
        error:Why -> Why
    end.

deep(_, 0) -> '$1';
deep(calls, N) -> {'+', 0, deep(calls, N - 1)};
deep(left, N) -> {'+', deep(left, N - 1), 0};
deep(tuples, N) -> {{deep(tuples, N - 1)}};
deep(lists, N) -> [deep(lists, N - 1)];
deep(maps, N) -> #{a => deep(maps, N - 1)};
deep('andalso', N) -> {'andalso', true, deep('andalso', N - 1)}.
