%% Numbers just inside and just outside of ranges, for each argument of a built-in that has one: a line has a call, with
%% the place of the number, how many numbers are refused, and a number made of all that came out. Memory is not taken:
%% where a number says how much, large ones are left out. So are those that wrap around at 32 bits on stock.
-module(ranges).
-export([main/0, each/1]).

main() ->
    All = [{{M, F, place(I, A)}, N, one(M, F, A)} || {I, N, {M, F, A}} <- numbered(), not is_large(M, F, A)],
    Keys = lists:usort([K || {K, _, _} <- All]),
    [begin
         Of = [{N, R} || {K1, N, R} <- All, K1 =:= K],
         io:format("~0p: ~w of ~w, ~w~n", [K, length([x || {_, R} <- Of, R =/= ok]), length(Of), erlang:phash2(Of)])
     end || K <- Keys],
    ok.

%% All that came out of a function's calls.
each(F) -> [io:format("~0p: ~0p~n", [A, one(M, F1, A)]) || {_, _, {M, F1, A}} <- numbered(), F1 =:= F, not is_large(M, F1, A)].

%% With each number, and the number of the call among those with that.
numbered() ->
    Marked = [{I, C} || {I, C} <- lists:zip(lists:seq(1, length(calls())), calls())],
    PerNumber = length(Marked) div length(ints()),
    [{(I - 1) rem PerNumber, lists:nth((I - 1) div PerNumber + 1, ints()), C} || {I, C} <- Marked].

place(I, A) -> {I, length(A)}.

one(M, F, A) ->
    {P, R} = spawn_monitor(fun() -> exit(try apply(M, F, A) of _ -> {was, ok} catch _:E -> {was, E} end) end),
    receive {'DOWN', R, process, P, {was, Result}} -> Result; {'DOWN', R, process, P, Why} -> {ended, Why} end.

is_large(M, F, A) ->
    Large = fun(N) -> is_integer(N) andalso N > 65536 andalso N < 1 bsl 59 end,
    Sizes = [{binary, copy}, {erlang, spawn_opt}],
    (lists:member({M, F}, Sizes) andalso
        lists:any(fun(X) -> Large(X) orelse (is_list(X) andalso [] =/= [Y || {_, Y} <- X, Large(Y)]) end, A))
        orelse {M, F} =:= {erlang, 'bsl'} orelse ({M, F} =:= {atomics, new} andalso hd(A) > 65536).

ints() -> [-(1 bsl 70), -(1 bsl 63)-1, -(1 bsl 63), -(1 bsl 59)-1, -(1 bsl 59), -(1 bsl 32), -1, 0, 1, 2, 31,32,33, 36, 37, 64, 255, 256, 257, 65535, 65536, 1 bsl 26 - 1, 1 bsl 26, 1 bsl 27, 1 bsl 28, 1 bsl 31 - 1, 1 bsl 31, 1 bsl 32 - 1, 1 bsl 32, 1 bsl 59 - 1, 1 bsl 59, 1 bsl 63 - 1, 1 bsl 63, 1 bsl 64 - 1, 1 bsl 64, 1 bsl 70].
calls() ->
  S = self(), T = {a,b,c},
  lists:append([[
   {erlang,element,[N,T]}, {erlang,setelement,[N,T,x]}, {erlang,delete_element,[N,T]}, {erlang,insert_element,[N,T,x]},
   {erlang,integer_to_list,[10,N]}, {erlang,integer_to_binary,[10,N]}, {erlang,list_to_integer,["1",N]}, {erlang,binary_to_integer,[<<"1">>,N]},
   {erlang,phash2,[a,N]}, {erlang,split_binary,[<<1,2,3>>,N]}, {erlang,binary_part,[<<1,2,3>>,N,0]}, {erlang,binary_part,[<<1,2,3>>,0,N]},
   {erlang,binary_to_list,[<<1,2,3>>,N,3]}, {erlang,binary_to_list,[<<1,2,3>>,1,N]}, 
  
   {erlang,adler32_combine,[1,1,N]}, {erlang,adler32_combine,[N,1,1]}, {erlang,crc32_combine,[N,1,1]}, {erlang,crc32,[N,"a"]}, {erlang,adler32,[N,"a"]},
   {erlang,monotonic_time,[N]}, {erlang,system_time,[N]}, {erlang,time_offset,[N]}, {erlang,convert_time_unit,[1,N,1]}, {erlang,convert_time_unit,[1,1,N]},
   {erlang,read_timer,[N]}, {erlang,trace_info,[N,flags]}, {erlang,decode_packet,[N,<<>>,[]]}, {erlang,decode_packet,[raw,<<"ab">>,[{packet_size,N}]]}, {erlang,decode_packet,[line,<<"ab">>,[{line_length,N}]]}, {erlang,decode_packet,[line,<<"ab">>,[{line_delimiter,N}]]},
   {erlang,term_to_binary,[a,[{minor_version,N}]]}, 
   {erlang,suspend_process,[S,[N]]}, {erlang,port_info,[N]},
   {erlang,localtime_to_universaltime,[{{2000,1,N},{0,0,0}}]}, {erlang,localtime_to_universaltime,[{{2000,1,1},{N,0,0}}]},{erlang,localtime_to_universaltime,[{{2000,1,1},{0,0,N}}]},
   {erlang,list_to_atom,[[N]]}, {erlang,list_to_binary,[[N]]}, {erlang,iolist_size,[[N]]}, {unicode,characters_to_binary,[[N]]}, {unicode,characters_to_list,[[N]]}, {erlang,list_to_float,[[N]]},
   {atomics,new,[N,[]]}, {counters,get,[counters:new(2,[]),N]}, {counters,put,[counters:new(2,[]),1,N]}, {counters,add,[counters:new(2,[]),1,N]}, {atomics,put,[atomics:new(2,[]),1,N]}, {atomics,put,[atomics:new(2,[{signed,false}]),1,N]}, {atomics,add,[atomics:new(2,[]),1,N]}, {atomics,exchange,[atomics:new(2,[{signed,false}]),1,N]}, {atomics,compare_exchange,[atomics:new(2,[]),1,N,1]}, {atomics,get,[atomics:new(2,[]),N]},
   {binary,at,[<<1,2,3>>,N]}, {binary,part,[<<1,2,3>>,{N,0}]}, {binary,part,[<<1,2,3>>,{1,N}]}, {binary,bin_to_list,[<<1,2,3>>,N,1]}, {binary,match,[<<1,2,3>>,<<1>>,[{scope,{N,0}}]]}, {binary,match,[<<1,2,3>>,<<1>>,[{scope,{3,N}}]]}, {binary,encode_unsigned,[N]}, {binary,decode_unsigned,[N]}, {binary,copy,[<<>>,N]},
   {lists,keyfind,[a,N,[{a}]]}, {lists,keymember,[a,N,[{a}]]}, {lists,keysearch,[a,N,[{a}]]}, {lists,seq,[1,min(N,5)]}, {lists,nthtail,[min(N,9),[1]]},
   {ets,new,[x,[{write_concurrency,N}]]}, {ets,lookup_element,[ets:new(x,[]),a,N]}, {ets,update_counter,[one(),a,N]}, {ets,update_counter,[one(),a,{N,1}]}, {ets,update_counter,[one(),a,{2,N}]}, {ets,update_counter,[one(),a,{2,1,N,1}]}, {ets,update_element,[one(),a,{N,1}]},
   {maps,iterator,[N]}, {math,exp,[N]}, {math,log,[N]}, {math,sqrt,[N]}, {math,pow,[2,N]}, {math,acos,[N]}, {math,fmod,[1,N]},
   {re,run,["a","a",[{match_limit,N}]]}, {re,run,["a","a",[{match_limit_recursion,N}]]}, {os,system_time,[N]}, {os,getenv,[[N]]},
   {erlang,send_after,[N,S,x]}, {erlang,start_timer,[N,S,x]}, {erlang,send_after,[N,S,x,[{abs,true}]]}, {persistent_term,get,[N,1]}, {erlang,process_flag,[max_heap_size,N]}, {erlang,process_flag,[max_heap_size,#{size => N}]}, {erlang,process_flag,[fullsweep_after,N]}, {erlang,process_flag,[save_calls,N]}, {erlang,universaltime_to_posixtime,[{{1569 + max(0, min(N, 500)),1,1},{0,0,0}}]}, {erlang,spawn_opt,[fun() -> ok end,[{min_heap_size,N}]]}, {erlang,spawn_opt,[fun() -> ok end,[{fullsweep_after,N}]]}, {erlang,spawn_opt,[fun() -> ok end,[{min_bin_vheap_size,N}]]}, {erlang,spawn_opt,[fun() -> ok end,[{max_heap_size,N}]]}, {erlang,spawn_opt,[fun() -> ok end,[{max_heap_size,#{size=>N}}]]}, {erlang,spawn_opt,[fun() -> ok end,[{priority,N}]]},
   {erlang,unique_integer,[[N]]}, {erlang,integer_to_list,[N]}, {erlang,float,[N]}, {erlang,'bsl',[0,N]}, {erlang,'bsr',[1,N]}, {erlang,'bsr',[-1,N]}
   ] || N <- ints(), true] ++ []).
one() -> T = ets:new(one, [public]), ets:insert(T, {a, 1}), T.
