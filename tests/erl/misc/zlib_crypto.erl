%% Compression and checksums.
-module(zlib_crypto).
-export([main/0]).

main() ->
    D = binary:copy(<<"some text to compress, ">>, 1000),
    t:p([zlib:uncompress(zlib:compress(D)) =:= D, zlib:gunzip(zlib:gzip(D)) =:= D, zlib:unzip(zlib:zip(D)) =:= D, byte_size(zlib:compress(D)) < 500]),
    Z = zlib:open(), ok = zlib:deflateInit(Z, 9), A = zlib:deflate(Z, D), B = zlib:deflate(Z, <<>>, finish), ok = zlib:deflateEnd(Z), zlib:close(Z), t:p(zlib:uncompress(iolist_to_binary([A, B])) =:= D),
    I = zlib:open(), ok = zlib:inflateInit(I), C = zlib:compress(D), <<C1:50/binary, C2/binary>> = C, t:p(iolist_to_binary([zlib:inflate(I, C1), zlib:inflate(I, C2)]) =:= D), ok = zlib:inflateEnd(I), zlib:close(I),
    t:show("bad data", fun() -> zlib:uncompress(<<"nonsense">>) end), t:show("closed", fun() -> zlib:deflate(Z, "x") end), t:p([erlang:crc32(D), erlang:adler32(D), erlang:crc32_combine(erlang:crc32("a"), erlang:crc32("bc"), 2) =:= erlang:crc32("abc")]),
    t:p([erlang:md5("x"), erlang:md5_final(erlang:md5_update(erlang:md5_init(), "x"))]), t:p(erlang:crc32([<<"a">>, [$b]])), t:p(erlang:adler32_combine(erlang:adler32("ab"), erlang:adler32("c"), 1) =:= erlang:adler32("abc")).
