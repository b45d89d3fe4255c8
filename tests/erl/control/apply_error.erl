%% Who is told to have called erlang:error through apply, also as its last call.
-module(apply_error).
-export([main/0, id/1]).

main() ->
    put(erlang, erlang),
    put(tail, []),
    [io:format("~p ~p: ~p~n", [How, N, caught(How, N)])
     || How <- [only, const_last, last, const, body, double_last, double, multi_last, multi,
                double_const_last, call_last],
        N <- [1, 2]],
    ok.

caught(How, N) ->
    try run(How, N), ok
    catch error:oops:Stack ->
            [case F of
                 {M, Fun, A, _} when is_integer(A); A =:= [How] -> {M, Fun, A};
                 {M, Fun, A, _} -> {M, Fun, length(A)}
             end || F <- Stack, element(1, F) =:= ?MODULE orelse element(1, F) =:= erlang]
    end.

run(How, 1) -> one(How), id(ok);
run(How, 2) -> two(How), id(ok).

id(X) -> X.

two(only) -> apply(get(erlang), error, [oops, [only | get(tail)]]);
two(const_last) -> erlang:apply(erlang, error, [oops, [const_last]]);
two(last) -> erlang:apply(id(erlang), id(error), id([oops, [last]]));
two(const) -> erlang:apply(erlang, error, [oops, [const]]), ok;
two(body) -> erlang:apply(id(erlang), id(error), id([oops, [body]])), ok;
two(double_last) -> erlang:apply(id(erlang), id(apply), [id(erlang), id(error), id([oops, [double_last]])]);
two(double) -> erlang:apply(id(erlang), id(apply), [id(erlang), id(error), id([oops, [double]])]), ok;
two(multi_last) ->
    A = [erlang, apply, [erlang, apply, [id(erlang), error, [oops, [multi_last]]]]],
    erlang:apply(id(erlang), id(apply), A);
two(multi) ->
    A = [erlang, apply, [erlang, apply, [id(erlang), error, [oops, [multi]]]]],
    erlang:apply(id(erlang), id(apply), A), ok;
two(double_const_last) -> erlang:apply(erlang, apply, [erlang, error, [oops, [double_const_last]]]);
two(call_last) -> erlang:error(oops, [call_last]).

one(only) -> apply(get(erlang), error, [oops | get(tail)]);
one(const_last) -> erlang:apply(erlang, error, [oops]);
one(last) -> erlang:apply(id(erlang), id(error), id([oops]));
one(const) -> erlang:apply(erlang, error, [oops]), ok;
one(body) -> erlang:apply(id(erlang), id(error), id([oops])), ok;
one(double_last) -> erlang:apply(id(erlang), id(apply), [id(erlang), id(error), id([oops])]);
one(double) -> erlang:apply(id(erlang), id(apply), [id(erlang), id(error), id([oops])]), ok;
one(multi_last) -> erlang:apply(id(erlang), id(apply), [erlang, apply, [erlang, apply, [erlang, error, [oops]]]]);
one(multi) -> erlang:apply(id(erlang), id(apply), [erlang, apply, [erlang, apply, [erlang, error, [oops]]]]), ok;
one(double_const_last) -> erlang:apply(erlang, apply, [erlang, error, [oops]]);
one(call_last) -> erlang:error(oops).
