%% Identities of other nodes in each form that there has been: which numbers each can have.
-module(old_identities).
-export([main/0]).

main() ->
    Numbers = [0, 1, 16#3fffe, 16#3ffff, 16#40000, 16#fffffff, 16#10000000, 16#7fffffff, 16#ffffffff],
    [io:format("~p ~w: ~w~n", [Tag, Creation, [{N, size_of(Of(Tag, N, Creation))} || N <- Numbers]])
     || {Tag, Of, Creations} <- kinds(), Creation <- Creations],
    %% Only the first number of a reference has fewer bits.
    [t:p({Tag, size_of([Tag, <<Words:16>>, node_atom(), creation(Tag, 1), <<First:32>>, [<<16#ffffffff:32>> || _ <- lists:seq(2, Words)]])})
     || Tag <- [114, 90], First <- [16#3ffff, 16#40000], Words <- [1, 2, 3, 4, 5, 6]],
    %% Of this node, which has no name: the first number is as small as in the old forms.
    Here = <<119, 13, "nonode@nohost">>,
    [t:p({Tag, N, size_of([Tag, <<3:16>>, Here, creation(Tag, 0), <<N:32, 1:32, 2:32>>])})
     || Tag <- [114, 90], N <- [0, 16#3ffff, 16#40000, 16#ffffffff]],
    [t:p({Tag, N, size_of([Tag, Here, number(Tag, N), creation(Tag, 0)])}) || Tag <- [102, 89, 120], N <- [16#fffffff, 16#10000000, 16#ffffffff]],
    %% Funs keep both of their numbers.
    [t:p({I, Old, fun_of(I, Old)}) || I <- [0, 1, 16#50000000], Old <- [0, 1, 70000]],
    %% Numbers may be written as larger ones are.
    Long = fun(N) -> <<111, 5:32, 0, N:40/little>> end,
    t:p(binary_to_term(iolist_to_binary([131, 113, node_atom(), node_atom(), Long(3)]))),
    t:p(fun_of(2, {written, Long(16#610000066f)})).

kinds() ->
    Reference = fun(Tag, N, C) -> [Tag, <<1:16>>, node_atom(), creation(Tag, C), <<N:32>>] end,
    Pid = fun(Tag, N, C) -> [Tag, node_atom(), <<N:32, N:32>>, creation(Tag, C)] end,
    Port = fun(Tag, N, C) -> [Tag, node_atom(), number(Tag, N), creation(Tag, C)] end,
    Oldest = fun(Tag, N, C) -> [Tag, node_atom(), <<N:32>>, creation(Tag, C)] end,
    [{101, Oldest, [0, 3, 4, 255]}, {114, Reference, [0, 3, 4, 255]}, {90, Reference, [0, 3, 4, 16#ffffffff]},
     {103, Pid, [0, 3, 4, 255]}, {88, Pid, [0, 4, 16#ffffffff]},
     {102, Port, [0, 3, 4, 255]}, {89, Port, [0, 4, 16#ffffffff]}, {120, Port, [0, 4, 16#ffffffff]}].

node_atom() -> <<119, 3, "a@b">>.

creation(Tag, C) when Tag =:= 101; Tag =:= 102; Tag =:= 103; Tag =:= 114 -> <<C:8>>;
creation(_, C) -> <<C:32>>.

number(120, N) -> <<N:64>>;
number(_, N) -> <<N:32>>.

%% How large the newest form is of what this is read as.
size_of(Form) ->
    try byte_size(term_to_binary(binary_to_term(iolist_to_binary([131, Form]))))
    catch error:Reason -> Reason
    end.

fun_of(Index, Old) ->
    Pid = <<88, 119, 3, "a@b", 1:32, 0:32, 7:32>>,
    Numbers = [term(Old), term(99)],
    Body = iolist_to_binary([0, <<5:128, Index:32, 0:32>>, <<119, 5, "lists">>, Numbers, Pid]),
    F = binary_to_term(<<131, 112, (byte_size(Body) + 4):32, Body/binary>>),
    {term_to_binary(F), erlang:phash2(F), F, [erlang:fun_info(F, K) || K <- [index, uniq, new_index]]}.

term({written, Bytes}) ->
    Bytes;
term(N) ->
    <<131, B/binary>> = term_to_binary(N),
    B.
