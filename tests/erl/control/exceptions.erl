%% All ways to fail, and what a handler sees.
-module(exceptions).
-export([main/0]).

main() ->
    [io:format("~p: ~p~n", [K, kind(fun() -> bad(K) end)])
     || K <- [badmatch, case_clause, if_clause, try_clause, function_clause, badarith, badarg, undef, badfun, badarity, badkey, badmap,
              throw, exit, error, error2, badrecord, undef_module, nocatch, else_clause, timeout_value, system_limit]].

kind(F) ->
    try F() of
        V -> {value, V}
    catch
        throw:X -> {throw, X};
        exit:X -> {exit, X};
        error:X -> {error, X}
    end.

bad(badmatch) -> {ok, X} = t:id({error, 1}), X;
bad(case_clause) -> case t:id(5) of 1 -> a; 2 -> b end;
bad(if_clause) -> A = t:id(1), if A > 2 -> x end;
bad(try_clause) -> try t:id(5) of 1 -> one catch _:_ -> caught end;
bad(function_clause) -> only(t:id(b));
bad(badarith) -> t:id(a) * 2;
bad(badarg) -> atom_to_list(t:id(5));
bad(undef) -> exceptions:not_there(1, 2);
bad(undef_module) -> (t:id(no_such_module)):f();
bad(badfun) -> (t:id(42))(1);
bad(badarity) -> (t:id(fun(X) -> X end))(1, 2);
bad(badkey) -> #{} = M = t:id(#{}), M#{a := 1};
bad(badmap) -> (t:id(x))#{a => 1};
bad(throw) -> throw(ball);
bad(exit) -> exit(bye);
bad(error) -> error(oops);
bad(error2) -> error(oops, [arg]);
bad(badrecord) -> setelement(9, t:id({a}), x);
bad(nocatch) -> {caught, catch throw(x)};
bad(else_clause) -> try throw(t:id(z)) catch throw:y -> y end;
bad(timeout_value) -> receive after t:id(foo) -> x end;
bad(system_limit) -> list_to_atom(lists:duplicate(t:id(300), $x)).

only(a) -> a.
