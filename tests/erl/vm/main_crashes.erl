%% vm:
-module(main_crashes).
-export([main/0]).
main() -> t:id(a) + 1.
