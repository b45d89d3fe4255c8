-module(too_large).
-export([main/0]).

%% What is too large for any memory is refused by whoever is asked for it.
main() ->
    Big = 1 bsl 100,
    Cases = [
      {"make_tuple of too many", fun() -> erlang:make_tuple(1 bsl 30, x) end},
      {"make_tuple of one too many", fun() -> erlang:make_tuple(1 bsl 24, x) end},
      {"make_tuple of a big number", fun() -> erlang:make_tuple(Big, x) end},
      {"make_tuple/3", fun() -> erlang:make_tuple(1 bsl 30, x, []) end},
      {"bsl by a big number", fun() -> id(1) bsl Big end},
      {"bsl by much", fun() -> id(1) bsl id(1 bsl 40) end},
      {"bsl of 0", fun() -> id(0) bsl id(1 bsl 40) end},
      {"bsr by less than nothing", fun() -> id(1) bsr id(-(1 bsl 40)) end},
      {"binary:copy of a big number", fun() -> binary:copy(<<"abc">>, Big) end},
      {"an atom of 255", fun() -> length(atom_to_list(list_to_atom(lists:duplicate(255, $a)))) end},
      {"an atom of 256", fun() -> list_to_atom(lists:duplicate(256, $a)) end},
      {"an atom of 256, existing", fun() -> list_to_existing_atom(lists:duplicate(256, $a)) end},
      {"an atom of 256 wide characters", fun() -> list_to_atom(lists:duplicate(256, 16#20ac)) end},
      {"an atom of 255 wide characters", fun() -> length(atom_to_list(list_to_atom(lists:duplicate(255, 16#20ac)))) end},
      {"binary_to_atom of 256", fun() -> binary_to_atom(binary:copy(<<"b">>, 256)) end},
      {"binary_to_existing_atom of 256", fun() -> binary_to_existing_atom(binary:copy(<<"b">>, 256)) end},
      {"an external atom of 256", fun() -> binary_to_term(<<131, 118, 256:16, (binary:copy(<<"c">>, 256))/binary>>) end},
      {"spawn with 255 arguments", fun() -> spawn(m, f, lists:duplicate(255, x)), ok end},
      {"spawn with 256 arguments", fun() -> is_pid(spawn(m, f, lists:duplicate(256, x))) end},
      {"spawn_monitor with 256 arguments", fun() -> gone(spawn_monitor(nosuch, f, lists:duplicate(256, x))) end},
      {"spawn_opt with 1000 arguments", fun() -> gone(spawn_opt(lists, f, lists:duplicate(1000, x), [monitor])) end},
      {"spawn_request with 256 arguments", fun() ->
          R = spawn_request(nosuch, f, lists:duplicate(256, x), [monitor]),
          receive {spawn_reply, R, ok, P} -> gone({P, R}) end end},
      {"apply with 255 arguments", fun() -> apply(nosuch, f, lists:duplicate(255, x)) end},
      {"apply with 256 arguments", fun() -> apply(nosuch, f, lists:duplicate(256, x)) end},
      {"a fun of 255", fun() -> F = erlang:make_fun(m, f, 255), is_function(F, 255) end},
      {"a fun of 256", fun() -> erlang:make_fun(m, f, 256) end},
      {"integer_to_binary in base 37", fun() -> integer_to_binary(1, 37) end},
      {"min_heap_size", fun() -> process_flag(min_heap_size, 1 bsl 60) end},
      {"min_bin_vheap_size", fun() -> process_flag(min_bin_vheap_size, Big) end},
      {"max_heap_size", fun() -> process_flag(max_heap_size, Big) end},
      {"spawn_opt", fun() -> spawn_opt(fun() -> ok end, [{min_heap_size, Big}]) end},
      {"a timer", fun() -> erlang:start_timer(Big, self(), x) end},
      {"a timer of 64 bits", fun() -> erlang:start_timer(1 bsl 62, self(), x) end},
      {"receive after", fun() -> receive after id(1 bsl 32) -> ok end end},
      {"persistent arrays", fun() -> atomics:new(1 bsl 61, []) end},
      {"counters", fun() -> counters:new(1 bsl 61, []) end},
      {"halt", fun() -> halt(-1) end},
      {"a name for a port", fun() -> open_port({spawn, lists:duplicate(10, $a)}, [{packet, 3}]) end},
      {"phash2", fun() -> erlang:phash2(x, (1 bsl 32) + 1) end},
      {"iolist_size beyond words", fun() -> B = binary:copy(<<0>>, 1 bsl 20), iolist_size(lists:foldl(fun(_, L) -> [L | L] end, B, lists:seq(1, 4))) end},
      {"registering", fun() -> register(lists, x) end}
    ],
    [io:format("~s: ~p~n", [Name, alone(F)]) || {Name, F} <- Cases],
    ok.

%% In a process of its own, so that what is large is gone before the next.
alone(F) ->
    {P, Ref} = spawn_monitor(fun() -> exit(try F() of R -> R catch C:E -> {C, E} end) end),
    receive {'DOWN', Ref, process, P, Result} -> Result end.

id(X) -> X.

gone({P, R}) ->
    receive {'DOWN', R, process, P, {Why, [{M, F, Args, _} | Callers]}} -> {Why, M, F, length(Args), Callers} end.
