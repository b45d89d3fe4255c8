# What Makefiles of suites take from erl_interface, where that does not install it.
THR_DEFS = -D_THREAD_SAFE -D_REENTRANT -DPOSIX_THREADS
