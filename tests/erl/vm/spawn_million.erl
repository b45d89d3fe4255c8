%% vm: +S 2:2
-module(spawn_million).
-export([main/0, p/2, q/0]).
main() -> spawn(?MODULE, p, [self(), 200000]) ! go, receive done -> io:format("done~n") end, [spawn(?MODULE, q, []) || _ <- lists:seq(1, 100000)], wait(), io:format("gone~n").
p(R, 0) -> receive go -> R ! done end;
p(R, N) -> spawn(?MODULE, p, [R, N - 1]) ! go, receive go -> ok end.
q() -> ok.
wait() -> case erlang:system_info(process_count) < 200 of true -> ok; false -> timer:sleep(1), wait() end.
