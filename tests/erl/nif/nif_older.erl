%% A library for an old version of the interface, whose structures are shorter than today's.
-module(nif_older).
-export([main/0, structures/2, second/0]).

structures(_, _) -> erlang:nif_error(not_loaded).
second() -> erlang:nif_error(not_loaded).

main() ->
    ok = erlang:load_nif(filename:rootname(code:which(?MODULE)), 0),
    {<<"abcd">>, External, Whole} = structures(<<"abc">>, ["bc", <<"x">>]),
    io:format("~p ~p ~p~n", [binary_to_term(External), Whole, second()]).
