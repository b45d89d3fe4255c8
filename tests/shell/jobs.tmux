# Ctrl-G: the job menu; interrupting, a second shell, coming back.
start
expect 1>
type io:format("asleep~n"), timer:sleep(infinity).
keys Enter
line asleep
keys C-g
last -->
type i
keys Enter
line --> i
last -->
type c
keys Enter
expect exception exit: killed
last 2>
keys C-g
last -->
type s
keys Enter
line --> s
last -->
type j
keys Enter
expect 2* {shell
last -->
type c 2
keys Enter
line --> c 2
last 1>
type 40 + 2.
keys Enter
line 42
keys C-g
last -->
type h
keys Enter
expect kill job
last -->
type q
keys Enter
expect exit status 0
