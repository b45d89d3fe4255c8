%% args: -eval lists:nth(3,[1]).
-module(eval_error).
-export([main/0]).
main() -> ok.
