%% Single operations on terms: tests, comparisons, calls, numbers, lists, tuples, maps.
%%
%% A case is a loop with one operation in each round. The operation's result is needed in the next round, and its
%% operands take turns, so that a compiler can neither leave it out nor do it once for all rounds.
-module(lab_op_terms).
-compile([nowarn_unused_vars]).
-export([row/1, plus/2, next/1]).

%% ?OP(Name, E): Name(N, A, X, Y) is A after N rounds in which A becomes E, of A and of X, which are X and Y in turns.
-define(OP(Name, E), Name(0, A, _, _) -> A; Name(N, A, X, Y) -> Name(N - 1, E, Y, X)).
%% One more if a guard is true.
-define(TEST(Name, Guard), Name(0, A, _, _) -> A;
                           Name(N, A, X, Y) when Guard -> Name(N - 1, A + 1, Y, X);
                           Name(N, A, X, Y) -> Name(N - 1, A, Y, X)).

-record(r, {a = 0, b = 1, c = 2, d = 3, e = 4, f = 5}).

%% ------------------------------------------------------------------ what each is done with, and what it has to yield

half(N) -> N div 2.
same(N) -> N.

row(loop) -> {fun loop/4, 0, 1, 2, 0};
row(is_integer) -> {fun is_integer/4, 0, 1, a, fun half/1};
row(is_atom) -> {fun is_atom/4, 0, a, 1, fun half/1};
row(is_list) -> {fun is_list/4, 0, [1], a, fun half/1};
row(is_tuple) -> {fun is_tuple/4, 0, {1}, [a], fun half/1};
row(is_tagged_tuple) -> {fun is_tagged_tuple/4, 0, {tag, 1}, {other, 1}, fun half/1};
row(is_binary) -> {fun is_binary/4, 0, <<"text">>, {}, fun half/1};
row(is_bitstring) -> {fun is_bitstring/4, 0, <<1:1>>, {}, fun half/1};
row(is_map) -> {fun is_map/4, 0, #{}, {}, fun half/1};
row(is_float) -> {fun is_float/4, 0, 1.5, 1, fun half/1};
row(is_number) -> {fun is_number/4, 0, 1.5, a, fun half/1};
row(is_boolean) -> {fun is_boolean/4, 0, true, a, fun half/1};
row(is_function) -> {fun is_function/4, 0, fun next/1, a, fun half/1};
row(is_function_2) -> {fun is_function_2/4, 0, fun next/1, fun plus/2, fun half/1};
row(is_pid) -> {fun is_pid/4, 0, self(), a, fun half/1};
row(is_reference) -> {fun is_reference/4, 0, make_ref(), a, fun half/1};
row(is_record) -> {fun is_record/4, 0, #r{}, {}, fun half/1};
row(in_range) -> {fun in_range/4, 0, 77, 200, fun half/1};
row(equal_atoms) -> {fun equal/4, 0, {a, a}, {a, b}, fun half/1};
row(equal_integers) -> {fun equal/4, 0, {1, 1}, {1, 2}, fun half/1};
row(equal_floats) -> {fun equal/4, 0, {1.5, 1.5}, {1.5, 2.5}, fun half/1};
row(equal_binaries) -> {fun equal/4, 0, {<<"some text, 16 by">>, copy(<<"some text, 16 by">>)}, {<<"a">>, <<"b">>}, fun half/1};
row(equal_long_binaries) -> {fun equal/4, 0, {binary:copy(<<"x">>, 1000), binary:copy(<<"x">>, 1000)}, {<<"a">>, <<"b">>}, fun half/1};
row(equal_strings) -> {fun equal/4, 0, {lists:seq(1, 10), lists:seq(1, 10)}, {"a", "b"}, fun half/1};
row(equal_tuples) -> {fun equal/4, 0, {list_to_tuple(lists:seq(1, 5)), list_to_tuple(lists:seq(1, 5))}, {{1}, {2}}, fun half/1};
row(equal_maps) -> {fun equal/4, 0, {maps:from_list([{K, K} || K <- lists:seq(1, 5)]), maps:from_list([{K, K} || K <- lists:seq(1, 5)])}, {#{a => 1}, #{}}, fun half/1};
row(equal_references) -> R = make_ref(), {fun equal/4, 0, {R, binary_to_term(term_to_binary(R))}, {R, make_ref()}, fun half/1};
row(equal_numbers) -> {fun equal_numbers/4, 0, {1, 1.0}, {1, 2.0}, fun half/1};
row(less_integers) -> {fun less/4, 0, {1, 2}, {2, 1}, fun half/1};
row(less_floats) -> {fun less/4, 0, {1.5, 2.5}, {2.5, 1.5}, fun half/1};
row(less_atoms) -> {fun less/4, 0, {abcd, abce}, {b, a}, fun half/1};
row(less_binaries) -> {fun less/4, 0, {<<"some text, a">>, <<"some text, b">>}, {<<"b">>, <<"a">>}, fun half/1};
row(less_strings) -> {fun less/4, 0, {"some text, a", "some text, b"}, {"b", "a"}, fun half/1};
row(less_tuples) -> {fun less/4, 0, {{a, 1, "x"}, {a, 1, "y"}}, {{2}, {1}}, fun half/1};
row(less_mixed) -> {fun less/4, 0, {1, a}, {"b", a}, fun half/1};
row(maximum) -> {fun maximum/4, 0, 1, 2, 2};
row(select_atom) -> {fun select_atom/4, 0, eight, three, fun(N) -> half(N) * 11 end};
row(select_integer) -> {fun select_integer/4, 0, 8, 3, fun(N) -> half(N) * 11 end};
row(select_sparse) -> {fun select_sparse/4, 0, 80000, 300, fun(N) -> half(N) * 11 end};
row(select_arity) -> {fun select_arity/4, 0, {1, 2, 3}, {1}, fun(N) -> half(N) * 4 end};
row(select_binary) -> {fun select_binary/4, 0, <<"DELETE">>, <<"GET">>, fun(N) -> half(N) * 5 end};
row(call_local) -> {fun call_local/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(call_external) -> {fun call_external/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(call_fun) -> {fun call_fun/4, 0, fun(A) -> A + 1 end, fun(A) -> A + 2 end, fun(N) -> half(N) * 3 end};
row(call_external_fun) -> {fun call_fun/4, 0, fun ?MODULE:next/1, fun ?MODULE:next/1, fun same/1};
row(call_variable) -> {fun call_variable/4, 0, {?MODULE, next}, {?MODULE, next}, fun same/1};
row(apply_list) -> {fun apply_list/4, 0, {?MODULE, next}, {?MODULE, next}, fun same/1};
row(make_fun) -> {fun make_fun/4, none, 1, 2, fun(_, F) -> F() =:= 2 end};
row(stack_frame) -> {fun stack_frame/4, 0, 1, 2, fun(N) -> half(N) * 3 + N end};
row(try_of) -> {fun try_of/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(throw_caught) -> {fun throw_caught/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(error_caught) -> {fun error_caught/4, 0, 1, 2, fun same/1};
row(error_stacktrace) -> {fun error_stacktrace/4, 0, 1, 2, fun same/1};
row(Case) -> number(Case).

number(add) -> {fun add/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
number(subtract) -> {fun subtract/4, 0, 1, 2, fun(N) -> -half(N) * 3 end};
number(multiply) -> {fun multiply/4, 1, 1, -1, fun(N) -> case half(N) rem 2 of 0 -> 1; _ -> -1 end end};
number('div') -> {fun 'div'/4, 0, 7, 5, fun(N) -> half(N) * 3 end};
number(div_variable) -> {fun div_variable/4, 0, 7, 5, fun(N) -> half(N) * 34 end};
number('rem') -> {fun 'rem'/4, 0, 7, 5, fun(N) -> half(N) * 3 end};
number('band') -> {fun 'band'/4, 0, 7, 5, fun(N) -> half(N) * 10 end};
number('bor') -> {fun 'bor'/4, 0, 1, 2, 3};
number('bxor') -> {fun 'bxor'/4, 0, 1, 1, 0};
number('bsl') -> {fun 'bsl'/4, 0, 1, 2, fun(N) -> half(N) * 6 * 32 end};
number('bsr') -> {fun 'bsr'/4, 0, 32, 64, fun(N) -> half(N) * 3 end};
number('bnot') -> {fun 'bnot'/4, 5, 1, 2, 5};
number(negate) -> {fun negate/4, 5, 1, 2, 5};
number(absolute) -> {fun absolute/4, 0, -1, 2, fun(N) -> half(N) * 3 end};
number(add_big) -> {fun add/4, 1 bsl 80, 1, -1, 1 bsl 80};
number(add_bigs) -> {fun add/4, 1 bsl 80, 1 bsl 70, -(1 bsl 70), 1 bsl 80};
number(multiply_to_big) -> {fun multiply_to_big/4, 0, 1 bsl 50, 1 bsl 51, 1 bsl 102};
number(div_big) -> {fun div_big/4, 0, {1 bsl 100, 1 bsl 30}, {1 bsl 101, 1 bsl 30}, 1 bsl 71};
number(float_add) -> {fun add/4, 0.0, 1.0, 2.0, fun(N) -> half(N) * 3.0 end};
number(float_multiply) -> {fun multiply/4, 1.0, 2.0, 0.5, 1.0};
number(float_divide) -> {fun divide/4, 1.0, 2.0, 0.5, 1.0};
number(float_known) -> {fun float_known/4, 0.0, 1.0, 2.0, fun(N) -> half(N) * 3.0 end};
number(integer_to_float) -> {fun integer_to_float/4, 0.0, 1, 2, fun(N) -> half(N) * 3.0 end};
number(divide_integers) -> {fun divide_integers/4, 0.0, 1, 2, 1.0};
number(truncate) -> {fun truncate/4, 0, 1.5, 2.5, fun(N) -> half(N) * 3 end};
number(rounded) -> {fun rounded/4, 0, 1.5, 2.4, fun(N) -> half(N) * 4 end};
number(floored) -> {fun floored/4, 0, 1.5, 2.4, fun(N) -> half(N) * 3 end};
number(square_root) -> {fun square_root/4, 0, 4, 9, 3.0};
number(power) -> {fun power/4, 0, 2, 3, 27.0};
number(Case) -> list(Case).

list(put_list) -> {fun put_list/4, [], 1, 2, fun(N) -> [2 | 1] end};
list(get_list) -> {fun get_list/4, 0, [1, 2], [2], fun(N) -> half(N) * 3 end};
list(length) -> {fun length/4, 0, ten(), [1], fun(N) -> half(N) * 11 end};
list(append) -> {fun append/4, [], ten(), ten(), ten() ++ [1]};
list(subtract_lists) -> {fun subtract_lists/4, [], ten(), ten(), ten() -- [3, 7]};
list(member) -> {fun member/4, 0, ten(), [1, 2], fun half/1};
list(reverse) -> {fun reverse/4, [], ten(), ten(), lists:reverse(ten())};
list(keyfind) -> {fun keyfind/4, 0, pairs(), pairs(), {9, v}};
list(keymember) -> {fun keymember/4, 0, pairs(), [], fun half/1};
list(nth) -> {fun nth/4, 0, ten(), ten(), 9};
list(last) -> {fun last/4, 0, ten(), ten(), 10};
list(map) -> {fun map/4, 0, ten(), ten(), lists:seq(2, 11)};
list(fold) -> {fun fold/4, 0, ten(), ten(), 55};
list(filter) -> {fun filter/4, 0, ten(), ten(), [6, 7, 8, 9, 10]};
list(comprehension) -> {fun comprehension/4, 0, ten(), ten(), lists:seq(2, 11)};
list(sequence) -> {fun sequence/4, 0, 9, 10, ten()};
list(sort) -> {fun sort/4, 0, lists:reverse(ten()), [3, 1, 2], [1, 2, 3]};
list(keysort) -> {fun keysort/4, 0, lists:reverse(pairs()), pairs(), pairs()};
list(usort) -> {fun usort/4, 0, lists:reverse(ten()), [3, 1, 1, 2], [1, 2, 3]};
list(zip) -> {fun zip/4, 0, ten(), ten(), [{E, E} || E <- ten()]};
list(delete) -> {fun delete/4, 0, ten(), ten(), ten() -- [5]};
list(sum) -> {fun sum/4, 0, ten(), [1], 1};
list(append_lists) -> {fun append_lists/4, 0, [ten(), [1]], [ten(), [1]], ten() ++ [1]};
list(put_tuple) -> {fun put_tuple/4, 0, 1, 2, {2, 1}};
list(get_tuple_element) -> {fun get_tuple_element/4, 0, {1, 2}, {2, 3}, fun(N) -> half(N) * 8 end};
list(element) -> {fun element/4, 0, {1, 2, 3}, {2, 2, 3}, fun(N) -> half(N) * 3 end};
list(set_element) -> {fun set_element/4, {a, b, c, d}, 1, 2, {1, 2, c, d}};
list(tuple_size) -> {fun tuple_size/4, 0, {1, 2, 3}, {2, 2}, fun(N) -> half(N) * 5 end};
list(record_update) -> {fun record_update/4, #r{}, 1, 2, fun(N) -> #r{b = 2, d = 2} end};
list(list_to_tuple) -> {fun list_to_tuple/4, 0, ten(), [1], {1}};
list(tuple_to_list) -> {fun tuple_to_list/4, 0, list_to_tuple(ten()), {1}, [1]};
list(make_tuple) -> {fun make_tuple/4, 0, 10, 3, {a, a, a}};
list(append_element) -> {fun append_element/4, 0, {1, 2, 3}, {1}, {1, x}};
list(Case) -> map_row(Case).

ten() -> lists:seq(1, 10).
pairs() -> [{K, v} || K <- ten()].
copy(Binary) -> binary:copy(Binary).

small() -> #{name => "x", count => 0, size => 1, kind => a, state => b, next => none}.
words() -> [integer_to_binary(K * 7919) || K <- lists:seq(1, 1000)].
large() -> maps:from_list([{W, 0} || W <- words()]).
numbered(N) -> maps:from_list([{K, v} || K <- lists:seq(1, N)]).

map_row(map_get) -> {fun map_get/4, 0, #{count => 1, x => 2}, #{count => 2, name => "y"}, fun(N) -> half(N) * 3 end};
map_row(map_get_3) -> {fun map_get_3/4, 0, small(), (small())#{count := 1}, fun(N) -> N + half(N) end};
map_row(map_get_key) -> {fun map_get_key/4, 0, {count, small()}, {size, small()}, fun half/1};
map_row(map_get_integer) -> {fun map_get_key/4, 0, {1, #{1 => 1, 2 => 2}}, {2, #{1 => 1, 2 => 2}}, fun(N) -> half(N) * 3 end};
map_row(map_get_binary) -> {fun map_get_key/4, 0, {<<"count">>, #{<<"count">> => 1, <<"x">> => 2}}, {copy(<<"x">>), #{<<"count">> => 1, <<"x">> => 2}}, fun(N) -> half(N) * 3 end};
map_row(map_get_large) -> {fun map_get_key/4, 0, {<<"7919">>, large()}, {<<"79190">>, large()}, 0};
map_row(map_get_large_integer) -> {fun map_has_key/4, 0, {77, numbered(1000)}, {1077, numbered(1000)}, fun half/1};
map_row(map_has_key) -> {fun map_has_key/4, 0, {count, small()}, {nothing, small()}, fun half/1};
map_row(map_size) -> {fun map_size/4, 0, small(), #{}, fun(N) -> half(N) * 6 end};
map_row(map_update) -> {fun map_update/4, small(), 1, 2, (small())#{count := 2}};
map_row(map_update_2) -> {fun map_update_2/4, small(), 1, 2, (small())#{count := 2, size := 2}};
map_row(map_update_3) -> {fun map_update_3/4, small(), 1, 2, (small())#{count := 2, size := 2, kind := 2}};
map_row(map_assoc) -> {fun map_assoc/4, small(), 1, 2, (small())#{count := 2}};
map_row(map_assoc_2) -> {fun map_assoc_2/4, small(), 1, 2, (small())#{count := 2, size := 2}};
map_row(map_new_key) -> {fun map_new_key/4, none, small(), #{a => 1}, #{a => 1, new => 1}};
map_row(map_assoc_key) -> {fun map_assoc_key/4, small(), count, size, (small())#{count := 1, size := 2}};
map_row(map_create) -> {fun map_create/4, none, 1, 2, #{a => 2, b => 1}};
map_row(map_create_key) -> {fun map_create_key/4, none, a, b, #{b => 1}};
map_row(map_assoc_large) -> {fun map_assoc_key/4, large(), <<"7919">>, <<"79190">>, (large())#{<<"7919">> := 1, <<"79190">> := 2}};
map_row(map_update_with) -> {fun map_update_with/4, small(), count, size, fun(N) -> (small())#{count := half(N), size := 1 + half(N)} end};
map_row(map_update_with_large) -> {fun map_update_with_large/4, large(), <<"7919">>, <<"79190">>, fun(N) -> (large())#{<<"7919">> := half(N), <<"79190">> := half(N)} end};
map_row(maps_get_default) -> {fun maps_get_default/4, 0, small(), #{}, fun half/1};
map_row(maps_find) -> {fun maps_find/4, 0, #{count => 1}, #{count => 2}, {ok, 2}};
map_row(maps_put) -> {fun maps_put/4, small(), count, size, (small())#{count := 1, size := 2}};
map_row(maps_remove) -> {fun maps_remove/4, none, small(), #{count => 1}, #{}};
map_row(maps_take) -> {fun maps_take/4, none, small(), #{count => 1}, {1, #{}}};
map_row(maps_merge) -> {fun maps_merge/4, none, small(), #{a => 1}, #{a => 1, c => 3}};
map_row(maps_keys) -> {fun maps_keys/4, none, small(), #{a => 1}, [a]};
map_row(maps_values) -> {fun maps_values/4, none, small(), #{a => 1}, [1]};
map_row(maps_to_list) -> {fun maps_to_list/4, none, small(), #{a => 1}, [{a, 1}]};
map_row(maps_from_list) -> {fun maps_from_list/4, none, pairs(), [{a, 1}], #{a => 1}};
map_row(maps_from_list_large) -> {fun maps_from_list/4, none, [{W, 0} || W <- words()], [{W, 1} || W <- words()], maps:from_list([{W, 1} || W <- words()])};
map_row(maps_fold) -> {fun maps_fold/4, 0, numbered(8), numbered(8), fun(N) -> N * 36 end};
map_row(maps_map) -> {fun maps_map/4, 0, numbered(8), numbered(8), maps:from_list([{K, K} || K <- lists:seq(1, 8)])};
map_row(maps_filter) -> {fun maps_filter/4, 0, numbered(8), numbered(8), numbered(4)};
map_row(maps_iterate) -> {fun maps_iterate/4, 0, numbered(8), numbered(8), fun(N) -> N * 36 end};
map_row(maps_fold_large) -> {fun maps_fold/4, 0, numbered(1000), numbered(1000), fun(N) -> N * 500500 end};
map_row(maps_merge_large) -> {fun maps_merge_large/4, 0, numbered(1000), numbered(1001), numbered(1001)};
map_row(maps_with) -> {fun maps_with/4, 0, small(), small(), #{count => 0, size => 1}};
map_row(_) -> none.

%% ------------------------------------------------------------------ the operations

?OP(loop, A).
?TEST(is_integer, is_integer(X)).
?TEST(is_atom, is_atom(X)).
?TEST(is_list, is_list(X)).
?TEST(is_tuple, is_tuple(X)).
?TEST(is_tagged_tuple, element(1, X) =:= tag andalso tuple_size(X) =:= 2).
?TEST(is_binary, is_binary(X)).
?TEST(is_bitstring, is_bitstring(X)).
?TEST(is_map, is_map(X)).
?TEST(is_float, is_float(X)).
?TEST(is_number, is_number(X)).
?TEST(is_boolean, is_boolean(X)).
?TEST(is_function, is_function(X)).
?TEST(is_function_2, is_function(X, 1)).
?TEST(is_pid, is_pid(X)).
?TEST(is_reference, is_reference(X)).
?TEST(is_record, is_record(X, r)).
?TEST(in_range, X >= 10 andalso X =< 100).
?TEST(equal, element(1, X) =:= element(2, X)).
?TEST(equal_numbers, element(1, X) == element(2, X)).
?TEST(less, element(1, X) < element(2, X)).
?OP(maximum, max(A, X)).

?OP(select_atom, case X of
                     one -> A + 1; two -> A + 2; three -> A + 3; four -> A + 4; five -> A + 5; six -> A + 6;
                     seven -> A + 7; eight -> A + 8; nine -> A + 9; ten -> A + 10
                 end).
?OP(select_integer, case X of
                        1 -> A + 1; 2 -> A + 2; 3 -> A + 3; 4 -> A + 4; 5 -> A + 5; 6 -> A + 6; 7 -> A + 7; 8 -> A + 8
                    end).
?OP(select_sparse, case X of
                       10 -> A + 1; 300 -> A + 3; 4000 -> A + 4; 5555 -> A + 5; 60606 -> A + 6; 80000 -> A + 8
                   end).
?OP(select_arity, case X of {_} -> A + 1; {_, _} -> A + 2; {_, _, _} -> A + 3; {_, _, _, _} -> A + 4 end).
?OP(select_binary, case X of
                       <<"GET">> -> A + 1; <<"POST">> -> A + 2; <<"PUT">> -> A + 3; <<"DELETE">> -> A + 4;
                       <<"HEAD">> -> A + 5
                   end).

plus(A, X) -> A + X.
next(A) -> A + 1.

?OP(call_local, plus(A, X)).
?OP(call_external, ?MODULE:plus(A, X)).
?OP(call_fun, X(A)).
call_variable(0, A, _, _) -> A;
call_variable(N, A, {M, F} = X, Y) -> call_variable(N - 1, M:F(A), Y, X).
apply_list(0, A, _, _) -> A;
apply_list(N, A, {M, F} = X, Y) -> apply_list(N - 1, apply(M, F, arguments(A)), Y, X).
?OP(make_fun, fun() -> X end).
?OP(stack_frame, 1 + plus(A, X)).
?OP(try_of, try plus(A, X) catch _:_ -> A end).
?OP(throw_caught, try throws(X) catch throw:B -> A + B end).
?OP(error_caught, try fails(X) catch error:function_clause -> A + 1 end).
?OP(error_stacktrace, try fails(X) catch error:_:S -> A + length(S) - length(tl(S)) end).

throws(X) -> throw(X).
fails(none) -> none.
arguments(A) -> [A].

?OP(add, A + X).
?OP(subtract, A - X).
?OP(multiply, A * X).
?OP(divide, A / X).
?OP('div', A + X div 3).
?OP(div_variable, A + 100 div X).
?OP('rem', A + X rem 3).
?OP('band', A + (X band 14)).
?OP('bor', A bor X).
?OP('bxor', A bxor X).
?OP('bsl', A + (X bsl 6)).
?OP('bsr', A + (X bsr 5)).
?OP('bnot', bnot A).
?OP(negate, -A).
?OP(absolute, A + abs(X)).
?OP(multiply_to_big, X * X).
div_big(0, A, _, _) -> A;
div_big(N, _, {B, D} = X, Y) -> div_big(N - 1, B div D, Y, X).
float_known(0, A, _, _) -> A;
float_known(N, A, X, Y) when is_float(A), is_float(X) -> float_known(N - 1, (A + X) * 1.0, Y, X).
?OP(integer_to_float, A + float(X)).
?OP(divide_integers, X / 2).
?OP(truncate, A + trunc(X)).
?OP(rounded, A + round(X)).
?OP(floored, A + floor(X)).
?OP(square_root, math:sqrt(X)).
?OP(power, math:pow(X, 3)).

?OP(put_list, [X | N]).
get_list(0, A, _, _) -> A;
get_list(N, A, [B | _] = X, Y) -> get_list(N - 1, A + B, Y, X).
?OP(length, A + length(X)).
?OP(append, X ++ [N]).
?OP(subtract_lists, X -- [3, 7]).
?OP(member, case lists:member(9, X) of true -> A + 1; false -> A end).
?OP(reverse, lists:reverse(X)).
?OP(keyfind, lists:keyfind(9, 1, X)).
?OP(keymember, case lists:keymember(9, 1, X) of true -> A + 1; false -> A end).
?OP(nth, lists:nth(9, X)).
?OP(last, lists:last(X)).
?OP(map, lists:map(fun(E) -> E + 1 end, X)).
?OP(fold, lists:foldl(fun(E, S) -> E + S end, 0, X)).
?OP(filter, lists:filter(fun(E) -> E > 5 end, X)).
?OP(comprehension, [E + 1 || E <- X]).
?OP(sequence, lists:seq(1, X)).
?OP(sort, lists:sort(X)).
?OP(keysort, lists:keysort(1, X)).
?OP(usort, lists:usort(X)).
?OP(zip, lists:zip(X, Y)).
?OP(delete, lists:delete(5, X)).
?OP(sum, lists:sum(X)).
?OP(append_lists, lists:append(X)).
?OP(put_tuple, {X, N}).
get_tuple_element(0, A, _, _) -> A;
get_tuple_element(N, A, {B, C} = X, Y) -> get_tuple_element(N - 1, A + B + C, Y, X).
?OP(element, A + element(1 + (N band 1), X)).
?OP(set_element, setelement(X, A, X)).
?OP(tuple_size, A + tuple_size(X)).
?OP(record_update, A#r{b = X, d = X}).
?OP(list_to_tuple, list_to_tuple(X)).
?OP(tuple_to_list, tuple_to_list(X)).
?OP(make_tuple, erlang:make_tuple(X, a)).
?OP(append_element, erlang:append_element(X, x)).

map_get(0, A, _, _) -> A;
map_get(N, A, #{count := C} = X, Y) -> map_get(N - 1, A + C, Y, X).
map_get_3(0, A, _, _) -> A;
map_get_3(N, A, #{count := C, size := S, kind := a} = X, Y) -> map_get_3(N - 1, A + C + S, Y, X).
map_get_key(0, A, _, _) -> A;
map_get_key(N, A, {K, M} = X, Y) -> map_get_key(N - 1, A + map_get(K, M), Y, X).
map_has_key(0, A, _, _) -> A;
map_has_key(N, A, {K, M} = X, Y) when is_map_key(K, M) -> map_has_key(N - 1, A + 1, Y, X);
map_has_key(N, A, X, Y) -> map_has_key(N - 1, A, Y, X).
?OP(map_size, A + map_size(X)).
?OP(map_update, A#{count := X}).
?OP(map_update_2, A#{count := X, size := X}).
?OP(map_update_3, A#{count := X, size := X, kind := X}).
?OP(map_assoc, A#{count => X}).
?OP(map_assoc_2, A#{count => X, size => X}).
?OP(map_new_key, X#{new => N}).
?OP(map_assoc_key, A#{X => 1 + (N band 1)}).
?OP(map_create, #{a => X, b => N}).
?OP(map_create_key, #{X => N}).
?OP(map_update_with, maps:update_with(X, fun(V) -> V + 1 end, A)).
?OP(map_update_with_large, maps:update_with(X, fun(V) -> V + 1 end, 0, A)).
?OP(maps_get_default, A + maps:get(size, X, 0)).
?OP(maps_find, maps:find(count, X)).
?OP(maps_put, maps:put(X, 1 + (N band 1), A)).
?OP(maps_remove, maps:remove(count, X)).
?OP(maps_take, maps:take(count, X)).
?OP(maps_merge, maps:merge(#{c => 3}, X)).
?OP(maps_keys, maps:keys(X)).
?OP(maps_values, maps:values(X)).
?OP(maps_to_list, maps:to_list(X)).
?OP(maps_from_list, maps:from_list(X)).
?OP(maps_fold, maps:fold(fun(K, _, S) -> K + S end, A, X)).
?OP(maps_map, maps:map(fun(K, _) -> K end, X)).
?OP(maps_filter, maps:filter(fun(K, _) -> K < 5 end, X)).
?OP(maps_iterate, iterated(maps:next(maps:iterator(X)), A)).
?OP(maps_merge_large, maps:merge(X, Y)).
?OP(maps_with, maps:with([count, size], X)).

iterated(none, A) -> A;
iterated({K, _, I}, A) -> iterated(maps:next(I), K + A).
