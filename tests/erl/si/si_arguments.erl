%% maser only
%% si: every way to say which process, with each call; and what does not say it.
-module(si_arguments).
-export([main/0, init/1, handle_call/3, handle_cast/2, whereis_name/1]).

main() ->
    {ok, Pid} = gen_server:start({local, si_one}, ?MODULE, one, []),
    yes = global:register_name(si_global, Pid),
    "<0." ++ Text = pid_to_list(Pid),
    {B, ".0>"} = string:to_integer(Text),
    Ways = [si_one, Pid, pid_to_list(Pid), {0, B, 0}, B, {global, si_global}, {via, ?MODULE, si_via}],
    Status = said(fun() -> si:pi(si_one) end),
    t:p([said(fun() -> si:pi(Way) end) =:= Status || Way <- Ways]),
    t:p([said(fun() -> si:pi(normal, Way) end) =:= Status || Way <- Ways]),
    t:p([said(fun() -> si:pi(0, B, 0) end) =:= Status,
         said(fun() -> si:pi(normal, 0, B, 0) end) =:= Status]),
    %% process_info changes: only what does not change is compared.
    All = keys(said(fun() -> si:pi(all, si_one) end)),
    t:p(All),
    t:p([keys(said(fun() -> si:pi(all, Way) end)) =:= All || Way <- Ways]),
    t:p(keys(said(fun() -> si:pi(all, 0, B, 0) end)) =:= All),
    Info = keys(said(fun() -> si:ppi(si_one) end)),
    t:p(Info),
    t:p([keys(said(fun() -> si:ppi(Way) end)) =:= Info || Way <- Ways]),
    t:p(keys(said(fun() -> si:ppi(0, B, 0) end)) =:= Info),

    %% Abbreviations of processes that are there.
    t:p([{A, hd(keys(said(fun() -> si:pi(A) end)))} || A <- [ks, kss, lg, es, fs]]),
    Abbreviations = said(fun() -> si:abbrevs() end),
    t:p([string:find(Abbreviations, Name) =/= nomatch || Name <- ["fs ", "file_server_2", "not running"]]),
    t:p([string:find(said(fun() -> si:help() end), Name) =/= nomatch
         || Name <- ["si:pi(", "si:ppi(", "si:start(", "si:stop(", "si:start_log(", "si:stop_log(", "si:abbrevs(", "si:help("]]),
    t:p(said(fun() -> si:h() end) =:= said(fun() -> si:help() end)),

    ok = gen_server:stop(Pid),
    [t:p(si:pi(Wrong)) || Wrong <- [si_one, Pid, nobody, rh, "", "<0.1>", "x", {0, -1, 0}, {0, a, 0}, -1, 1.5,
                                    {global, nobody}, {via, ?MODULE, nobody}, {via, lists, x}, #{}, <<"user">>, "\x{442}"]],
    [t:p(si:ppi(Wrong)) || Wrong <- [nobody, Pid, {x}]],
    t:p(si:pi(some, user)), t:p(si:pi(some, 0, 1, 0)), t:p(si:pi(a, b, c)), t:p(si:ppi(a, b, c)).

said(Do) ->
    {ok, Text} = t:said(Do),
    Text.

%% The first word of each line that has one.
keys(Text) ->
    [string:trim(string:slice(Line, 0, 27)) || Line <- string:lexemes(Text, "\n"), hd(string:to_graphemes(Line)) =/= $\s].

whereis_name(si_via) -> whereis(si_one);
whereis_name(_) -> undefined.

init(State) -> {ok, State}.

handle_call(_, _, State) -> {reply, State, State}.

handle_cast(_, State) -> {noreply, State}.
