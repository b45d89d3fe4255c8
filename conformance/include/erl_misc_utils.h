/* What a suite's library (mtx_SUITE) knows from the inside of stock's emulator. */
#ifndef MASER_ERL_MISC_UTILS_H
#define MASER_ERL_MISC_UTILS_H

#include <unistd.h>

static inline int erts_milli_sleep(long milliseconds) {
    return usleep(milliseconds * 1000);
}

#endif
