%% Answers about code and about the inside of the emulator that programs and OTP's own tests ask for: what they are, and
%% as what they are refused. Whether code is covered natively is the emulator's own affair.
-module(insides).
-export([main/0]).

main() ->
    {_, Bin, _} = code:get_object_code(lists),
    tell("md5", fun() -> {code:module_md5(Bin) =:= lists:module_info(md5), code:module_md5(<<"x">>)} end),
    tell("loaded", fun() -> {code:is_loaded(erlang), element(1, code:is_loaded(lists)), code:is_loaded(no)} end),
    tell("sticky", fun() -> {code:is_sticky(lists), code:is_sticky(no)} end),
    tell("mode", fun() -> code:get_mode() end),
    tell("status", fun() -> [code:module_status(M) || M <- [lists, no, erlang]] end),
    tell("which", fun() -> {code:which(erlang), code:which(no)} end),
    tell("on load", fun() -> erlang:has_prepared_code_on_load(erlang:prepare_loading(lists, Bin)) end),
    tell("chunks", fun() -> {is_binary(erts_internal:beamfile_chunk(Bin, "Code")), erts_internal:beamfile_chunk(Bin, "Nope"),
        erts_internal:beamfile_chunk(<<"x">>, "Code")} end),
    tell("md5 of files", fun() -> {erts_internal:beamfile_module_md5(Bin) =:= lists:module_info(md5), erts_internal:beamfile_module_md5(<<1>>)} end),
    [tell(io_lib:format("erts_internal:~p~0p", [F, A]), fun() -> apply(erts_internal, F, A) end) || {F, A} <- internal()],
    [tell(io_lib:format("erts_debug:~p~0p", [F, A]), fun() -> apply(erts_debug, F, A) end) || {F, A} <- debug()],
    Was = erts_debug:set_internal_state(available_internal_state, true),
    [tell(io_lib:format("state ~0p", [I]), fun() -> erts_debug:get_internal_state(I) end) || I <- states()],
    tell("of me", fun() -> [erts_debug:get_internal_state({I, self()}) || I <- [process_status, monitor_list]] end),
    erts_debug:set_internal_state(available_internal_state, Was).

internal() ->
    [{get_dflags, []}, {get_creation, []}, {perf_counter_unit, []}, {time_unit, []}, {atomics_info, [x]}, {ets_info_binary, [x]},
     {term_type, [a]}, {term_type, [1 bsl 70]}, {term_type, [<<1>>]}, {term_type, [{}]}, {map_hashmap_children, [x]}, {map_type, [#{}]},
     {map_type, [x]}, {new_connection, [x]}, {is_system_process, [x]}, {is_process_executing_dirty, [x]}, {maps_to_list, [#{a => 1}, 1]},
     {map_next, [0, #{a => 1}, iterator]}, {dist_get_stat, [x]}, {abort_pending_connection, [a, b]}, {create_dist_channel, [a, b, c]},
     {binary_to_integer, [<<"12">>, 10]}, {list_to_integer, ["1", 37]}, {list_to_integer, ["1x", 10]}, {list_to_integer, ["", 10]},
     {port_info, [x]}, {port_info, [x, y]}, {port_close, [x]}, {cmp_term, [1, 1.0]}, {garbage_collect, [x]}, {system_check, [x]},
     {prepare_loading, [x, <<1>>]}, {no_such, []}].

debug() ->
    [{breakpoint, [x, true]}, {disassemble, [x]}, {disassemble, [{no, f, 1}]}, {dump_monitors, [x]}, {dump_links, [x]},
     {flat_size, [x]}, {flat_size_big, ["ab"]}, {get_internal_state, [x]}, {set_internal_state, [x, y]}, {map_info, [#{}]}, {map_info, [x]},
     {size, ["ab"]}, {size_shared, ["ab"]}, {copy_shared, ["ab"]}, {dirty_cpu, [x, 1]}, {dirty_io, [x, 1]}, {dirty, [x, y, z]},
     {lcnt_control, [mask]}, {lcnt_control, [x]}, {lcnt_collect, []}, {lcnt_clear, []}, {df, [x]}, {alloc_blocks_size, [x]}, {no_such, []}].

states() ->
    [reds_left, next_pid, processes, max_atom_out_cache_index, available_internal_state,
     force_heap_frags, memory, mmap, min_unique_integer, min_unique_monotonic_integer, stack_check, flxctr_memory_usage,
     lc_graph, hashmap_collision_bonanza, re_yield_coverage, debugger_support, dirty_gc_limit, x, 1, [], {}, {x}, {x, y}, {process_status, x},
     {link_list, x}, {monitor_list, x}, {monitor_list, node()}, {link_list, node()}, {channel_number, node()}, {binary_info, x}, {binary_info, <<>>},
     {dist_ctrl, x}, {atom, x}, {magic_ref, x}, {check_time_config, false, no_time_warp}, {check_time_config, x, y}].

tell(What, Fun) ->
    io:format("~s: ~0p~n", [What, shape(try Fun() catch C:R -> {C, R} end)]).

%% Of numbers only that they are some.
shape({badmatch, _}) -> badmatch;
shape(N) when is_integer(N), N > 1 -> n;
shape(B) when is_binary(B), byte_size(B) > 8 -> binary;
shape(L) when is_list(L), length(L) > 8 -> list;
shape(L) when is_list(L) -> lists:usort([shape(X) || X <- L]);
shape(T) when is_tuple(T) -> list_to_tuple([shape(X) || X <- tuple_to_list(T)]);
shape(P) when is_pid(P) -> pid;
shape(X) -> X.
