/* A node in C, by OTP's ei: does with the node NODE what such nodes do, and prints what came of it.
       c_node NODE COOKIE PORT */
#include <ei.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the library, not in its header. */
int ei_send_exit(int fd, const erlang_pid *from, const erlang_pid *to, const char *reason);

static ei_cnode ec;
static int fd;
static erlang_msg msg;
static ei_x_buff in, out;

static void fail(const char *what) {
    printf("%s: error %d\n", what, erl_errno);
    fflush(stdout);
    exit(1);
}

static void show(const char *what, const char *buf, int at) {
    char *text = NULL;
    int version, start = at;
    if (ei_decode_version(buf, &at, &version)) at = start;
    if (ei_s_print_term(&text, buf, &at) < 0) printf("%s: no term\n", what);
    else {
        /* Texts may be in any encoding. */
        for (char *c = text; *c; c++) if (*c & 0x80) *c = '?';
        printf("%s: %.300s\n", what, text);
    }
    free(text);
}

/* The next message that is no tick; gives its kind. */
static int next(void) {
    int kind, size;
    do kind = ei_receive_encoded(fd, &in.buff, &in.buffsz, &msg, &size); while (kind == ERL_TICK);
    in.index = size;
    return kind;
}

/* Shows the next message, whatever it is: its kind, and the term that comes with it. */
static int expect(const char *what) {
    int kind = next();
    printf("%s: kind %d", what, kind);
    if (kind < 0) printf(", error %d", erl_errno);
    if (kind == ERL_REG_SEND) printf(", to %s", msg.toname);
    if (in.index > 0 && kind != ERL_LINK && kind != ERL_UNLINK && kind < 9) show("", in.buff, 0);
    else printf("\n");
    return kind;
}

/* Gets a message `{Pid, Term}` or `Pid`. Gives the place of the term. */
static int from(erlang_pid *pid) {
    int at = 0, version, arity, kind = next();
    if (kind != ERL_SEND && kind != ERL_REG_SEND) fail("no message");
    ei_decode_version(in.buff, &at, &version);
    if (ei_decode_pid(in.buff, &at, pid) == 0) return at;
    if (ei_decode_tuple_header(in.buff, &at, &arity) || arity != 2 || ei_decode_pid(in.buff, &at, pid))
        fail("no tuple with a pid");
    return at;
}

static void begin(void) {
    out.index = 0;
    ei_x_encode_version(&out);
}

static void ask(const char *what) {
    begin();
    ei_x_encode_tuple_header(&out, 2);
    ei_x_encode_pid(&out, ei_self(&ec));
    ei_x_encode_atom(&out, what);
    if (ei_reg_send(&ec, fd, "server", out.buff, out.index)) fail(what);
}

/* Sends `{'C', Text}`. */
static void tell(erlang_pid *to, const char *text) {
    begin();
    ei_x_encode_tuple_header(&out, 2);
    ei_x_encode_atom(&out, "C");
    ei_x_encode_string(&out, text);
    if (ei_send(fd, to, out.buff, out.index)) fail("send");
}

/* Reads a term by the functions for its kind, and writes it again. */
static int again(const char *buf, int *at, ei_x_buff *x) {
    int type, size, begun = *at;
    char text[MAXATOMLEN_UTF8];
    if (ei_get_type(buf, at, &type, &size)) return -1;
    switch (type) {
    case ERL_SMALL_INTEGER_EXT: case ERL_INTEGER_EXT: {
        long n;
        return ei_decode_long(buf, at, &n) || ei_x_encode_long(x, n);
    }
    case ERL_SMALL_BIG_EXT: case ERL_LARGE_BIG_EXT: {
        erlang_big *big = ei_alloc_big(size);
        int bad = ei_decode_big(buf, at, big) || ei_x_encode_big(x, big);
        ei_free_big(big);
        return bad;
    }
    case NEW_FLOAT_EXT: case ERL_FLOAT_EXT: {
        double d;
        return ei_decode_double(buf, at, &d) || ei_x_encode_double(x, d);
    }
    case ERL_ATOM_EXT: case ERL_SMALL_ATOM_EXT: case ERL_ATOM_UTF8_EXT: case ERL_SMALL_ATOM_UTF8_EXT:
        return ei_decode_atom_as(buf, at, text, sizeof text, ERLANG_UTF8, NULL, NULL)
            || ei_x_encode_atom_as(x, text, ERLANG_UTF8, ERLANG_UTF8);
    case ERL_STRING_EXT: {
        char *s = malloc(size + 1);
        int bad = ei_decode_string(buf, at, s) || ei_x_encode_string_len(x, s, size);
        free(s);
        return bad;
    }
    case ERL_BINARY_EXT: {
        char *s = malloc(size + 1);
        long len;
        int bad = ei_decode_binary(buf, at, s, &len) || ei_x_encode_binary(x, s, len);
        free(s);
        return bad;
    }
    case ERL_BIT_BINARY_EXT: {
        const char *p;
        unsigned int offset;
        size_t bits;
        return ei_decode_bitstring(buf, at, &p, &offset, &bits) || ei_x_encode_bitstring(x, p, offset, bits);
    }
    case ERL_PID_EXT: case ERL_NEW_PID_EXT: {
        erlang_pid pid;
        return ei_decode_pid(buf, at, &pid) || ei_x_encode_pid(x, &pid);
    }
    case ERL_PORT_EXT: case ERL_NEW_PORT_EXT: case ERL_V4_PORT_EXT: {
        erlang_port port;
        return ei_decode_port(buf, at, &port) || ei_x_encode_port(x, &port);
    }
    case ERL_REFERENCE_EXT: case ERL_NEW_REFERENCE_EXT: case ERL_NEWER_REFERENCE_EXT: {
        erlang_ref ref;
        return ei_decode_ref(buf, at, &ref) || ei_x_encode_ref(x, &ref);
    }
    case ERL_FUN_EXT: case ERL_NEW_FUN_EXT: case ERL_EXPORT_EXT: {
        erlang_fun fun;
        return ei_decode_fun(buf, at, &fun) || ei_x_encode_fun(x, &fun);
    }
    case ERL_NIL_EXT:
        return ei_decode_list_header(buf, at, &size) || ei_x_encode_empty_list(x);
    case ERL_LIST_EXT:
        if (ei_decode_list_header(buf, at, &size) || ei_x_encode_list_header(x, size)) return -1;
        for (int i = 0; i <= size; i++) if (again(buf, at, x)) return -1;
        return 0;
    case ERL_SMALL_TUPLE_EXT: case ERL_LARGE_TUPLE_EXT:
        if (ei_decode_tuple_header(buf, at, &size) || ei_x_encode_tuple_header(x, size)) return -1;
        for (int i = 0; i < size; i++) if (again(buf, at, x)) return -1;
        return 0;
    case ERL_MAP_EXT:
        if (ei_decode_map_header(buf, at, &size) || ei_x_encode_map_header(x, size)) return -1;
        for (int i = 0; i < 2 * size; i++) if (again(buf, at, x)) return -1;
        return 0;
    default:
        printf("a term of kind %d\n", type);
        *at = begun;
        return -1;
    }
}

/* All kinds of terms come, and are sent back. */
static void terms(void) {
    erlang_pid pid;
    ask("terms");
    for (;;) {
        int kind = next(), at = 0, version, arity;
        if (kind != ERL_SEND) fail("terms");
        ei_decode_version(in.buff, &at, &version);
        ei_decode_tuple_header(in.buff, &at, &arity);
        if (arity == 3) break;
        if (ei_decode_pid(in.buff, &at, &pid)) fail("terms");
        begin();
        ei_x_encode_tuple_header(&out, 2);
        ei_x_encode_atom(&out, "C");
        if (again(in.buff, &at, &out)) printf("a term could not be read at %d\n", at);
        if (ei_send(fd, &pid, out.buff, out.index)) fail("terms");
    }
    show("how many, and which of them came back as others", in.buff, 0);
}

/* What C writes is what Erlang reads. */
static void written(void) {
    const char *formats[] = {"[]", "{}", "~i", "~d", "~a", "~s", "{a,[b|c]}", "[1,2,{[]}]", "'with spaces'", NULL};
    for (int i = 0; formats[i]; i++) {
        ei_x_buff x;
        ei_x_new(&x);
        if (i == 2) ei_x_format_wo_ver(&x, formats[i], -70000);
        else if (i == 3) ei_x_format_wo_ver(&x, formats[i], 0.125);
        else if (i == 4) ei_x_format_wo_ver(&x, formats[i], "an_atom");
        else if (i == 5) ei_x_format_wo_ver(&x, formats[i], "a text");
        else ei_x_format_wo_ver(&x, formats[i]);
        begin();
        ei_x_encode_tuple_header(&out, 3);
        ei_x_encode_pid(&out, ei_self(&ec));
        ei_x_encode_atom(&out, "echo");
        ei_x_append(&out, &x);
        ei_x_free(&x);
        ei_reg_send(&ec, fd, "server", out.buff, out.index);
        expect(formats[i]);
    }
    begin();
    ei_x_encode_tuple_header(&out, 3);
    ei_x_encode_pid(&out, ei_self(&ec));
    ei_x_encode_atom(&out, "echo");
    ei_x_encode_tuple_header(&out, 8);
    ei_x_encode_longlong(&out, -1234567890123456789LL);
    ei_x_encode_ulonglong(&out, 18446744073709551615ULL);
    ei_x_encode_boolean(&out, 1);
    ei_x_encode_char(&out, 'c');
    ei_x_encode_atom_as(&out, "\345", ERLANG_LATIN1, ERLANG_UTF8);
    ei_x_encode_string_len(&out, "a\0b", 3);
    ei_x_encode_bitstring(&out, "\377\200", 1, 9);
    ei_x_encode_map_header(&out, 1);
    ei_x_encode_string(&out, "key");
    ei_x_encode_list_header(&out, 1);
    ei_x_encode_double(&out, 1e100);
    ei_x_encode_empty_list(&out);
    ei_reg_send(&ec, fd, "server", out.buff, out.index);
    expect("others");
}

/* Large terms: a binary, a list, and a text in a list in a list, and so on. */
static void large(int bytes, int elements, int depth) {
    int at = 0, version, arity;
    long words, hash;
    char *s = malloc(bytes);
    memset(s, 'x', bytes);
    begin();
    ei_x_encode_tuple_header(&out, 3);
    ei_x_encode_pid(&out, ei_self(&ec));
    ei_x_encode_atom(&out, "size");
    ei_x_encode_tuple_header(&out, 3);
    ei_x_encode_binary(&out, s, bytes);
    ei_x_encode_list_header(&out, elements);
    for (int i = 0; i < elements; i++) ei_x_encode_long(&out, i * 100);
    ei_x_encode_empty_list(&out);
    for (int i = 0; i < depth; i++) ei_x_encode_list_header(&out, 1);
    ei_x_encode_string(&out, "deep");
    for (int i = 0; i < depth; i++) ei_x_encode_empty_list(&out);
    if (ei_reg_send(&ec, fd, "server", out.buff, out.index)) fail("large");
    next();
    ei_decode_version(in.buff, &at, &version);
    ei_decode_tuple_header(in.buff, &at, &arity);
    ei_decode_long(in.buff, &at, &words);
    ei_decode_long(in.buff, &at, &hash);
    /* The term begins behind the version, the tuple, the pid and the atom, where it was written. */
    int sent = 0;
    ei_decode_version(out.buff, &sent, &version);
    ei_decode_tuple_header(out.buff, &sent, &arity);
    ei_skip_term(out.buff, &sent);
    ei_skip_term(out.buff, &sent);
    int same = in.index - at == out.index - sent && memcmp(in.buff + at, out.buff + sent, in.index - at) == 0;
    printf("%d bytes, %d numbers, %d deep: hash %ld, back %s\n", bytes, elements, depth, hash, same ? "the same" : "another");
    free(s);
}

static void call(const char *what, char *module, char *function, const char *format) {
    ei_x_buff args, result;
    ei_x_new(&args);
    ei_x_new(&result);
    ei_x_format_wo_ver(&args, format);
    int got = ei_rpc(&ec, fd, module, function, args.buff, args.index, &result);
    if (got < 0) printf("%s: %d, error %d\n", what, got, erl_errno);
    else show(what, result.buff, 0);
    ei_x_free(&args);
    ei_x_free(&result);
}

static void calls(void) {
    call("reverse", "lists", "reverse", "[[a,{b,\"c\"},2.5]]");
    call("hidden nodes", "erlang", "length", "[[]]");
    call("nothing", "nowhere", "nothing", "[]");
    call("an error", "erlang", "error", "[{bad,[thing]}]");
    call("a throw", "erlang", "throw", "[ball]");
    ei_x_buff args;
    ei_x_new(&args);
    ei_x_format_wo_ver(&args, "[300]");
    int size, got = ei_rpc_to(&ec, fd, "timer", "sleep", args.buff, args.index);
    got = ei_rpc_from(&ec, fd, 1, &msg, &in);
    printf("an early answer: %d, %s\n", got, erl_errno == ETIMEDOUT ? "too early" : "another error");
    while ((got = ei_receive_encoded(fd, &in.buff, &in.buffsz, &msg, &size)) == ERL_TICK) ;
    printf("its answer: kind %d", got);
    show("", in.buff, 0);
    ei_x_free(&args);
}

/* Writes a control message that the library has no function for, and what comes with it, if anything. */
static void control(int op, erlang_pid *a, erlang_pid *b, const char *name, erlang_ref *ref, const char *reason) {
    ei_x_buff x;
    ei_x_new(&x);
    ei_x_append_buf(&x, "\0\0\0\0p", 5);
    ei_x_encode_version(&x);
    ei_x_encode_tuple_header(&x, 1 + !!a + !!b + !!name + !!ref + !!reason);
    ei_x_encode_long(&x, op);
    ei_x_encode_pid(&x, a);
    if (b) ei_x_encode_pid(&x, b);
    if (name) ei_x_encode_atom(&x, name);
    if (ref) ei_x_encode_ref(&x, ref);
    if (reason) ei_x_encode_atom(&x, reason);
    int len = x.index - 4;
    for (int i = 0; i < 4; i++) x.buff[i] = len >> (24 - 8 * i);
    if (write(fd, x.buff, x.index) != x.index) fail("write");
    ei_x_free(&x);
}

static void relations(void) {
    erlang_pid pid;
    erlang_ref ref, mine[2];
    int at;
    ask("links");
    for (int i = 0; i < 6; i++) expect("links");
    ask("exits");
    for (int i = 0; i < 4; i++) expect("exits");
    ask("monitors");
    /* A node without names in monitors is not told of any. */
    for (int i = 0; i < 3; i++) expect("monitors");
    from(&pid);
    tell(&pid, "go on");
    expect("monitors");
    ask("leader");
    for (int i = 0; i < 2; i++) expect("leader");
    ask("names");
    for (int i = 0; i < 3; i++) expect("names");
    ask("spawning");
    expect("spawning");
    ask("watches");
    expect("watches");
    at = from(&pid);
    ei_decode_ref(in.buff, &at, &ref);
    if (ei_send_exit(fd, ei_self(&ec), &pid, "a reason")) fail("exit");
    expect("watches");
    control(21, ei_self(&ec), &pid, NULL, &ref, "a_reason");
    expect("watches");
    ask("ends");
    from(&pid);
    control(8, ei_self(&ec), &pid, NULL, NULL, "ended");
    expect("ends");
    ask("linked");
    from(&pid);
    control(1, ei_self(&ec), &pid, NULL, NULL, NULL);
    for (int i = 0; i < 2; i++) ei_make_ref(&ec, &mine[i]);
    control(19, ei_self(&ec), &pid, NULL, &mine[0], NULL);
    control(19, ei_self(&ec), NULL, "watched", &mine[1], NULL);
    tell(&pid, "look");
    expect("linked");
    tell(&pid, "end");
    /* Of the ends of what it watches neither. */
    expect("linked");
}

/* Answers a gen_server's client. */
static void answers(void) {
    int at = 0, version, arity;
    char text[MAXATOMLEN_UTF8];
    erlang_pid pid;
    ask("call");
    while (next() != ERL_REG_SEND) ;
    ei_decode_version(in.buff, &at, &version);
    ei_decode_tuple_header(in.buff, &at, &arity);
    ei_decode_atom(in.buff, &at, text);
    printf("call: to %s, %s", msg.toname, text);
    ei_decode_tuple_header(in.buff, &at, &arity);
    ei_decode_pid(in.buff, &at, &pid);
    begin();
    ei_x_encode_tuple_header(&out, 2);
    again(in.buff, &at, &out);
    show("", in.buff, at);
    ei_x_encode_string(&out, "the answer");
    ei_send(fd, &pid, out.buff, out.index);
    while (next() != ERL_SEND) ;
    show("call", in.buff, 0);
}

static void globals(const char *node) {
    erlang_pid found;
    char at[MAXNODELEN + 1];
    int count = 0;
    printf("global: registered %d\n", ei_global_register(fd, "c_everywhere", ei_self(&ec)));
    char **names = ei_global_names(&ec, fd, &count);
    printf("global: names %d, the first %s\n", count, count > 0 ? names[0] : "");
    int got = ei_global_whereis(&ec, fd, "c_everywhere", &found, at);
    printf("global: found %d, %s\n", got, got == 0 && ei_cmp_pids(&found, ei_self(&ec)) == 0 ? "itself" : "another");
    printf("global: unregistered %d\n", ei_global_unregister(&ec, fd, "c_everywhere"));
    printf("global: found %d\n", ei_global_whereis(&ec, fd, "c_everywhere", &found, at));
}

/* Ticks are answered by whoever reads; gives up when there are none for 20 seconds. */
static void ticks(int n) {
    int size, seen = 0, got;
    while (seen < n && (got = ei_receive_encoded_tmo(fd, &in.buff, &in.buffsz, &msg, &size, 20000)) >= 0)
        if (got == ERL_TICK) seen++;
    printf("%d ticks\n", seen);
    call("after them", "erlang", "is_alive", "[]");
}

/* Another node in C waits for a connection. */
static void accepts(const char *cookie) {
    ErlConnect who;
    ei_cnode other;
    erlang_pid pid;
    int port = 0, mine = fd;
    if (ei_connect_init(&other, "c_waits", cookie, 2)) fail("init");
    int listener = ei_listen(&other, &port, 5);
    if (listener < 0) fail("listen");
    int epmd = ei_publish(&other, port);
    if (epmd < 0) fail("publish");
    begin();
    ei_x_encode_tuple_header(&out, 2);
    ei_x_encode_pid(&out, ei_self(&ec));
    ei_x_encode_tuple_header(&out, 2);
    ei_x_encode_atom(&out, "connect");
    ei_x_encode_atom(&out, "c_waits");
    ei_reg_send(&ec, fd, "server", out.buff, out.index);
    fd = ei_accept(&other, listener, &who);
    if (fd < 0) fail("accept");
    *strchr(who.nodename, '@') = 0;
    printf("accepted: %s\n", who.nodename);
    int at = from(&pid);
    show("accepted", in.buff, at);
    tell(&pid, "welcome");
    int his = fd;
    fd = mine;
    expect("accepted");
    ei_close_connection(his);
    close(listener);
    printf("unpublished: %d\n", ei_unpublish(&other));
    close(epmd);
}

static void connected(const char *name, const char *node, const char *cookie, const char *what) {
    if (ei_connect_init(&ec, name, cookie, 1)) fail("init");
    fd = ei_connect(&ec, (char *)node);
    if (fd < 0) printf("%s: %d, %s\n", what, fd,
                       erl_errno == EHOSTUNREACH ? "unreachable" : erl_errno == EIO ? "io" : strerror(erl_errno));
    else printf("%s: connected\n", what);
}

int main(int argc, char **argv) {
    const char *node = argv[1], *cookie = argv[2];
    setvbuf(stdout, NULL, _IOLBF, 0);
    ei_init();
    ei_x_new(&in);
    ei_x_new(&out);
    connected("c_wrong", node, "wrong", "a wrong cookie");
    connected("c_lost", "nowhere@localhost", cookie, "no such node");
    connected("c_node", node, cookie, "connected");
    if (fd < 0) return 1;
    calls();
    written();
    terms();
    large(100, 100, 100);
    large(70000, 70000, 1000);
    large(1 << 24, 1 << 18, 10000);
    relations();
    answers();
    globals(node);
    accepts(cookie);
    ticks(6);
    ask("loses");
    while (next() != ERL_SEND) ;
    ei_close_connection(fd);
    connected("c_later", node, cookie, "connected again");
    call("seen of the end", "dist_c", "seen", "[]");
    /* A node that is killed. */
    pid_t child = fork();
    if (child == 0) {
        connected("c_killed", node, cookie, "to be killed");
        ask("loses");
        while (next() != ERL_SEND) ;
        fflush(stdout);
        raise(SIGKILL);
    }
    int status;
    waitpid(child, &status, 0);
    call("seen of it", "dist_c", "seen", "[]");
    ei_close_connection(fd);
    /* By its address. */
    if (ei_connect_init(&ec, "c_address", cookie, 3)) fail("init");
    fd = ei_connect_host_port(&ec, "localhost", atoi(argv[3]));
    printf("by its address: %s\n", fd < 0 ? "not connected" : "connected");
    call("there", "erlang", "is_alive", "[]");
    ei_close_connection(fd);
    /* A name that the other node makes up. */
    unsigned char loopback[4] = {127, 0, 0, 1};
    if (ei_connect_xinit(&ec, strchr(node, '@') + 1, NULL, NULL, (Erl_IpAddr)loopback, cookie, 0)) fail("init");
    fd = ei_connect(&ec, (char *)node);
    printf("without a name: %s\n", fd < 0 ? "not connected" : "connected");
    call("there", "erlang", "is_alive", "[]");
    return 0;
}
