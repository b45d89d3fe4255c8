%% What the system says about itself, in the shapes that tools expect.
-module(sys_info).
-export([main/0]).

main() ->
    t:p([erlang:system_info(K) || K <- [otp_release, machine, wordsize, {wordsize, external}, smp_support, threads, process_limit, port_limit, atom_limit, endian, version, modified_timing_level, fullsweep_after, min_heap_size, min_bin_vheap_size, multi_scheduling, schedulers_online, heap_type, delayed_node_table_gc, creation, time_correction, time_warp_mode, dist_ctrl, build_type, emu_type, start_time =/= 0, compat_rel, dist_buf_busy_limit, kernel_poll, logical_processors =:= x, ets_limit, debug_compiled, lock_counting, dynamic_trace, nif_version, driver_version], K =/= false, K =/= true, K =/= schedulers_online, K =/= compat_rel]),
    t:p([is_integer(erlang:system_info(K)) || K <- [process_count, port_count, atom_count, schedulers, schedulers_online, dirty_cpu_schedulers, dirty_io_schedulers, thread_pool_size, logical_processors, ets_count, start_time, end_time, creation, async_threads_dummy], K =/= async_threads_dummy]),
    t:p([is_binary(erlang:system_info(info)), is_list(erlang:system_info(system_version)), is_list(erlang:system_info(system_architecture)), is_tuple(erlang:system_info(allocator)), is_list(erlang:system_info(alloc_util_allocators)), is_binary(erlang:system_info(loaded)), is_list(erlang:system_info(os_monotonic_time_source))]),
    t:show("bad", fun() -> erlang:system_info(t:id(nope)) end),
    M = erlang:memory(), t:p([K || {K, _} <- M]), t:p([is_integer(V) andalso V >= 0 || {_, V} <- M]), t:p([is_integer(erlang:memory(total)), is_list(erlang:memory([total, atom]))]), t:show("bad memory", fun() -> erlang:memory(t:id(x)) end),
    t:p([tuple_size(erlang:statistics(K)) || K <- [garbage_collection, context_switches, io, reductions, runtime, wall_clock, exact_reductions]]), t:p([is_integer(erlang:statistics(K)) || K <- [run_queue, total_run_queue_lengths, total_active_tasks, total_run_queue_lengths_all, total_active_tasks_all]]), t:p(is_list(erlang:statistics(run_queue_lengths))),
    _ = erlang:system_flag(scheduler_wall_time, true), t:p([tuple_size(X) || X <- lists:sublist(erlang:statistics(scheduler_wall_time), 1)]), _ = erlang:system_flag(scheduler_wall_time, false),
    t:p(lists:sort([K || {K, _} <- erlang:system_info(garbage_collection)])),
    t:p(os:type()), t:p(tuple_size(os:version())), t:p(erlang:system_flag(backtrace_depth, 8)), t:p(erlang:system_flag(backtrace_depth, 8)), t:p(init:get_argument(no_such)), t:p(element(1, init:get_argument(root))), t:p(init:get_status()), t:p(init:script_id()), t:p(code:root_dir() =/= ""), t:p(length(erlang:system_info(snifs)) > 400), t:p(erlang:system_info(procs) =/= <<>>).

