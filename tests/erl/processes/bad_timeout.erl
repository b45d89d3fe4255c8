%% A receive with a timeout that is none has not looked at messages for the next one.
-module(bad_timeout).
-export([main/0]).

main() ->
    [begin
         self() ! first,
         t:p(try receive nothing -> ok after t:id(Bad) -> ok end catch error:Why -> Why end),
         R = make_ref(),
         self() ! R,
         t:p(receive first -> first after 0 -> lost end),
         t:p(receive R -> second after 0 -> lost end)
     end || Bad <- [soon, -1, 1.0, 1 bsl 32]],
    self() ! first,
    t:p(try receive nothing -> ok after never -> ok end catch error:Why -> Why end),
    t:p(receive first -> first after 0 -> lost end).
