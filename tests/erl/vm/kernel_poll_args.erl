%% vm: +K true +W w +c true +Bd -kernel logger_level error
-module(kernel_poll_args).
-export([main/0]).
main() -> io:format("~p ~p~n", [application:get_env(kernel, logger_level), error_logger:warning_map()]), logger:warning("hidden").
