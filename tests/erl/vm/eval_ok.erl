%% args: -eval io:put_chars(["2+2=",integer_to_list(2+2),10]),halt().
-module(eval_ok).
-export([main/0]).
main() -> ok.
