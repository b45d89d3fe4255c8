%% Native records and their code: a module is replaced whose records are others then.
%% since OTP 29
-module(native_records_code).
-export([main/0, new/0, new/1]).

main() ->
    load(1, "-record #open{oa = 1, ob = []}. -record #own{wa = one}."),
    {One, Own} = {new(), nrc:own()}, t:p([One, Own, nrc:is(One), records:get_definition(nrc, open), md5()]),
    Pid = spawn_link(fun nrc:server/0), t:p(ask(Pid, own)),
    load(2, "-record #open{ob = two, oc = {3}, oa = x}. -record #own{wa = two, wb = more}."),
    Two = new(), t:p([Two, nrc:own(), records:get_definition(nrc, open), md5()]),
    t:p([One =:= Two, One < Two, One#nrc:open.oa, One#nrc:open{oa = 5}, nrc:is(One), nrc:is(Own), nrc:wa(Own)]),
    t:p([records:create(nrc, open, [{oa, 1}, {ob, []}], #{is_exported => true}) =:= One]),
    t:show("a field that has gone", fun() -> One#nrc:open{oc = 1} end),
    t:p([new(7), fails(fun() -> nrc:wb(Own) end)]),
    %% Old code makes the records that it has been compiled with.
    t:p([ask(Pid, own), ask(Pid, {wa, Own}), ask(Pid, {wa, nrc:own()}), ask(Pid, open)]),
    Pid ! stop, t:p([code:purge(nrc), code:delete(nrc)]),
    t:p([fails(fun new/0), fails(fun() -> records:get_definition(nrc, open) end), One, Two, One#nrc:open.ob]),
    t:p(code:purge(nrc)),
    garbage_collect(), t:p([One, Own, Two, binary_to_term(term_to_binary(Two)) =:= Two, erlang:phash2(One)]),
    %% A record that others may not see, and then may.
    load(3, "-record #own{wa = three}. -record #open{}."),
    t:p([new(), nrc:own()]),
    large(),
    stripped().

%% As of a module that is loaded from a file.
new() -> {#nrc:open{}, #nrc:open{}} = {A, _} = {#nrc:open{}, #nrc:open{}}, A.
new(X) -> #nrc:open{ob = X}.

fails(F) -> try F() catch C:E -> {C, E} end.

md5() -> nrc:module_info(md5) =:= element(2, element(2, beam_lib:md5(get(code)))).

ask(Pid, What) ->
    Pid ! {self(), What},
    receive {Pid, Answer} -> Answer end.

load(N, Records) ->
    load_text("-module(nrc). -vsn(" ++ integer_to_list(N) ++ "). -compile(export_all). -export_record([open]).\n" ++ Records ++
                  "\nown() -> #own{}. open() -> #open{}. is(R) -> {is_record(R, open), is_record(R, own)}. wa(R) -> R#own.wa. wb(R) -> R#_.wb.\n"
                  "server() -> receive stop -> ok; {From, own} -> From ! {self(), #own{}}, server(); {From, open} -> From ! {self(), #open{}}, server();\n"
                  "  {From, {wa, R}} -> From ! {self(), try {R#own.wa, R#own{wa = 0}} catch _:E -> E end}, server() end.\n").

%% More fields than a byte can count.
large() ->
    Fields = [io_lib:format("large_~b", [I]) || I <- lists:seq(1, 600)],
    Set = lists:join(",", [[F, "=", integer_to_list(I)] || {I, F} <- lists:enumerate(Fields)]),
    load_text(lists:flatten(["-module(nrl). -compile(export_all). -export_record([all]). -record #all{", lists:join(",", Fields), "}. -record #some{", Set, "}.\n",
                             "all(X) -> #all{", lists:join(",", [[F, "=X"] || F <- Fields]), "}. all() -> #all{", Set, "}. some() -> #some{large_7=x}.\n",
                             "set(R) -> R#all{", Set, "}. last(#all{large_600=X, large_1=Y}) -> {X, Y}. none() -> #nrl:all{large_300=1}.\n"])),
    A = nrl:all(x),
    t:p([nrl:all() =:= nrl:set(A), nrl:last(nrl:all()), erlang:phash2(nrl:some()), erlang:phash2(A), length(records:get_field_names(A)), fails(fun nrl:none/0)]),
    t:p([byte_size(term_to_binary(A)), A =:= binary_to_term(term_to_binary(A)), records:get(large_7, nrl:some()), records:get(large_599, nrl:some())]),
    t:p(lists:sort([nrl:all(), A, nrl:some()]) =:= [nrl:all(), A, nrl:some()]).

%% Without what is not needed to load it.
stripped() ->
    {ok, {nrl, Code}} = beam_lib:strip(get(code)),
    code:purge(nrl), {module, nrl} = code:load_binary(nrl, "", Code),
    t:p(erlang:phash2(nrl:some())).

load_text(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, M, Code} = compile:forms(forms(Tokens, [])),
    put(code, Code),
    {module, M} = code:load_binary(M, "", Code).

forms([], []) -> [];
forms([{dot, _} = Dot | Rest], Form) ->
    {ok, F} = erl_parse:parse_form(lists:reverse(Form, [Dot])),
    [F | forms(Rest, [])];
forms([Token | Rest], Form) -> forms(Rest, [Token | Form]).
