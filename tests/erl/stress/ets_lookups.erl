%% Stress: lookups in sets while others make their buckets split, merge and be given up. What stays in a table is
%% always found, objects are never seen half changed, and each timer that cannot be stopped has sent its message.
-module(ets_lookups).
-export([main/0]).

main() ->
    Ways = [[], [{write_concurrency, true}]],
    t:p(lists:usort([stay(W) || W <- Ways])),
    t:p(lists:usort([whole(W) || W <- Ways])),
    t:p(timers(t:scale(300))).

%% Runs one fun until others are done.
beside(Readers, Writers) ->
    Rs = [spawn_monitor(fun() -> R(0) end) || R <- Readers],
    Ws = [spawn_monitor(W) || W <- Writers],
    [receive {'DOWN', M, _, _, normal} -> ok after 60000 -> exit(stuck) end || {_, M} <- Ws],
    [P ! stop || {P, _} <- Rs],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> stuck end || {_, M} <- Rs]).

until_stopped(F) ->
    fun Again(N) ->
        receive stop -> exit(ok)
        after 0 -> case F(N) of ok -> Again(N + 1); Bad -> exit({wrong, Bad}) end
        end
    end.

%% A few keys stay; many others come and go, up to the last.
stay(Options) ->
    T = ets:new(t, [public | Options]),
    Kept = [{kept, K} || K <- lists:seq(1, 20)],
    ets:insert(T, [{K, K, 1.5} || K <- Kept]),
    Look = until_stopped(fun(_) ->
        case [K || K <- Kept, ets:lookup(T, K) =/= [{K, K, 1.5}] orelse not ets:member(T, K)
                                  orelse ets:lookup_element(T, K, 2) =/= K] of
            [] -> ok;
            Missed -> Missed
        end
    end),
    Come = fun(I) -> fun() ->
        [begin
             Keys = [{I, K} || K <- lists:seq(1, 50 * (N rem 7 + 1))],
             [ets:insert(T, {K, N}) || K <- Keys],
             [ets:delete(T, K) || K <- Keys]
         end || N <- lists:seq(1, t:scale(20))]
    end end,
    R = beside([Look, Look], [Come(1), Come(2)]),
    Left = length(ets:tab2list(T)) - length(Kept),
    ets:delete(T),
    {R, Left}.

%% All elements of an object change together; binaries outside of it come and go.
whole(Options) ->
    T = ets:new(t, [public | Options]),
    Make = fun(N) -> {a, N, N, N * 1.0, binary:copy(<<N>>, 100)} end,
    ets:insert(T, Make(1)),
    Look = until_stopped(fun(_) ->
        case ets:lookup(T, a) of
            [{a, N, N, F, B} = O] -> case F == N andalso B =:= binary:copy(<<N>>, 100) of true -> ok; false -> O end;
            Other -> Other
        end
    end),
    Change = fun() ->
        [case N rem 3 of
             0 -> ets:insert(T, Make(N rem 200));
             1 -> M = N rem 200, ets:update_element(T, a, [{2, M}, {3, M}, {4, M * 1.0}, {5, binary:copy(<<M>>, 100)}]);
             2 -> ets:insert_new(T, Make(1)), ets:delete_object(T, none(T))
         end || N <- lists:seq(1, t:scale(2000))]
    end,
    R = beside([Look, Look], [Change]),
    ets:delete(T),
    R.

none(_) -> {a, none}.

%% Stopped about when they fire, by others than who gets their messages.
timers(N) ->
    Me = self(),
    Stop = spawn_link(fun F() -> receive {R, I} -> Me ! {stopped, I, erlang:cancel_timer(R)}, F() end end),
    [begin
         R = erlang:send_after(I rem 3, Me, {fired, I}),
         Stop ! {R, I},
         receive
             {stopped, I, false} -> receive {fired, I} -> ok after 0 -> exit({lost, I}) end;
             {stopped, I, Left} when is_integer(Left) -> ok
         end,
         receive {fired, I} -> exit({twice, I}) after 0 -> ok end
     end || I <- lists:seq(1, N)],
    unlink(Stop), exit(Stop, kill),
    ok.
