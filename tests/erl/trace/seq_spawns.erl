%% Sequential tracing of spawning: a request and an answer, as if the two processes had sent them.
-module(seq_spawns).
-export([main/0, waits/0]).

waits() -> receive after infinity -> ok end.

main() ->
    [one(How, Flags) || Flags <- [[send, 'receive'], ['receive'], [send, print]],
                        How <- [spawn, mfa, link, monitor, opt, request, silent, refused]].

one(How, Flags) ->
    seq_trace:reset_trace(),
    Self = self(),
    Tracer = spawn(fun() -> collect([]) end),
    seq_trace:set_system_tracer(Tracer),
    seq_trace:set_token(label, {the, label}),
    [seq_trace:set_token(F, true) || F <- Flags],
    Fun = fun() -> Self ! {hello, self()}, waits() end,
    Asked = case How of
                spawn -> spawn(Fun);
                mfa -> spawn(?MODULE, waits, []);
                link -> spawn_link(Fun);
                monitor -> spawn_monitor(Fun);
                opt -> spawn_opt(Fun, [link, {priority, low}]);
                request -> spawn_request(Fun, [monitor, {reply_tag, tag}]);
                silent -> spawn_request(Fun, [{reply, no}]);
                refused -> spawn_request(Fun, [no_such_option])
            end,
    After = seq_trace:get_token(),
    Answer = case How of
                 request -> receive {tag, Asked, ok, _} -> seq_trace:get_token() end;
                 refused -> receive {spawn_reply, Asked, error, E} -> {E, seq_trace:get_token()} end;
                 _ -> none
             end,
    Child = case How of
                mfa -> Asked;
                refused -> none;
                _ -> receive {hello, P} -> P end
            end,
    Last = seq_trace:set_token([]),
    Tracer ! {stop, self()},
    All = receive {collected, L} -> L end,
    Clean = fun(T) -> clean(T, #{Self => self, Child => child, group_leader() => leader}) end,
    t:p({How, Flags, Clean(After), Clean(Answer), Clean(Last)}),
    %% Parent and child run at the same time: only what each of them does is in order.
    {Parents, Childs} = lists:partition(fun(M) -> who(M) =:= Self end, All),
    [t:p(Clean(M)) || M <- Parents ++ Childs],
    is_pid(Child) andalso begin unlink(Child), exit(Child, kill) end.

who({seq_trace, _, {'receive', _, _, To, _}}) -> To;
who({seq_trace, _, {_, _, From, _, _}}) -> From.

collect(All) -> receive {stop, P} -> P ! {collected, lists:reverse(All)}; M -> collect([M | All]) end.

clean(X, Names) when is_map_key(X, Names) -> map_get(X, Names);
clean(F, _) when is_function(F) -> a_fun;
clean(R, _) when is_reference(R) -> a_reference;
clean(T, N) when is_tuple(T) -> list_to_tuple(clean(tuple_to_list(T), N));
clean([H | T], N) -> [clean(H, N) | clean(T, N)];
clean(X, _) -> X.
