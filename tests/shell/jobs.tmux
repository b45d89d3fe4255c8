# Ctrl-G: the job menu; interrupting, a second shell, coming back; Ctrl-C: the break menu.
start
expect 1>
type timer:sleep(infinity).
keys Enter
keys C-g
expect User switch command
type i
keys Enter
type c
keys Enter
expect exception exit: killed
keys C-g
expect -->
type s
keys Enter
type j
keys Enter
expect 2* {shell
type c 2
keys Enter
expect 1>
type 40 + 2.
keys Enter
line 42
keys C-g
type h
keys Enter
expect kill job
type q
keys Enter
expect exit status 0
