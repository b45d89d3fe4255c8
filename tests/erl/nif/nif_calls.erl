%% Calls of a library's functions: values, exceptions with their traces, work in parts, dirty
%% schedulers, signals and exits meanwhile.
-module(nif_calls).
-export([main/0, apply_same/1]).
-export([same/1, pair/2, badarg/1, raise/1, count/2, fail_later/2, here/0, dirty_cpu/0, dirty_io/0,
         dirty_pair/2, dirty_badarg/1, held_up/4, outlive/4, outlived/0, make_pipe/0, let_go/1, consume/0, many/1,
         dirty_many/1]).
-nifs([same/1, pair/2, badarg/1, raise/1, count/2, fail_later/2, here/0, dirty_cpu/0, dirty_io/0,
       dirty_pair/2, dirty_badarg/1, held_up/4, outlive/4, outlived/0, make_pipe/0, let_go/1, consume/0, many/1,
       dirty_many/1]).

same(_) -> erlang:nif_error(not_loaded).
pair(_, _) -> erlang:nif_error(not_loaded).
badarg(_) -> erlang:nif_error(not_loaded).
raise(_) -> erlang:nif_error(not_loaded).
count(_, _) -> erlang:nif_error(not_loaded).
fail_later(_, _) -> erlang:nif_error(not_loaded).
here() -> erlang:nif_error(not_loaded).
dirty_cpu() -> erlang:nif_error(not_loaded).
dirty_io() -> erlang:nif_error(not_loaded).
dirty_pair(_, _) -> erlang:nif_error(not_loaded).
dirty_badarg(_) -> erlang:nif_error(not_loaded).
held_up(_, _, _, _) -> erlang:nif_error(not_loaded).
outlive(_, _, _, _) -> erlang:nif_error(not_loaded).
outlived() -> erlang:nif_error(not_loaded).
make_pipe() -> erlang:nif_error(not_loaded).
let_go(_) -> erlang:nif_error(not_loaded).
consume() -> erlang:nif_error(not_loaded).
many(_) -> erlang:nif_error(not_loaded).
dirty_many(_) -> erlang:nif_error(not_loaded).

main() ->
    io:format("before: ~p~n", [catch same(1)]),
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    values(),
    exceptions(),
    parts(),
    dirty(),
    signals(),
    exits(),
    heaps().

values() ->
    io:format("same: ~p ~p ~p~n", [same(1), ?MODULE:same([a]), apply(?MODULE, same, [{x}])]),
    F = fun same/1,
    G = fun ?MODULE:same/1,
    io:format("funs: ~p ~p ~p~n", [F(a), G(b), lists:map(fun ?MODULE:same/1, [1, 2])]),
    io:format("last: ~p~n", [apply_same(c)]),
    io:format("pair: ~p~n", [pair(<<"a">>, [b])]),
    io:format("spawned: ~p~n", [spawned()]),
    io:format("taint: ~p~n", [lists:member(?MODULE, erlang:system_info(taints))]),
    io:format("nifs: ~p~n", [length(?MODULE:module_info(nifs))]),
    io:format("exported: ~p ~p~n", [erlang:function_exported(?MODULE, same, 1),
                                    erlang:is_builtin(?MODULE, same, 1)]).

apply_same(X) -> same(X).

spawned() ->
    {_, Ref} = spawn_monitor(?MODULE, raise, [spawned]),
    receive {'DOWN', Ref, process, _, {Reason, [{M, F, _, _} | _]}} -> {Reason, M, F} end.

exceptions() ->
    Try = fun(F, Args) ->
                  try apply(?MODULE, F, Args) catch C:R:St -> {C, R, hd(St)} end
          end,
    io:format("~p~n~p~n", [Try(badarg, [x]), Try(raise, [y])]),
    io:format("~p~n", [try badarg(1) catch error:R:St -> {R, hd(St), element(2, hd(tl(St)))} end]),
    io:format("~p~n", [catch pair(1, badarg(2))]).

parts() ->
    io:format("parts: ~p ~p~n", [count(3, 0), length(count(10000, 0))]),
    io:format("elsewhere: ~p~n", [count(7, 1)]),
    io:format("fails later: ~p~n",
              [try fail_later(a, b) catch C:R:St -> {C, R, hd(St)} end]),
    io:format("slice: ~p~n", [consume() =< 10]).

dirty() ->
    io:format("threads: ~p ~p ~p~n", [here(), dirty_cpu(), dirty_io()]),
    Big = lists:seq(1, 1000),
    {Big, x} = dirty_pair(x, Big),
    io:format("dirty badarg: ~p~n", [try dirty_badarg(z) catch C:R:St -> {C, R, hd(St)} end]).

%% Signals are heeded while a call goes on, and its arguments stay where they are.
signals() ->
    Me = self(),
    {In, Out} = make_pipe(),
    Bin = binary:copy(<<1>>, 1000),
    P = spawn_link(fun() ->
                           List = lists:seq(1, 100),
                           R = held_up(Me, In, Bin, List),
                           receive go -> ok end,
                           Me ! {result, self(), R =:= [Me | List]}
                   end),
    receive {begun, P, Size} -> io:format("begun with ~p bytes~n", [Size]) end,
    P ! go,
    io:format("asked: ~p ~p~n", [erlang:process_info(P, message_queue_len),
                                 element(1, erlang:process_info(P, status))]),
    [P ! {filler, lists:seq(1, N)} || N <- lists:seq(1, 100)],
    io:format("more: ~p~n", [erlang:process_info(P, message_queue_len)]),
    ok = let_go(Out),
    receive {ends, Alive, Sum} -> io:format("ends: ~p ~p~n", [Alive, Sum]) end,
    receive {result, P, Is} -> io:format("result: ~p~n", [Is]) end.

%% A process that ends meanwhile is gone for all others; its terms stay until the call is over.
exits() ->
    Me = self(),
    {In, Out} = make_pipe(),
    {P, Ref} = spawn_monitor(fun() ->
                                     register(held, self()),
                                     Bin = list_to_binary(lists:duplicate(60, 2)),
                                     outlive(Me, In, Bin, lists:seq(1, 100))
                             end),
    receive {begun, P, Size} -> io:format("begun with ~p bytes~n", [Size]) end,
    exit(P, kill),
    receive {'DOWN', Ref, process, P, Why} -> io:format("down: ~p~n", [Why]) end,
    io:format("gone: ~p ~p~n", [is_process_alive(P), whereis(held)]),
    ok = let_go(Out),
    io:format("outlived: ~p~n", [outlived()]),
    io:format("nothing: ~p~n", [receive M -> M after 0 -> none end]).

heaps() ->
    [begin
         L = many(N),
         N = length(L),
         L = dirty_many(N),
         erlang:garbage_collect(),
         [] = [I || {I, B} <- L, B =/= binary:copy(<<I>>, I rem 100)]
     end || N <- [0, 1, 10, 100, 1000, 10000]],
    io:format("heaps~n").
