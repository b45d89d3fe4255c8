%% Answers about allocators: the same shape as OTP's, from which tools take it.
-module(allocators).
-export([main/0]).

main() ->
    Utils = erlang:system_info(alloc_util_allocators),
    io:format("~p~n", [Utils]),
    Others = [sys_alloc, mseg_alloc, erts_mmap, alloc_util, test_alloc],
    [shapes(Item, A) || Item <- [allocator, allocator_sizes], A <- Others ++ Utils],
    {Allocator, Version, Features, Settings} = erlang:system_info(allocator),
    io:format("~p~n", [{is_atom(Allocator), [is_integer(N) || N <- lists:sublist(Version, 1)]}]),
    io:format("~p~n", [[sys_alloc | Utils] -- Features]),
    io:format("~p~n", [Others ++ Utils -- [A || {A, L} <- Settings, is_list(L)]]),
    io:format("~p~n", [proplists:get_value(lock_physical_memory, Settings)]),
    [wrong(Item, A) || Item <- [allocator, allocator_sizes],
        A <- [x, [], [x], [sys_alloc, x], [sys_alloc | x], [temp_alloc, temp_alloc], "a", 1, self(), {sys_alloc}, sys_aligned_alloc]],
    Ref = make_ref(),
    [wrong(Item, R, A) || Item <- [allocator, allocator_sizes, memory_internal, x],
        R <- [x, Ref], A <- [x, [], [x], [sys_alloc | x]]],
    sums(),
    peaks().

%% Two at once, and their order.
shapes(Item, A) ->
    All = erlang:system_info({Item, A}),
    Other = case A of temp_alloc -> std_alloc; _ -> temp_alloc end,
    [{Other, _}, {A, Same}] = erlang:system_info({Item, [Other, A]}),
    First = instance(All),
    First = instance(Same),
    io:format("~p ~p:~n ~p~n", [Item, A, without_settings(A, First)]).

without_settings(alloc_util, {instance, L}) when is_list(L) -> settings;
without_settings(_, Shape) -> Shape.

instance([{instance, 0, Parts} | _]) ->
    {instance, shape(Parts)};
instance(Other) ->
    shape(Other).

shape(L) when is_list(L) ->
    case io_lib:printable_list(L) andalso L =/= [] of
        true -> string;
        false -> [shape(X) || X <- L]
    end;
shape({options, L}) when is_list(L) ->
    options;
%% OTP has its types.
shape({fix_types, L}) when is_list(L) ->
    fix_types;
shape({fix_types, Mask, L}) when is_integer(Mask), is_list(L) ->
    fix_types;
%% A block is of an allocator's own or of another's, and there may be none.
shape({blocks, L}) ->
    true = lists:all(fun is_blocks/1, L),
    blocks;
%% One of OTP's reserves addresses, and tells how they are used.
shape({Mmap, [{options, _}, {_, [_ | _]}]}) when Mmap =:= literal_mmap; Mmap =:= default_mmap ->
    Mmap;
shape(T) when is_tuple(T) ->
    [K | Rest] = tuple_to_list(T),
    list_to_tuple([K | [shape(X) || X <- Rest]]);
shape(N) when is_integer(N), N >= 0 ->
    n;
shape(Other) ->
    Other.

is_blocks({A, [{count, A1, A2, A3}, {size, B1, B2, B3}]}) ->
    is_atom(A) andalso A1 =< A3 andalso A2 =< A3 andalso B1 =< B3 andalso B2 =< B3;
is_blocks({A, [{size, B1, B2, B3}]}) ->
    is_atom(A) andalso B1 =< B3 andalso B2 =< B3.

wrong(Item, A) ->
    wrong({Item, A}).

wrong(Item, Ref, A) ->
    wrong({Item, Ref, A}).

wrong(What) ->
    Error = try erlang:system_info(What) of
        _ -> fine
    catch
        error:Reason:Stack -> {Reason, element(1, hd(Stack)), element(2, hd(Stack))}
    end,
    Shown = case What of
        {Item, Ref, A} when is_reference(Ref) -> {Item, ref, A};
        {Item, Pid} when is_pid(Pid) -> {Item, pid};
        _ -> What
    end,
    io:format("~p: ~p~n", [Shown, Error]).

%% Blocks are in carriers, and `erlang:memory/1` adds them up.
sums() ->
    Ets = ets:new(t, []),
    [ets:insert(Ets, {N, lists:seq(1, 100)}) || N <- lists:seq(1, 1000)],
    Total = size_of(blocks, ets_alloc),
    io:format("~p~n", [Total =< size_of(carriers, ets_alloc)]),
    io:format("~p~n", [Total >= 1000 * 100 * 16]),
    io:format("~p~n", [erlang:memory(ets) * 2 >= Total]).

%% The largest figures so far are remembered.
peaks() ->
    {Small, Most} = peak(ets_alloc),
    io:format("~p~n", [Small =< Most]),
    [ets:delete(T) || T <- ets:all(), ets:info(T, owner) =:= self()],
    {Now, Still} = peak(ets_alloc),
    io:format("~p~n", [{Now < Small, Still >= Most}]).

peak(A) ->
    Sizes = [{Now, Most} || {instance, _, Parts} <- erlang:system_info({allocator_sizes, A}),
        {mbcs, L} <- Parts, {blocks, Blocks} <- L, {_, [{size, Now, _, Most}]} <- Blocks],
    {lists:sum([N || {N, _} <- Sizes]), lists:sum([M || {_, M} <- Sizes])}.

size_of(What, A) ->
    lists:sum([Bytes || {instance, _, Parts} <- erlang:system_info({allocator_sizes, A}),
        {Kind, L} <- Parts, lists:member(Kind, [mbcs, sbcs]), Part <- L, Bytes <- bytes(What, Part)]).

bytes(blocks, {blocks, L}) ->
    [Now || {_, [{size, Now, _, _}]} <- L];
bytes(carriers, {carriers_size, Now, _, _}) ->
    [Now];
bytes(_, _) ->
    [].
