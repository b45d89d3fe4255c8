%% Stress: many want the same name. One has it at a time; whoever dies gives it back before its death is known.
-module(name_races).
-export([main/0]).

main() ->
    t:p(fight(20, t:scale(100))),
    t:p(whereis(crown)),
    t:p(dies(t:scale(1000))),
    t:p(others(t:scale(1000))),
    t:p(lookups(t:scale(20000))),
    t:p([N || N <- [crown, throne], lists:member(N, registered())]),
    t:p(tables(t:scale(300))).

%% Everybody tries to get the crown, holds it for a moment, and gives it up or dies with it.
fight(N, Rounds) ->
    C = counters:new(1, []),
    Ps = [spawn_monitor(fun() -> contender(C, Rounds) end) || _ <- lists:seq(1, N)],
    lists:usort([receive {'DOWN', M, _, P, R} -> R after 60000 -> {stuck, process_info(P)} end || {P, M} <- Ps]).

contender(_, 0) -> exit(content);
contender(C, N) ->
    try register(crown, self()) of
        true ->
            counters:add(C, 1, 1),
            1 = counters:get(C, 1),
            whereis(crown) =:= self() orelse exit(not_me),
            case rand:uniform(4) of 1 -> erlang:yield(); _ -> ok end,
            counters:sub(C, 1, 1),
            unregister(crown),
            contender(C, N - 1)
    catch error:badarg -> erlang:yield(), contender(C, N - 1)
    end.

%% When the death is known the name is free.
dies(0) -> free;
dies(N) ->
    {P, M} = spawn_monitor(fun() -> register(throne, self()), exit(done) end),
    receive {'DOWN', M, _, P, done} -> ok after 20000 -> t:p(stuck) end,
    undefined = whereis(throne),
    dies(N - 1).

%% Names given to others who are dying: refused or given back.
others(0) -> free;
others(N) ->
    {P, M} = spawn_monitor(fun() -> case rand:uniform(2) of 1 -> ok; 2 -> erlang:yield() end end),
    _ = (catch register(seat, P)),
    receive {'DOWN', M, _, P, _} -> ok after 20000 -> t:p(stuck) end,
    case whereis(seat) of undefined -> others(N - 1); Q -> {stale, P, Q} end.

%% Messages by name while the owner changes.
lookups(N) ->
    Self = self(),
    P = spawn_link(fun() -> owner(Self) end),
    R = look(N, 0),
    unlink(P), exit(P, kill),
    free(seat),
    R.
free(Name) -> case whereis(Name) of undefined -> ok; _ -> erlang:yield(), free(Name) end.
owner(Main) ->
    {P, M} = spawn_monitor(fun() -> catch register(seat, self()), receive {hit, Main} -> ok after 1 -> ok end end),
    receive {'DOWN', M, _, P, _} -> owner(Main) end.
look(0, _) -> looked;
look(N, K) -> _ = (catch seat ! {hit, self()}), look(N - 1, K).

%% Named tables: free when the owner's death is known; given to the heir with all that is in it.
tables(0) -> ok;
tables(N) ->
    Self = self(),
    {P, M} = spawn_monitor(fun() ->
        named = ets:new(named, [named_table, public]), ets:insert(named, [{I, I} || I <- lists:seq(1, 10)]),
        T = ets:new(x, [{heir, Self, data}]), ets:insert(T, {k, N}),
        case rand:uniform(2) of 1 -> exit(done); 2 -> ets:delete(named), exit(done) end end),
    receive {'DOWN', M, _, P, done} -> ok after 20000 -> t:p(stuck) end,
    undefined = ets:whereis(named),
    receive {'ETS-TRANSFER', H, P, data} -> [{k, N}] = ets:lookup(H, k), ets:delete(H) after 20000 -> t:p(no_heritage) end,
    tables(N - 1).
