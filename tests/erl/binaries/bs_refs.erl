%% Large binaries: shared parts, copies, and garbage collections between.
-module(bs_refs).
-export([main/0]).

main() ->
    Big = binary:copy(<<"0123456789">>, 10000),
    Parts = [binary:part(Big, I * 7, 100) || I <- lists:seq(0, 999)],
    erlang:garbage_collect(),
    t:p(erlang:phash2(Parts)),
    t:p(erlang:crc32(Parts)),
    t:p({byte_size(Big), binary:referenced_byte_size(hd(Parts)), binary:referenced_byte_size(binary:copy(hd(Parts)))}),
    Self = self(),
    Pids = [spawn(fun() -> receive {B, F} -> Self ! {self(), F(B)} end end) || _ <- lists:seq(1, 10)],
    [P ! {Big, fun(B) -> erlang:garbage_collect(), erlang:adler32(B) end} || P <- Pids],
    t:p(lists:usort([receive {P, R} -> R end || P <- Pids])),
    Grown = grow(5000, <<>>, []),
    t:p({byte_size(Grown), erlang:md5(Grown)}),
    <<_:3, Odd/bits>> = Big,
    t:p({bit_size(Odd), erlang:phash2(Odd)}),
    Nested = binary:part(binary:part(Big, 1000, 5000), 10, 20),
    t:p(Nested),
    t:p(lists:foldl(fun(_, A) -> <<A/binary, A/binary>> end, <<"ab">>, lists:seq(1, 12)) =:= binary:copy(<<"ab">>, 4096)).

%% Appends while older versions stay alive and garbage is made.
grow(0, B, _) -> B;
grow(N, B, Old) -> grow(N - 1, <<B/binary, N:16>>, [B, {N, make_ref()} | lists:sublist(Old, 4)]).
