%% Conversions between long lists and binaries: right, and in several turns, so that others run.
-module(long_conversions).
-export([main/0]).

main() ->
    %% Without loops, which take long where everything collects.
    Part = lists:seq(0, 250),
    Bin = binary:copy(list_to_binary(Part), 8000),
    Bytes = binary_to_list(Bin),
    Part = lists:sublist(Bytes, 251),
    Nested = [Bytes, [[[] | Bin], [[Bytes | Bin]]] | <<"end">>],
    Whole = <<Bin/binary, Bin/binary, Bin/binary, Bin/binary, "end">>,
    Unaligned = unaligned(Bin),
    Calls = [{erlang, list_to_binary, [Bytes], Bin},
             {erlang, iolist_to_binary, [Nested], Whole},
             {binary, list_to_bin, [[Bytes | Bin]], <<Bin/binary, Bin/binary>>},
             {erlang, binary_to_list, [Bin], Bytes},
             {erlang, binary_to_list, [Unaligned], Bytes},
             {erlang, binary_to_list, [Bin, 2, byte_size(Bin)], tl(Bytes)},
             {erlang, list_to_binary, [Bytes ++ [256]], bad},
             {erlang, iolist_to_binary, [[Nested, <<1:3>>]], bad},
             {erlang, iolist_to_binary, [[Bytes | tail]], bad}],
    [io:format("~s ~p~n", [F, turns(M, F, Args, Value)]) || {M, F, Args, Value} <- Calls],
    io:format("~p~n", [garbage(Bytes, Bin, 2)]),
    io:format("~p~n", [[result(erlang, list_to_binary, [A]) || A <- [[1, a], <<"binary">>]]]),
    io:format("~p~n", [[iolist_to_binary(X) || X <- [[], <<>>, [<<"a">> | <<"b">>], [[[]], "c" | <<>>]]]]),
    io:format("~p~n", [[binary_to_list(<<"abc">>, F, T) || {F, T} <- [{1, 3}, {2, 2}]]]).

%% Whether a call gives what it should, and whether it took several turns or just a few.
turns(M, F, Args, Value) ->
    Main = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> exit(result(M, F, Args)) end end),
    Counter = spawn(fun() -> count(Main, 0) end),
    erlang:trace(Pid, true, [running, {tracer, Counter}]),
    Pid ! go,
    Right = receive {'DOWN', Ref, process, Pid, Result} -> Result =:= Value end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    Counter ! stop,
    receive {Counter, N} -> {Right, several(N)} end.

%% The stack trace has what it was called with.
result(M, F, Args) ->
    try apply(M, F, Args)
    catch error:badarg:Stack -> {M, F, Args, _} = hd(Stack), bad
    end.

several(N) when N > 1 -> several;
several(_) -> few.

count(Main, N) ->
    receive
        stop -> Main ! {self(), N};
        {trace, _, out, _} -> count(Main, N + 1);
        _ -> count(Main, N)
    end.

unaligned(Bin) ->
    <<_:3, Rest/bitstring>> = <<5:3, Bin/binary>>,
    Rest.

%% Collections come in between.
garbage(_, _, 0) -> true;
garbage(Bytes, Bin, N) ->
    Bin = list_to_binary([lists:reverse(lists:reverse(Bytes))]),
    erlang:garbage_collect(),
    Bytes = binary_to_list(list_to_binary(Bytes)),
    garbage(Bytes, Bin, N - 1).
