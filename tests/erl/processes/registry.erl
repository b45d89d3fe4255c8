%% Registered names.
-module(registry).
-export([main/0]).

main() ->
    P = spawn(fun loop/0),
    t:p({register(my_name, P), whereis(my_name) =:= P, lists:member(my_name, registered())}),
    t:show("twice", fun() -> register(my_name, self()) end),
    t:show("same pid", fun() -> register(other_name, P) end),
    t:show("undefined", fun() -> register(t:id(undefined), self()) end),
    t:show("not atom", fun() -> register(t:id("x"), self()) end),
    my_name ! {self(), hi}, t:p(receive {P, X} -> X end),
    {my_name, node()} ! {self(), there}, t:p(receive {P, Y} -> Y end),
    t:p(process_info(P, registered_name)), t:p(process_info(self(), registered_name)),
    t:p({unregister(my_name), whereis(my_name)}),
    t:show("gone", fun() -> unregister(my_name) end),
    t:show("send", fun() -> my_name ! x end),
    register(my_name, P), M = monitor(process, P), exit(P, kill), receive {'DOWN', M, _, _, _} -> ok end,
    t:p(whereis(my_name)),
    D = spawn(fun() -> ok end), wait_dead(D), t:show("dead", fun() -> register(my_name, D) end),
    register(main_one, self()), t:p(whereis(main_one) =:= self()), main_one ! me, t:p(receive me -> ok end), unregister(main_one),
    t:p(erlang:send(self(), msg, [noconnect])), t:p(t:flush()),
    t:p(erlang:send_nosuspend(self(), m2)), t:p(t:flush()).

loop() -> receive {From, M} -> From ! {self(), M}, loop() end.
wait_dead(P) -> case is_process_alive(P) of true -> erlang:yield(), wait_dead(P); false -> ok end.
