//! Drivers and prim_* modules: files, terminal, external programs, zlib.
