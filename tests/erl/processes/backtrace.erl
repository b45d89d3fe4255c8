%% The text of a process's stack: the functions that it is in, their registers, and catches.
-module(backtrace).
-export([main/0, 'f g'/2, 'it\'s\n'/1, wait/1, deep/1, called/1]).

main() ->
    of_process("names", fun() -> ['f g'(1, 2)] end),
    of_process("recursion", fun() -> [deep(3)] end),
    of_process("catches", fun() -> [catch nested(2)] end),
    of_process("by name", fun() -> [apply(?MODULE, list_to_existing_atom("it's\n"), [5])] end),
    of_process("built-ins", fun() -> [called(1)] end),
    of_process("last call", fun() -> 'it\'s\n'(6) end),
    of_process("suspended", fun() -> [wait(7)] end, fun(P) -> erlang:suspend_process(P) end),
    functions("while called", fun() -> [wait(8)] end, fun traced/1),
    in_process(fun() -> show("own", element(2, process_info(self(), backtrace))) end),
    in_process(fun() -> show("own, last", own_last()) end),
    {Pid, Ref} = spawn_monitor(fun() -> process_flag(sensitive, true), wait(9) end),
    waiting(Pid),
    show("sensitive", element(2, process_info(Pid, backtrace))),
    exit(Pid, kill),
    receive {'DOWN', Ref, process, Pid, Reason} -> io:format("~p~n", [Reason]) end,
    io:format("~p~n", [process_info(Pid, backtrace)]).

own_last() ->
    text(process_info(self(), backtrace)).

text({backtrace, Text}) ->
    Text.

of_process(What, Fun) ->
    of_process(What, Fun, fun(_) -> ok end).

of_process(What, Fun, Then) ->
    show(What, text_of(Fun, Then)).

%% Only which functions there are. Of the emulator's own part of the stack stock shows more.
functions(What, Fun, Then) ->
    {match, All} = re:run(text_of(Fun, Then), "\\((.*) \\+", [global, {capture, [1], list}]),
    io:format("~s: ~p~n~n", [What, lists:uniq(lists:append(All))]).

text_of(Fun, Then) ->
    Pid = spawn(Fun),
    waiting(Pid),
    Then(Pid),
    {backtrace, Text} = process_info(Pid, backtrace),
    exit(Pid, kill),
    without_numbers(Text).

%% Compilers number funs differently.
without_numbers(Text) ->
    re:replace(Text, "fun-[0-9]+-", "fun-N-", [global]).

in_process(Fun) ->
    {_, Ref} = spawn_monitor(Fun),
    receive {'DOWN', Ref, process, _, normal} -> ok end.

%% A call whose return is told leaves the stack as it was.
traced(Pid) ->
    erlang:trace_pattern({?MODULE, deep, 1}, [{'_', [], [{return_trace}]}], [local]),
    erlang:trace(Pid, true, [call]),
    Pid ! {go, fun() -> deep(1) end},
    receive {trace, Pid, call, {?MODULE, deep, [0]}} -> ok end,
    waiting(Pid).

waiting(Pid) ->
    case process_info(Pid, [status, current_function, message_queue_len]) of
        [{status, waiting}, {current_function, {?MODULE, wait, 1}}, {message_queue_len, 0}] -> ok;
        _ -> erlang:yield(), waiting(Pid)
    end.

%% Addresses differ, and so do a compiler's places in a function.
show(What, Text) ->
    Places = re:replace(without_numbers(Text), "0x[0-9a-f]{16}", "ADDRESS", [global]),
    Plain = re:replace(Places, " \\+ [0-9]+\\)", ")", [global]),
    Known = re:replace(Plain, "#Fun<[^>]*>", "FUN", [global]),
    io:format("~s:~n~ts~n", [What, Known]).

'f g'(A, B) ->
    L = [A, B],
    X = try values(L) catch error:x -> y end,
    {X, L, A, B}.

values(L) ->
    Values = {a, L, "abc", 'it\'s\n', <<"bin">>, <<1:3>>, #{a => b}, 1.5, 1 bsl 70,
        fun lists:map/2, [a | b], ['é', "a\"\n"], [1, 2, 300]},
    Z = (catch wait(Values)),
    {Values, Z}.

nested(0) ->
    wait(nested), 0;
nested(N) ->
    try
        X = (catch nested(N - 1)),
        [X | N]
    catch
        throw:T -> {T, N}
    after
        put(n, N)
    end.

'it\'s\n'(X) ->
    wait(X), X.

called(X) ->
    lists:foldl(fun(E, Sum) -> wait({E, Sum}), Sum end, X, [1, 2]).

deep(0) ->
    wait(deep), 0;
deep(N) ->
    deep(N - 1) + 1.

wait(Value) ->
    receive
        {go, Fun} -> Fun(), wait(Value);
        {Value, done} -> Value
    end.
