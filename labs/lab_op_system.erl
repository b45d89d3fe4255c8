%% Single operations of processes, tables, counters and clocks. Made as lab_op_terms is.
-module(lab_op_system).
-compile([nowarn_unused_vars]).
-export([row/1, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

-define(OP(Name, E), Name(0, A, _, _) -> A; Name(N, A, X, Y) -> Name(N - 1, E, Y, X)).

half(N) -> N div 2.
same(N) -> N.

row(own_pid) -> {fun own_pid/4, 0, self(), a, fun half/1};
row(send_receive) -> {fun send_receive/4, 0, a, b, b};
row(send_receive_reference) -> {fun send_receive_reference/4, 0, a, b, b};
row(receive_nothing) -> {fun receive_nothing/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(dictionary_get) -> put(a, 1), put(b, 2), {fun dictionary_get/4, 0, a, b, fun(N) -> half(N) * 3 end};
row(dictionary_put) -> {fun dictionary_put/4, 0, a, b, 3};
row(spawn_end) -> {fun spawn_end/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(spawn_link_end) -> process_flag(trap_exit, true), {fun spawn_link_end/4, 0, 1, 2, fun(N) -> half(N) * 3 end};
row(monitor_demonitor) -> P = server(), {fun monitor_demonitor/4, true, P, P, true};
row(link_unlink) -> P = server(), {fun link_unlink/4, true, P, P, true};
row(is_alive) -> {fun is_alive/4, 0, server(), dead(), fun half/1};
row(whereis_name) -> {fun whereis_name/4, 0, kernel_sup, nobody, undefined};
row(register_unregister) -> {fun register_unregister/4, true, name_a, name_b, true};
row(process_info_length) -> {fun process_info_length/4, 0, self(), self(), {message_queue_len, 0}};
row(process_flag) -> {fun process_flag/4, 0, true, false, true};
row(group_leader) -> {fun group_leader/4, 0, 1, 2, group_leader()};
row(make_reference) -> {fun make_reference/4, 0, 1, 2, fun(_, R) -> is_reference(R) end};
row(unique_integer) -> {fun unique_integer/4, 0, 1, 2, 1};
row(alias_unalias) -> {fun alias_unalias/4, true, 1, 2, true};
row(timer_cancelled) -> {fun timer_cancelled/4, 0, 100000, 200000, 0};
row(echo_integer) -> P = echo(), {fun echo/4, 0, {P, 1}, {P, 2}, 2};
row(echo_binary_1k) -> P = echo(), B = binary:copy(<<"x">>, 1000), {fun echo/4, 0, {P, B}, {P, 2}, 2};
row(echo_list_of_maps) -> P = echo(), L = [#{id => I, name => <<"someone">>} || I <- lists:seq(1, 10)], {fun echo/4, 0, {P, L}, {P, L}, L};
row(server_call) -> P = server(), {fun server_call/4, 0, {P, 1}, {P, 2}, 2};
row(Case) -> table(Case).

table(ets_lookup) -> {fun ets_lookup/4, 0, {filled(set), 77}, {filled(set), 1077}, []};
table(ets_lookup_element) -> T = filled(set), {fun ets_lookup_element/4, 0, {T, 77}, {T, 78}, fun(N) -> half(N) * 155 end};
table(ets_member) -> T = filled(set), {fun ets_member/4, 0, {T, 77}, {T, 1078}, fun half/1};
table(ets_insert) -> T = filled(set), {fun ets_insert/4, 0, {T, 77}, {T, 78}, true};
table(ets_update_counter) -> T = filled(set), {fun ets_update_counter/4, 0, {T, 77}, {T, 78}, fun(N) -> 78 + half(N) end};
table(ets_update_element) -> T = filled(set), {fun ets_update_element/4, 0, {T, 77}, {T, 78}, true};
table(ets_insert_delete) -> T = filled(set), {fun ets_insert_delete/4, 0, {T, 2077}, {T, 2078}, true};
table(ets_lookup_ordered) -> T = filled(ordered_set), {fun ets_lookup/4, 0, {T, 77}, {T, 1077}, []};
table(ets_insert_ordered) -> T = filled(ordered_set), {fun ets_insert/4, 0, {T, 77}, {T, 78}, true};
table(ets_next_ordered) -> T = filled(ordered_set), {fun ets_next/4, 0, {T, 77}, {T, 78}, 79};
table(ets_match) -> T = filled(ordered_set), {fun ets_match/4, 0, {T, 77}, {T, 78}, [[78]]};
table(ets_select_1000) -> T = filled(set), {fun ets_select/4, 0, {T, 998}, {T, 997}, [998, 999, 1000]};
table(persistent_get) -> persistent_term:put(lab_a, 1), persistent_term:put(lab_b, 2), {fun persistent_get/4, 0, lab_a, lab_b, fun(N) -> half(N) * 3 end};
table(atomics_add) -> R = atomics:new(1, []), {fun atomics_add/4, 0, R, R, fun same/1};
table(counters_add) -> R = counters:new(1, [write_concurrency]), {fun counters_add/4, 0, R, R, fun same/1};
table(function_exported) -> {fun function_exported/4, 0, {lists, map}, {lists, nothing}, fun half/1};
table(monotonic_time) -> {fun monotonic_time/4, 0, 1, 2, 0};
table(system_time) -> {fun system_time/4, 0, 1, 2, 0};
table(timestamp) -> {fun timestamp/4, 0, 1, 2, 0};
table(os_timestamp) -> {fun os_timestamp/4, 0, 1, 2, 0};
table(random_uniform) -> rand:seed(exsss, {1, 2, 3}), {fun random_uniform/4, 0, 1, 1, fun same/1};
table(_) -> none.

filled(Type) ->
    T = ets:new(t, [Type, public]),
    ets:insert(T, [{K, K} || K <- lists:seq(1, 1000)]),
    T.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.

server() -> {ok, P} = gen_server:start_link(?MODULE, [], []), P.
init(_) -> {ok, none}.
handle_call(What, _, State) -> {reply, What, State}.
handle_cast(_, State) -> {noreply, State}.

echo() -> spawn_link(fun echoes/0).
echoes() -> receive {From, What} -> From ! {self(), What}, echoes() end.

%% ------------------------------------------------------------------ the operations

own_pid(0, A, _, _) -> A;
own_pid(N, A, X, Y) when X =:= self() -> own_pid(N - 1, A + 1, Y, X);
own_pid(N, A, X, Y) -> own_pid(N - 1, A, Y, X).
?OP(send_receive, begin self() ! X, receive M -> M end end).
?OP(send_receive_reference, begin R = make_ref(), self() ! {R, X}, receive {R, M} -> M end end).
?OP(receive_nothing, receive nothing -> A after 0 -> A + X end).
?OP(dictionary_get, A + get(X)).
?OP(dictionary_put, begin put(X, N), get(X) + 2 end).
?OP(spawn_end, begin {P, R} = spawn_monitor(fun() -> exit(X) end), receive {'DOWN', R, process, P, B} -> A + B end end).
?OP(spawn_link_end, begin P = spawn_link(fun() -> exit(X) end), receive {'EXIT', P, B} -> A + B end end).
?OP(monitor_demonitor, demonitor(monitor(process, X))).
?OP(link_unlink, begin link(X), unlink(X) end).
?OP(is_alive, case is_process_alive(X) of true -> A + 1; false -> A end).
?OP(whereis_name, whereis(X)).
?OP(register_unregister, begin register(X, self()), unregister(X) end).
?OP(process_info_length, process_info(X, message_queue_len)).
?OP(process_flag, process_flag(trap_exit, X)).
?OP(group_leader, group_leader()).
?OP(make_reference, make_ref()).
?OP(unique_integer, case erlang:unique_integer() of A -> 0; _ -> 1 end).
?OP(alias_unalias, unalias(alias())).
?OP(timer_cancelled, case erlang:cancel_timer(erlang:send_after(X, self(), late)) of L when L > 0 -> A end).
echo(0, A, _, _) -> A;
echo(N, _, {P, What} = X, Y) ->
    P ! {self(), What},
    echo(N - 1, receive {P, Back} -> Back end, Y, X).
server_call(0, A, _, _) -> A;
server_call(N, _, {P, What} = X, Y) -> server_call(N - 1, gen_server:call(P, What), Y, X).

-define(TABLE(Name, E), Name(0, A, _, _) -> A; Name(N, A, {T, K} = X, Y) -> Name(N - 1, E, Y, X)).
?TABLE(ets_lookup, ets:lookup(T, K)).
?TABLE(ets_lookup_element, A + ets:lookup_element(T, K, 2)).
?TABLE(ets_member, case ets:member(T, K) of true -> A + 1; false -> A end).
?TABLE(ets_insert, ets:insert(T, {K, N})).
?TABLE(ets_update_counter, ets:update_counter(T, K, 1)).
?TABLE(ets_update_element, ets:update_element(T, K, {2, N})).
?TABLE(ets_insert_delete, begin ets:insert(T, {K, N}), ets:delete(T, K) end).
?TABLE(ets_next, ets:next(T, K)).
?TABLE(ets_match, ets:match(T, {K, '$1'})).
?TABLE(ets_select, lists:sort(ets:select(T, [{{'$1', '_'}, [{'>', '$1', K}], ['$1']}]))).
?OP(persistent_get, A + persistent_term:get(X)).
?OP(atomics_add, atomics:add_get(X, 1, 1)).
?OP(counters_add, begin counters:add(X, 1, 1), A + 1 end).
?TABLE(function_exported, case erlang:function_exported(T, K, 2) of true -> A + 1; false -> A end).
?OP(monotonic_time, case erlang:monotonic_time() of T when is_integer(T) -> A end).
?OP(system_time, case erlang:system_time(millisecond) of T when T > 0 -> A end).
?OP(timestamp, case erlang:timestamp() of {_, _, _} -> A end).
?OP(os_timestamp, case os:timestamp() of {_, _, _} -> A end).
?OP(random_uniform, A + rand:uniform(X)).
