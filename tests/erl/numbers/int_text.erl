%% Integers from and to text, with their errors.
-module(int_text).
-export([main/0]).

main() ->
    t:each(fun list_to_integer/1, ["0", "-0", "+5", "00012", "-12", "", "-", "1a", " 1", "1 ", "1.0", "123456789123456789123456789"]),
    t:each2(fun list_to_integer/2, ["10", "z", "-FF", "1_0", "12"], [2, 10, 16, 36, 1, 37, a]),
    t:each(fun binary_to_integer/1, [<<"7">>, <<"-8">>, <<>>, <<"x">>, <<1:3>>, "7"]),
    t:each2(fun integer_to_list/2, [0, 255, -255, 1 bsl 70], [2, 16, 36, 10, 1]),
    t:each2(fun integer_to_binary/2, [0, -35, 1 bsl 65], [2, 36]),
    t:each(fun string:to_integer/1, ["12abc", "abc", "-3 4", "", <<"99x">>]),
    t:each(fun string:to_float/1, ["1.5abc", "1", "-3.0e5 4", "1.e", <<"2.5">>]),
    t:show("bad", fun() -> list_to_integer(t:id(foo)) end),
    t:show("bad2", fun() -> integer_to_list(t:id("1")) end),
    t:p([list_to_integer(integer_to_list(X)) =:= X || X <- [0, 1, -1, 1 bsl 62, -(1 bsl 63), 1 bsl 300]]).
