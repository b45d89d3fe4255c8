%% Tracers that are ports of dbg's drivers: files, files in turn, flushing, a client of TCP.
%% not blessed on OTP 29: the package of 29 crashes in it.
-module(trace_ports).
-export([main/0, f/1]).

f(X) -> X.

main() ->
    Dir = filename:absname("trace_ports_" ++ os:getpid()),
    ok = filelib:ensure_path(Dir),
    file(filename:join(Dir, "one")),
    turns(filename:join(Dir, "many")),
    ok = file:del_dir_r(Dir),
    ip(),
    [t:show(Command, fun() -> open_port({spawn_driver, Command}, []) end)
     || Command <- ["trace_file_drv", "trace_file_drv n ", "trace_file_drv w 1 2 3 n x",
                    "trace_file_drv w 1 2 0 99 n x", "trace_file_drv n /no/such/dir/x",
                    "trace_ip_drv", "trace_ip_drv 0 10 4", "trace_ip_drv x 10 2"]].

traced(Port, Calls) ->
    erlang:trace_pattern({?MODULE, f, 1}, true, [local]),
    1 = erlang:trace(self(), true, [call, {tracer, Port}]),
    Calls(),
    1 = erlang:trace(self(), false, [all]).

file(Name) ->
    Port = (dbg:trace_port(file, Name))(),
    t:p(clean(erlang:port_info(Port, name), Name)),
    traced(Port, fun() -> [?MODULE:f(N) || N <- lists:seq(1, 3)] end),
    t:p(port_control(Port, $f, [])),
    t:p(messages(Name)),
    t:show("control", fun() -> port_control(Port, $x, []) end),
    traced(Port, fun() -> ?MODULE:f(lists:duplicate(100000, a)) end),
    true = port_command(Port, [<<"any">>, "thing"]),
    true = port_close(Port),
    {ok, Bin} = file:read_file(Name),
    t:p({byte_size(Bin), binary:part(Bin, byte_size(Bin), -13)}).

turns(Name) ->
    Port = (dbg:trace_port(file, {Name, wrap, ".log", 0, 3}))(),
    [begin
         traced(Port, fun() -> ?MODULE:f(N) end),
         t:p({N, [{filename:basename(F), messages(F)} || F <- filelib:wildcard(Name ++ "*")]})
     end || N <- lists:seq(1, 6)],
    true = port_close(Port).

ip() ->
    Port = (dbg:trace_port(ip, {0, 3}))(),
    <<0, Number:16>> = port_control(Port, $p, []),
    %% More than wait for a client.
    traced(Port, fun() -> [?MODULE:f(N) || N <- lists:seq(1, 5)] end),
    {ok, S} = gen_tcp:connect("localhost", Number, [binary, {active, false}]),
    t:p([received(S) || _ <- lists:seq(1, 4)]),
    traced(Port, fun() -> ?MODULE:f(lists:duplicate(100000, a)) end),
    {trace, self, call, {?MODULE, f, [Long]}} = received(S),
    t:p(length(Long)),
    %% One client at a time.
    {ok, S2} = gen_tcp:connect("localhost", Number, [binary, {active, false}]),
    t:p(gen_tcp:recv(S2, 0)),
    true = port_close(Port),
    t:p(gen_tcp:recv(S, 0)).

received(S) ->
    case gen_tcp:recv(S, 5) of
        {ok, <<0, Size:32>>} -> {ok, Bin} = gen_tcp:recv(S, Size), clean(binary_to_term(Bin), []);
        {ok, <<1, Dropped:32>>} -> {dropped, Dropped}
    end.

messages(File) -> {ok, Bin} = file:read_file(File), split(Bin).

split(<<0, Size:32, Bin:Size/binary, Rest/binary>>) -> [clean(binary_to_term(Bin), []) | split(Rest)];
split(<<>>) -> [].

clean({name, Command}, Name) -> lists:sublist(Command, length(Command) - length(Name));
clean(T, _) when is_tuple(T), element(2, T) =:= self() -> setelement(2, T, self).
