%% Files that are damaged in ways that no compiler makes are refused, and what was loaded stays.
-module(bad_files).
-export([main/0]).

main() ->
    M = bad_files_m,
    Good = module(M, [{f, 0}], [function([{move, {atom, good}, {x, 0}}])], 3),
    {module, M} = code:load_binary(M, "", Good),
    Silent = fun(Bad) -> logger:set_primary_config(level, none), R = code:load_binary(M, "", Bad), logger:set_primary_config(level, notice), R end,
    [t:p({What, Silent(Bad), M:f()}) || {What, Bad} <- [
        {illegal_destination, asm([{move, nil, nil}])},
        {register_far_away, asm([{move, nil, {x, 2000}}])},
        {attributes, with_chunk("Attr", <<"bad_attribute_chunk">>, Good)},
        {compile_information, with_chunk("CInf", <<131, 104, 2>>, Good)},
        {no_code, without_chunk("Code", Good)},
        {half, binary:part(Good, 0, byte_size(Good) div 2)},
        {other_module, other()},
        {nothing, <<>>}]].

function(Body) ->
    {function, f, 0, 2, [{label, 1}, {line, []}, {func_info, {atom, bad_files_m}, {atom, f}, 0}, {label, 2}] ++ Body ++ [return]}.

asm(Body) ->
    module(bad_files_m, [{f, 0}], [function(Body)], 3).

%% Since OTP 29 a module has records, too: a map.
module(Name, Exports, Functions, Labels) ->
    Records = case list_to_integer(erlang:system_info(otp_release)) of
                  Release when Release < 29 -> [];
                  _ -> [#{}]
              end,
    Module = list_to_tuple([Name, Exports, []] ++ Records ++ [Functions, Labels]),
    {ok, Beam} = beam_asm:module(Module, [], [], []),
    Beam.

other() ->
    module(bad_files_n, [], [], 1).

with_chunk(Id, Data, Beam) ->
    {ok, _, Chunks} = beam_lib:all_chunks(Beam),
    {ok, New} = beam_lib:build_module(lists:keystore(Id, 1, Chunks, {Id, Data})),
    New.

without_chunk(Id, Beam) ->
    {ok, _, Chunks} = beam_lib:all_chunks(Beam),
    {ok, New} = beam_lib:build_module(lists:keydelete(Id, 1, Chunks)),
    New.
