/* A driver in C: each letter that it is asked for uses another part of the interface. */
#include <erl_driver.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    ErlDrvPort port;
    ErlDrvTermData id;
    ErlDrvTermData owner;
    ErlDrvTermData caller;
    int pipe[2];
    ErlDrvTid thread;
    ErlDrvMonitor monitor;
} Data;

static ErlDrvTermData word(char *text) { return driver_mk_atom(text); }

/* Sends {Port, What} to the owner. */
static void tell(Data *d, char *what) {
    ErlDrvTermData spec[] = {ERL_DRV_PORT, d->id, ERL_DRV_ATOM, word(what), ERL_DRV_TUPLE, 2};
    erl_drv_output_term(d->id, spec, sizeof spec / sizeof *spec);
}

static void tell_number(Data *d, char *what, ErlDrvSInt n) {
    ErlDrvTermData spec[] = {ERL_DRV_PORT, d->id,         ERL_DRV_ATOM,  word(what),
                             ERL_DRV_INT,  (ErlDrvTermData)n, ERL_DRV_TUPLE, 3};
    erl_drv_output_term(d->id, spec, sizeof spec / sizeof *spec);
}

static ErlDrvData start(ErlDrvPort port, char *command) {
    if (strstr(command, "general")) return ERL_DRV_ERROR_GENERAL;
    if (strstr(command, "badarg")) return ERL_DRV_ERROR_BADARG;
    if (strstr(command, "errno")) {
        errno = EACCES;
        return ERL_DRV_ERROR_ERRNO;
    }
    Data *d = driver_alloc(sizeof(Data));
    memset(d, 0, sizeof *d);
    d->port = port;
    d->id = driver_mk_port(port);
    d->owner = driver_connected(port);
    d->pipe[0] = d->pipe[1] = -1;
    return (ErlDrvData)d;
}

static void stop(ErlDrvData data) {
    Data *d = (Data *)data;
    ErlDrvTermData spec[] = {ERL_DRV_ATOM, word("stop"), ERL_DRV_INT, driver_sizeq(d->port), ERL_DRV_TUPLE, 2};
    erl_drv_send_term(d->id, d->owner, spec, 6);
    if (d->pipe[0] >= 0)
        driver_select(d->port, (ErlDrvEvent)(ErlDrvSInt)d->pipe[0], ERL_DRV_USE, 0);
    driver_free(d);
}

static void stop_select(ErlDrvEvent event, void *unused) { close((int)(ErlDrvSInt)event); }

static void outputv(ErlDrvData data, ErlIOVec *ev) {
    Data *d = (Data *)data;
    char first;
    if (driver_vec_to_buf(ev, &first, 1) == 1 && first == 'q') {
        driver_enqv(d->port, ev, 1);
        tell_number(d, "queued", driver_sizeq(d->port));
    } else if (first == 's') { /* whether the binaries are shared */
        int i;
        for (i = 1; i < ev->vsize; i++)
            tell_number(d, "piece", ev->binv[i] ? ev->iov[i].iov_len : -1);
    } else {
        driver_outputv(d->port, "head", 4, ev, 0);
    }
}

static void flush(ErlDrvData data) {
    Data *d = (Data *)data;
    driver_set_timer(d->port, 10);
}

static void timeout(ErlDrvData data) {
    Data *d = (Data *)data;
    if (driver_sizeq(d->port) > 0) { /* one byte at a time */
        driver_deq(d->port, 1);
        driver_set_timer(d->port, 1);
    } else {
        tell(d, "timeout");
    }
}

static void ready_input(ErlDrvData data, ErlDrvEvent event) {
    Data *d = (Data *)data;
    char buf[100];
    int n = read((int)(ErlDrvSInt)event, buf, sizeof buf);
    if (n > 0) driver_output(d->port, buf, n);
    else driver_failure_eof(d->port);
}

static void work(void *p) { *(int *)p *= 2; }

static void ready_async(ErlDrvData data, ErlDrvThreadData p) {
    tell_number((Data *)data, "async", *(int *)p);
    driver_free(p);
}

static void *run(void *p) {
    Data *d = p;
    tell(d, "from_thread");
    return NULL;
}

static void process_exit(ErlDrvData data, ErlDrvMonitor *monitor) {
    Data *d = (Data *)data;
    tell_number(d, "down", driver_compare_monitors(monitor, &d->monitor));
}

/* All types of terms. */
static int terms(Data *d) {
    double f = 1.5;
    ErlDrvSInt64 small = -5000000000;
    ErlDrvUInt64 large = 0xffffffffffffffff;
    char ext[] = {131, 104, 2, 97, 1, 106};
    ErlDrvBinary *bin = driver_alloc_binary(200);
    memset(bin->orig_bytes, 'b', 200);
    ErlDrvTermData spec[] = {
        ERL_DRV_NIL, ERL_DRV_ATOM, word("atom"), ERL_DRV_INT, (ErlDrvTermData)-1, ERL_DRV_UINT, 1,
        ERL_DRV_PORT, d->id, ERL_DRV_PID, driver_caller(d->port),
        ERL_DRV_BINARY, (ErlDrvTermData)bin, 100, 50, ERL_DRV_BUF2BINARY, (ErlDrvTermData) "buf", 3,
        ERL_DRV_STRING, (ErlDrvTermData) "string", 6, ERL_DRV_FLOAT, (ErlDrvTermData)&f,
        ERL_DRV_INT64, (ErlDrvTermData)&small, ERL_DRV_UINT64, (ErlDrvTermData)&large,
        ERL_DRV_EXT2TERM, (ErlDrvTermData)ext, sizeof ext,
        ERL_DRV_ATOM, word("key"), ERL_DRV_INT, 7, ERL_DRV_MAP, 1,
        ERL_DRV_NIL, ERL_DRV_STRING_CONS, (ErlDrvTermData) "xy", 2,
        ERL_DRV_LIST, 15, ERL_DRV_NIL, ERL_DRV_TUPLE, 2};
    int result = erl_drv_send_term(d->id, driver_caller(d->port), spec, sizeof spec / sizeof *spec);
    int refs = driver_binary_get_refc(bin);
    driver_free_binary(bin);
    return result * 10 + refs;
}

static ErlDrvSSizeT answer(char **rbuf, const char *text) {
    size_t n = strlen(text);
    memcpy(*rbuf, text, n);
    return n;
}

static ErlDrvSSizeT control(ErlDrvData data, unsigned int op, char *buf, ErlDrvSizeT len, char **rbuf,
                            ErlDrvSizeT rlen) {
    Data *d = (Data *)data;
    char text[60];
    ErlDrvPDL lock;
    switch (op) {
    case 'l': /* a long list */
        *rbuf = driver_alloc(1000);
        memset(*rbuf, 'l', 1000);
        return 1000;
    case 'b': { /* a binary */
        ErlDrvBinary *bin = driver_alloc_binary(100);
        bin = driver_realloc_binary(bin, 300);
        memset(bin->orig_bytes, 'b', 300);
        set_port_control_flags(d->port, PORT_CONTROL_FLAG_BINARY);
        *rbuf = (char *)bin;
        return 300;
    }
    case 's': { /* one binary for several answers, of which as much is shown as is asked for */
        static ErlDrvBinary *kept;
        if (kept == NULL)
            kept = driver_alloc_binary(500);
        memset(kept->orig_bytes, buf[0], 500);
        kept->orig_size = 50 * (buf[0] - '0');
        set_port_control_flags(d->port, PORT_CONTROL_FLAG_BINARY);
        driver_binary_inc_refc(kept);
        *rbuf = (char *)kept;
        return 1;
    }
    case 'n':
        *rbuf = NULL;
        return 0;
    case 'i':
        set_port_control_flags(d->port, 0);
        snprintf(text, sizeof text, "flags %d", get_port_flags(d->port));
        return answer(rbuf, text);
    case 't':
        snprintf(text, sizeof text, "sent %d", terms(d));
        return answer(rbuf, text);
    case 'T': {
        unsigned long left;
        driver_set_timer(d->port, 50);
        driver_read_timer(d->port, &left);
        return answer(rbuf, left > 0 && left <= 51 ? "in time" : "late");
    }
    case 'C':
        driver_set_timer(d->port, 50);
        driver_cancel_timer(d->port);
        return 0;
    case 'p': /* something to read */
        if (pipe(d->pipe)) return -1;
        driver_select(d->port, (ErlDrvEvent)(ErlDrvSInt)d->pipe[0], ERL_DRV_READ | ERL_DRV_USE, 1);
        return 0;
    case 'w':
        return write(d->pipe[1], buf, len) < 0 ? -1 : 0;
    case 'c':
        close(d->pipe[1]);
        return 0;
    case 'a': {
        int *p = driver_alloc(sizeof(int));
        *p = 21;
        return driver_async(d->port, NULL, work, p, driver_free) < 0 ? -1 : 0;
    }
    case 'r':
        erl_drv_thread_create("run", &d->thread, run, d, NULL);
        erl_drv_thread_join(d->thread, NULL);
        return 0;
    case 'm':
        snprintf(text, sizeof text, "monitor %d", driver_monitor_process(d->port, driver_caller(d->port), &d->monitor));
        return answer(rbuf, text);
    case 'd':
        snprintf(text, sizeof text, "demonitor %d", driver_demonitor_process(d->port, &d->monitor));
        return answer(rbuf, text);
    case 'u':
        set_busy_port(d->port, 1);
        return 0;
    case 'U':
        set_busy_port(d->port, 0);
        return 0;
    case 'L': {
        ErlDrvSizeT low = 0, high = 100;
        erl_drv_busy_msgq_limits(d->port, &low, &high);
        snprintf(text, sizeof text, "%d %d", (int)low, (int)high);
        return answer(rbuf, text);
    }
    case 'k':
        lock = driver_pdl_create(d->port);
        driver_pdl_lock(lock);
        snprintf(text, sizeof text, "locks %d", (int)driver_pdl_get_refc(lock));
        driver_pdl_unlock(lock);
        return answer(rbuf, text);
    case 'o': { /* another port */
        Data *child = driver_alloc(sizeof(Data));
        memset(child, 0, sizeof *child);
        child->pipe[0] = -1;
        child->owner = driver_caller(d->port);
        child->port = driver_create_port(d->port, child->owner, "child", (ErlDrvData)child);
        if (child->port == (ErlDrvPort)-1) return -1;
        child->id = driver_mk_port(child->port);
        ErlDrvTermData spec[] = {ERL_DRV_ATOM, word("child"), ERL_DRV_PORT, child->id, ERL_DRV_TUPLE, 2};
        erl_drv_output_term(d->id, spec, 6);
        return answer(rbuf, driver_output(child->port, "made", 4) == 0 ? "made" : "not made");
    }
    case 'f':
        driver_failure_atom(d->port, buf);
        return 0;
    case 'P':
        driver_failure_posix(d->port, ENOENT);
        return 0;
    case 'x':
        driver_exit(d->port, 0);
        return 0;
    }
    return -1;
}

static ErlDrvSSizeT call(ErlDrvData data, unsigned int op, char *buf, ErlDrvSizeT len, char **rbuf,
                         ErlDrvSizeT rlen, unsigned int *flags) {
    if (op == 0) return -1;
    if (len > rlen) *rbuf = driver_alloc(len);
    memcpy(*rbuf, buf, len);
    return len;
}

static ErlDrvEntry entry = {
    .start = start, .stop = stop, .ready_input = ready_input, .driver_name = "driver_parts",
    .control = control, .timeout = timeout, .outputv = outputv, .ready_async = ready_async,
    .flush = flush, .call = call, .extended_marker = ERL_DRV_EXTENDED_MARKER,
    .major_version = ERL_DRV_EXTENDED_MAJOR_VERSION, .minor_version = ERL_DRV_EXTENDED_MINOR_VERSION,
    .driver_flags = ERL_DRV_FLAG_USE_PORT_LOCKING, .process_exit = process_exit, .stop_select = stop_select};

DRIVER_INIT(driver_parts) { return &entry; }
