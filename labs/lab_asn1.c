/* The other side of ports in ASN.1: answers requests, in packets of 4, that are in BER or unaligned PER.
 *
 * lab_asn1 ber|per
 *
 * Request and Answer are of LabBer.asn1, and what asn1c makes of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <Answer.h>
#include <Request.h>

static unsigned char in[1 << 16], out[1 << 16];

static size_t answer(size_t n, int per) {
    Request_t *request = NULL;
    Answer_t answer;
    asn_dec_rval_t read = per ? uper_decode_complete(NULL, &asn_DEF_Request, (void **)&request, in, n)
                              : ber_decode(NULL, &asn_DEF_Request, (void **)&request, in, n);
    asn_enc_rval_t written;
    if (read.code != RC_OK) exit(3);
    memset(&answer, 0, sizeof answer);
    answer.sum = request->a + request->b;
    answer.bytes = request->bytes;
    written = per ? uper_encode_to_buffer(&asn_DEF_Answer, &answer, out + 4, sizeof out - 4)
                  : der_encode_to_buffer(&asn_DEF_Answer, &answer, out + 4, sizeof out - 4);
    ASN_STRUCT_FREE(asn_DEF_Request, request);
    if (written.encoded < 0) exit(4);
    /* Bits or bytes. */
    return per ? (written.encoded + 7) / 8 : written.encoded;
}

static int fill(unsigned char *to, size_t n) {
    while (n > 0) {
        ssize_t got = read(0, to, n);
        if (got <= 0) return 0;
        to += got;
        n -= got;
    }
    return 1;
}

int main(int argc, char **argv) {
    int per = argc > 1 && !strcmp(argv[1], "per");
    unsigned char head[4];
    while (fill(head, 4)) {
        size_t n = (size_t)head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3], len;
        if (n > sizeof in || !fill(in, n)) return 1;
        len = answer(n, per);
        out[0] = len >> 24, out[1] = len >> 16, out[2] = len >> 8, out[3] = len;
        for (size_t done = 0; done < len + 4;) {
            ssize_t some = write(1, out + done, len + 4 - done);
            if (some < 0) return 1;
            done += some;
        }
    }
    return 0;
}
