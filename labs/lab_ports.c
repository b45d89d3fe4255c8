/* The other side of ports: answers each message in one of the formats that programs use.
 *
 * lab_ports line            lines
 * lab_ports stream          bytes as they come
 * lab_ports 1|2|4           packets with a length of so many bytes in front, sent back
 * lab_ports struct          packets of 4: an operation, two numbers and bytes, all big-endian
 * lab_ports term            packets of 4: the external term format, by libei
 * lab_ports json            packets of 4: an object in JSON
 *
 * The last three get a request {sum, A, B, Bytes} and answer {result, A + B, Bytes}.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <ei.h>

static unsigned char *in, *out;
static size_t room;

static void make_room(size_t n) {
    if (n <= room) return;
    room = n * 2;
    in = realloc(in, room);
    out = realloc(out, room);
    if (!in || !out) exit(2);
}

/* What has been read and not been used: from `used` to `have`. */
static unsigned char ahead[1 << 16];
static size_t used, have;

static void give(const unsigned char *from, size_t n);

/* Answers that have not been written yet; they are before the program waits for more. */
static unsigned char done[1 << 16];
static size_t finished;

static void finish(void) {
    give(done, finished);
    finished = 0;
}

static void answer_with(const unsigned char *from, size_t n) {
    if (n > sizeof done - finished) finish();
    if (n > sizeof done) return give(from, n);
    memcpy(done + finished, from, n);
    finished += n;
}

static int fill(unsigned char *to, size_t n) {
    while (n > 0) {
        if (used == have) {
            finish();
            ssize_t got = n >= sizeof ahead ? read(0, to, n) : read(0, ahead, sizeof ahead);
            if (got <= 0) return 0;
            if (n >= sizeof ahead) {
                to += got;
                n -= got;
                continue;
            }
            used = 0;
            have = got;
        }
        size_t part = n < have - used ? n : have - used;
        memcpy(to, ahead + used, part);
        used += part;
        to += part;
        n -= part;
    }
    return 1;
}

static void give(const unsigned char *from, size_t n) {
    while (n > 0) {
        ssize_t put = write(1, from, n);
        if (put <= 0) exit(3);
        from += put;
        n -= put;
    }
}

static size_t number(const unsigned char *p, int bytes) {
    size_t n = 0;
    while (bytes-- > 0) n = n << 8 | *p++;
    return n;
}

static void put_number(unsigned char *p, int bytes, size_t n) {
    while (bytes-- > 0) p[bytes] = n, n >>= 8;
}

/* Each gets a request of `n` bytes in `in`, and leaves the answer, after four bytes, in `out`. */
typedef size_t answer(size_t n);

static size_t structure(size_t n) {
    size_t sum = number(in + 1, 4) + number(in + 5, 4);
    out[4] = in[0] + 1;
    put_number(out + 5, 8, sum);
    memcpy(out + 13, in + 9, n - 9);
    return n;
}

static size_t json(size_t n) {
    in[n] = 0;
    char *a = strstr((char *)in, "\"a\":"), *b = strstr((char *)in, "\"b\":");
    char *text = strstr((char *)in, "\"text\":\"");
    if (!a || !b || !text) exit(4);
    text += 8;
    char *end = strchr(text, '"');
    if (!end) exit(4);
    long sum = atol(a + 4) + atol(b + 4);
    int head = sprintf((char *)out + 4, "{\"result\":%ld,\"text\":\"", sum);
    memcpy(out + 4 + head, text, end - text);
    memcpy(out + 4 + head + (end - text), "\"}", 2);
    return head + (end - text) + 2;
}

static size_t term(size_t n) {
    int at = 0, version, arity, type, size;
    long a, b, got;
    char name[MAXATOMLEN];
    (void)n;
    if (ei_decode_version((char *)in, &at, &version) || ei_decode_tuple_header((char *)in, &at, &arity)
        || arity != 4 || ei_decode_atom((char *)in, &at, name) || strcmp(name, "sum")
        || ei_decode_long((char *)in, &at, &a) || ei_decode_long((char *)in, &at, &b)
        || ei_get_type((char *)in, &at, &type, &size))
        exit(5);
    char *bytes = malloc(size ? size : 1);
    if (ei_decode_binary((char *)in, &at, bytes, &got)) exit(5);
    int to = 0;
    char *o = (char *)out + 4;
    ei_encode_version(o, &to);
    ei_encode_tuple_header(o, &to, 3);
    ei_encode_atom(o, &to, "result");
    ei_encode_long(o, &to, a + b);
    ei_encode_binary(o, &to, bytes, got);
    free(bytes);
    return to;
}

static int packets(int bytes, answer *with) {
    unsigned char head[4];
    while (fill(head, bytes)) {
        size_t n = number(head, bytes);
        make_room(n + 64);
        if (!fill(in, n)) return 1;
        if (with) {
            size_t len = with(n);
            put_number(out, 4, len);
            answer_with(out, len + 4);
        } else {
            put_number(out, bytes, n);
            memcpy(out + bytes, in, n);
            answer_with(out, n + bytes);
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    make_room(1 << 16);
    if (!strcmp(how, "line") || !strcmp(how, "stream")) {
        ssize_t n;
        while ((n = read(0, in, room)) > 0) give(in, n);
        return 0;
    }
    if (!strcmp(how, "1") || !strcmp(how, "2") || !strcmp(how, "4")) return packets(atoi(how), NULL);
    if (!strcmp(how, "struct")) return packets(4, structure);
    if (!strcmp(how, "json")) return packets(4, json);
    if (!strcmp(how, "term")) return packets(4, term);
    fprintf(stderr, "lab_ports: no format %s\n", how);
    return 1;
}
