%% Tests of native records, and of ranges, outside of guards: they leave what has been reserved of the heap.
%% since OTP 29
-module(native_records_tests).
-export([main/0]).
-record #pt{px = 0, py = 0}.

main() ->
    Subjects = [#pt{}, {pt, 1, 2}, 7, 1 bsl 70, 2.0, pt],
    t:p([tested(t:id(X), t:id(#pt{px = X})) || X <- Subjects]),
    t:p([ranged(t:id(X)) || X <- Subjects]).

%% The tuple is made in the heap that was reserved before the test.
tested(X, R) -> {r, X, is_record(R#_{py = 2}, pt), is_record(X, pt), is_record(t:id(X), pt)}.
ranged(X) -> {r, is_integer(X, 1, 9), [X | is_integer(X, 0, 1 bsl 80)]}.
