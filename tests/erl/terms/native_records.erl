%% Native records: making, changing, matching, comparing, hashing, and their external format.
%% since OTP 29
-module(native_records).
-export([main/0]).
-export_record([shown]).

-record #pt{px = 0, py = 0}.
-record #none{}.
-record #shown{sa = 1, sb}.
-record #later{zz_third = [x], aa_first = <<"bytes">>, mm_second = 1 bsl 70, nn_last = 2.5}.
-record #nested{inner = none, list = [], map = #{}}.
-record #loose{lx :: integer(), ly = 0 :: integer()}.

main() ->
    making(), matching(), order(), hashes(), external(), places(), others(), built_ins(), printing().

making() ->
    P = #pt{px = t:id(1)}, t:p(P), t:p([#pt{}, #pt{py = P}]),
    t:p(changed(P)), t:p(made()), t:p(nested(P)), t:p(fields(P, #shown{sb = 3})),
    t:p([#pt{px = X, py = Y} || X <- [1, 2], Y <- [a, b]]),
    t:p(taken([P, #none{}, 1, {pt, 2, 3}, P#pt{px = 5}, #later{}])),
    t:p(#{R#pt.px => R || R <- [P, #pt{px = 2}]}),
    t:p(lists:foldl(fun(I, #pt{px = A, py = B} = R) -> R#pt{px = A + I, py = [I | B]} end, #pt{py = []}, lists:seq(1, 9))),
    t:p(length(binary_to_list(term_to_binary(many(5000, []))))).

changed(P) -> [P#pt{py = 2}, P#pt{px = t:id(x), py = [P]}, P#pt{}, P#_{py = 8}].
made() -> [#none{}, (t:id(#none{}))#none{}, #shown{sb = 2}, #loose{lx = 7}, #later{}].
nested(P) ->
    N = #nested{inner = #nested{inner = P}},
    [N, (N#nested.inner)#nested.inner, deep(N), (t:id(N))#nested{list = [1], map = #{P => N#nested.list}}].
deep(#nested{inner = #nested{inner = #pt{px = X}}}) -> X.
fields(P, S) -> [P#pt.px, P#_.py, S#native_records:shown.sb, S#native_records:shown{sa = 5}].
taken(L) -> [X || #pt{px = X} <- L].

many(0, L) -> L;
many(N, L) -> many(N - 1, [#pt{px = N, py = {N}} | L]).

matching() ->
    Subjects = [#pt{}, #pt{px = 1, py = two}, #none{}, #shown{sb = #pt{}}, #later{}, {pt, 1, 2}, #{px => 1}, pt,
                #nested{inner = #pt{px = 3}}, other(native_records, pt, [{px, 1}], false), other(else_, pt, [{px, 1}, {py, 2}], false),
                other(else_, pt, [{px, 1}, {py, 2}], true), other(else_, shown, [{sa, 1}], true)],
    t:each(fun first/1, Subjects),
    t:each(fun guards/1, Subjects),
    t:each(fun any/1, Subjects),
    t:each(fun foreign/1, Subjects).

first(#pt{px = 1, py = Y}) -> {one, Y};
first(#pt{py = Y, px = X}) -> {pt, X, Y};
first(#none{}) -> none;
first(#shown{sb = #pt{px = X}}) -> {shown, X};
first(#nested{inner = #pt{px = X}, list = []}) -> {nested, X};
first(#later{aa_first = A, nn_last = N}) -> {A, N};
first(_) -> no.

guards(R) when R#pt.px > 0 -> positive;
guards(R) when is_record(R, pt) -> pt;
guards(R) when is_record(R, native_records, later) -> later;
guards(R) when is_record(R, else_, pt) -> else_pt;
guards(R) when is_record(R) -> some;
guards(R) when is_tuple(R); is_map(R) -> other;
guards(_) -> none.

any(#_{px = X}) -> {px, X};
any(#_{sa = X, sb = _}) -> {sa, X};
any(#_{}) -> record;
any(_) -> no.

foreign(#else_:pt{px = X}) -> {px, X};
foreign(#else_:pt{}) -> pt;
foreign(#native_records:shown{sa = X}) -> {sa, X};
foreign(R) when R#else_:shown.sa =:= 1 -> one;
foreign(_) -> no.

other(M, N, Fields, Exported) -> records:create(M, N, Fields, #{is_exported => Exported}).

order() ->
    Rs = [#pt{}, #pt{px = 1}, #pt{px = 1.0}, #pt{py = 1}, #none{}, #shown{sb = 0}, #nested{}] ++
        [other(M, N, F, X) || M <- [aa_module, native_records, zz_module], N <- [none, pt, zz_name], X <- [true, false],
                              F <- [[], [{px, 0}, {py, 0}], [{py, 0}, {px, 0}], [{px, 5}], [{qq, 0}, {py, 0}], [{a_x, 1}, {a_y, 2}, {a_z, 3}]]],
    t:p(lists:sort(Rs)),
    t:p([{length(lists:usort(Rs)), erlang:phash2(lists:usort([{A < B, A == B, A =:= B, A =< B} || A <- Rs, B <- Rs]))}]),
    t:p(erlang:phash2([[A < B, A == B, A =:= B] || A <- lists:sort(Rs), B <- lists:sort(Rs)])),
    R = #pt{px = 1},
    t:p([{R < X, R > X, R == X, R =:= X} || X <- [1, 1 bsl 80, 1.5, atom, make_ref(), fun main/0, self(), {}, {R, R, R}, R, #{}, #{R => R}, [], [R], <<>>, <<1:3>>]]),
    t:p([#pt{px = 1} == #pt{px = 1.0}, #pt{px = 1} =:= #pt{px = 1.0}, #pt{px = 0.0} =:= #pt{px = -0.0}, #pt{px = t:id([1, 2])} =:= #pt{px = [1, 2]}]),
    Deep = lists:foldl(fun(_, D) -> #pt{px = D} end, 0, lists:seq(1, 100000)),
    Same = lists:foldl(fun(_, D) -> #pt{px = D} end, 0, lists:seq(1, 100000)),
    t:p([Deep =:= Same, Deep == Same, Deep < Same#pt{py = 1}, erlang:phash2(Deep) =:= erlang:phash2(Same), max(Deep, Same) =:= Deep]).

hashes() ->
    Rs = [#none{}, #pt{}, #pt{px = 5}, #later{}, #shown{sb = {#pt{}, [#none{}]}}, other(mm, nn, [{qz_one, 1}, {qa_two, 2}], true), other(mm, nn, [{qa_two, 2}, {qz_one, 1}], true)],
    t:p([erlang:phash2(R) || R <- Rs]),
    t:p([erlang:phash2({R, [R | R], #{R => 1}}, 1 bsl 32) || R <- Rs]),
    t:p([erlang:phash(R, 1 bsl 32) || R <- Rs]),
    t:p([{erts_debug:flat_size(R), erts_debug:size([R, R]), erts_debug:flat_size(binary_to_term(term_to_binary(R)))} || R <- Rs]).

external() ->
    Rs = [#none{}, #pt{}, #later{}, #shown{sb = #pt{px = [1, 2, 3]}}, [#pt{}, #pt{px = 2}], #{#pt{} => #none{}}],
    [begin
         B = term_to_binary(R), R = binary_to_term(B), R = binary_to_term(B, [safe]),
         B = iolist_to_binary(term_to_iovec(R)),
         true = byte_size(B) =< erlang:external_size(R),
         R = binary_to_term(term_to_binary(R, [compressed])), R = binary_to_term(term_to_binary(R, [local])),
         t:p(B)
     end || R <- Rs],
    t:p([erlang:external_size(R) || R <- Rs]),
    t:p(term_to_binary(#later{}, [deterministic])), t:p(term_to_binary(#pt{}, [{minor_version, 1}])),
    Head = <<131, 67>>,
    Bad = [<<>>, <<0:32>>, <<0:32, 0>>, <<0:32, 0, 119, 1, $m>>, <<0:32, 2, 119, 1, $m, 119, 1, $n>>, <<0:32, 128, 119, 1, $m, 119, 1, $n>>,
           <<0:32, 0, 97, 1, 119, 1, $n>>, <<0:32, 1, 119, 1, $m, 106>>, <<1:32, 1, 119, 1, $m, 119, 1, $n>>,
           <<1:32, 1, 119, 1, $m, 119, 1, $n, 97, 1, 97, 1>>, <<1:32, 1, 119, 1, $m, 119, 1, $n, 119, 1, $x>>,
           <<2:32, 1, 119, 1, $m, 119, 1, $n, 119, 1, $x, 119, 1, $x, 97, 1, 97, 2>>, <<-1:32, 1, 119, 1, $m, 119, 1, $n>>,
           <<0:32, 1, 119, 1, $m, 119, 1, $n>>, <<1:32, 1, 119, 1, $m, 119, 1, $n, 119, 1, $x, 67, 0:32, 0, 119, 1, $m, 119, 1, $n>>],
    t:each(fun(B) -> binary_to_term(<<Head/binary, B/binary>>) end, Bad),
    t:show("safe", fun() -> binary_to_term(<<131, 67, 1:32, 0, 119, 1, $m, 119, 1, $n, 119, 12, "no_such_fi_d", 97, 1>>, [safe]) end).

%% In maps, tables, messages, persistent terms and the process dictionary.
places() ->
    R = #pt{px = t:id(1), py = "text"},
    M = maps:from_list([{#pt{px = I}, I} || I <- lists:seq(1, 100)]),
    t:p([maps:get(#pt{px = 77}, M), maps:is_key(#pt{px = 77.0}, M), map_size(M#{R => 1}), #{R => 1} =:= #{#pt{px = 1, py = "text"} => 1}]),
    [begin
         T = ets:new(t, [Kind, public]),
         true = ets:insert(T, [{#pt{px = I rem 7}, I} || I <- lists:seq(1, 20)] ++ [{R, R}]),
         t:p({Kind, lists:sort(ets:lookup(T, #pt{px = 3})), ets:lookup(T, #pt{px = 3.0}), ets:lookup(T, R), ets:info(T, size)}),
         t:p([ets:match(T, {R, '$1'}), ets:match(T, {#pt{px = '$1', py = "text"}, '_'}), ets:match(T, {#pt{px = '_', py = '_'}, '$1'})]),
         t:p(lists:sort(ets:select(T, [{{'$1', '$2'}, [{is_record, '$1', native_records, pt}, {'>', '$2', 15}], ['$2']}]))),
         t:p(lists:sort(ets:select(T, [{{'$1', '$2'}, [{is_record, '$1', else_, pt}], ['$2']}, {{R, '$1'}, [], [{{R, #none{}, '$1'}}]}]))),
         true = ets:delete(T, R), t:p([ets:member(T, R), ets:info(T, size)])
     end || Kind <- [set, ordered_set, bag]],
    t:p([catch_(fun() -> ets:match_spec_run([R], ets:match_spec_compile(S)) end) ||
            S <- [[{R, [], ['$_']}], [{'$1', [{is_record, '$1', pt, 3}], ['$1']}], [{'$1', [{is_record, '$1'}], ['$1']}], [{'$1', [{is_tuple, '$1'}], ['$1']}],
                  [{'$1', [{'==', '$1', R}], [{const, R}]}], [{'$1', [{'<', '$1', #{}}], [#pt{px = '$1'}]}]]]),
    Pid = spawn_link(fun Echo() -> receive {From, X} -> From ! {self(), X, X =:= #pt{px = 1, py = "text"}}, Echo() end end),
    t:p([begin Pid ! {self(), X}, receive {Pid, Y, Is} -> {Y =:= X, Is} end end || X <- [R, [R, #none{}], other(mm, nn, [{qz_one, R}, {qa_two, R}], true)]]),
    persistent_term:put(native_records, [R, #later{}]), t:p(persistent_term:get(native_records)), t:p(persistent_term:erase(native_records)),
    put(R, R), t:p([get(R), erase(R), get(R)]),
    garbage_collect(), t:p(R),
    {P, Ref} = spawn_monitor(fun() -> exit(#shown{sb = R}) end),
    receive {'DOWN', Ref, process, P, Why} -> t:p(Why) end,
    t:p([catch throw(R), element(2, catch_(fun() -> error(R) end))]).

catch_(F) -> try F() catch C:E -> {C, E} end.

%% Records of others, which only say that they are of some module.
others() ->
    R = other(nobody, it, [{fb, 1}, {fa, 2}], true), H = other(nobody, it, [{fb, 1}, {fa, 2}], false),
    t:p([R, R#nobody:it.fa, R#nobody:it{fb = 3}, R#_{fa = 4}, records:update(R, nobody, it, #{fa => 5}), R =:= H, R > H]),
    t:p([begin [records:get(F, X) || F <- records:get_field_names(X)] end || X <- [R, H, #later{}]]),
    Large = other(nobody, large, [{list_to_atom("field" ++ integer_to_list(I)), I} || I <- lists:seq(1, 1000)], true),
    t:p([length(records:get_field_names(Large)), records:get(field1000, Large), Large#nobody:large.field999, erlang:phash2(Large), Large =:= binary_to_term(term_to_binary(Large))]),
    t:p(lists:sum([records:get(F, Large) || F <- records:get_field_names(Large)])).

built_ins() ->
    Ts = [#pt{}, #shown{sb = 1}, {pt, 1}, pt, 5],
    t:p([[is_record(X), is_record(X, t:id(pt)), is_record(X, t:id(native_records), t:id(pt)), is_record(X, t:id(pt), t:id(2)),
          is_tuple(X), is_map(X), is_atom(X), is_list(X), is_binary(X), is_function(X), is_number(X), is_reference(X)] || X <- Ts]),
    t:p([[erlang:is_record(X, A, B) || A <- [pt, native_records], B <- [pt, 1, 2, -1]] || X <- Ts]),
    t:p([[apply(erlang, is_record, [X | A]) || A <- [[], [pt], [native_records, pt]]] || X <- Ts]),
    t:p([[records:get_module(X), records:get_name(X), records:is_exported(X), records:get_field_names(X)] || X <- [#pt{}, #shown{sb = 1}, #none{}]]),
    t:p([records:get_definition(native_records, N) || N <- [pt, none, shown, later, nested, loose]]),
    t:p([erl_internal:guard_bif(is_record, N) || N <- [1, 2, 3]]),
    t:p([erlang:function_exported(records, F, A) || {F, A} <- [{create, 4}, {get, 2}, {update, 4}, {get_definition, 2}]]),
    t:p([erlang:is_builtin(records, F, A) || {F, A} <- [{create, 4}, {get, 2}, {update, 4}, {get_definition, 2}, {get_name, 1}]]).

printing() ->
    R = #later{zz_third = #pt{px = "a b", py = 'A b'}},
    io:format("~w~n~p~n~tp~n~P~n~W~n~0p~n", [R, R, R, R, 8, R, 8, R]),
    t:p(io_lib:format("~p", [#none{}])),
    t:p(io_lib:write(R)),
    erlang:display({#pt{px = 1}, [#none{}], #shown{sb = "text"}, other(mm, 'n n', [{'f f', 'v v'}], true)}).
