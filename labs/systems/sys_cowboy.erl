%% The server of `maser lab systems cowboy`: answers `/hello/NAME` in JSON, with the request's headers counted.
-module(sys_cowboy).
-export([main/2, init/2]).

main(Port, Mode) ->
    {ok, _} = application:ensure_all_started(cowboy),
    Dispatch = cowboy_router:compile([{'_', [{"/hello/:name", ?MODULE, []}]}]),
    Options = #{env => #{dispatch => Dispatch}, max_keepalive => infinity},
    {ok, _} = case Mode of
        http -> cowboy:start_clear(lab, [{ip, {127, 0, 0, 1}}, {port, Port}], Options);
        http2 ->
            Tls = [{ip, {127, 0, 0, 1}}, {port, Port}, {certfile, "cert.pem"}, {keyfile, "key.pem"}],
            cowboy:start_tls(lab, Tls, Options)
    end.

init(Request, State) ->
    Name = cowboy_req:binding(name, Request),
    Headers = map_size(cowboy_req:headers(Request)),
    Body = [<<"{\"hello\":\"">>, Name, <<"\",\"headers\":">>, integer_to_binary(Headers), <<"}">>],
    {ok, cowboy_req:reply(200, #{<<"content-type">> => <<"application/json">>}, Body, Request), State}.
