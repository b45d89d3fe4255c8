%% Errors of native records: reasons, and where.
%% since OTP 29
-module(native_records_errors).
-export([main/0]).

-record #pt{px = 1, py = 2}.

main() ->
    load("-module(nr_ext). -export_record([open, part]). -record #open{oa = 1, ob = 0}. -record #part{pa, pb = [1, 2], pc}. -record #shut{sa = 1}.\n"
         "-export([shut/0]). shut() -> #shut{}."),
    Open = other(ext, open, [{px, 1}, {py, 2}], true), Shut = other(ext, open, [{px, 1}, {py, 2}], false), Else = other(ext, open, [{zz, 1}], true),
    Pt = other(native_records_errors, pt, [{px, 10}, {py, 20}], false), Px = other(native_records_errors, pt, [{qq, 1}], false),
    Rs = [Open, Shut, Else, Pt, Px, nr_ext:shut(), 17, {pt, 1, 2}, []],
    [each(F, Rs) || F <- [fun own_update/1, fun other_update/1, fun any_update/1, fun own_field/1, fun other_field/1, fun any_field/1,
                          fun(R) -> #pt{px = X} = R, X end, fun(R) -> case R of #ext:open{py = Y} -> Y end end]],
    [each(F, [1]) || F <- [fun open/1, fun open_bad/1, fun part/1, fun part_some/1, fun part_bad/1, fun shut/1, fun no_record/1, fun no_module/1]],
    each(fun([F | A]) -> apply(records, F, A) end,
         [[get, px, Pt], [get, zz, Pt], [get, px, 1], [get, 1, Pt], [get_module, 1], [get_name, {pt, 1}], [get_field_names, #{}], [is_exported, []],
          [get_definition, nr_ext, part], [get_definition, nr_ext, nobody], [get_definition, nobody, pt], [get_definition, 1, pt], [get_definition, nr_ext, 1],
          [create, 1, pt, [], #{}], [create, m, 1, [], #{}], [create, m, n, [], x], [create, m, n, [], #{}], [create, m, n, [], #{is_exported => maybe_}],
          [create, m, n, [{px, 1} | x], #{is_exported => true}], [create, m, n, x, #{is_exported => true}],
          [create, m, n, [{px, 1}, {1, 2}], #{is_exported => true}], [create, m, n, [{px, 1}, {px, 2}], #{is_exported => true}], [create, m, n, [px], #{is_exported => true}],
          [create, m, n, [{px, 1, 2}], #{is_exported => true}], [create, m, n, [{py, 1}, {px, 2}], #{is_exported => false}], [create, m, n, [], #{is_exported => false}],
          [update, Pt, native_records_errors, pt, #{px => 1}], [update, Pt, native_records_errors, pt, #{}], [update, Pt, native_records_errors, other, #{px => 1}],
          [update, Pt, other, pt, #{px => 1}], [update, 1, other, pt, #{px => 1}], [update, Pt, native_records_errors, pt, #{zz => 1, px => 3}],
          [update, Pt, native_records_errors, pt, 1], [update, Pt, 1, pt, #{px => 1}], [update, Pt, 1, '_', #{px => 1}], [update, Pt, x, '_', []],
          [update, Pt, native_records_errors, pt, #{[] => 1}]]),
    t:show("a large map", fun() -> records:update(Pt, native_records_errors, pt, maps:from_list([{px, 1}, {py, 2} | [{I, I} || I <- lists:seq(1, 50)]])) end),
    t:show("two options", fun() -> records:create(m, n, [], #{is_exported => true, more => 1}) end),
    each(fun(A) -> apply(erlang, is_record, A) end,
         [[Pt, 1], [Pt, 1, pt], [Pt, pt, []], [1, 1, 1], [{pt, 1}, pt, pt], [{pt, 1}, 1, 2], [Pt, pt, 3], [Pt, native_records_errors, pt]]),
    t:p([erl_error:format_exception(error, E, []) || E <- [{badfield, {{m, n}, f}}, {novalue, {{m, n}, f}}, {badrecord, Pt}, {badrecord, {m, n}}]]),
    t:p([guard(R) || R <- Rs]),
    t:p([[taken(R), changed(R), opened(R)] || R <- Rs]),
    t:p([caught(X) || X <- [1, 2]]).

own_update(R) -> R#pt{px = 3}.
other_update(R) -> R#ext:open{px = 3}.
any_update(R) -> R#_{qq = 3}.
own_field(R) -> R#pt.px.
other_field(R) -> R#ext:open.px.
any_field(R) -> R#_.px.
open(X) -> {ok, #nr_ext:open{oa = X}}.
open_bad(X) -> #nr_ext:open{zz = X, oa = 1}.
part(X) -> #nr_ext:part{pa = X, pc = X}.
part_some(X) -> {ok, #nr_ext:part{pb = X}}.
part_bad(X) -> #nr_ext:part{zz = X}.
shut(X) -> #nr_ext:shut{sa = X}.
no_record(X) -> #nr_ext:nothing{sa = X}.
no_module(_) -> #nr_no_such_module:nothing{}.

guard(R) when R#pt.px =:= 1; R#ext:open.py =:= 2 -> yes;
guard(R) when R#_.qq =:= 1 -> qq;
guard(_) -> no.

%% A reading that fails here goes to a label, and raises nothing.
taken(R) -> try R#pt.px catch _:_ -> no end.
changed(R) -> try R#pt{px = 3} catch _:_ -> no end.
opened(R) -> try R#ext:open{py = 3} catch _:_ -> no end.
caught(X) -> [try #nr_ext:open{oa = X} catch _:_ -> no end, try #nr_ext:open{zz = X} catch _:_ -> no end,
              try #nr_ext:part{pb = X} catch _:_ -> no end, try #nr_ext:shut{} catch _:_ -> no end].

other(M, N, Fields, Exported) -> records:create(M, N, Fields, #{is_exported => Exported}).

each(F, Xs) ->
    [io:format("~0tp -> ~0tp~n", [X, result(fun() -> F(X) end)]) || X <- Xs].

result(F) ->
    try F() catch C:E:S ->
            {M, Function, A, Info} = hd(S),
            {C, E, {M, Function, A, [I || {K, _} = I <- Info, K =:= error_info orelse K =:= line]}}
    end.

load(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text),
    {ok, M, Code} = compile:forms(forms(Tokens, [])),
    {module, M} = code:load_binary(M, "", Code).

forms([], []) -> [];
forms([{dot, _} = Dot | Rest], Form) ->
    {ok, F} = erl_parse:parse_form(lists:reverse(Form, [Dot])),
    [F | forms(Rest, [])];
forms([Token | Rest], Form) -> forms(Rest, [Token | Form]).
