# /metrics: names, types and labels, as Prometheus' own tool reads them.
maser +S 2:2 -noshell -eval '
    {ok, Url} = maser:dash(), #{token := Token} = maser:dash(info),
    #{port := Port} = uri_string:parse(Url),
    Get = fun(Accept) ->
        {ok, S} = gen_tcp:connect("localhost", Port, [binary, {active, false}]),
        ok = gen_tcp:send(S, ["GET /metrics HTTP/1.0\r\nHost: localhost\r\nAccept: ", Accept,
                              "\r\nAuthorization: Bearer ", Token, "\r\n\r\n"]),
        All = (fun All(Got) -> case gen_tcp:recv(S, 0) of
            {ok, More} -> All([Got, More]); {error, closed} -> iolist_to_binary(Got) end end)([]),
        binary:split(All, <<"\r\n\r\n">>)
    end,
    erlang:garbage_collect(),
    [Head, Text] = Get("*/*"), ok = file:write_file("text", Text),
    [Head2, Open] = Get("application/openmetrics-text;version=1.0.0"), ok = file:write_file("open", Open),
    [io:format("~s~n", [Line]) || H <- [Head, Head2], <<"Content-Type", _/binary>> = Line <- binary:split(H, <<"\r\n">>, [global])],
    true = binary:match(Text, [integer_to_binary(erlang:system_info(process_limit))]) =/= nomatch,
    halt().' 2> /dev/null
echo "== types"
sed -n 's/^# TYPE //p' text
echo "== labels"
sed -n 's/^\([a-z].*\) [^ ]*$/\1/p' text | sed 's/maser_info{.*/maser_info{...}/; s/id="[0-9]*"/id="N"/; s/type="dirty_[a-z]*_scheduler"/type="dirty"/' \
    | grep -v 'le="0' | grep -v 'type="dirty"' | sort -u
echo "== of collections"
grep 'pause_seconds_count' text | awk '{ n += $2 } END { print (n > 0) ? "some" : "none" }'
echo "== openmetrics"
tail -n 1 open; sed -n 's/^# TYPE \(.*\) unknown/\1/p' open
echo "== promtool"
promtool=$(getent passwd "$(id -u)" | cut -d: -f6)/.cache/maser/promtool/usr/bin/promtool
if [ ! -x "$promtool" ]; then echo "skipped: no promtool has been fetched (scripts/promtool)"; exit 0; fi
# The library's names are its own; what is found of ours is a mistake.
"$promtool" check metrics < text > found 2>&1
grep -v '^erlang_vm_' found
echo "checked"
