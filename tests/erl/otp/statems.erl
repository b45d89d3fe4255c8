%% gen_statem and gen_event.
-module(statems).
-behaviour(gen_statem).
-export([main/0, init/1, callback_mode/0, locked/3, open/3]).

main() ->
    logger:set_primary_config(level, none),
    {ok, P} = gen_statem:start_link(?MODULE, [1, 2, 3], []),
    t:p([gen_statem:call(P, state), push(P, 9), push(P, 1), push(P, 2), push(P, 3), gen_statem:call(P, state)]),
    timer:sleep(60), t:p(gen_statem:call(P, state)), t:p(gen_statem:call(P, log)),
    gen_statem:cast(P, postpone_me), [push(P, D) || D <- [1, 2, 3]], t:p(gen_statem:call(P, log)),
    t:p(gen_statem:stop(P)),
    {ok, E} = gen_event:start_link(), t:p(gen_event:which_handlers(E)), t:p(gen_event:add_handler(E, no_such_handler_module, [])  =/= ok), gen_event:stop(E).

push(P, D) -> gen_statem:call(P, {push, D}).
callback_mode() -> [state_functions, state_enter].
init(Code) -> {ok, locked, #{code => Code, got => [], log => []}}.
locked(enter, Old, D) -> {keep_state, note({enter_locked, Old}, D#{got := []})};
locked({call, From}, {push, X}, #{code := C, got := G} = D) ->
    G2 = lists:sublist(G ++ [X], max(1, length(G) + 2 - length(C)), length(C)),
    case G2 of C -> {next_state, open, D#{got := []}, [{reply, From, opened}]}; _ -> {keep_state, D#{got := G2}, [{reply, From, {so_far, G2}}]} end;
locked(cast, postpone_me, D) -> {keep_state, note(postponed, D), [postpone]};
locked(T, E, D) -> common(T, E, locked, D).
open(enter, Old, D) -> {keep_state, note({enter_open, Old}, D), [{state_timeout, 30, lock}]};
open(state_timeout, lock, D) -> {next_state, locked, D};
open(cast, postpone_me, D) -> {keep_state, note(handled_open, D)};
open(T, E, D) -> common(T, E, open, D).
common({call, F}, state, S, _) -> {keep_state_and_data, [{reply, F, S}]};
common({call, F}, log, _, #{log := L} = D) -> {keep_state, D#{log := []}, [{reply, F, lists:reverse(L)}]};
common({call, F}, {push, _}, S, _) -> {keep_state_and_data, [{reply, F, S}]}.
note(X, #{log := L} = D) -> D#{log := [X | L]}.
