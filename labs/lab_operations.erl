%% Each operation of much used kinds by itself: run(Case, Size) does it Size times, Size even, in a loop whose own
%% cost is the case `loop`.
-module(lab_operations).
-export([run/2]).

run(Case, Size) -> lab_op_terms:run(Case, Size, fun bytes/2).

bytes(Case, Size) -> lab_op_bytes:run(Case, Size, fun system/2).

system(Case, Size) -> lab_op_system:run(Case, Size, fun(Unknown, _) -> {no_case, Unknown} end).
