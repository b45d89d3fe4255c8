%% Calls what inputs say, and writes what comes out: the same on every emulator.
-module(fuzz_driver).
-export([main/1]).

%% Kind, file of inputs, file of results, first input, number of inputs, results that are written at a time.
main([Kind, How, In, Out, From, Count, Chunk]) ->
    {ok, Data} = file:read_file(In),
    {ok, Results} = file:open(Out, [append, raw, binary]),
    Inputs = inputs(Data, list_to_integer(From), list_to_integer(Count)),
    run(list_to_atom(Kind), list_to_atom(How), Inputs, list_to_integer(Chunk), Results, [], 0),
    halt().

inputs(_, _, 0) -> [];
inputs(<<N:32, B:N/binary, T/binary>>, 0, Count) -> [B | inputs(T, 0, Count - 1)];
inputs(<<N:32, _:N/binary, T/binary>>, From, Count) -> inputs(T, From - 1, Count);
inputs(<<>>, _, _) -> [].

run(_, _, [], _, Results, Done, _) ->
    ok = file:write(Results, lists:reverse(Done));
run(Kind, How, Inputs, Chunk, Results, Done, Chunk) ->
    ok = file:write(Results, lists:reverse(Done)),
    run(Kind, How, Inputs, Chunk, Results, [], 0);
run(Kind, How, [Input | Inputs], Chunk, Results, Done, N) ->
    Result = shown(How, result(Kind, Input)),
    run(Kind, How, Inputs, Chunk, Results, [Result | Done], N + 1).

shown(digest, R) -> erlang:md5(form(R));
shown(show, R) ->
    Text = unicode:characters_to_binary(io_lib:format("~0tp", [R])),
    [<<(byte_size(Text)):32>>, Text].

form(T) -> term_to_binary(T, [deterministic]).

result(terms, B) ->
    case decoded(B, []) of
        {ok, T} ->
            Safe = no_fun(B) andalso decoded(B, [safe]) =:= {ok, T},
            {T2, Used} = binary_to_term(B, [used]),
            {ok, form(T), erlang:phash2(T), T2 =:= T, Used, Safe, binary_to_term(form(T)) =:= T};
        Error ->
            Error
    end;
result(texts, B) ->
    %% Arguments may be no terms: that must not end the driver, for each start takes its time.
    case decoded(B, []) of
        {ok, {M, F, Args}} -> called(M, F, Args);
        Error -> Error
    end.

called(M, F, Args) ->
    try apply(M, F, Args) of
        R -> {ok, normal(M, F, Args, R)}
    catch
        Class:Reason -> {Class, Reason}
    end.

%% Which funs exist that no module has depends on what the emulator has done before.
no_fun(<<131, 80, _/binary>>) -> false;
no_fun(B) -> binary:match(B, [<<112>>, <<113>>]) =:= nomatch.

decoded(B, Options) ->
    try {ok, binary_to_term(B, Options)}
    catch error:Reason -> {error, Reason}
    end.

%% What is compiled is the emulator's own affair, as is the order of keys in maps of more than 32.
normal(re, _, _, {ok, {re_pattern, Groups, Unicode, CrLf, _}}) ->
    {ok, {Groups, Unicode, CrLf}};
normal(erlang, term_to_binary, [T | _], R) ->
    case has_large_map(T) of
        true -> {is_same, binary_to_term(R) =:= T};
        false -> R
    end;
normal(_, _, _, R) ->
    R.

has_large_map(M) when map_size(M) > 32 -> true;
has_large_map(M) when is_map(M) -> has_large_map(maps:to_list(M));
has_large_map(T) when is_tuple(T) -> has_large_map(tuple_to_list(T));
has_large_map([H | T]) -> has_large_map(H) orelse has_large_map(T);
has_large_map(F) when is_function(F) ->
    {type, Type} = erlang:fun_info(F, type),
    Type =:= local andalso has_large_map(element(2, erlang:fun_info(F, env)));
has_large_map(_) -> false.
