# The status inspector under the launcher itself, with SASL as in the article.
maser -boot start_sasl -noshell -eval 'logger:set_primary_config(level, none),
    {ok, _} = si:start([{start_log, "a.log"}]), ok = sys:log(alarm_handler, true),
    ok = alarm_handler:set_alarm({full, disk}), ok = si:pi(ah), ok = si:stop(), halt().' > out
cat out; cmp a.log out
maser -noshell -eval 'io:format("~p~n", [si:pi(ah)]), halt().'
