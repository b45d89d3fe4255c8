%% Each operation of much used kinds by itself: run(Case, Size) does it Size times, Size even, in a loop whose own
%% cost is the case `loop`.
-module(lab_operations).
-export([run/2]).

run(Case, Size) -> run(Case, Size, [lab_op_terms, lab_op_bytes, lab_op_system]).

%% Of a row: the loop, what it begins with, its operands, and what it has to yield, or a function that says that of Size,
%% or of Size and what it has yielded whether that is right.
run(Case, Size, [Module | Modules]) ->
    case Module:row(Case) of
        {Loop, A, X, Y, Right} when is_function(Right, 2) -> Right(Size, Loop(Size, A, X, Y));
        {Loop, A, X, Y, Right} when is_function(Right, 1) -> Loop(Size, A, X, Y) =:= Right(Size);
        {Loop, A, X, Y, Right} -> Loop(Size, A, X, Y) =:= Right;
        none -> run(Case, Size, Modules)
    end;
run(Case, _, []) -> {no_case, Case}.
