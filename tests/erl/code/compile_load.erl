%% Compiling at run time, loading, purging, two versions of a module, on_load.
-module(compile_load).
-export([main/0]).

main() ->
    logger:set_primary_config(level, none),
    V1 = build(gen_mod, "-export([v/0, loop/0, add/2]). v() -> 1. add(A, B) -> A + B. loop() -> receive v -> exit(v()); up -> ?MODULE:loop() end."),
    V2 = build(gen_mod, "-export([v/0, loop/0]). v() -> 2. loop() -> receive v -> exit(v()); up -> ?MODULE:loop() end."),
    t:p(code:load_binary(gen_mod, "gen_mod.erl", V1)), t:p([gen_mod:v(), gen_mod:add(1, 2), code:is_loaded(gen_mod)]),
    {P, M} = spawn_monitor(gen_mod, loop, []), {Q, N} = spawn_monitor(gen_mod, loop, []), erlang:yield(),
    t:p(code:load_binary(gen_mod, "gen_mod.erl", V2)), t:p(gen_mod:v()), t:p(erlang:check_process_code(P, gen_mod)), t:p(erlang:check_old_code(gen_mod)),
    P ! v, t:p(receive {'DOWN', M, _, _, R} -> R end), Q ! up, Q ! v, t:p(receive {'DOWN', N, _, _, R2} -> R2 end),
    t:show("removed", fun() -> gen_mod:add(1, 2) end), t:p([code:soft_purge(gen_mod), code:purge(gen_mod), code:delete(gen_mod), code:purge(gen_mod), code:is_loaded(gen_mod)]),
    t:show("unloaded", fun() -> gen_mod:v() end),
    {K, Mk} = begin {module, _} = code:load_binary(gen_mod, "x", V1), spawn_monitor(gen_mod, loop, []) end, erlang:yield(), {module, _} = code:load_binary(gen_mod, "x", V2), t:p(code:load_binary(gen_mod, "x", V1)), t:p(code:purge(gen_mod)), t:p(receive {'DOWN', Mk, _, K, R3} -> R3 after 1000 -> alive end),
    On = build(on_mod, "-export([x/0]). -on_load(init/0). init() -> persistent_term:put(on_mod, loaded), ok. x() -> persistent_term:get(on_mod)."), t:p([code:load_binary(on_mod, "x", On), on_mod:x()]),
    Bad = build(bad_mod, "-export([x/0]). -on_load(init/0). init() -> nope. x() -> 1."), t:p(code:load_binary(bad_mod, "x", Bad)), t:show("not loaded", fun() -> bad_mod:x() end),
    t:p([code:load_binary(gen_mod, "x", <<"not beam">>), code:load_binary(other_name, "x", V1), code:load_file(no_such_module_x), code:ensure_loaded(no_such_module_x)]),
    t:p([code:load_binary(gen_mod, "x", binary:part(V1, 0, byte_size(V1) - 50)) =/= ok, code:load_binary(gen_mod, "x", flip(V1, 100)) =/= ok]),
    t:p([code:which(lists) =/= non_existing, code:which(no_such_mod), code:is_sticky(lists), element(1, code:get_object_code(lists)), code:module_md5(V1) =:= element(2, element(2, beam_lib:md5(V1)))]),
    t:p([lists:sort(gen_mod:module_info(exports)), gen_mod:module_info(module), lists:sort([X || {X, _} <- gen_mod:module_info()])]), t:p(lists:sort(proplists:get_value(exports, element(2, element(2, beam_lib:chunks(V1, [exports])))))),
    Fun = begin F0 = fun_mod_fun(), F0 end, t:p(Fun(3)), t:p(compile:forms([{attribute, 1, module, z}, {function, 1, f, 0, [{clause, 1, [], [], [{var, 1, 'X'}]}]}], [return])), t:p(length(code:all_loaded()) > 40),
    t:p(erlang:get_module_info(lists, module)), t:p(lists:keyfind(md5, 1, lists:module_info()) =/= false), t:p(erlang:module_loaded(lists)), t:p(erlang:loaded() =/= []), t:p(erlang:function_exported(gen_mod, v, 0)).

flip(B, N) -> <<A:N/binary, X, R/binary>> = B, <<A/binary, (X bxor 255), R/binary>>.
fun_mod_fun() -> {module, _} = code:load_binary(fmod, "x", build(fmod, "-export([mk/1]). mk(N) -> fun(X) -> X * N end.")), fmod:mk(7).

build(Name, Text) ->
    {ok, Ts, _} = erl_scan:string("-module(" ++ atom_to_list(Name) ++ "). " ++ Text),
    {ok, Name, Bin} = compile:forms(forms(macro(Ts, Name), [], []), [deterministic]), Bin.
forms([], [], Fs) -> lists:reverse(Fs);
forms([{dot, L} | Ts], Acc, Fs) -> {ok, F} = erl_parse:parse_form(lists:reverse([{dot, L} | Acc])), forms(Ts, [], [F | Fs]);
forms([T | Ts], Acc, Fs) -> forms(Ts, [T | Acc], Fs).
macro([{'?', _}, {var, L, 'MODULE'} | Ts], N) -> [{atom, L, N} | macro(Ts, N)];
macro([T | Ts], N) -> [T | macro(Ts, N)];
macro([], _) -> [].
