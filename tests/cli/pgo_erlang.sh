# Profiles of Erlang code: counting, compiling by it, and what does not fit what was counted.
export MASER_NATIVE=$PWD/images
cat > fl.erl <<'EOF'
-module(fl).
-export([run/1, count/3, sums/1]).
%% Nothing says that what comes out of the map are floats.
run(N) -> columns(N, #{x => -2.0, y => 0.3, d => 3.0 / N}, 0.0, 0).
columns(N, _, I, Sum) when I >= N -> Sum;
columns(N, #{x := X, y := Y, d := D} = M, I, Sum) ->
    columns(N, M, I + 1.0, Sum + count(X + I * D, Y, 100)).
count(CR, CI, Max) -> iterate(CR, CI, CR, CI, Max).
iterate(_, _, _, _, 0) -> 0;
iterate(CR, CI, R, I, N) ->
    R2 = R * R,
    I2 = I * I,
    if R2 + I2 > 4.0 -> N;
       true -> iterate(CR, CI, R2 - I2 + CR, R * I + R * I + CI, N - 1)
    end.
sums(L) -> sums(L, 0.0, 1.0).
sums([X | T], A, B) -> sums(T, A + X * X, try B / X of Y -> Y catch error:_ -> 9.0 end);
sums([], A, B) -> {A, B}.
EOF
maser exec erlc fl.erl
go() { maser +native cache -noshell -eval '
    Short = fun({_, {E, [{M, F, A, _} | _]}}) -> {E, M, F, A}; (V) -> V end,
    io:format("~p~n~p~n", [fl:module_info(native), [Short(catch fl:count(X, Y, 50)) ||
        {X, Y} <- [{0, 0}, {1, 0.5}, {0.1, 1}, {1 bsl 70, 0.1}, {a, 0.1}, {0.1, a}, {1.0e200, 1.0}]]]),
    io:format("~p~n", [[fl:run(90), fl:sums([1.0, 2.0, 3, 1 bsl 80]), fl:sums([1.0, 0.0, 0.5])]]),
    halt().'; }
train() { maser pgo train --erlang -- erl -noshell -eval 'fl:run(90), fl:sums([1.0, 2.0]), halt(3).'; }
compiled() { maser native status | sed -n 's/profiles of .* modules, \([0-9]*\) compiled by them: .*/\1 compiled by profiles/p'; }
echo "== without"; go
maser native build fl.beam | sed -n '1s/ in .*//p'; go > plain; head -1 plain
echo "== by a profile"
train; echo "exit $?"; compiled
maser native build fl.beam | sed -n '1s/ in .*//p'; compiled
go | cmp - plain && echo same
ls images/*/*-*.native | wc -l
maser native show fl:iterate/5 | grep -o '; *counted.*: floats' | sed 's/[0-9]\+/N/g' | sort -u
echo "== more is counted"
train; compiled
maser native build fl.beam | sed -n '1s/ in .*//p'; ls images/*/*-*.native | wc -l
echo "== nothing is counted"
maser pgo train --erlang -- true; echo "exit $?"
maser native clear | sed 's/ in .*//'; find images -name '*.profile' | wc -l
