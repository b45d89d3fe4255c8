%% args: -myflag a b -other -run MODULE main one two -extra x -y z
-module(run_args).
-export([main/0, main/1]).
main() -> ok.
main(Args) ->
    io:format("~p~n~p ~p ~p~n~p~n", [Args, init:get_argument(myflag), init:get_argument(other), init:get_argument(none), init:get_plain_arguments()]),
    halt(0).
