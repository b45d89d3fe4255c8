%% Choices by atom, by number, by a tuple's size.
-module(selects).
-export([atom/1, number/1, size/1]).
atom(a) -> b;
atom(b) -> c;
atom(c) -> a.
number(1) -> 10;
number(20) -> 200;
number(300) -> 3.
size({}) -> 0;
size({_}) -> 1;
size({_, _}) -> 2.
