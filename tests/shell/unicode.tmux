# Text beyond ASCII typed and printed, long lines, output of other processes.
start +pc unicode
expect 1>
type "Grüße, Ærø €".
keys Enter
expect "Grüße, Ærø €"
expect 2>
type io:format("~ts~n", [[16#263A, 955]]).
keys Enter
expect ☺λ
expect 3>
type spawn(fun() -> timer:sleep(100), io:format("from afar~n") end), still_here.
keys Enter
line still_here
expect from afar
expect 4>
type length("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").
keys Enter
line 119
type io:get_line("name? ").
keys Enter
expect name?
type Joe
keys Enter
line "Joe\n"
type c:c(no_file).
keys Enter
expect {error,non_existing}
type init:stop().
keys Enter
expect exit status 0
