# The system's clock is set while the emulator runs: what becomes of Erlang's time in each mode. All of
# this is what stock prints. A library between the emulator and the C library sets the clock, for the
# emulator alone, and has ten minutes pass at once, after which the emulator looks at the clock.
cat > clocks.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
/* Nanoseconds by which the monotonic clock, and that of the date, are ahead. */
static volatile long long *ahead;
static void __attribute__((constructor)) start(void) {
    const char *name = getenv("CLOCKS");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    void *at = mmap(0, 16, PROT_READ, MAP_SHARED, file, 0);
    ahead = at == MAP_FAILED ? 0 : at;
}
int clock_gettime(clockid_t which, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, which, time);
    if (result == 0 && ahead && (which == CLOCK_MONOTONIC || which == CLOCK_REALTIME)) {
        long long ns = time->tv_nsec + ahead[which == CLOCK_REALTIME];
        time->tv_sec += ns / 1000000000 - (ns % 1000000000 < 0);
        time->tv_nsec = (ns % 1000000000 + 1000000000) % 1000000000;
    }
    return result;
}
END
if ! cc -shared -fPIC -O1 -o clocks.so clocks.c; then echo "skipped: nothing to make a library with"; exit 0; fi
cat > clocks.erl <<'END'
-module(clocks).
-export([main/1]).

main([Mode]) ->
    Told = erlang:monitor(time_offset, clock_service),
    io:format("~s ~p ~p: ", [Mode, erlang:system_info(time_correction), erlang:system_info(time_offset)]),
    {ok, F} = file:open(os:getenv("CLOCKS"), [read, write, raw]),
    Old = erlang:time_offset(),
    %% Timers go by Erlang's clock, whatever becomes of it.
    erlang:send_after(7200000, self(), later),
    %% Set forward by an hour; then checks are due, which are up to a minute apart.
    Before = erlang:monotonic_time(second),
    set(F, 600, 3600),
    told(Told, Old),
    io:format("~s, time ~s, ", [ahead(), leapt(Before, 600)]),
    case erlang:system_flag(time_offset, finalize) of
        preliminary -> settle(), told(Told, Old), io:format("~p, ", [erlang:system_info(time_offset)]);
        _ -> ok
    end,
    %% It goes on towards the system's time, not further.
    set(F, 1200, 3600),
    settle(),
    Between = erlang:monotonic_time(second),
    io:format("~s~n", [ahead()]),
    %% Set back to what it was.
    New = erlang:time_offset(),
    set(F, 1800, 0),
    told(Told, New),
    io:format("    back: ~s, time ~s, ", [ahead(), leapt(Between, 600)]),
    set(F, 12000, 12000),
    io:format("a timer: ~p~n", [receive later -> fired after 0 -> receive later -> fired after 5000 -> waits end end]),
    erlang:halt().

%% The clocks are ahead by so many seconds: of time that has passed, and since the date was set.
set(F, Passed, Set) ->
    ok = file:pwrite(F, 0, <<(Passed * 1000000000):64/little-signed,
                             ((Passed + Set) * 1000000000):64/little-signed>>),
    settle().

%% Timers fire that are due. It waits by a clock that never stands still, for some tenths of a second.
settle() -> settle(os:perf_counter(millisecond) + 300).
settle(Until) ->
    erlang:yield(),
    os:perf_counter(millisecond) > Until orelse settle(Until).

told(Ref, Old) ->
    receive {'CHANGE', Ref, time_offset, clock_service, Offset} ->
        io:format("told ~s, ", [in_hours(Offset - Old)])
    after 0 -> ok end.

ahead() ->
    case erlang:system_time() - os:system_time() of
        A when abs(A) < 100000000 -> "agrees";
        A -> in_hours(A) ++ " ahead"
    end.

in_hours(Ns) -> io_lib:format("~.1fh", [Ns / 3.6e12]).

leapt(Before, Passed) ->
    case erlang:monotonic_time(second) - Before of
        S when abs(S - Passed) =< 10 -> "passes";
        S when S >= 0, S =< 2 -> "stands still";
        S when S > Passed -> "leaps";
        _ -> "goes back"
    end.
END
maser exec erlc clocks.erl
run() {
    head -c 16 /dev/zero > ahead
    CLOCKS=$PWD/ahead LD_PRELOAD=$PWD/clocks.so maser +native off -noshell "$@" -run clocks main "$(echo $* | tr -d +)"
}
run +C no_time_warp
run +C single_time_warp
run +C multi_time_warp
run +C no_time_warp +c false
run +C single_time_warp +c false
run +C multi_time_warp +c false
