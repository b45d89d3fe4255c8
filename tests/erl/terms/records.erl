%% Records: creation, update, access, their errors and guards.
-module(records).
-export([main/0]).
-record(p, {x = 0, y = 0, name}).
-record(q, {p = #p{}, list = []}).

main() ->
    P = #p{x = 1, name = "one"},
    t:p({P, P#p.x, P#p{y = 5}, #p.name, record_info(size, p), record_info(fields, p)}),
    Q = #q{p = P}, t:p({Q, (Q#q.p)#p.name, Q#q{p = P#p{x = 9}, list = [1]}}),
    #p{x = X, _ = _} = P, t:p(X),
    t:each(fun f/1, [P, Q, {p, 1}, {p, 1, 2, 3}, p]),
    t:show("bad record", fun() -> (t:id({p, 1}))#p.x end),
    t:show("bad record 2", fun() -> (t:id(x))#p{x = 1} end),
    t:p([is_record(P, p), is_record(P, q), is_record(P, p, 4), is_record({p}, p, 4)]),
    t:p(#p{_ = all}).

f(#p{x = 1}) -> one;
f(R) when is_record(R, p) -> {p, R#p.y};
f(R) when R#q.list =:= [] -> empty;
f(_) -> other.
