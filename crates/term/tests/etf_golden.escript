#!/usr/bin/env escript
%% -*- erlang -*-
%%! -noinput
-mode(compile).

%% Terms with their external forms, one a line, as the emulator that runs this writes them:
%% LargeMaps Size1 Size0 Minor1 Minor0 Minor2 Compressed Compressed1 Compressed9
%% (in base 16; a form that is the same as Minor1 is "="). LargeMaps is 1 if the term has maps of more than 32 keys: then the forms are
%% deterministic ones. The argument is the number of random terms behind the fixed ones.
main([N]) ->
    rand:seed(exsss, {1, 2, 3}),
    [line(T) || T <- fixed()],
    [line(random(4)) || _ <- lists:seq(1, list_to_integer(N))].

fixed() ->
    Bin = list_to_binary(lists:seq(0, 255)),
    <<_:8, Tail/binary>> = Bin,
    <<_:3, Shifted:100/bits, _/bits>> = Bin,
    <<_:5, Shifted2:800/bits, _/bits>> = Bin,
    <<_:16, Unaligned:805/bits, _/bits>> = Bin,
    F = fun(X) -> {X, Bin} end,
    [0, 1, 255, 256, -1, -128, 65536, 1 bsl 31, (1 bsl 31) - 1, -(1 bsl 31), -(1 bsl 31) - 1, 1 bsl 32,
     (1 bsl 59) - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1, (1 bsl 62) - 1, 1 bsl 62, -(1 bsl 62), -(1 bsl 62) - 1,
     1 bsl 63, (1 bsl 63) - 1, -(1 bsl 63), -(1 bsl 63) - 1, 1 bsl 64, -(1 bsl 64), (1 bsl 64) - 1, 1 bsl 127,
     1 bsl 2039, 1 bsl 2040, -(1 bsl 2040), 1 bsl 3000, 123456789012345678901234567890,
     0.0, -0.0, 1.0, -1.5, 3.141592653589793, 1.0e100, 1.0e-100, 5.0e-324, 1.7976931348623157e308, 0.1, 1.0e21, 123456.789,
     a, '', hello, 'with space', list_to_atom([229, 228, 246]), list_to_atom([8364, 945]), list_to_atom(lists:duplicate(255, $x)),
     list_to_atom(lists:duplicate(255, 228)), list_to_atom(lists:duplicate(255, 1078)), list_to_atom(lists:duplicate(127, 1078)), true, false, nonode@nohost,
     [], [a], "abc", [0], [255], [256], [-1], [1 | 2], [a, b | c], lists:seq(1, 200),
     [[[]], [[[]]]], ["abc", "def" | "ghi"], [1, 2, 3 | <<4>>], [1, 2, a], [a, 1, 2], [$a, 300, "x"],
     {}, {a}, {1, 2, 3}, {{}, {{}}}, list_to_tuple(lists:seq(1, 255)), list_to_tuple(lists:seq(1, 256)), {a, {b, [c, {d}]}, "e"},
     <<>>, <<1>>, <<"hello">>, Bin, Tail, Shifted, Shifted2, Unaligned, <<1:1>>, <<5:3>>, <<255, 1:7>>, <<0:513>>, list_to_binary(lists:duplicate(10, Bin)),
     #{}, #{a => 1}, #{1 => a, 1.0 => b, a => c, "s" => d, <<"b">> => e, {t} => f, #{} => g}, #{b => 1, a => #{c => [], b => {}}},
     maps:from_list([{I, I * I} || I <- lists:seq(1, 32)]), maps:from_list([{I, [I]} || I <- lists:seq(1, 33)]),
     maps:from_list([{{I, a}, #{I => I}} || I <- lists:seq(1, 1000)]), {maps:from_list([{integer_to_binary(I), I} || I <- lists:seq(1, 100)]), tail},
     #{maps:from_list([{I, I} || I <- lists:seq(1, 50)]) => maps:from_list([{I, -I} || I <- lists:seq(1, 60)])},
     self(), make_ref(), hd(erlang:ports()), {self(), [make_ref(), self()]}, spawn(fun() -> ok end),
     binary_to_term(<<131, 88, 100, 0, 3, "a@b", 1:32, 2:32, 3:32>>), binary_to_term(<<131, 103, 100, 0, 3, "a@b", 1:32, 2:32, 3>>),
     binary_to_term(<<131, 89, 100, 0, 3, "a@b", 1:32, 3:32>>), binary_to_term(<<131, 120, 100, 0, 3, "a@b", 1:64, 3:32>>),
     binary_to_term(<<131, 120, 100, 0, 3, "a@b", (1 bsl 40):64, 3:32>>), binary_to_term(<<131, 102, 100, 0, 3, "a@b", 1:32, 3>>),
     binary_to_term(<<131, 90, 1:16, 100, 0, 3, "a@b", 3:32, 1:32>>), binary_to_term(<<131, 90, 5:16, 100, 0, 3, "a@b", 3:32, 1:32, 2:32, 3:32, 4:32, 5:32>>),
     binary_to_term(<<131, 114, 3:16, 100, 0, 3, "a@b", 3, 1:32, 2:32, 3:32>>), binary_to_term(<<131, 101, 100, 0, 3, "a@b", 1:32, 2>>),
     fun lists:map/2, fun erlang:'+'/2, F, {F, fun() -> F end}, fun(A, B) -> A + B end, deep(1000, []), deep_tuple(1000, {})].

deep(0, T) -> T;
deep(N, T) -> deep(N - 1, [T]).

deep_tuple(0, T) -> T;
deep_tuple(N, T) -> deep_tuple(N - 1, {T, N}).

random(0) ->
    case rand:uniform(8) of
        1 -> rand:uniform(1000) - 500;
        2 -> (rand:uniform(1 bsl 62) - (1 bsl 61)) * (1 bsl rand:uniform(80));
        3 -> (rand:uniform() - 0.5) * math:pow(10, rand:uniform(40) - 20);
        4 -> list_to_atom([96 + rand:uniform(26) || _ <- lists:seq(1, rand:uniform(6))]);
        5 -> [];
        6 -> [rand:uniform(256) - 1 || _ <- lists:seq(1, rand:uniform(9))];
        7 -> rand:bytes(rand:uniform(90) - 1);
        8 -> Bits = rand:uniform(90), <<B:Bits/bits, _/bits>> = rand:bytes(20), B
    end;
random(D) ->
    case rand:uniform(5) of
        1 -> [random(D - 1) || _ <- lists:seq(1, rand:uniform(5))];
        2 -> list_to_tuple([random(D - 1) || _ <- lists:seq(1, rand:uniform(5))]);
        3 -> maps:from_list([{random(rand:uniform(D) - 1), random(D - 1)} || _ <- lists:seq(1, rand:uniform(8) - 1)]);
        4 -> [random(D - 1) | random(D - 1)];
        5 -> random(0)
    end.

line(T) ->
    Large = large(T),
    O = [deterministic || Large],
    One = term_to_binary(T, O),
    Forms = [term_to_binary(T, [{minor_version, 0} | O]), term_to_binary(T, [{minor_version, 2} | O]), term_to_binary(T, [compressed | O]),
             term_to_binary(T, [{compressed, 1} | O]), term_to_binary(T, [{compressed, 9} | O])],
    Fields = [integer_to_binary(erlang:external_size(T)), integer_to_binary(erlang:external_size(T, [{minor_version, 0}])), hex(One)
             | [case F of One -> <<"=">>; _ -> hex(F) end || F <- Forms]],
    io:put_chars([case Large of true -> "1"; false -> "0" end, [[" ", F] || F <- Fields], "\n"]).

hex(B) -> << <<(hd(integer_to_list(X, 16))):8>> || <<X:4>> <= B >>.

large(T) when is_map(T), map_size(T) > 32 -> true;
large(T) when is_map(T) -> lists:any(fun({K, V}) -> large(K) orelse large(V) end, maps:to_list(T));
large([H | T]) -> large(H) orelse large(T);
large(T) when is_tuple(T) -> large(tuple_to_list(T));
large(_) -> false.
