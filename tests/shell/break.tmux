# Ctrl-C: the break menu, continuing from it and aborting.
start
expect 1>
keys C-c
expect (a)bort
type c
keys Enter
type 6 * 7.
keys Enter
line 42
keys C-c
last (l)oaded (v)ersion (k)ill (D)b-tables (d)istribution
type a
keys Enter
expect exit status 0
