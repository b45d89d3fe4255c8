/* A library that is not linked with what it uses of zlib: stock's emulator has that. */
#include <erl_nif.h>

unsigned long crc32(unsigned long, const unsigned char *, unsigned);

static ERL_NIF_TERM sum(ErlNifEnv *env, int argc, const ERL_NIF_TERM argv[]) {
    ErlNifBinary b;
    if (!enif_inspect_binary(env, argv[0], &b))
        return enif_make_badarg(env);
    return enif_make_ulong(env, crc32(0, b.data, b.size));
}

static ErlNifFunc funcs[] = {{"sum", 1, sum}};
ERL_NIF_INIT(nif_companions, funcs, NULL, NULL, NULL, NULL)
