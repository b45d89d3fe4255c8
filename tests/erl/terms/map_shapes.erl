%% Maps of atoms that a module makes itself, and others with the same keys that it does not: what is
%% looked up, changed and added, by native code as by any other.
-module(map_shapes).
-export([main/0]).

main() ->
    Own = new(1, 2, 3),
    Same = maps:from_list([{c, 3}, {a, 1}, {b, 2}]),
    Sent = binary_to_term(term_to_binary(Own)),
    More = Own#{d => 4},
    Large = maps:from_list([{a, 1}, {b, 2}, {c, 3} | [{N, N} || N <- lists:seq(1, 100)]]),
    Maps = [Own, Same, Sent, More, Large, #{}, #{a => 1}, #{z => 1}, one(7), Own#{d => 4, e => 5}],
    [show(name(F), [try F(M) catch error:E -> {error, short(E)} end || M <- [no_map, {} | Maps]])
     || F <- [fun first/1, fun all/1, fun swapped/1, fun fourth/1, fun changed/1, fun both/1,
              fun added/1, fun many/1, fun mixed/1, fun keys/1, fun nested/1]],
    show(equal, [Own =:= Same, Own =:= Sent, Own == new(1.0, 2, 3), all(Own) =:= all(Same)]),
    show(grown, maps:to_list(grow(Own, 40))),
    show(kept, kept(2000, Own, [])),
    Self = self(),
    Pid = spawn(fun() -> receive M -> Self ! {all(M), M#{a := self() =/= Self}} end end),
    Pid ! Own,
    show(sent, receive {_, _} = Got -> Got end).

show(Name, What) -> io:format("~p ~p~n", [Name, What]).

name(F) -> element(2, erlang:fun_info(F, name)).

short({Reason, M}) when is_map(M), map_size(M) > 9 -> {Reason, large};
short(Reason) -> Reason.

new(A, B, C) -> #{c => C, a => A, b => B}.
one(A) -> #{a => A}.

first(#{a := A}) -> A;
first(_) -> none.

all(#{a := A, c := C, b := B}) -> {A, B, C};
all(#{a := A}) -> {A};
all(_) -> none.

%% What is read may be where the map was.
swapped(#{b := A, a := B} = M) -> {A, B, map_size(M)};
swapped(M) when is_map(M) -> map_size(M).

fourth(#{d := D}) -> D;
fourth(M) when is_map(M) -> is_map_key(e, M).

changed(M) -> sized(M#{b := x}).
both(M) -> sized(M#{a := [x], c := {y}}).
added(M) -> sized(M#{d => new}).
many(M) -> sized(M#{d => 1, b => 2, e => 3.5}).
mixed(M) -> sized((M#{d => 1})#{a := {2}, d := 3}).

keys(#{a := _, b := _}) -> both;
keys(#{z := _}) -> z;
keys(_) -> neither.

nested(M) -> first(#{a => M#{a => 0}, b => M, c => []}) =/= M.

sized(M) when map_size(M) > 9 -> {map_size(M), maps:get(a, M), maps:get(b, M)};
sized(M) -> M.

%% Beyond what a small map can have.
grow(M, N) when N > 30 -> grow(M#{N => N, d => N}, N - 1);
grow(M, _) -> M.

%% Collections between making maps.
kept(0, M, Made) -> {all(M), length(Made), lists:sum([A || #{a := A} <- Made])};
kept(N, #{a := A} = M, Made) ->
    Next = M#{a := A + 1, b := lists:duplicate(N rem 7, N)},
    kept(N - 1, Next, [Next#{d => {N}} | lists:sublist(Made, 50)]).
