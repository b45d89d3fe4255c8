%% What goes through huge terms, lists and texts: right, and in several turns, so that others run.
-module(long_turns).
-export([main/0]).

main() ->
    %% Without loops, which take long where everything collects.
    Part = lists:seq(0, 250),
    Bin = binary:copy(list_to_binary(Part), 4000),
    Bytes = binary_to_list(Bin),
    Bytes2 = binary_to_list(<<Bin/binary, Bin/binary>>),
    Tuple = list_to_tuple(Bytes),
    Term = [Tuple, Bytes, #{key => Tuple}, {Bytes, Bin}, <<5:3>>],
    Form = term_to_binary(Term),
    Packed = term_to_binary(Tuple, [compressed]),
    Cut = binary:part(Form, 0, byte_size(Form) - 1),
    Improper = Bytes ++ tail,
    Latin1 = unicode:characters_to_binary(Bin, latin1),
    Same = fun(V) -> fun(R) -> R =:= V end end,
    Sum = fun erlang:md5/1,
    Calls =
        [{erlang, term_to_binary, [Tuple], Sum},
         {erlang, term_to_binary, [Term, [{minor_version, 2}]], Sum},
         {erlang, term_to_binary, [Tuple, [compressed]], Same(Packed)},
         {erlang, term_to_iovec, [Term], fun(R) -> iolist_to_binary(R) =:= Form end},
         {erlang, term_to_iovec, [Tuple, [compressed]], fun(R) -> iolist_to_binary(R) =:= Packed end},
         {erlang, binary_to_term, [Form], Same(Term)},
         {erlang, binary_to_term, [unaligned(Form), [safe]], Same(Term)},
         {erlang, binary_to_term, [<<Packed/binary, 1, 2>>, [used]], Same({Tuple, byte_size(Packed)})},
         {erlang, binary_to_term, [Cut], Same(bad)},
         {erlang, binary_to_term, [Cut, [used, safe]], Same(bad)},
         {erlang, phash2, [Term], fun(R) -> R end},
         {erlang, phash2, [{Bytes, <<1:1>>, Bytes}, 1000000], fun(R) -> R end},
         {erlang, '++', [Bytes, Bytes], Same(Bytes2)},
         {erlang, '++', [Bytes, tail], Same(Improper)},
         {erlang, '++', [Improper, Bytes], Same(bad)},
         {erlang, '--', [Bytes2, Bytes], Same(Bytes)},
         {erlang, '--', [Bytes ++ [{a}, 1.0, {a}], [{a}, 1 | Bytes]], Same([1.0, {a}])},
         {erlang, '--', [Bytes, [x, 250]], fun(R) -> length(R) end},
         {lists, reverse, [Bytes, [x]], fun(R) -> lists:reverse(R) =:= [x | Bytes] end},
         {lists, member, [x, Bytes], Same(false)},
         {lists, member, [<<"end">>, Bytes ++ [<<"end">>]], Same(true)},
         {lists, keyfind, [x, 2, Bytes ++ [{a, x}]], Same({a, x})},
         {lists, keymember, [{x}, 1, Bytes2], Same(false)},
         {unicode, characters_to_binary, [Bytes, latin1], Same(Latin1)},
         {unicode, characters_to_binary, [[Bytes, [[Bytes] | <<200>>], $a], latin1],
          Same(<<Latin1/binary, Latin1/binary, 200/utf8, $a>>)},
         {unicode, characters_to_binary, [[Bytes, -1, $a], unicode], Same({error, Latin1, [-1, $a]})},
         {unicode, characters_to_list, [Latin1, unicode], Same(Bytes)},
         {unicode, characters_to_list, [Bin, latin1], Same(Bytes)},
         {unicode, characters_to_list, [[Bytes, 16#10ffff], utf8], Same(Bytes ++ [16#10ffff])},
         {erlang, list_to_bitstring, [[Bytes, <<5:3>>, Bytes | <<1:1>>]], Same(<<Bin/binary, 5:3, Bin/binary, 1:1>>)},
         {erlang, list_to_bitstring, [[<<5:3>>, Bytes, foo]], Same(bad)},
         {erlang, bitstring_to_list, [<<Bin/binary, 5:3>>], Same(Bytes ++ [<<5:3>>])},
         {erlang, iolist_to_iovec, [[Bytes, Bin, Bytes]], fun(R) -> iolist_to_binary(R) =:= <<Bin/binary, Bin/binary, Bin/binary>> end}],
    [io:format("~s ~p~n", [F, turns(M, F, Args, Check)]) || {M, F, Args, Check} <- Calls],
    io:format("~p~n", [[result(erlang, '++', [A, B]) || {A, B} <- [{[], x}, {[1], x}, {[1 | 2], []}, {[1 | 2], [3]}]]]),
    io:format("~p~n", [[result(erlang, '--', [A, B]) || {A, B} <- [{[], [a]}, {[1], [1.0]}, {[1 | 2], []}, {[1, 2, 1], [1]}]]]),
    bad = result(unicode, characters_to_binary, [Bytes ++ [foo], unicode]),
    io:format("~p~n", [[result(unicode, characters_to_list, [A, latin1]) || A <- [<<"ab">>, <<1:3>>, [<<200>>, 300]]]]),
    io:format("~p~n", [[result(erlang, list_to_bitstring, [A]) || A <- [[], [[]], [<<1:1>> | <<2:2>>], [256], [[1] | a]]]]).

%% Whether a call gives what it should, and whether it took several turns or just a few.
turns(M, F, Args, Check) ->
    Main = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> exit(Check(result(M, F, Args))) end end),
    Counter = spawn(fun() -> count(Main, 0) end),
    erlang:trace(Pid, true, [running, {tracer, Counter}]),
    Pid ! go,
    Right = receive {'DOWN', Ref, process, Pid, Result} -> Result end,
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    Counter ! stop,
    receive {Counter, N} -> {Right, several(N)} end.

%% The first entry of the stack trace is what was called.
result(M, F, Args) ->
    try apply(M, F, Args)
    catch error:badarg:Stack -> {M, F, _, _} = hd(Stack), bad
    end.

several(N) when N > 2 -> several;
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
