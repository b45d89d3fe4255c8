%% Sequential programs, one kind of work each. Every case checks its own result.
%%
%% run(Case, Size): Size is how often the work is done, or how large it is.
-module(lab_sequential).
-export([run/2]).

run(Case, Size) -> lab_seq_core:run(Case, Size, fun lab_seq_data:run/2).
