%% What a sensitive process holds is not shown, to itself neither; what is no secret is.
-module(sensitive).
-export([main/0]).

main() ->
    Self = self(),
    P = spawn_link(fun() ->
        put(key, secret),
        false = process_flag(sensitive, true),
        Self ! ready,
        receive show -> Self ! shown(self()) end,
        true = process_flag(sensitive, false),
        Self ! ready,
        receive stop -> ok end
    end),
    P ! {a, secret},
    receive ready -> ok end,
    t:p(shown(P)),
    P ! show,
    t:p(receive {_, _, _, _} = Own -> Own end),
    receive ready -> ok end,
    {M, D, B, Q} = shown(P),
    t:p({M, D, B, Q}),
    P ! stop.

shown(P) ->
    [{messages, M}, {dictionary, D}] = process_info(P, [messages, dictionary]),
    {message_queue_len, Q} = process_info(P, message_queue_len),
    {backtrace, B} = process_info(P, backtrace),
    {M, [X || {K, _} = X <- D, K =:= key], case B of <<>> -> none; _ -> some end, Q > 0}.
