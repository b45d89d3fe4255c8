%% vm:
-module(logging).
-export([main/0]).
-include_lib("kernel/include/logger.hrl").
main() ->
    logger:set_primary_config(level, debug),
    logger:set_handler_config(default, formatter, {logger_formatter, #{template => [level, ": ", msg, "\n"], single_line => true}}),
    ?LOG_INFO("info ~p", [1]), ?LOG_ERROR(#{what => report, n => 2}), logger:warning("warn"), logger:debug("debug ~s", ["d"]), error_logger:error_msg("old ~p", [x]), error_logger:info_report([{a, 1}]),
    logger:log(notice, "notice", #{meta => 1}), ?LOG(alert, "unicode é€"),
    logger:set_module_level(?MODULE, error), ?LOG_WARNING("not seen"), ?LOG_ERROR("seen"),
    ok = logger:add_handler_filter(default, f, {fun(#{msg := {string, "drop"}}, _) -> stop; (E, _) -> E end, x}), logger:error("drop"), logger:error("keep"),
    t:logged(), io:format("end~n").
