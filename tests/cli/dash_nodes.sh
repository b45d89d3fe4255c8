# The dash of a node that is connected with another: the view of nodes, and the metrics of the connection.
. "$TESTS/dist/nodes.sh"
n=1
named "" || exit
maser $quiet -sname there$$ -eval 'io:format("~s~n", [node()]), receive stop -> ok after 90000 -> halt() end.' > there & there=$!
until grep -q @ there 2> /dev/null; do kill -0 $there || exit; sleep 0.1; done
maser $quiet -sname here$$ -eval '
    {ok, Text} = file:read_file("there"), There = list_to_atom(string:trim(binary_to_list(Text))),
    pong = net_adm:ping(There),
    {ok, Url} = maser:dash(), #{port := Port, token := Token} = maser:dash(info),
    Get = fun(Path) ->
        {ok, S} = gen_tcp:connect("localhost", Port, [binary, {active, false}]),
        ok = gen_tcp:send(S, ["GET ", Path, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ", Token, "\r\n\r\n"]),
        (fun All(Got) -> case gen_tcp:recv(S, 0) of
            {ok, More} -> All([Got, More]); {error, closed} -> iolist_to_binary(Got) end end)([])
    end,
    {_, Carrier} = lists:keyfind(There, 1, erlang:system_info(dist_ctrl)),
    Show = fun(Found) -> io:format("~s~n", [re:replace(re:replace(Found, atom_to_list(There), "THERE"), erlang:port_to_list(Carrier), "CARRIER")]) end,
    {match, [Row]} = re:run(Get("/api/nodes"), "{\"node\":\"there[^}]*\"carrier\":\"[^\"]*\"", [{capture, all, binary}]),
    Show(Row),
    {match, Lines} = re:run(Get("/metrics"), "^erlang_vm_dist_.*(?= )", [global, multiline, {capture, all, binary}]),
    [Show(Line) || [Line] <- Lines],
    erpc:cast(There, erlang, halt, []), halt().'
wait $there; echo "there: $?"
