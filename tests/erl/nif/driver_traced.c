/* A driver that takes its output in pieces: what is sent to it names what it sends, and to whom. */
#include <erl_driver.h>
#include <string.h>

typedef struct {
    ErlDrvPort port;
    ErlDrvTermData to;
} Data;

static ErlDrvData start(ErlDrvPort port, char *command) {
    Data *d = driver_alloc(sizeof(Data));
    d->port = port;
    d->to = driver_connected(port);
    return (ErlDrvData)d;
}

static void stop(ErlDrvData data) { driver_free((void *)data); }

static void outputv(ErlDrvData data, ErlIOVec *ev) {
    Data *d = (Data *)data;
    char first;
    ErlDrvTermData word[] = {ERL_DRV_ATOM, driver_mk_atom("word")};
    if (driver_vec_to_buf(ev, &first, 1) < 1)
        return;
    switch (first) {
    case 'c': /* Its caller is to be told later. */
        d->to = driver_caller(d->port);
        break;
    case 't':
        erl_drv_send_term(driver_mk_port(d->port), d->to, word, 2);
        break;
    case 'o':
        erl_drv_output_term(driver_mk_port(d->port), word, 2);
        break;
    case 'h':
        driver_output2(d->port, "ab", 2, "cd", 2);
        break;
    }
}

static ErlDrvEntry entry = {.start = start,
                            .stop = stop,
                            .outputv = outputv,
                            .driver_name = "driver_traced",
                            .extended_marker = ERL_DRV_EXTENDED_MARKER,
                            .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION,
                            .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION};

DRIVER_INIT(driver_traced) { return &entry; }
