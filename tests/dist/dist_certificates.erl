%% Certificates by which nodes know each other, and the options for `-ssl_dist_optfile` that name them.
-module(dist_certificates).
-export([write/1]).

write(File) ->
    Chain = #{root => [], intermediates => [], peer => []},
    #{server_config := Server, client_config := Client} =
        public_key:pkix_test_data(#{server_chain => Chain, client_chain => Chain}),
    Options = [{server, [{verify, verify_peer}, {fail_if_no_peer_cert, true} | Server]},
               {client, [{verify, verify_peer} | Client]}],
    ok = file:write_file(File, io_lib:format("~p.~n", [Options])).
