%% A comprehension whose size is known before makes a binary of just that size.
-module(writable_room).
-export([main/0]).

main() ->
    _ = erts_debug:set_internal_state(available_internal_state, true),
    List = lists:seq(0, 199),
    Known = << <<X>> || X <- List >>,
    Wide = << <<X:16>> || X <- List >>,
    Bits = << <<X:3>> || X <- List >>,
    Unknown = << <<X>> || <<X>> <= t:id(Known), X < 10 >>,
    t:p([room(B) || B <- [Known, Wide, Bits, Unknown, << <<X>> || X <- t:id([]) >>, <<1, 2, 3>>]]),
    t:p({byte_size(Known), byte_size(Wide), bit_size(Bits), Unknown}),
    try erlang:error(wrong, [a | b]) catch error:wrong:S -> t:p(element(3, hd(S))) end.

room(B) ->
    case erts_debug:get_internal_state({binary_info, B}) of
        {refc_binary, Used, {binary, Room}, _} -> {Used, Room};
        Other -> Other
    end.
