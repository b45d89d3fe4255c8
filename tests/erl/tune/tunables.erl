%% maser only
%% vm: +tunemove_most=16 +tunespin_time=0
%% maser:tune/1,2 and tunables/0: what there is, changing it, what is refused.
-module(tunables).
-export([main/0]).

main() ->
    All = maser:tunables(),
    t:p([Name || {Name, _} <- All]),
    %% Each is as it was at start, but for the flags.
    t:p([{Name, V} || {Name, #{value := V, default := D}} <- All, V =/= D]),
    t:p([Name || {Name, #{range := {L, M}, default := D, unit := U, doc := Doc}} <- All,
                 not (L =< D andalso D =< M andalso is_binary(U) andalso byte_size(Doc) > 20)]),
    %% Each can be set to both ends of its range and back, while the system runs, and not beyond them.
    Work = spawn_link(fun work/0),
    [begin
         V = maser:tune(Name),
         [begin
              V = maser:tune(Name, End),
              End = maser:tune(Name),
              work(3),
              {badarg, _} = refused(Name, Least - 1),
              {badarg, _} = refused(Name, Most + 1),
              End = maser:tune(Name, V)
          end || End <- [Least, Most]]
     end || {Name, #{range := {Least, Most}}} <- All],
    unlink(Work), exit(Work, kill),
    t:p(refused(spin_time, -1)),
    [t:p({V, element(1, refused(reductions_per_slice, V))}) || V <- [1.0, x, 1 bsl 32, 1 bsl 64, 1 bsl 200, -(1 bsl 200), "1"]],
    [t:p(refused(N, 1)) || N <- [spin, "spin_time", 17]],
    t:show("unknown", fun() -> maser:tune(spin) end),
    %% A slice of another length is a slice of that length.
    Usual = maser:tune(reductions_per_slice, 100000),
    100000 = erlang:system_info(context_reductions),
    Before = reductions(),
    true = lists:seq(1, 50000) =:= lists:map(fun(X) -> X end, lists:seq(1, 50000)),
    After = reductions(),
    t:p(After - Before >= 50000 andalso After - Before < 200000),
    100000 = maser:tune(reductions_per_slice, 50),
    erlang:yield(),
    Before2 = reductions(),
    true = lists:seq(1, 50000) =:= lists:map(fun(X) -> X end, lists:seq(1, 50000)),
    After2 = reductions(),
    t:p(After2 - Before2 >= 50000 andalso After2 - Before2 < 200000),
    50 = maser:tune(reductions_per_slice, Usual),
    {reductions, Others} = process_info(whereis(init), reductions),
    t:p(Others >= 0).

reductions() -> element(2, process_info(self(), reductions)).

%% As the shell tells it.
refused(Name, Value) ->
    try maser:tune(Name, Value)
    catch
        error:Reason:Stack -> {Reason, maser:format_error(Reason, Stack)}
    end.

%% Processes, messages, collections.
work() -> work(10), work().

work(N) ->
    Me = self(),
    [spawn(fun() -> Me ! {I, lists:reverse(lists:seq(1, 500))} end) || I <- lists:seq(1, N)],
    [receive {I, [500 | _]} -> ok end || I <- lists:seq(1, N)].
