%% Catches whose handlers are entered from code of any tier, and built-ins that fail under them.
-module(native_catches).
-export([main/0, thrower/1, id/1]).

main() ->
    show(nested, nested(5)),
    show(inner_first, inner_first()),
    show(afters, afters()),
    show(old_catch, [old_catch(X) || X <- [value, throw, exit, error]]),
    show(live_slots, live_slots(1, 2, 3)),
    show(deep, deep(2000)),
    show(rethrown, rethrown()),
    show(across_tiers, across_tiers()),
    show(across_apply, across_apply()),
    show(loop, loop(10000, 0)),
    show(reasons, [reason(F) || F <- failures()]),
    show(arguments, [arguments(F) || F <- failures()]),
    show(last_calls, [last_call(X) || X <- [abc, 1, <<"x">>]]),
    show(trap, length(trapped(100000))),
    show(in_guard, [in_guard(X) || X <- [{a}, {a, b}, x, [], #{}]]),
    show(levels, levels()),
    show(garbage, garbage(300, [])),
    show(receiving, receiving()),
    ok.

show(Name, Value) -> io:format("~p: ~p~n", [Name, Value]).

id(X) -> X.

nested(0) -> throw(bottom);
nested(N) ->
    try nested(N - 1) of
        X -> {no, X}
    catch
        throw:R when N rem 2 =:= 0 -> throw({N, R});
        throw:R -> [N | try throw({again, R}) catch throw:{again, Y} -> [Y] end]
    end.

inner_first() ->
    try
        A = try error(inner) catch error:inner -> caught_inner end,
        B = (catch throw(middle)),
        C = try exit(kept) catch throw:_ -> wrong end,
        {A, B, C}
    catch
        exit:kept -> outer
    end.

afters() ->
    put(log, []),
    R = try
            try
                note(one),
                binary_to_atom(id(17), utf8)
            after
                note(two)
            end
        catch
            C:E -> {C, E}
        after
            note(three)
        end,
    {R, lists:reverse(get(log))}.

note(X) -> put(log, [X | get(log)]).

old_catch(value) -> catch id(7);
old_catch(throw) -> catch throw(id(ball));
old_catch(exit) -> catch exit(id(reason));
old_catch(error) ->
    case catch element(id(3), id({a, b})) of
        {'EXIT', {badarg, [{erlang, element, [3, {a, b}], _} | _]}} -> as_expected;
        Other -> Other
    end.

live_slots(A, B, C) ->
    D = id(A + B),
    R = try id({D, C}), list_to_integer(id("x")) catch error:badarg -> {A, B, C, D} end,
    {R, A + B + C + D}.

deep(0) -> error(deep);
deep(N) when N rem 500 =:= 0 ->
    try 1 + deep(N - 1) catch error:Deep when N =:= 2000 -> {Deep, N} end;
deep(N) -> 1 + deep(N - 1).

rethrown() ->
    try
        try id(1) + id(a) catch C:R:S -> erlang:raise(C, {wrapped, R}, S) end
    catch
        error:{wrapped, badarith}:T -> [{M, F, A} || {M, F, A, _} <- lists:sublist(T, 2)]
    end.

thrower(X) -> throw({thrown, X}).

%% Through a function of stdlib, which may be of another tier.
across_tiers() ->
    try lists:foldl(fun(3, _) -> throw(three); (X, A) -> X + A end, 0, [1, 2, 3, 4])
    catch throw:three -> found
    end.

across_apply() ->
    [try apply(?MODULE, F, [X]) catch throw:Y -> {caught, Y} end || {F, X} <- [{id, 1}, {thrower, 2}]].

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    X = try id(N), half(N) catch throw:odd -> 1; error:zero -> 100000 end,
    loop(N - 1, Sum + X).

half(N) when N rem 1000 =:= 0 -> error(zero);
half(N) when N rem 2 =:= 1 -> throw(odd);
half(N) -> N div 2.

failures() ->
    [fun() -> atom_to_list(id(1)) end,
     fun() -> list_to_tuple(id([a | b])) end,
     fun() -> setelement(id(4), id({a, b}), c) end,
     fun() -> id([a | b]) ++ [c] end,
     fun() -> length(id([a | b])) end,
     fun() -> byte_size(id(a)) end,
     fun() -> map_size(id(a)) end,
     fun() -> map_get(id(k), id(#{})) end,
     fun() -> hd(id([])) end,
     fun() -> maps:get(id(k), id(#{})) end,
     fun() -> integer_to_list(id(a)) end,
     fun() -> binary_part(id(<<1, 2>>), 1, 4) end,
     fun() -> lists:keyfind(id(a), 0, []) end,
     fun() -> exit(id(leaving)) end,
     fun() -> error(id(oops), [some, arguments]) end,
     fun() -> erlang:raise(error, id(raised), []) end,
     fun() -> erlang:nif_error(id(nif)) end,
     fun() -> apply(id(no_such_module), f, []) end,
     fun() -> (id(not_a_fun))() end,
     fun() -> (fun(X) -> X end)(id(1), 2) end].

reason(F) -> try F() catch C:R -> {C, case R of {badfun, _} -> badfun; {badarity, _} -> badarity; _ -> R end} end.

%% What the trace begins with.
arguments(F) ->
    try F() catch _:_:Trace -> first(Trace) end.

first([]) -> [];
first([{M, N, A, _} | _]) ->
    case atom_to_list(N) of
        "-" ++ _ -> {M, a_fun, A};
        _ -> {M, N, A}
    end.

last_call(X) ->
    try last(X) catch error:R:Trace -> {R, [F || {_, F, _, _} <- lists:sublist(Trace, 2)]} end.

last(X) ->
    id(X),
    atom_to_binary(X).

trapped(N) -> lists:reverse(lists:seq(1, N), [x]) ++ [y].

in_guard(X) when tuple_size(X) =:= 2; hd(X) =:= a -> yes;
in_guard(X) when map_size(X) =:= 0 -> empty_map;
in_guard(X) when element(1, X) =:= a -> one;
in_guard(_) -> no.

%% How many catches are open is as it should be, whichever way they are left.
levels() ->
    Level = fun() -> {catchlevel, N} = process_info(self(), catchlevel), N end,
    Base = Level(),
    Inside = try {Level() - Base, catch Level() - Base} catch _:_ -> wrong end,
    catch (catch throw(a)),
    _ = (try throw(x) catch throw:x -> try throw(y) catch throw:y -> ok end end),
    {Inside, Level() - Base}.

garbage(0, Acc) -> length(Acc);
garbage(N, Acc) ->
    Big = lists:seq(1, N),
    R = try
            Copy = [X * 2 || X <- Big],
            case N rem 3 of
                0 -> throw({list, Copy});
                1 -> error({list, Copy});
                2 -> {list, Copy}
            end
        catch
            throw:{list, L} -> {list, L};
            error:{list, L}:_ -> {list, L}
        end,
    {list, [2 | _]} = R,
    garbage(N - 1, [element(2, R) | lists:sublist(Acc, 10)]).

receiving() ->
    Self = self(),
    Pid = spawn_link(fun() -> echo(Self, 0) end),
    Pid ! {self(), 1},
    Pid ! {self(), lists:duplicate(1000, $x)},
    Pid ! {self(), binary:copy(<<"big">>, 1000)},
    Pid ! crash,
    Pid ! stop,
    [receive {Pid, X} when is_integer(X) -> X end,
     receive {Pid, L} when is_list(L) -> length(L) end,
     receive {Pid, B} when is_binary(B) -> byte_size(B) end,
     receive {Pid, {caught, C}} -> C after 5000 -> timeout end,
     receive nothing -> wrong after 0 -> none end,
     receive {Pid, done, N} -> N end,
     receive nothing -> wrong after 2 -> none end,
     try receive after id(nonsense) -> wrong end catch error:E -> E end].

echo(Parent, N) ->
    try
        receive
            {From, X} -> From ! {self(), X}, echo(Parent, N + 1);
            crash -> throw(crashed);
            stop -> Parent ! {self(), done, N}
        end
    catch
        throw:crashed -> Parent ! {self(), {caught, crashed}}, echo(Parent, N + 10)
    end.
