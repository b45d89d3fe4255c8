%% cl: NIFs of OpenCL with a thread for each context. Without a platform it says so.
-module(lib_cl).
-export([main/0]).

main() ->
    io:format("~p~n", [code:ensure_loaded(cl)]),
    io:format("~p ~p~n", [cl:versions(), cl:noop()]),
    io:format("~p~n", [cl:get_platform_ids()]),
    io:format("~p~n", [[catch_(fun() -> cl:F(make_ref()) end) || F <- [get_device_info, get_context_info, get_queue_info, release_context]]]),
    case cl:get_platform_ids() of
        {ok, [_ | _]} -> used();
        _ -> io:format("~p~n", [catch_(fun() -> clu:setup(all) end)])
    end.

catch_(F) -> try F() catch C:R -> {C, R} end.

used() ->
    E = clu:setup(cpu),
    {ok, Program} = clu:build_source(E, "__kernel void twice(__global const float *in, __global float *out, uint n) { size_t i = get_global_id(0); if (i < n) out[i] = in[i] * 2; }"),
    Cl = element(2, E),
    io:format("~p ~p~n", [is_tuple(Program), Cl =/= none]).
