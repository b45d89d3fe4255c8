%% Erlang's tokens for leex, in the shapes that erl_scan gives them.

Definitions.

Digit    = [0-9]
Alnum    = [A-Za-z0-9_@]
Space    = [\000-\s]
Escape   = (\\([^\^x0-7]|\^.|[0-7][0-7]?[0-7]?|x[0-9a-fA-F][0-9a-fA-F]))

Rules.

{Digit}+\.{Digit}+((E|e)(\+|\-)?{Digit}+)? :
  {token, {float, TokenLine, list_to_float(TokenChars)}}.
{Digit}+#[0-9a-zA-Z]+ : {token, {integer, TokenLine, based(TokenChars)}}.
{Digit}+ : {token, {integer, TokenLine, list_to_integer(TokenChars)}}.
[a-z]{Alnum}* : {token, word(TokenChars, TokenLine)}.
'([^'\\\n]|{Escape})*' : {token, {atom, TokenLine, list_to_atom(inner(TokenChars, TokenLen))}}.
[A-Z_]{Alnum}* : {token, {var, TokenLine, list_to_atom(TokenChars)}}.
"([^"\\]|{Escape})*" : {token, {string, TokenLine, inner(TokenChars, TokenLen)}}.
\$[^\\] : {token, {char, TokenLine, lists:nth(2, TokenChars)}}.
\${Escape} : {token, {char, TokenLine, hd(unescaped(tl(TokenChars)))}}.
(->|<-|=>|:=|==|/=|=<|>=|=:=|=/=|\+\+|--|\|\||<<|>>|<=|::|\.\.|\.\.\.|!) :
  {token, {list_to_atom(TokenChars), TokenLine}}.
[\(\)\[\]\{\},;:=#\.\|\+\-\*/<>\?] : {token, {list_to_atom(TokenChars), TokenLine}}.
\.{Space} : {end_token, {dot, TokenLine}}.
{Space}+ : skip_token.
\%[^\n]* : skip_token.

Erlang code.

-export([reserved/1]).
-dialyzer({nowarn_function, yyrev/2}).

word(Chars, Line) ->
    Atom = list_to_atom(Chars),
    case reserved(Atom) of
        true -> {Atom, Line};
        false -> {atom, Line, Atom}
    end.

reserved('after') -> true;
reserved('and') -> true;
reserved('andalso') -> true;
reserved('band') -> true;
reserved('begin') -> true;
reserved('bnot') -> true;
reserved('bor') -> true;
reserved('bsl') -> true;
reserved('bsr') -> true;
reserved('bxor') -> true;
reserved('case') -> true;
reserved('catch') -> true;
reserved('cond') -> true;
reserved('div') -> true;
reserved('end') -> true;
reserved('fun') -> true;
reserved('if') -> true;
reserved('let') -> true;
reserved('not') -> true;
reserved('of') -> true;
reserved('or') -> true;
reserved('orelse') -> true;
reserved('receive') -> true;
reserved('rem') -> true;
reserved('try') -> true;
reserved('when') -> true;
reserved('xor') -> true;
reserved(_) -> false.

based(Chars) ->
    {Base, [$# | Digits]} = lists:splitwith(fun(C) -> C =/= $# end, Chars),
    list_to_integer(Digits, list_to_integer(Base)).

inner(Chars, Len) ->
    unescaped(lists:sublist(Chars, 2, Len - 2)).

unescaped([$\\, $^, C | Cs]) -> [C band 31 | unescaped(Cs)];
unescaped([$\\, $x, A, B | Cs]) -> [list_to_integer([A, B], 16) | unescaped(Cs)];
unescaped([$\\, A, B, C | Cs]) when A >= $0, A =< $7, B >= $0, B =< $7, C >= $0, C =< $7 ->
    [list_to_integer([A, B, C], 8) | unescaped(Cs)];
unescaped([$\\, A, B | Cs]) when A >= $0, A =< $7, B >= $0, B =< $7 ->
    [list_to_integer([A, B], 8) | unescaped(Cs)];
unescaped([$\\, A | Cs]) when A >= $0, A =< $7 -> [A - $0 | unescaped(Cs)];
unescaped([$\\, C | Cs]) -> [escape(C) | unescaped(Cs)];
unescaped([C | Cs]) -> [C | unescaped(Cs)];
unescaped([]) -> [].

escape($n) -> $\n;
escape($r) -> $\r;
escape($t) -> $\t;
escape($v) -> $\v;
escape($b) -> $\b;
escape($f) -> $\f;
escape($e) -> $\e;
escape($s) -> $\s;
escape($d) -> $\d;
escape(C) -> C.
