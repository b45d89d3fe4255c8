%% What is wrong with match specifications: in which order it is told, and how much of it.
-module(spec_complaints).
-export([main/0]).

main() ->
    [t:p(erlang:match_spec_test({a}, [{{'_'}, G, B}], table))
     || {G, B} <- [{[{'div', '$1', '$2'}], []}, {[{'and', '$1', {'or', '$2', '$3'}}], [true]}, {[{'andalso', '$1', '$2'}], [true]},
                   {[{'orelse', '$1', {bad, '$2'}}], [true]}, {['$2', '$1'], ['$3']}, {[], [{{'$1', '$2'}}]}, {[], [['$1', '$2']]},
                   {[], [#{'$1' => '$2'}]}, {[{element, {bad, false}, {bad, 1, 2}}], [{{{const, []}, 2}}]},
                   {[{'bsl', {is_record, 1}, {'andalso', '$2', 2}}], [true, a]},
                   {[{const, {is_atom, '$$'}, {'/', {const, '$2'}, -1}}], [true]},
                   {[{list_to_atom(lists:duplicate(200, $x)), 1}], [true]}, {[{'+', {'-', '$4', '$5'}, '$6'}], [{'*', '$7', '$8'}]}]].
