%% Stress: tables of all kinds used by many at once. What is inserted is found, counters count everything, one of
%% many wins, walks of a fixed table see what was there all the time, and tables end with their owners.
-module(ets_storm).
-export([main/0]).

main() ->
    Kinds = [[set], [ordered_set], [bag], [duplicate_bag]],
    Ways = [[], [{write_concurrency, true}], [{read_concurrency, true}, {write_concurrency, true}]],
    t:p(lists:usort([mixed(K ++ W) || K <- Kinds, W <- Ways])),
    t:p(lists:usort([counters(K ++ W) || K <- [[set], [ordered_set]], W <- Ways])),
    t:p(lists:usort([winners(K ++ W) || K <- [[set], [ordered_set]], W <- Ways])),
    t:p(lists:usort([walks(K ++ W) || K <- Kinds, W <- Ways])),
    Before = length(ets:all()),
    t:p(owners(t:scale(30))),
    t:p(names(t:scale(200))),
    t:p(length(ets:all()) - Before).

%% Runs the fun in so many processes, with their numbers, and gives what they give.
all(N, F) ->
    Ps = [spawn_monitor(fun() -> rand:seed(exsss, {I, 5, 7}), exit({result, F(I)}) end) || I <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, _, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

%% Each works on keys of its own, among those of all others.
mixed(Options) ->
    T = ets:new(t, [public | Options]),
    R = all(6, fun(I) -> mixed(T, I, t:scale(60), #{}) end),
    true = ets:delete(T),
    R.

mixed(T, I, 0, Model) ->
    Mine = ets:select(T, [{{{I, '$1'}, '$2', '_'}, [], [{{'$1', '$2'}}]}]),
    case lists:sort(Mine) =:= lists:sort(maps:to_list(Model)) of
        true -> ok;
        false -> {wrong, lists:sort(Mine) -- lists:sort(maps:to_list(Model))}
    end;
mixed(T, I, N, Model) ->
    K = rand:uniform(20),
    case rand:uniform(6) of
        1 -> ets:delete(T, {I, K}), mixed(T, I, N - 1, maps:remove(K, Model));
        2 ->
            case [V || {_, V, _} <- ets:lookup(T, {I, K})] of
                [] when not is_map_key(K, Model) -> mixed(T, I, N - 1, Model);
                [V] when map_get(K, Model) =:= V -> mixed(T, I, N - 1, Model);
                Other -> {wrong, K, Other, Model}
            end;
        3 -> ets:match_delete(T, {{I, K}, '_', '_'}), mixed(T, I, N - 1, maps:remove(K, Model));
        4 -> ets:select(T, [{{{'_', K}, '$1', '_'}, [], ['$1']}], 3), mixed(T, I, N - 1, Model);
        _ ->
            ets:delete(T, {I, K}),
            V = binary:copy(<<I, K>>, rand:uniform(60)),
            ets:insert(T, {{I, K}, V, lists:seq(1, rand:uniform(5))}),
            mixed(T, I, N - 1, Model#{K => V})
    end.

counters(Options) ->
    T = ets:new(t, [public | Options]),
    N = t:scale(100),
    R = all(4, fun(_) -> [ets:update_counter(T, K, {2, 1}, {K, 0}) || _ <- lists:seq(1, N), K <- [a, b, c]], ok end),
    Sum = lists:usort(ets:tab2list(T)) =:= [{K, 4 * N} || K <- [a, b, c]],
    ets:delete(T),
    {R, Sum}.

winners(Options) ->
    T = ets:new(t, [public | Options]),
    Self = self(),
    N = t:scale(200),
    R = all(4, fun(I) -> [case ets:insert_new(T, {K, I}) of true -> Self ! {won, K}; false -> no end || K <- lists:seq(1, N)], ok end),
    Won = [K || {won, K} <- t:flush()],
    Taken = all(4, fun(_) -> [case ets:take(T, K) of [_] -> Self ! {took, K}; [] -> no end || K <- lists:seq(1, N)], ok end),
    Took = [K || {took, K} <- t:flush()],
    Left = ets:info(T, size),
    ets:delete(T),
    {R, Taken, lists:sort(Won) =:= lists:seq(1, N), lists:sort(Took) =:= lists:seq(1, N), Left}.

%% Some walk while others insert and delete other keys.
walks(Options) ->
    T = ets:new(t, [public | Options]),
    [ets:insert(T, {{stays, I}, I}) || I <- lists:seq(1, 50)],
    R = all(4, fun
        (I) when I rem 2 =:= 0 ->
            [begin K = {goes, I, rand:uniform(100)}, ets:insert(T, {K, x}), ets:delete(T, {goes, I, rand:uniform(100)}) end || _ <- lists:seq(1, t:scale(150))], ok;
        (_) -> lists:usort([walk(T) || _ <- lists:seq(1, t:scale(10))])
    end),
    ets:delete(T),
    R.

walk(T) ->
    ets:safe_fixtable(T, true),
    Seen = [I || {stays, I} <- keys(T, ets:first(T))],
    ets:safe_fixtable(T, false),
    lists:sort(Seen) =:= lists:seq(1, 50).

keys(_, '$end_of_table') -> [];
keys(T, K) -> [K | keys(T, ets:next(T, K))].

%% Tables that end, are given away or are deleted while others use them.
owners(0) -> none_left;
owners(N) ->
    Self = self(),
    {Owner, M} = spawn_monitor(fun() ->
        T = ets:new(t, [public, set]),
        [ets:insert(T, {I, I}) || I <- lists:seq(1, 20)],
        Self ! {table, T},
        receive {give, To} -> ets:give_away(T, To, gift); delete -> ets:delete(T); die -> ok end
    end),
    T = receive {table, Table} -> Table after 20000 -> stuck end,
    Users = [spawn_monitor(fun() -> use(T, I) end) || I <- lists:seq(1, 3)],
    case N rem 3 of 0 -> Owner ! {give, element(1, hd(Users))}; 1 -> Owner ! delete; 2 -> Owner ! die end,
    receive {'DOWN', M, _, _, normal} -> ok after 20000 -> stuck end,
    [] = [R || {P, U} <- Users, R <- [receive {'DOWN', U, _, _, Why} -> Why after 20000 -> {stuck, process_info(P)} end], R =/= normal],
    undefined = ets:info(T),
    owners(N - 1).

use(T, I) ->
    try ets:insert(T, {I, I}), [{_, _}] = ets:lookup(T, I), ets:foldl(fun(_, A) -> A + 1 end, 0, T) of
        _ -> receive {'ETS-TRANSFER', T, _, gift} -> ok after 0 -> use(T, I) end
    catch error:badarg -> ok
    end.

%% Named tables that several make and rename.
names(N) ->
    all(3, fun(_) -> [name() || _ <- lists:seq(1, N)], ok end).

name() ->
    try ets:new(some_name, [named_table, public]) of
        some_name ->
            catch ets:rename(some_name, other_name),
            catch ets:delete(other_name),
            catch ets:delete(some_name)
    catch error:badarg -> catch ets:insert(other_name, {a, b})
    end.
