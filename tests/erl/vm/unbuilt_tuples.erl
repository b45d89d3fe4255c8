% Tuples that a function hands to itself, and native code does not build: taken to pieces, needed whole, kept over slow
% cases, collections, the ends of slices, messages and exceptions.
-module(unbuilt_tuples).
-export([main/0]).
-record(state, {n = 0, sum = 0.0, seen = [], name}).

main() ->
    p(update(100000, {0, 0, 0, 0})),
    p(rotated(10, {a, b, c})),
    p(rotated(10, {a, b})),
    p(big(100, {1 bsl 60, -1})),
    p(records(1000, #state{name = x})),
    p(element(1, element(2, catch records(10, {other, 1, 2, 3, 4})))),
    p(whole(10, {0, none})),
    p(nested(20, {1, nil})),
    p(sizes(10, {1})),
    p(elements(30, {1, 2, 3})),
    p(guards(30, {1, x})),
    p(collected(3000, {[], [], 0})),
    p(messages(500, {0, self()}) =:= {500, self()}),
    p(fails(10, {5, 0})),
    p(in_try(5, {0, 0})),
    p(funs(10, {0, 1})),
    p(one(1000, {0})),
    p(empty(3, {})),
    p(nine(100, {1, 2, 3, 4, 5, 6, 7, 8, 9})),
    p(floats(1000, {0.5, 1.5})),
    p(compared(100, {0, 0}, {0, 0})),
    p(two(100, {1, 2}, {3, 4, 5})),
    p(frame(50, {0, []})),
    p(states(100, {start, 0})),
    p(reserved()).

p(X) -> io:format("~p~n", [X]).

%% Room that is reserved for what is built is not that of a tuple which has not been built before: for every
%% number of words that are free then.
reserved() ->
    Passed = fun(K) -> exit({length(lists:seq(1, K)), passed(3, [], {s, 3, K, K})}) end,
    Runs = [{K, spawn_monitor(fun() -> Passed(K) end)} || K <- lists:seq(1, 400)],
    [K || {K, {_, Ref}} <- Runs,
          receive {'DOWN', Ref, _, _, R} -> R =/= {K, {[done, 1, 2, 3], {s, 0, K, K}}} end].

passed(0, Acc, T) -> {[done | Acc], T};
passed(N, Acc, {s, A, B, C}) -> passed(N - 1, [N | Acc], {s, A - 1, B, C}).

update(0, T) -> T;
update(N, {A, B, C, D}) -> update(N - 1, {A + 1, D, C + 2, B}).

rotated(0, T) -> T;
rotated(N, {A, B, C}) -> rotated(N - 1, {B, C, A});
rotated(N, {A, B}) -> rotated(N - 1, {B, A}).

big(0, T) -> T;
big(N, {A, B}) -> big(N - 1, {A + B * 3, A - 1}).

records(0, S) -> S#state{seen = length(S#state.seen)};
records(N, #state{n = C, sum = S, seen = L} = R) when N rem 2 =:= 0 ->
    records(N - 1, R#state{n = C + 1, sum = S + N / 2, seen = [C | L]});
records(N, #state{n = C, name = Name}) -> records(N - 1, #state{n = C, seen = [Name], name = Name});
records(_, Other) -> error({no_record, Other}).

whole(0, T) -> T;
whole(N, {A, _} = T) when N rem 3 =:= 0 -> whole(N - 1, {A + 1, T});
whole(N, T) -> whole(N - 1, {N, tuple_size(T)}).

nested(0, T) -> T;
nested(N, {A, B}) when A > 5 -> nested(N - 1, {1, {A, B}});
nested(N, {A, B}) -> nested(N - 1, {A + 1, B}).

sizes(0, T) -> T;
sizes(N, {A}) -> sizes(N - 1, {A, N});
sizes(N, {A, B}) -> sizes(N - 1, {A, B, N});
sizes(N, {A, B, C}) -> sizes(N - 1, {A + B + C}).

elements(0, T) -> T;
elements(N, T) -> elements(N - 1, {element(N rem 3 + 1, T), element(1, T), tuple_size(T) + N}).

guards(0, T) -> T;
guards(N, T) when is_tuple(T), element(1, T) > 10 -> guards(N - 1, {1, setelement(1, T, N)});
guards(N, {A, _}) when is_integer(A) -> guards(N - 1, {A + 1, N});
guards(_, _) -> bad.

collected(0, {A, B, N}) -> {length(A), length(B), N, erlang:phash2({A, B})};
collected(N, {A, B, C}) ->
    case N rem 100 of
        0 -> erlang:garbage_collect(), collected(N - 1, {B, A, C + 1});
        50 -> collected(N - 1, {[lists:seq(1, 50) | A], B, C});
        _ -> collected(N - 1, {[{N, C} | B], A, C})
    end.

messages(0, T) -> T;
messages(N, {A, Pid}) ->
    Pid ! {A, N},
    receive {B, N} -> messages(N - 1, {B + 1, Pid}) end.

fails(N, T) ->
    try failing(N, T) catch error:R:S -> {R, [{F, A} || {M, F, A, _} <- S, M =:= ?MODULE]} end.
failing(N, {A, B}) -> failing(N - 1, {A - 1, B + 10 div A}).

in_try(0, T) -> T;
in_try(N, {A, B}) ->
    C = try 10 div (N - 3) catch error:badarith -> caught end,
    in_try(N - 1, {[C | B], [A]}).

funs(0, T) -> T;
funs(N, {A, B}) -> F = fun(X) -> X + A end, funs(N - 1, {F(B), A}).

one(0, T) -> T;
one(N, {A}) -> one(N - 1, {A + N}).

empty(0, T) -> T;
empty(N, {}) -> empty(N - 1, {}).

nine(0, T) -> T;
nine(N, {A, B, C, D, E, F, G, H, I}) -> nine(N - 1, {I, A, B, C, D, E, F, G, H}).

floats(0, T) -> T;
floats(N, {A, B}) -> floats(N - 1, {B * 0.99, A + 0.01}).

compared(0, T, U) -> {T, U};
compared(N, T, T) -> {A, B} = T, compared(N - 1, {A + 1, B}, {A, B + 1});
compared(N, {A, B}, {C, D}) when A > C -> compared(N - 1, {A, B + 1}, {C + 1, D});
compared(N, {A, B}, U) -> compared(N - 1, {B, A}, U).

two(0, T, U) -> {T, U};
two(N, {A, B}, {C, D, E}) when N rem 2 =:= 0 -> two(N - 1, {C, A}, {B, E, D});
two(N, {A, B}, U) -> two(N - 1, {B + 1, A}, U).

frame(0, T) -> T;
frame(N, {A, L}) ->
    B = lists:sum([A, N]),
    C = length(L),
    frame(N - 1, {B + C, [B | L]}).

% As state machines are written.
states(0, T) -> T;
states(N, {start, A}) when A < 10 -> states(N - 1, {start, A + 1});
states(N, {start, A}) -> states(N - 1, {middle, A, N});
states(N, {middle, A, B}) when B > A -> states(N - 1, {middle, A + 3, B});
states(N, {middle, A, B}) -> states(N - 1, {last, A, B, [A | B]});
states(N, {last, A, _, [_ | C]}) -> states(N - 2, {start, A - C}).
