%% Stress: processes that all talk to all while some of them are killed and replaced. What one sends to another
%% comes in order and without gaps, up to the death of either; nothing is left at the end.
-module(mesh).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Before = length(processes()),
    Self = self(),
    Members = [start(Self, I) || I <- lists:seq(1, 20)],
    [P ! {mesh, Members} || P <- Members],
    Left = disturb(t:scale(300), Members, 21),
    [P ! stop || P <- Left],
    t:p(lists:usort([receive {'EXIT', P, R} -> R after 20000 -> {stuck, process_info(P)} end || P <- Left])),
    t:p(t:flush()),
    t:p(settle(Before, 100)).

%% Processes that are going are gone soon.
settle(Before, 0) -> {left, length(processes()) - Before};
settle(Before, N) ->
    case length(processes()) of
        L when L =< Before -> none_left;
        _ -> receive after 20 -> settle(Before, N - 1) end
    end.

start(Main, I) -> spawn_link(fun() -> receive {mesh, Ps} -> member(Main, I, Ps, #{}, #{}) end end).

disturb(0, Ps, _) -> Ps;
disturb(N, Ps, I) ->
    Victim = lists:nth(rand:uniform(length(Ps)), Ps),
    exit(Victim, kill),
    receive {'EXIT', Victim, killed} -> ok after 20000 -> t:p({victim_lives, process_info(Victim)}) end,
    undefined = process_info(Victim),
    New = start(self(), I),
    Now = [New | lists:delete(Victim, Ps)],
    [P ! {mesh, Now} || P <- Now],
    disturb(N - 1, Now, I + 1).

%% Sends the next number to a random member; what comes must be one more than what came from there before.
member(Main, I, Ps, Sent, Got) ->
    receive
        stop -> exit(fine);
        {mesh, Now} -> member(Main, I, Now, maps:with(Now, Sent), maps:with(Now, Got));
        {n, From, N} ->
            case Got of
                #{From := M} when N =/= M + 1 -> exit({lost, From, M, N});
                _ -> member(Main, I, Ps, Sent, Got#{From => N})
            end
    after 0 ->
        case erlang:process_info(self(), message_queue_len) of
            {_, L} when L > 5000 -> exit({full, L});
            _ -> ok
        end,
        To = lists:nth(rand:uniform(length(Ps)), Ps),
        N = maps:get(To, Sent, 0) + 1,
        case To =:= self() of
            false -> To ! {n, self(), N}, pace(), member(Main, I, Ps, Sent#{To => N}, Got);
            true -> member(Main, I, Ps, Sent, Got)
        end
    end.

%% So that queues stay short: a turn for everybody else.
pace() -> case rand:uniform(4) of 1 -> receive after 1 -> ok end; _ -> erlang:yield() end.
