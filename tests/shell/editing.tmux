# Line editing: moving, deleting, history, completion.
start
expect 1>
type 12346
keys BSpace
type 5 - 45.
keys Enter
line 12300
expect 2>
type 20.
keys C-a
type 2
keys C-e Enter
line 220
expect 3>
type abc foo
keys C-w
type bar
keys C-a C-k
type 111.
keys Enter
line 111
expect 4>
keys Up
line 4> 111.
keys Up
line 4> 220.
keys Down
line 4> 111.
keys Enter
expect 5>
keys Up
line 5> 111.
keys C-a C-f
keys C-d
type 0
keys Enter
line 101
expect 6>
type lists:rev
keys Tab
expect reverse(
keys C-u
type str
keys Tab
keys Tab
expect string:
keys C-a C-k
type "a" ++ "b".
keys Left Left Left
type x
keys Enter
line "axb"
keys C-p
line 7> "a" ++ "xb".
keys C-a C-k
type q().
keys Enter
line ok
expect exit status 0
