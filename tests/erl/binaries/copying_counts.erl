%% Who copies much, lets others run sooner.
-module(copying_counts).
-export([main/0]).

main() ->
    Large = binary:copy(<<1>>, 2000 * 1024),
    t:p([counts(F) || F <- [fun() -> <<0:8, Large/binary>> end,
                            fun() -> <<0:8, Large/binary, Large/binary>> end,
                            fun() -> <<0:8, Large:(1000 * 1024)/binary>> end,
                            fun() -> <<Large/binary, Large:(1000 * 1024)/binary>> end]]),
    % Growing a large one by little costs little.
    Grown = <<Large/binary, 1>>,
    t:p(counts(fun() -> grow(Grown, 100) end)).

grow(B, 0) -> byte_size(B);
grow(B, N) -> grow(<<B/binary, N>>, N - 1).

%% Thousands of reductions.
counts(F) ->
    erlang:yield(),
    {reductions, R0} = process_info(self(), reductions),
    F(),
    {reductions, R1} = process_info(self(), reductions),
    (R1 - R0) div 1000.
