%% Maps of atoms that a module makes itself, and others with the same keys that it does not: what is
%% looked up, changed and added, by native code as by any other. No other program has these atoms, so
%% their order in maps is that of this file.
-module(map_shapes).
-export([main/0]).

main() ->
    Own = new(1, 2, 3),
    Same = maps:from_list([{shape_c, 3}, {shape_a, 1}, {shape_b, 2}]),
    Sent = binary_to_term(term_to_binary(Own)),
    More = Own#{shape_d => 4},
    Large = maps:from_list([{shape_a, 1}, {shape_b, 2}, {shape_c, 3} | [{N, N} || N <- lists:seq(1, 100)]]),
    Maps = [Own, Same, Sent, More, Large, #{}, #{shape_a => 1}, #{shape_z => 1}, one(7), Own#{shape_d => 4, shape_e => 5}],
    [show(name(F), [try F(M) catch error:E -> {error, short(E)} end || M <- [no_map, {} | Maps]])
     || F <- [fun first/1, fun all/1, fun swapped/1, fun fourth/1, fun changed/1, fun both/1,
              fun added/1, fun many/1, fun mixed/1, fun keys/1, fun nested/1]],
    show(equal, [Own =:= Same, Own =:= Sent, Own == new(1.0, 2, 3), all(Own) =:= all(Same)]),
    show(grown, maps:to_list(grow(Own, 40))),
    show(kept, kept(2000, Own, [])),
    Self = self(),
    Pid = spawn(fun() -> receive M -> Self ! {all(M), M#{shape_a := self() =/= Self}} end end),
    Pid ! Own,
    show(sent, receive {_, _} = Got -> Got end).

show(Name, What) -> io:format("~p ~p~n", [Name, What]).

name(F) -> element(2, erlang:fun_info(F, name)).

short({Reason, M}) when is_map(M), map_size(M) > 9 -> {Reason, large};
short(Reason) -> Reason.

new(A, B, C) -> #{shape_c => C, shape_a => A, shape_b => B}.
one(A) -> #{shape_a => A}.

first(#{shape_a := A}) -> A;
first(_) -> none.

all(#{shape_a := A, shape_c := C, shape_b := B}) -> {A, B, C};
all(#{shape_a := A}) -> {A};
all(_) -> none.

%% What is read may be where the map was.
swapped(#{shape_b := A, shape_a := B} = M) -> {A, B, map_size(M)};
swapped(M) when is_map(M) -> map_size(M).

fourth(#{shape_d := D}) -> D;
fourth(M) when is_map(M) -> is_map_key(shape_e, M).

changed(M) -> sized(M#{shape_b := x}).
both(M) -> sized(M#{shape_a := [x], shape_c := {y}}).
added(M) -> sized(M#{shape_d => new}).
many(M) -> sized(M#{shape_d => 1, shape_b => 2, shape_e => 3.5}).
mixed(M) -> sized((M#{shape_d => 1})#{shape_a := {2}, shape_d := 3}).

keys(#{shape_a := _, shape_b := _}) -> both;
keys(#{shape_z := _}) -> z;
keys(_) -> neither.

nested(M) -> first(#{shape_a => M#{shape_a => 0}, shape_b => M, shape_c => []}) =/= M.

sized(M) when map_size(M) > 9 -> {map_size(M), maps:get(shape_a, M), maps:get(shape_b, M)};
sized(M) -> M.

%% Beyond what a small map can have.
grow(M, N) when N > 30 -> grow(M#{N => N, shape_d => N}, N - 1);
grow(M, _) -> M.

%% Collections between making maps.
kept(0, M, Made) -> {all(M), length(Made), lists:sum([A || #{shape_a := A} <- Made])};
kept(N, #{shape_a := A} = M, Made) ->
    Next = M#{shape_a := A + 1, shape_b := lists:duplicate(N rem 7, N)},
    kept(N - 1, Next, [Next#{shape_d => {N}} | lists:sublist(Made, 50)]).
