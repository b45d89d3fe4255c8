# The shell: evaluating, variables, funs, errors, records of results.
start
expect 1>
type 1+2.
keys Enter
line 3
expect 2>
type F = fun(X) -> X * X end, F(12).
keys Enter
line 144
expect 3>
type hd([]).
keys Enter
expect exception error: bad argument
expect 4>
type catch throw(ball).
keys Enter
line ball
expect 5>
type X = {a, "string", <<"bin">>}.
keys Enter
line {a,"string",<<"bin">>}
expect 6>
type X = 1.
keys Enter
expect no match of right hand side value
expect 7>
type v(2) + length(
keys Enter
type [a,b]).
keys Enter
line 146
expect 8>
type f(X), X = 2, io:format("x is ~p~n", [X]).
keys Enter
line x is 2
type 1 +.
keys Enter
expect syntax error
type halt(3).
keys Enter
expect exit status 3
