%% A binary of more than four gigabytes has no external form: what its owner gets who writes it or
%% sends it to another node. `run(There)`.
-module(dist_too_large).
-export([run/1, waits/0, watches/1]).

run(There) ->
    Large = <<0:((1 bsl 32 + 1) * 8)>>,
    _ = [begin
             Term = Wrap(Large),
             [io:format("~s ~s: ~0p~n", [Name, What, outcome(F)]) || {What, F} <- ways(Term, There)]
         end || {Name, Wrap} <- [{"alone", fun(B) -> B end},
                                 {"late", fun(B) -> [lists:duplicate(300000, 3000000), {B}] end},
                                 {"bits", fun(B) -> <<B/binary, 1:3>> end}]],
    [io:format("~s: ~0p~n", [Name, ends(Name, Large, There)]) || Name <- [link, monitor]],
    Most = binary:part(Large, 0, 1 bsl 32 - 1),
    io:format("the largest: ~0p~n", [erlang:external_size(Most)]),
    [io:format("hash of ~p: ~p~n", [Size, erlang:phash2(binary:part(Large, 0, Size))]) || Size <- [1 bsl 32, 1 bsl 32 + 1]],
    ok.

ways(T, There) ->
    P = spawn(There, ?MODULE, waits, []),
    [{"term_to_binary", fun() -> term_to_binary(T) end},
     {"term_to_binary compressed", fun() -> term_to_binary(T, [compressed]) end},
     {"term_to_iovec", fun() -> erlang:term_to_iovec(T) end},
     {"term_to_iovec compressed", fun() -> erlang:term_to_iovec(T, [compressed]) end},
     {"external_size", fun() -> erlang:external_size(T) end},
     {"external_size/2", fun() -> erlang:external_size(T, [{minor_version, 0}]) end},
     {"!", fun() -> P ! T end},
     {"! to a name", fun() -> {init, There} ! T end},
     {"send/3", fun() -> erlang:send(P, T, [nosuspend]) end},
     {"exit/2", fun() -> exit(P, T) end},
     {"spawn_request", fun() ->
          R = erlang:spawn_request(There, erlang, apply, [T, []], [monitor]),
          receive {spawn_reply, R, Result, Why} -> {Result, Why} end
      end},
     {"spawn_opt", fun() -> spawn_opt(There, erlang, apply, [T, []], [link]) end},
     {"an early message", fun() -> {name, 'nobody@nowhere'} ! T end}].

outcome(F) ->
    try F() of
        {error, Why} -> {error, Why};
        _ -> done
    catch
        Class:Reason -> {Class, Reason}
    end.

%% Others are to know of the end of a process, whose reason cannot be told: the connection ends.
ends(How, Large, There) ->
    pong = ping(There),
    P = spawn(fun() -> receive {go, Tell} when How =:= link -> link(Tell), exit(Large); {go, _} -> exit(Large) end end),
    Far = spawn(There, ?MODULE, watches, [P]),
    Far ! {watch, self()},
    receive {Far, watching} -> ok end,
    monitor_node(There, true),
    P ! {go, Far},
    receive {nodedown, There} -> nodedown end.

ping(There) -> case net_adm:ping(There) of pong -> pong; pang -> ping(There) end.

waits() -> receive stop -> ok end.
watches(P) -> receive {watch, From} -> monitor(process, P), From ! {self(), watching}, waits() end.
