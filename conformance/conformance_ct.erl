%% Runs one of OTP's test suites by OTP's own common_test, whose hooks say how the cases end.
%%
%% erl -run conformance_ct main SUITE DIR WORK RESULTS DONE CASE|GROUP/all|all
%%     does what conformance:main/1 does with the same words, and runs all of one group.
-module(conformance_ct).
-export([main/1]).
-export([init/2, pre_init_per_group/4, post_end_per_group/5, pre_init_per_testcase/4,
         post_end_per_testcase/5, on_tc_skip/4]).

-record(state, {results, done, groups = [], begun = #{}}).

main([Suite0, Dir, Work, Results, Done, Only]) ->
    Suite = list_to_atom(Suite0),
    Logs = filename:join(Work, "logs"),
    ok = filelib:ensure_path(Logs),
    true = code:add_patha(Dir),
    Hooks = [{?MODULE, [Results, conformance:lines(Done)]}],
    Chosen = case lists:reverse(string:lexemes(Only, "/")) of
                 ["all"] -> [];
                 ["all", Group | _] -> [{group, list_to_atom(Group)}];
                 [Case] -> [{testcase, list_to_atom(Case)}];
                 [Case, Group | _] -> [{group, list_to_atom(Group)}, {testcase, list_to_atom(Case)}]
             end,
    Ended = ct:run_test([{dir, Dir}, {suite, Suite}, {logdir, Logs}, {auto_compile, false},
                         {basic_html, true}, {ct_hooks, Hooks} | Chosen]),
    case Ended of
        {error, Why} -> conformance:note(Results, ["suite\tfailed\t", conformance:text(Why)]);
        _ -> conformance:note(Results, "suite\tfinished")
    end,
    halt(0).

%% --------------------------------------------------------------------- hooks

init(_, [Results, Done]) -> {ok, #state{results = Results, done = Done}}.

pre_init_per_group(_, Group, Config, #state{groups = Groups} = S) ->
    {Config, S#state{groups = [Group | Groups]}}.

post_end_per_group(_, _, _, Return, #state{groups = Groups} = S) ->
    {Return, S#state{groups = case Groups of [] -> []; [_ | Outer] -> Outer end}}.

pre_init_per_testcase(_, Case, Config, #state{begun = Begun} = S) ->
    Name = name(Case, S),
    case lists:member(Name, S#state.done) of
        true -> {{skip, passed_over}, S};
        false ->
            conformance:note(S#state.results, ["begin\t", Name]),
            {Config, S#state{begun = Begun#{Name => erlang:monotonic_time(millisecond)}}}
    end.

post_end_per_testcase(_, Case, _, Return, S) ->
    {Return, ended(name(Case, S), verdict(Return), S)}.

%% Cases that have not begun, or have skipped themselves before they did.
on_tc_skip(_, _, {tc_user_skip, passed_over}, S) -> S;
on_tc_skip(_, Case, Reason, S) when Case =/= init_per_suite, Case =/= end_per_suite ->
    Name = case Case of
               {Inner, Group} when S#state.groups =:= [] -> [atom_to_list(Group), "/", atom_to_list(Inner)];
               {Inner, _} -> name(Inner, S);
               _ -> name(Case, S)
           end,
    ended(lists:flatten(Name), verdict(Reason), S);
on_tc_skip(_, _, _, S) -> S.

name(Case, #state{groups = Groups}) ->
    conformance:name(Case, lists:reverse(Groups)).

verdict({tc_user_skip, Why}) -> {skipped, Why};
verdict({tc_auto_skip, Why}) -> {failed, Why};
verdict({skip, Why}) -> {skipped, Why};
verdict({skipped, Why}) -> {skipped, Why};
verdict({skip_and_save, Why, _}) -> {skipped, Why};
verdict({fail, Why}) -> {failed, Why};
verdict({failed, Why}) -> {failed, Why};
verdict({error, Why}) -> {failed, Why};
verdict({'EXIT', Why}) -> {failed, Why};
verdict({timetrap_timeout, Why}) -> {failed, {timetrap_timeout, Why}};
verdict(_) -> {ok, ""}.

ended(Name, Verdict, #state{begun = Begun} = S) ->
    Now = erlang:monotonic_time(millisecond),
    conformance:result(S#state.results, Name, Now - maps:get(Name, Begun, Now), Verdict),
    S#state{begun = maps:remove(Name, Begun)}.
