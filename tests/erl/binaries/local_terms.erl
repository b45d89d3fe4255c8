%% since OTP 27
%% Terms that an emulator writes for itself: where they may stand, and what of it has no name in them.
-module(local_terms).
-export([main/0]).

main() ->
    <<131, Local/binary>> = term_to_binary({self(), a}, [local]),
    <<121, Here:4/binary, Rest/binary>> = Local,
    read("in a tuple, first", <<131, 104, 2, Local/binary, 97, 1>>),
    read("in a tuple, last", <<131, 104, 2, 97, 1, Local/binary>>),
    read("in another", <<131, 121, Here/binary, 104, 1, Local/binary>>),
    read("of another emulator", <<131, 104, 1, 121, (flip(Here))/binary, Rest/binary>>),
    read("without its mark", <<131, Rest/binary>>),
    read("behind one", <<131, 104, 2, Local/binary, Rest/binary>>),
    read("behind the mark of another", <<131, 104, 2, 121, Here/binary, 97, 1, Rest/binary>>),
    read("cut off", <<131, 121, Here/binary>>),
    read("cut off within the mark", <<131, 121, 1>>),
    Deflated = zlib:compress(Local),
    read("compressed", <<131, 80, (byte_size(Local)):32, Deflated/binary>>),
    Many = lists:duplicate(300, self()),
    Compressed = term_to_binary(Many, [local, compressed]),
    io:format("~p~n", [{byte_size(Compressed) < 300, binary_to_term(Compressed) =:= Many}]),
    Ref = make_ref(),
    Port = open_port({spawn, "cat"}, []),
    [io:format("~p: ~p~n", [What, nameless(T)])
     || {What, T} <- [{pid, self()}, {ref, Ref}, {alias, alias()}, {port, Port}]],
    true = port_close(Port),
    Large = [{self(), N, Ref} || N <- lists:seq(1, 10000)],
    io:format("~p~n", [binary_to_term(term_to_binary(Large, [local])) =:= Large]).

flip(<<First, Rest/binary>>) -> <<(First bxor 1), Rest/binary>>.

read(What, Bytes) ->
    Self = self(),
    Read = try binary_to_term(Bytes) of
               {Self, a} -> whole;
               {{Self, a}} -> within;
               {{Self, a}, 1} -> within;
               {1, {Self, a}} -> within;
               _ -> another
           catch
               error:badarg -> badarg
           end,
    io:format("~s: ~p~n", [What, Read]).

%% The node's name is not in it, for it may get another one.
nameless(T) ->
    Written = term_to_binary(T, [local]),
    {binary:match(Written, atom_to_binary(node())), binary_to_term(Written) =:= T}.
