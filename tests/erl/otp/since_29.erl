%% since OTP 29
%% Built-ins and guards that OTP 28 and 29 have brought.
-module(since_29).
-export([main/0]).

main() ->
    t:p([is_integer(t:id(N), 1, 10) || N <- [0, 1, 10, 11, 1 bsl 70, 1.0, a]]),
    t:p([within(N) || N <- [0, 5, 5.0]]),
    [t:show(Text, F) || {Text, F} <- [{"bound", fun() -> is_integer(1, t:id(a), 2) end},
                                     {"option", fun() -> erlang:exit(self(), normal, [foo]) end},
                                     {"other value", fun() -> persistent_term:put_new(?MODULE, b) end}],
                        persistent_term:put_new(?MODULE, a) =:= ok],
    Me = self(),
    t:p(lists:member(Me, walk(erlang:processes_iterator()))),
    Sleeper = spawn_link(fun() -> ok = erlang:hibernate(), receive M -> Me ! {woken, M} end end),
    Sleeper ! hello,
    t:p(receive Woken -> Woken end),
    process_flag(trap_exit, true),
    Peer = spawn(fun() -> receive stop -> ok end end),
    t:p([link(Peer, [priority]), exit(Peer, why, [])]),
    t:p(receive {'EXIT', Peer, Why} -> Why end),
    t:p(code:get_debug_info(?MODULE)),
    t:p([is_record(t:id(X)) || X <- [a, {a, b}]]).

within(N) when is_integer(N, 1, 10) -> yes;
within(_) -> no.

walk(Iterator) ->
    case erlang:processes_next(Iterator) of
        none -> [];
        {Pid, Next} -> [Pid | walk(Next)]
    end.
