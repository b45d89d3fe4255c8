%% until OTP 25
%% A gen_server: calls, casts, timeouts, crashes, names, system messages.
-module(gen_servers).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2, code_change/3]).

main() ->
    logger:set_primary_config(level, none),
    {ok, P} = gen_server:start_link({local, gs_test}, ?MODULE, 10, []),
    t:p([gen_server:call(gs_test, get), gen_server:call(P, {add, 5}), gen_server:cast(P, {set, 3}), gen_server:call(P, get)]),
    P ! hello, t:p(gen_server:call(P, infos)),
    t:p(gen_server:call(P, later)), t:p(gen_server:call(P, noreply_then)),
    t:show("timeout", fun() -> gen_server:call(P, never, 20) end),
    t:show("noproc", fun() -> gen_server:call(no_such_server, x) end),
    t:p(gen_server:start_link({local, gs_test}, ?MODULE, 1, []) =:= {error, {already_started, P}}),
    t:p(element(1, sys:get_state(P))), t:p(sys:replace_state(P, fun(S) -> setelement(1, S, 99) end)), t:p(gen_server:call(P, get)),
    {status, P, {module, gen_server}, [_, running, Parent, _, _]} = sys:get_status(P), t:p(Parent =:= self()),
    ok = sys:suspend(P), t:show("suspended", fun() -> gen_server:call(P, get, 20) end), ok = sys:resume(P), t:p(gen_server:call(P, get)),
    t:flush(),
    t:p(gen_server:stop(P)), t:p(whereis(gs_test)),
    process_flag(trap_exit, true),
    {ok, Q} = gen_server:start_link(?MODULE, 0, []),
    t:show("crash", fun() -> element(1, element(1, element(2, catch_exit(fun() -> gen_server:call(Q, crash) end)))) end),
    t:p(receive {'EXIT', Q, {R, _}} -> R end),
    t:p([gen_server:start_link(?MODULE, X, []) || X <- [stop, ignore, {fail, why}]]),
    %% They tell that they do not start before they end: which ends first is anybody's guess.
    t:p(lists:sort([receive {'EXIT', _, E} -> E end || _ <- [1, 2, 3]])),
    {ok, C} = gen_server:start_link(?MODULE, continue, []), t:p(gen_server:call(C, infos)),
    {ok, T} = gen_server:start_link(?MODULE, {timeout, 10}, []), timer:sleep(50), t:p(gen_server:call(T, infos)),
    t:p(gen_server:multi_call([node()], nobody, x)),
    Ref = gen_server:send_request(T, get), t:p(gen_server:receive_response(Ref, 1000)),
    t:p(gen_server:call(T, {stop, bye})), t:p(receive {'EXIT', T, R2} -> R2 end).

catch_exit(F) -> try F() catch exit:R -> {exit, R} end.

init(stop) -> {stop, no_start};
init(ignore) -> ignore;
init({fail, R}) -> exit(R);
init(continue) -> {ok, {0, []}, {continue, more}};
init({timeout, T}) -> {ok, {0, []}, T};
init(N) -> {ok, {N, []}}.

handle_call(get, _, {N, _} = S) -> {reply, N, S};
handle_call(infos, _, {_, I} = S) -> {reply, I, S};
handle_call({add, M}, _, {N, I}) -> {reply, N + M, {N + M, I}};
handle_call(later, From, S) -> spawn(fun() -> gen_server:reply(From, from_other) end), {noreply, S};
handle_call(noreply_then, From, S) -> gen_server:reply(From, early), {noreply, S};
handle_call(never, _, S) -> {noreply, S};
handle_call({stop, R}, _, S) -> {stop, R, stopping, S};
handle_call(crash, _, _) -> error(crashed).
handle_cast({set, N}, {_, I}) -> {noreply, {N, I}}.
handle_info(M, {N, I}) -> {noreply, {N, [M | I]}}.
handle_continue(more, {N, I}) -> {noreply, {N, [continued | I]}}.
terminate(_, _) -> ok.
code_change(_, S, _) -> {ok, S}.
