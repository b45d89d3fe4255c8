%% Loops over bit strings: where matching stands has to be right wherever they are left, for
%% another function, a collection, the scheduler, an exception, or another clause.
-module(match_loops).
-export([main/0]).

main() ->
    Text = <<"one two, 33 and \xff4 bytes\n">>,
    Long = binary:copy(Text, 400),
    Shifted = shifted(Long, 3),
    All = [<<>>, <<"a">>, Text, Long, Shifted, <<Text/binary, 5:3>>, binary:part(Long, 7, 1000)],
    each(fun count/2, All, 0),
    each(fun words/2, All, {0, 0}),
    each(fun list/2, All, []),
    each(fun pairs/2, All, 0),
    each(fun until_two/2, All, 0),
    each(fun sums/2, All, {0, []}),
    each(fun calls/2, All, []),
    each(fun lines/2, All, []),
    each(fun keep/2, All, []),
    each(fun strict/2, All, 0),
    each(fun guarded/2, All, 0),
    each(fun fields/2, All, 0),
    each(fun sized/2, All, 0),
    each(fun either/2, All, 0),
    each(fun failing/2, All, 7),
    each(fun returning/2, All, 7),
    each(fun caught/2, All, 7),
    each(fun handled/2, All, 7),
    each(fun floats/2, All, 7.5).

each(F, All, Acc) ->
    {name, Name} = erlang:fun_info(F, name),
    io:format("~p ~p~n", [Name, [short(try F(B, Acc) catch C:R -> {C, short(R)} end) || B <- All]]).

%% Long results by their hashes; without stack traces.
short({'EXIT', {Reason, [_ | _]}}) -> {'EXIT', Reason};
short(T) -> case byte_size(term_to_binary(T)) > 70 of true -> {hash, erlang:phash2(T)}; false -> T end.

shifted(B, N) -> <<_:N, S/bits>> = <<0:N, B/binary>>, S.

count(<<C, R/bits>>, N) when C >= $a, C =< $z -> count(R, N + 1);
count(<<_, R/bits>>, N) -> count(R, N);
count(_, N) -> N.

%% A machine of two functions.
words(<<C, R/bits>>, {W, N}) when C >= $a -> inside(R, W + 1, N);
words(<<_, R/bits>>, {W, N}) -> words(R, {W, N + 1});
words(Rest, Acc) -> {Acc, bit_size(Rest)}.
inside(<<C, R/bits>>, W, N) when C >= $a -> inside(R, W, N);
inside(<<>>, W, N) -> {W, N, ended};
inside(Rest, W, N) -> words(Rest, {W, N}).

%% A cell for each byte: collections.
list(<<C, R/bits>>, L) -> list(R, [{C, [C]} | L]);
list(R, L) -> {L, R}.

pairs(<<A, B, R/bits>>, N) when A < B -> pairs(R, N + 1);
pairs(<<A:16, R/bits>>, N) -> pairs(R, N + A);
pairs(<<A:4, R/bits>>, N) -> pairs(R, N - A);
pairs(<<R/bits>>, N) -> {N, R}.

until_two(<<"two", R/bits>>, N) -> {N, byte_size(R)};
until_two(<<_, R/bits>>, N) -> until_two(R, N + 1);
until_two(R, _) -> R.

%% Sums that become large, and a tuple that is handed on.
sums(<<X:24, R/bits>>, {S, L}) when S < 1 bsl 70 -> sums(R, {S * 2 + X, [X | L]});
sums(<<X:7, R/bits>>, {S, L}) -> sums(R, {S - X, L});
sums(R, {S, L}) -> {S, length(L), R}.

%% Calls in between, which may match as well.
calls(<<N:3, R/bits>>, L) -> calls(skip(R, N), [N | L]);
calls(R, L) -> {bit_size(R), length(L), lists:sum(L)}.
skip(<<_, R/bits>>, N) when N > 1 -> skip(R, N - 3);
skip(<<_:1, R/bits>>, N) when N > 0 -> skip(R, N - 1);
skip(R, _) -> R.

lines(B, L) -> line(B, B, 0, L).
line(<<$\n, R/bits>>, All, N, L) -> <<Line:N/binary, _/bits>> = All, line(R, R, 0, [Line | L]);
line(<<_, R/bits>>, All, N, L) -> line(R, All, N + 1, L);
line(R, All, _, L) -> {All, R, length(L), erlang:phash2(L)}.

%% What is left at each place is kept.
keep(<<C, R/bits>>, L) when C rem 5 =:= 0 -> keep(R, [R | L]);
keep(<<_, R/bits>>, L) -> keep(R, L);
keep(_, L) -> {length(L), [byte_size(X) || X <- lists:sublist(L, 3)]}.

%% No clause for the rest.
strict(<<C, R/bits>>, N) when C < 128 -> strict(R, N + C).

guarded(<<C, R/bits>>, N) when C * N rem 3 =/= 1 -> guarded(R, N + 1);
guarded(<<C, D, R/bits>>, N) when hd([C | D]) > 0 -> guarded(<<D, R/bits>>, N + 2);
guarded(R, N) -> {N, bit_size(R)}.

fields(<<A:5, B:11/little, C:16/little-signed, R/bits>>, N) -> fields(R, (N + A * B + C) rem 65537);
fields(<<A:1, R/bits>>, N) -> fields(R, N + A);
fields(<<>>, N) -> N.

%% Sizes that are read before.
sized(<<S:4, X:S, R/bits>>, N) -> sized(R, (N * 31 + X) rem 1000003);
sized(<<_:2, R/bits>>, N) -> sized(R, N + 1);
sized(R, N) -> {N, bit_size(R)}.

either(<<0:1, C:7, R/bits>>, N) -> either(R, N + C);
either(<<1:1, _:7, R/bits>>, N) ->
    case R of
        <<$4, T/bits>> -> either(T, N * 2);
        _ -> either(R, N + 1)
    end;
either(R, N) when bit_size(R) < 8 -> {N, R}.

%% Instructions that fail where the position of a context, or a float, is not in memory. That
%% the argument is a bit string keeps the context in one register.
failing(B, N) when is_bitstring(B) -> fail(B, N, 0).
fail(<<C, R/bits>>, N, M) -> fail(R, M, N * 1000 div (C - $t));
fail(R, N, M) -> {N, M, R}.

returning(B, N) when is_bitstring(B) -> return(B, N, 0).
return(<<1:5, A:8, _/utf32, R/bits>>, N, M) -> return(R, A, N rem 8 + M);
return(<<_/utf8, D:8, _:1, R/bits>>, N, M) -> return(R, N, (D div M) band 16#ffff);
return(R, N, M) -> {N, M, bit_size(R)}.

caught(B, N) when is_bitstring(B) -> catching(B, N, 0).
catching(<<C, R/bits>>, N, M) ->
    K = try N * 1000 div (C - $t) catch error:badarith -> C end,
    catching(R, M, K + ceil(C / 2));
catching(R, N, M) -> {N, M, R}.

%% Where the next instruction is the handler.
handled(B, N) when is_bitstring(B) ->
    {short(handled({a, N, b}, B, N)), short(catch (N * 1.5) / (N * 0.5 - 3.5))}.
handled(T, B, N) ->
    catch case B of
              <<$a, _/bits>> -> a;
              <<$o, $n, _/bits>> -> on;
              _ -> element(N, T)
          end.

floats(B, F) when is_bitstring(B) -> float(B, F, 0).
float(<<C, R/bits>>, F, N) -> float(R, F * 1.5 - C, N * 1000 div (C - $t));
float(R, F, N) -> {F, N, bit_size(R)}.
