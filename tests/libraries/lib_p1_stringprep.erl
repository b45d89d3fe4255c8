%% stringprep: profiles of strings by tables in C++.
-module(lib_p1_stringprep).
-export([main/0]).

main() ->
    io:format("~p~n", [stringprep:start()]),
    Texts = [<<>>, <<"ABC">>, <<"a b">>, <<"Straße"/utf8>>, <<"É"/utf8>>, <<"e\x{301}"/utf8>>, <<"\x{212B}"/utf8>>,
             <<"ＡＢＣ"/utf8>>, <<"a@b">>, <<"\x{5d0}\x{5d1}"/utf8>>, <<"\x{5d0}a"/utf8>>, <<16#ff>>, <<16#c3>>, <<0>>, <<"\x{200b}x"/utf8>>,
             <<"\x{AD}soft"/utf8>>, <<"ΑΒΓς"/utf8>>, <<"\x{E000}"/utf8>>, <<"İ"/utf8>>, [<<"io">>, "List", [$X]], <<"\x{1D400}"/utf8>>],
    [io:format("~s ~p: ~p~n", [F, T, stringprep:F(T)])
     || F <- [tolower, tolower_nofilter, nameprep, nodeprep, resourceprep], T <- Texts],
    [io:format("~p~n", [element(1, element(2, catch stringprep:nodeprep(X)))]) || X <- [a, 1, {}, [a], [256]]],
    %% Every character alone, and with others.
    All = [{C, [stringprep:F(<<"a", C/utf8, "B">>) || F <- [tolower, nameprep, nodeprep, resourceprep]]}
           || C <- lists:seq(1, 16#2FFF) ++ lists:seq(16#F900, 16#FFFD)],
    io:format("~p ~p~n", [length(All), erlang:phash2(All)]),
    Long = binary:copy(<<"ÄÖÜ und e\x{301} "/utf8>>, 5000),
    io:format("~p ~p~n", [erlang:phash2(stringprep:tolower(Long)), byte_size(stringprep:nodeprep(binary:copy(<<"Ä"/utf8>>, 511)))]).
