%% args: -s no_such_module_at_all
-module(no_module).
-export([main/0]).
main() -> ok.
