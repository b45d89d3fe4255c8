/* The library of nif_load, for the module that nif_unload makes. */
#define MODULE nif_unloaded
#include "nif_load.c"
