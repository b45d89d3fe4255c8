# Maser installed as `erl`: it finds the OTP that is behind it, and a chain that leads back ends.
launcher=$(readlink -f bin/maser)
real=$PATH
cat > hello.erl <<'EOF'
-module(hello).
-export([main/0]).
main() ->
    {ok, Exe} = file:read_link("/proc/self/exe"),
    io:format("on ~ts: ~p~n", [filename:basename(Exe), init:get_plain_arguments()]).
EOF
maser exec erlc hello.erl
# Each bounded, should it start itself again and again.
try() { path=$1; shift; timeout -k 5 60 env PATH="$path" "$@" 2>&1 | sed "s|$PWD|HERE|g"; }
say() { try "$1" erl -noshell -eval 'hello:main(), halt().' -extra "$2"; }

echo "== a link, a hard link, a copy"
mkdir link hard copy
ln -s "$launcher" link/erl; say "$PWD/link:$real" link
ln "$launcher" hard/erl 2> /dev/null || cp "$launcher" hard/erl; say "$PWD/hard:$real" hard
cp "$launcher" copy/erl; say "$PWD/copy:$real" copy
echo "== sub-commands are arguments"
try "$PWD/link:$real" erl doctor -noshell -eval 'io:format("~p~n", [init:get_arguments()]), halt().' | grep -c doctor
try "$PWD/link:$real" erl -noshell -eval 'hello:main(), halt().' -extra version
echo "== several"
mkdir link2 copy2
ln -s "$launcher" link2/erl; cp "$launcher" copy2/erl
say "$PWD/link:$PWD/link2:$PWD/copy:$PWD/hard:$PWD/copy2:$real" several
echo "== another installation"
mkdir other; cp "$launcher" other/erl; echo > other/maser-emu
say "$PWD/link:$PWD/other:$real" other
echo "== no other OTP"
for path in link link:$PWD/link2 copy link:$PWD/copy:$PWD/hard:$PWD/other; do
    (try "$PWD/$path" "$PWD/link/erl" -noshell -eval 'halt().'; :)
done
PATH=$PWD/copy "$PWD/copy/erl" -noshell 2> /dev/null; echo "status $?"
echo "== shims"
mkdir shim lost
printf '#!/bin/sh\nexec "%s/link/erl" "$@"\n' "$PWD" > shim/erl
printf '#!/bin/sh\nexit 3\n' > lost/erl
chmod +x shim/erl lost/erl
say "$PWD/shim:$PWD/link:$real" shim
try "$PWD/shim:$PWD/link" shim/erl -noshell
try "$PWD/lost:$real" link/erl -noshell
echo "== tools by their names"
for tool in erlc escript dialyzer; do ln -s "$launcher" link/$tool; done
printf '%s\n' '-module(m).' '-export([f/0]).' 'f() -> hello.' > m.erl
try "$PWD/link:$real" erlc m.erl; ls m.beam
printf '%s\n' '#!/usr/bin/env escript' 'main(A) -> {ok, E} = file:read_link("/proc/self/exe"), io:format("~s ~p~n", [filename:basename(E), A]).' > s.escript
chmod +x s.escript
try "$PWD/link:$real" ./s.escript a 'b c'
try "$PWD/link:$real" escript s.escript x
try "$PWD/link:$real" dialyzer --version | grep -c Dialyzer
echo "== within each other"
try "$PWD/link:$real" maser exec erl -noshell -eval 'io:put_chars(os:cmd("maser exec sh -c \"erl -noshell -run hello main -s init stop\"")), halt().'
try "$PWD/link:$real" erl -noshell -eval 'io:format("~p~n", [[os:getenv(N) || N <- ["MASER_DEPTH", "MASER_ASKING"]]]), halt().'
echo "== the current directory is no place for an OTP"
printf '#!/bin/sh\necho planted > "%s/planted"\n' "$PWD" > erl; chmod +x erl
for path in "" . :/none; do PATH=$path "$launcher" -noshell 2>&1; done
ls planted 2> /dev/null; rm erl
echo "== an installation that starts Maser"
mkdir -p fake/releases fake/bin fake/lib fake/erts-13.1/bin
echo "13.1 25" > fake/releases/start_erl.data
# Its erlexec is not needed; a tool of it is.
for program in erts-13.1/bin/erlexec bin/erlc; do ln -s "$launcher" fake/$program; done
MASER_OTP_ROOT=$PWD/fake timeout -k 5 60 maser -noshell 2>&1 | sed "s|$PWD|HERE|g"
MASER_OTP_ROOT=$PWD/fake timeout -k 5 60 maser exec erlc 2>&1
echo "== installed"
target=$(dirname "$launcher")
repository=$target/../..
if [ -x "$repository/scripts/prof" ]; then
    TARGET=$(dirname "$target") "$repository/scripts/prof" install "$PWD/opt" "$(basename "$target")" 2> /dev/null
    rm -f link/erl; ln -s "$PWD/opt/bin/maser" link/erl
    unset MASER_EMU
    say "$PWD/link:$real" installed
    try "$PWD/opt/bin:$real" maser -noshell -eval 'hello:main(), halt().' -extra maser
else
    echo "skipped: not built in the repository"
fi
