%% A key that is looked for in a map, and another value for it.
-module(maps_of_atoms).
-export([next/1]).
next(#{state := a} = M) -> M#{state := b}.
