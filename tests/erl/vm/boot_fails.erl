%% args: -boot no_such_boot
-module(boot_fails).
-export([main/0]).
main() -> ok.
