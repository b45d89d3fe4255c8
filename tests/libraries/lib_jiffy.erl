%% jiffy: JSON. Its functions in C give up the processor within a document and go on later.
-module(lib_jiffy).
-export([main/0]).

main() ->
    Values = [null, true, false, 0, -1, 1 bsl 70, -(1 bsl 64), 1.5, -0.0, 1.0e300, <<>>, <<"a\"b\\/\n\t">>,
              <<"é € 😀"/utf8>>, [], [1, [2, [3]]], {[]}, {[{<<"a">>, 1}, {<<"b">>, {[{<<"c">>, []}]}}]}],
    [io:format("~tp -> ~ts~n", [V, iolist_to_binary(jiffy:encode(V))]) || V <- Values],
    [V = jiffy:decode(jiffy:encode(V)) || V <- Values],
    options(),
    errors(),
    large(),
    iolists(),
    together().

options() ->
    Text = <<"{\"a\":[1,2.5,null],\"b\":{\"c\":\"\\u00e9\\ud83d\\ude00\"},\"a\":2}">>,
    io:format("~p~n", [jiffy:decode(Text)]),
    io:format("~p~n", [jiffy:decode(Text, [return_maps])]),
    io:format("~p~n", [jiffy:decode(Text, [return_maps, use_nil, copy_strings])]),
    io:format("~p~n", [jiffy:decode(Text, [{null_term, nothing}, dedupe_keys])]),
    io:format("~p~n", [jiffy:decode(<<"[1] [2]">>, [return_trailer])]),
    V = #{<<"x">> => [1, 2.0, nil], <<"é/"/utf8>> => #{}, atom => <<"€"/utf8>>},
    [io:format("~ts~n", [iolist_to_binary(jiffy:encode(V, O))])
     || O <- [[], [pretty], [uescape], [escape_forward_slashes], [use_nil]]],
    io:format("~p~n", [catch_of(fun() -> jiffy:encode(<<16#ff, $a>>) end)]),
    io:format("~p~n", [jiffy:encode(<<16#ff, $a>>, [force_utf8])]).

errors() ->
    Bad = [<<>>, <<"[1,">>, <<"{\"a\" 1}">>, <<"nul">>, <<"\"\\x\"">>, <<"1e">>, <<"[1] x">>, <<"\"\\ud800\"">>, 7],
    [io:format("~p: ~p~n", [B, catch_of(fun() -> jiffy:decode(B) end)]) || B <- Bad],
    Not = [{a, b}, make_fun, self(), {[{1, 2}]}, [a | b], fun() -> ok end, {[{<<"k">>, {x}}]}],
    [case catch_of(fun() -> jiffy:encode(N) end) of
         {error, {What, _}} -> io:format("~p~n", [What]);
         Else -> io:format("~p~n", [Else])
     end || N <- Not].

catch_of(F) ->
    try F()
    catch C:{What, X} when is_pid(X); is_function(X) -> {C, {What, x}};
          C:E -> {C, E}
    end.

%% Far more than one turn's work.
large() ->
    One = fun(N) ->
        {[{<<"id">>, N}, {<<"name">>, <<"user ", (integer_to_binary(N))/binary>>}, {<<"score">>, N / 7},
          {<<"tags">>, [<<"a">>, <<"b">>, null, true]}, {<<"inner">>, {[{<<"deep">>, [[[N]]]}]}}]}
    end,
    Doc = [One(N) || N <- lists:seq(1, 20000)],
    Text = iolist_to_binary(jiffy:encode(Doc)),
    io:format("~p bytes, hash ~p~n", [byte_size(Text), erlang:phash2(Text)]),
    Doc = jiffy:decode(Text),
    Doc = jiffy:decode(Text, [{bytes_per_red, 1}]),
    Text = iolist_to_binary(jiffy:encode(Doc, [{bytes_per_red, 1}])),
    Maps = jiffy:decode(Text, [return_maps]),
    io:format("~p maps, hash ~p~n", [length(Maps), erlang:phash2(Maps)]),
    Pretty = iolist_to_binary(jiffy:encode(Maps, [pretty])),
    Maps = jiffy:decode(Pretty, [return_maps]),
    %% Others have their turns meanwhile.
    Ticker = spawn_link(fun() -> tick(0) end),
    _ = jiffy:decode(Text),
    Ticker ! {stop, self()},
    receive {ticks, T} -> io:format("others ran: ~p~n", [T > 0]) end,
    Long = binary:copy(<<"0123456789">>, 100000),
    [Long, Long] = jiffy:decode(jiffy:encode([Long, Long])),
    Deep = lists:foldl(fun(_, D) -> [D] end, [], lists:seq(1, 50000)),
    Deep = jiffy:decode(jiffy:encode(Deep)),
    ok.

tick(N) ->
    receive {stop, To} -> To ! {ticks, N + 1}
    after 0 -> erlang:yield(), tick(N + 1)
    end.

%% What C leaves to Erlang: parts that it gives back unfinished.
iolists() ->
    Big = [{[{<<"n">>, N bsl 80}]} || N <- lists:seq(1, 500)],
    Text = jiffy:encode(Big),
    io:format("~p~n", [erlang:phash2(iolist_to_binary(Text))]),
    Big = jiffy:decode(Text),
    Big = jiffy:decode([<<"[">>, lists:join($,, [jiffy:encode(B) || B <- Big]), "]"]).

together() ->
    Me = self(),
    Work = fun(K) ->
        Doc = [{[{<<"k">>, K}, {<<"n">>, N}, {<<"t">>, binary:copy(<<"x">>, N rem 100)}]} || N <- lists:seq(1, 1000)],
        [begin
             Doc = jiffy:decode(jiffy:encode(Doc)),
             garbage_collect()
         end || _ <- lists:seq(1, 5)],
        Me ! {K, done}
    end,
    Ps = [spawn_link(fun() -> Work(K) end) || K <- lists:seq(1, 8)],
    [receive {K, done} -> ok end || {K, _} <- lists:zip(lists:seq(1, 8), Ps)],
    io:format("together: ~p~n", [length(Ps)]).
