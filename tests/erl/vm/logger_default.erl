%% vm:
-module(logger_default).
-export([main/0]).
main() -> logger:error("an error: ~p", [{a, "b"}]), logger:notice("a notice"), logger:info("not shown"), logger:error(#{report => 1}), error_logger:warning_msg("w ~p~n", [2]), t:logged().
