%% since OTP 27
%% Compilers test by is_bitstr what may be a context of matching, and reckon that tests in guards do not fail.
-module(tested_contexts).
-export([main/0, generator/1, either/1]).

main() ->
    t:p([try generator(t:id(B)) catch C:R -> {C, R} end || B <- [<<42>>, <<>>, <<1:1>>, <<1, 2>>, a]]),
    t:p([try either(T) catch C:R -> {C, R} end || T <- [[], [a], a]]),
    long(t:id(10_000_000)).

generator(<<_:8>>) -> ok;
generator(A) ->
    try
        << (ok) || <<_:ok>> <= A>>
    after
        ok
    end.

either([]) -> nil;
either(A) ->
    _ = (Is = is_list(A)) orelse binary_to_integer(<<"">>),
    Is.

%% Fields longer than any integer, which have the value of one.
long(N) ->
    Value = fun(B, S) -> case B of <<V:N>> when S =:= plus -> V; <<V:N/signed>> when S =:= minus -> V; _ -> none end end,
    Short = fun(V) when is_integer(V), V bsr 128 > 0 -> large; (V) -> V end,
    t:p([Short(Value(B, S)) || S <- [plus, minus],
                               B <- [<<0:N>>, <<7:N>>, <<-1:N>>, <<-5:N>>, <<1:1, 0:(N - 1)>>, <<-(1 bsl 100):N>>]]).
