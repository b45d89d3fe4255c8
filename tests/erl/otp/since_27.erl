%% since OTP 27
%% Built-ins, guards, terms and sessions that OTP 26 and 27 have brought.
-module(since_27).
-export([main/0, at_least/2]).

main() ->
    tables(),
    terms(),
    of_processes(),
    traced(),
    t:p({at_least(2, 5), at_least(2, 1)}),
    t:p([prim_net:getservbyname("nono", "tcp"), code:get_coverage_mode(?MODULE)]),
    t:p([erts_internal:list_to_integer(L, 10) || L <- ["12", "-5x", "x", [], foo]]),
    t:p([erts_internal:binary_to_integer(B, 10) || B <- [<<"7">>, <<"7x">>, foo]]),
    t:p(erts_internal:list_to_integer(lists:duplicate(100, $9), 10)),
    t:p(erts_internal:term_to_string({a, "b", <<"c">>}, undefined)).

at_least(Least, N) when max(N, Least) =:= N, min(N, Least) =:= Least -> N;
at_least(Least, _) -> {least, Least}.

tables() ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{1, a}, {2, b}]),
    t:p([ets:first_lookup(T), ets:last_lookup(T), ets:next_lookup(T, 1), ets:prev_lookup(T, 1)]),
    t:p([ets:lookup_element(T, 3, 2, none), ets:update_element(T, 3, {2, c}, {0, d}),
         ets:update_element(T, 3, {2, e}, {0, d}), ets:tab2list(T)]),
    [t:show(Text, F) || {Text, F} <- [{"position", fun() -> ets:update_element(T, 4, {5, c}, {0, d}) end},
                                     {"key", fun() -> ets:next_lookup(ets:new(s, []), 1) end}]],
    t:p([try ets:update_element(T, 1, P) catch error:_:S -> element(4, hd(S)) end
         || P <- [{0, new}, {4, new}, {1, new}, [{2, a}, {9, b}], x, {a, b}]]),
    B = ets:new(b, [bag]),
    ets:insert(B, [{1, a}, {1, b}]),
    t:p({ets:lookup(B, 1), ets:first_lookup(B)}).

terms() ->
    {Plus, Minus} = {t:id(0.0), t:id(-0.0)},
    t:p([Plus =:= Minus, Plus == Minus, -Plus, abs(Minus), erts_internal:cmp_term(Plus, Minus)]),
    t:p([#{Plus => a, Minus => b}, lists:usort([Plus, Minus]), erlang:phash2(Plus) =:= erlang:phash2(Minus)]),
    t:p(case Minus of 0.0 -> plus; -0.0 -> minus end),
    t:p(maps:to_list(maps:iterator(maps:from_keys(lists:seq(40, 1, -1), x), ordered))),
    t:p(#{b => 1, a => 2} < #{a => 3, b => 0}),
    Local = {self(), make_ref(), atom},
    t:p(binary_to_term(term_to_binary(Local, [local])) =:= Local),
    t:show("altered", fun() -> <<131, 121, X, R/binary>> = term_to_binary(a, [local]), binary_to_term(<<131, 121, (X bxor 1), R/binary>>) end),
    t:show("both", fun() -> term_to_binary(a, [local, deterministic]) end),
    t:p(term_to_binary(list_to_atom([233]))),
    t:p(erlang:fun_info(fun() -> Local end, pid)).

of_processes() ->
    proc_lib:set_label({a, label}),
    put(key, value),
    t:p(process_info(self(), [label, {dictionary, key}, {dictionary, none}])),
    t:p([process_flag(async_dist, true), process_flag(async_dist, false), erlang:system_info(async_dist)]),
    t:p([begin
             {Pid, Monitor} = spawn_opt(fun() -> exit(process_info(self(), async_dist)) end, [monitor | Options]),
             receive {'DOWN', Monitor, process, Pid, Flag} -> Flag end
         end || Options <- [[], [{async_dist, true}], [{async_dist, false}]]]),
    t:p(lists:sort(maps:keys(element(2, process_info(self(), max_heap_size))))).

%% A session traces, and nothing does when it has been destroyed.
traced() ->
    Me = self(),
    Tracer = spawn_link(fun() -> receive Event -> Me ! {told, Event} end end),
    Session = trace:session_create(session, Tracer, []),
    t:p([trace:function(Session, {?MODULE, at_least, 2}, [], [local]), trace:process(Session, self(), true, [call])]),
    ?MODULE:at_least(1, 2),
    t:p(receive {told, {trace, Me, call, Call}} -> Call end),
    t:p([trace:info(Session, self(), flags), length(trace:session_info(all)), length(trace:session_info(self()))]),
    t:p([trace:session_destroy(Session), trace:session_destroy(Session)]),
    ?MODULE:at_least(1, 2),
    t:p(receive Message -> Message after 0 -> none end),
    t:show("gone", fun() -> trace:process(Session, self(), true, [call]) end).
