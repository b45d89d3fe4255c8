%% The generators of rand are pure arithmetic: their sequences are fixed by the seed.
-module(random_sequence).
-export([main/0]).

main() ->
    [begin
         S0 = rand:seed_s(A, {1, 2, 3}),
         {L, S1} = lists:mapfoldl(fun(_, S) -> rand:uniform_s(1000000, S) end, S0, lists:seq(1, 8)),
         {F, _} = rand:uniform_s(S1),
         t:p({A, L, F})
     end || A <- [exsss, exrop, exsp, exs1024s, exro928ss, mwc59_not_there, dummy, exs64, exsplus, exs1024], A =/= mwc59_not_there],
    rand:seed(exsss, 42),
    t:p([rand:uniform(100) || _ <- lists:seq(1, 10)]),
    t:p(rand:normal()),
    t:p(erlang:phash2(rand:bytes(16))),
    t:p(lists:foldl(fun(_, X) -> rand:mwc59(X) end, 1, lists:seq(1, 1000))).
