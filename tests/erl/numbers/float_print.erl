%% Floats as text, both ways: shortest, with decimals, with a scientific exponent.
-module(float_print).
-export([main/0]).

main() ->
    Xs = [0.0, -0.0, 1.0, 0.1, 0.2 + t:id(0.1), 100.0, 1.0e15, 1.0e16, 1.0e21, 1.0e22, 123456789012345680.0, 1.0e-4, 1.0e-5,
          1.5e-7, 5.0e-324, 1.7976931348623157e308, 9007199254740993.0, 2.0e-3, 3.14159, 1/3, 4.35, 0.000123, 299792458.0,
          12345.678, -1.0e100, 1.0e23, 9.5367431640625e-7, 72057594037927936.0],
    t:each(fun float_to_list/1, Xs),
    t:each(fun(X) -> float_to_list(X, [short]) end, Xs),
    t:each(fun(X) -> float_to_binary(X, [short]) end, Xs),
    t:each(fun(X) -> float_to_list(X, [{decimals, 4}]) end, Xs),
    t:each(fun(X) -> float_to_list(X, [{decimals, 6}, compact]) end, Xs),
    t:each(fun(X) -> float_to_list(X, [{scientific, 3}]) end, Xs),
    t:each(fun(X) -> float_to_list(X, [{scientific, 20}]) end, Xs),
    t:each(fun(X) -> io_lib:format("~w|~p|~f|~.3f|~e|~g|~.10g|~10.2f", [X, X, X, X, X, X, X, X]) end,
           [1.0, 0.1, -2.5, 1.0e10, 3.0e-3, 123456.789]),
    t:each(fun list_to_float/1, ["1.0", "-1.5e3", "1.0e-400", "1.0e400", "1", "1.", ".5", "1.0e", "1.0E5", "+1.5", " 1.0", "1.0 ", "0.30000000000000004"]),
    t:each(fun binary_to_float/1, [<<"1.0">>, <<"1e5">>, <<"123456789.123456789">>, <<>>]),
    t:each(fun(X) -> X =:= list_to_float(float_to_list(X, [short])) end, [X || X <- Xs, X /= 0]),
    t:show("random round trip", fun() -> trips(2000, 88172645463325252, 0) end).

%% Random bit patterns printed and read back.
trips(0, _, Bad) -> {bad, Bad};
trips(N, S0, Bad) ->
    S1 = S0 bxor ((S0 bsl 13) band 16#ffffffffffffffff),
    S2 = S1 bxor (S1 bsr 7),
    S = S2 bxor ((S2 bsl 17) band 16#ffffffffffffffff),
    case <<S:64>> of
        <<F/float>> ->
            case list_to_float(float_to_list(F, [short])) of
                F -> trips(N - 1, S, Bad);
                _ -> trips(N - 1, S, Bad + 1)
            end;
        _ -> trips(N - 1, S, Bad)
    end.
