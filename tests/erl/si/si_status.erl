%% maser only
%% si: the status of a gen_server, gen_statem, gen_event and supervisor, with their logged events and
%% what format_status says.
-module(si_status).
-export([main/0, init/1, handle_call/3, handle_cast/2, format_status/2]).
-export([callback_mode/0, handle_event/4, handle_event/2, handle_call/2]).

main() ->
    {ok, _} = gen_server:start({local, si_counter}, ?MODULE, {server, 0}, []),
    show(si_counter),
    ok = sys:log(si_counter, true),
    [gen_server:cast(si_counter, {add, N}) || N <- [1, 2]],
    show(si_counter),
    %% More events than are shown; the last ones are.
    {ok, _} = si:start([{max, 2}, {depth, 9}]),
    [gen_server:cast(si_counter, {add, N}) || N <- [3, 4]],
    show(si_counter),
    ok = si:stop(),
    ok = gen_server:stop(si_counter),

    {ok, _} = gen_statem:start({local, si_door}, ?MODULE, door, []),
    ok = sys:log(si_door, true),
    gen_statem:cast(si_door, open),
    show(si_door),
    ok = gen_statem:stop(si_door),

    {ok, _} = gen_event:start({local, si_events}),
    ok = gen_event:add_handler(si_events, ?MODULE, {handler, []}),
    ok = gen_event:add_handler(si_events, {?MODULE, second}, {handler, ["first"]}),
    ok = sys:log(si_events, true),
    ok = gen_event:notify(si_events, {seen, 1}),
    show(si_events),
    ok = gen_event:stop(si_events),

    {ok, Sup} = supervisor:start_link({local, si_sup}, ?MODULE, sup),
    show(si_sup),
    %% A process of a supervisor without a name, and one that is suspended.
    [{_, Child, _, _}] = supervisor:which_children(Sup),
    ok = sys:suspend(Child),
    show(Child),
    ok = sys:resume(Child),
    unlink(Sup), exit(Sup, shutdown).

show(Process) ->
    ok = si:pi(Process).

%% --- gen_server ---
init({server, N}) -> {ok, N};
init(door) -> {ok, closed, #{opened => 0}};
init({handler, State}) -> {ok, State};
init(sup) ->
    Child = #{id => worker, start => {gen_server, start_link, [?MODULE, {server, 7}, []]}},
    {ok, {#{}, [Child]}}.

handle_call(_, _, N) -> {reply, N, N}.

handle_cast({add, K}, N) -> {noreply, N + K}.

format_status(normal, [_Dictionary, N]) when is_integer(N) ->
    [{data, [{"Counter", N}, {"Numbers", lists:seq(1, 60)}]}];
format_status(normal, [_Dictionary, State, Data]) ->
    [{data, [{"The door is", State}, {"Data", Data}]}].

%% --- gen_statem ---
callback_mode() -> handle_event_function.

handle_event(cast, open, closed, Data) -> {next_state, open, Data#{opened := 1}};
handle_event(_, _, _, _) -> keep_state_and_data.

%% --- gen_event ---
handle_event(Event, Seen) -> {ok, [Event | Seen]}.

handle_call(_, Seen) -> {ok, Seen, Seen}.
