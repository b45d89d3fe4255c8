%% Everything that is loaded becomes native code while the system runs, with mnesia; and programs that spend their
%% time in OTP's modules, before (the side without native code) and after.
-module(lab_native_all).
-export([run/2]).

run(native_all, N) ->
    ok = application:ensure_started(mnesia),
    %% What the programs use is loaded as well.
    [{module, M} = code:ensure_loaded(M) || M <- [compile, erl_scan, gb_trees, string, io_lib, lab_sequential]],
    scan(1), compile(1),
    case erlang:function_exported(maser, native_all, 0) orelse code:ensure_loaded(maser) of
        {error, _} -> true;
        _ when N =:= 0 -> one();
        _ -> all()
    end;
run(scan, N) -> scan(N);
run(compile, N) -> compile(N);
run(mnesia, N) -> mnesia(N);
run(Case, N) -> lab_sequential:run(Case, N).

one() ->
    told([{lists, maser:native(lists)}], 0).

all() ->
    T0 = erlang:monotonic_time(millisecond),
    {Native, Others} = maser:native_all(),
    told([{M, ok} || M <- Native] ++ [{M, {error, Why}} || {M, Why} <- Others], erlang:monotonic_time(millisecond) - T0).

told(Answers, Ms) ->
    Native = [M || {M, ok} <- Answers],
    case Answers -- [{M, ok} || M <- Native] of
        [{_, {error, no_compiler}} | _] -> true;
        Others ->
            Infos = [maser:native_info(M) || M <- Native],
            Sum = fun(Key) -> lists:sum([proplists:get_value(Key, I) || I <- Infos]) end,
            maser_lab:note(io_lib:format("~w modules, ~w functions, ~.1f MB of code in ~.1f s; ~w modules failed~0p",
                                         [length(Native), Sum(native_functions), Sum(code_size) / 1.0e6, Ms / 1000,
                                          length(Others), Others])),
            Native =/= []
    end.

scan(N) ->
    Text = lists:flatten(lists:duplicate(200, "f(X, [H | T]) when X > 1.5 -> {ok, \"text\", $c, H} = g(T), <<X:16>>.\n")),
    lists:all(fun(_) -> {ok, Tokens, _} = erl_scan:string(Text), length(Tokens) > 1000 end, lists:seq(1, N)).

compile(N) ->
    {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(gb_sets), [abstract_code]),
    lists:all(fun(_) -> {ok, gb_sets, _} = compile:forms(Forms, [binary]), true end, lists:seq(1, N)).

mnesia(N) ->
    ok = application:ensure_started(mnesia),
    mnesia:create_table(lab, [{ram_copies, [node()]}]),
    lists:all(fun(I) ->
                      {atomic, ok} = mnesia:transaction(fun() -> mnesia:write({lab, I rem 1000, I}) end),
                      {atomic, [{lab, _, I}]} = mnesia:transaction(fun() -> mnesia:read({lab, I rem 1000}) end),
                      true
              end, lists:seq(1, N div 10)).
