%% maser only
%% While length/1 of a long list takes its turns in a guard of a receive, the process may be collected,
%% suspended and looked at, and may get messages. (Stock gives the same where nothing is done to it, and
%% runs out of memory where something is.)
-module(length_in_receive).
-export([main/0]).

main() ->
    Bytes = binary_to_list(binary:copy(list_to_binary(lists:seq(0, 250)), 4000)),
    Nothing = fun(_) -> ok end,
    Collect = fun(Pid) -> [erlang:garbage_collect(Pid) || _ <- "abc"] end,
    Suspend = fun(Pid) ->
                      erlang:suspend_process(Pid),
                      process_info(Pid, [status, current_stacktrace, messages, backtrace]),
                      Collect(Pid),
                      erlang:resume_process(Pid)
              end,
    [t:p(t:turns(fun() -> in_receive(L) end, Disturb))
     || L <- [Bytes, Bytes ++ tail], Disturb <- [Nothing, Collect, Suspend]].

%% Messages come while one is looked at.
in_receive(L) ->
    Self = self(),
    Self ! {skip, L},
    Self ! {this, L},
    spawn(fun() -> [Self ! {later, I, [I]} || I <- lists:seq(1, 100)], Self ! last end),
    First = receive
                {skip, X} when length(X) =:= 7 -> wrong;
                {this, X} when length(X) > 100 -> {long, hd(X)};
                {this, X} when is_list(X) -> list;
                {this, _} -> other
            end,
    receive last -> ok end,
    Later = [receive {later, I, [I]} -> I end || I <- lists:seq(1, 100)],
    {skip, L} = receive M -> M end,
    {First, lists:sum(Later)}.
