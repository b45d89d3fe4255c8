%% megaco: both of its scanners in C, as drivers, for one and for many processes.
-module(lib_megaco).
-export([main/0]).

main() ->
    io:format("~p ~p~n", [megaco_flex_scanner:is_enabled(), megaco_flex_scanner:is_reentrant_enabled()]),
    {ok, Port} = megaco_flex_scanner:start(false),
    {ok, Ports0} = megaco_flex_scanner:start(true),
    Ports = list_to_tuple([open_port({spawn, "megaco_flex_scanner_drv_mt"}, [binary]) || _ <- [1, 2, 3, 4]]),
    io:format("~p ~p~n", [is_port(Port), tuple_size(Ports0) == erlang:system_info(schedulers)]),
    %% The other one is for emulators without threads, and works with them too.
    io:format("~p~n", [erl_ddll:load_driver(filename:join(code:priv_dir(megaco), "lib"), "megaco_flex_scanner_drv")]),
    Single = open_port({spawn, "megaco_flex_scanner_drv"}, [binary]),
    io:format("~p~n", [scanned(message(1), Single) == scanned(message(1), Port)]),
    io:format("~p~n", [lists:sort([D || "megaco" ++ _ = D <- element(2, erl_ddll:loaded_drivers())])]),
    io:format("~p~n", [scanned(message(1), Port)]),
    io:format("~p~n", [[scanned(message(N), Port) == scanned(message(N), element(1 + N rem 4, Ports)) || N <- lists:seq(1, 20)]]),
    io:format("~p~n", [[short(catch megaco_flex_scanner:scan(B, Port)) || B <- [<<>>, <<"MEGACO">>, <<0, 1, 2>>, <<"!/1 [124.124.124.222]:55555\n\"">>, binary:copy(<<"x">>, 70000)]]]),
    {ok, Message} = megaco_flex_scanner_decoded(Port),
    io:format("~p~n", [element(1, Message)]),
    Self = self(),
    [spawn_link(fun() -> Self ! {N, erlang:phash2([scanned(message(I), element(N, Ports)) || I <- lists:seq(1, 100)])} end) || N <- [1, 2, 3, 4]],
    io:format("~p~n", [lists:usort([receive {N, H} -> H end || N <- [1, 2, 3, 4]])]),
    megaco_flex_scanner:stop(Port),
    io:format("~p~n", [[is_list(erlang:port_info(P)) || P <- tuple_to_list(Ports)]]),
    io:format("~p~n", [element(1, element(2, (catch megaco_flex_scanner:scan(<<"MEGACO">>, Port))))]).

message(N) ->
    list_to_binary(["MEGACO/1 [124.124.124.222]:", integer_to_list(50000 + N), "\nTransaction = ", integer_to_list(N), " {\n  Context = - {\n    ServiceChange = ROOT {\n      Services {\n"
                    "        Method = Restart,\n        ServiceChangeAddress = 55555,\n        Profile = ResGW/1,\n        Reason = \"901 mg col boot\"\n      }\n    }\n  }\n}\n"]).

scanned(B, Port) ->
    {ok, Tokens, Version, Line} = megaco_flex_scanner:scan(B, Port),
    {Tokens, Version, Line}.

short({error, What, Line}) when is_list(What) -> {error, Line};
short(T) -> T.

megaco_flex_scanner_decoded(Port) ->
    megaco_pretty_text_encoder:decode_message([{flex, Port}], message(7)).
