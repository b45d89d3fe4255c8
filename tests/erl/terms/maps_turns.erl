%% Large maps are made and listed in several turns: others run in between, and the result is the
%% same as that of one turn.
-module(maps_turns).
-export([main/0]).

main() ->
    Keys = [{K, K * 7 rem 1000} || K <- lists:seq(1, 30000)] ++ [1, 2.0, a],
    Pairs = [{K, 1} || K <- Keys] ++ [{K, 2} || K <- Keys],
    Slow = lists:foldl(fun({K, V}, M) -> M#{K => V} end, #{}, Pairs),
    {Fast, T1} = turns(fun() -> maps:from_list(Pairs) end, {maps, from_list, 1}),
    t:p({Fast =:= Slow, map_size(Fast), T1}),
    {Same, T2} = turns(fun() -> maps:from_keys(Keys ++ Keys, 2) end, {maps, from_keys, 2}),
    t:p({Same =:= Slow, T2}),
    Listed = maps:keys(Slow),
    Values = maps:values(maps:map(fun(K, _) -> K end, Slow)),
    t:p({lists:sort(Listed) =:= lists:sort(Keys), Values =:= Listed}),
    t:p([K || {K, _} <- maps:to_list(Slow)] =:= Listed),
    t:p(lists:sort(maps:fold(fun(K, _, Acc) -> [K | Acc] end, [], Slow)) =:= lists:sort(Keys)),
    {Form, T3} = turns(fun() -> term_to_binary(Slow, [deterministic]) end, any),
    t:p({erlang:md5(Form), binary_to_term(Form) =:= Slow, T3}),
    %% Errors show the arguments of the program.
    Bad = lists:sublist(Pairs, 30000) ++ [oops],
    t:p(try maps:from_list(Bad)
        catch error:badarg:S1 -> [{maps, from_list, Args1, _} | _] = S1, Args1 =:= [Bad] end),
    BadKeys = lists:sublist(Keys, 30000) ++ improper,
    t:p(try maps:from_keys(BadKeys, x)
        catch error:badarg:S2 -> [{maps, from_keys, Args2, _} | _] = S2, Args2 =:= [BadKeys, x] end),
    %% Whoever is killed in between leaves nothing behind.
    {Pid, Ref} = spawn_monitor(fun Loop() -> maps:from_list(Pairs), Loop() end),
    exit(Pid, kill),
    receive {'DOWN', Ref, process, Pid, Why} -> t:p(Why) end.

%% What F gives, and whether others have run during the function.
turns(F, Function) ->
    Me = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
                                       erlang:trace(self(), true, [running, {tracer, Me}]),
                                       Value = F(),
                                       erlang:trace(self(), false, [running, {tracer, Me}]),
                                       exit({value, Value})
                               end),
    receive {'DOWN', Ref, process, Pid, {value, Value}} -> ok end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    {Value, count(Function, 0) > 2}.

count(Function, N) ->
    receive
        {trace, _, out, F} when F =:= Function; Function =:= any -> count(Function, N + 1);
        {trace, _, _, _} -> count(Function, N)
    after 0 -> N
    end.
