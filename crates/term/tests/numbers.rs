//! Arithmetic and the text of numbers against the stock emulator.

mod common;

use common::{read, stock};
use term::arith::{self, Arith, ArithError};
use term::{Heap, Term, compare, float, integer_text};

/// Erlang: numbers of all sizes, with a liking for the edges.
const NUMBERS: &str = "
    Edge = fun() ->
        Bits = lists:nth(rand:uniform(14), [0,1,8,31,32,53,59,60,61,62,63,64,127,128]),
        (1 bsl Bits) + rand:uniform(5) - 3 end,
    Int = fun() -> case rand:uniform(4) of
        1 -> rand:uniform(200) - 100;
        2 -> Edge();
        3 -> rand:uniform(1 bsl rand:uniform(130));
        4 -> rand:uniform(1 bsl rand:uniform(6000)) end end,
    Sign = fun(X) -> case rand:uniform(2) of 1 -> X; 2 -> -X end end,
    Float = fun() -> case rand:uniform(3) of
        1 -> float(rand:uniform(1000));
        2 -> rand:uniform() * math:pow(10, rand:uniform(40) - 20);
        3 -> float(rand:uniform(1 bsl rand:uniform(900))) end end,
    Number = fun() -> Sign(case rand:uniform(5) of 1 -> Float(); _ -> Int() end) end,
    rand:seed(exsss, 4711),";

/// The lines that erl prints for an evaluation, one each; nothing if there is no erl.
fn lines(code: &str) -> Vec<String> {
    let text = stock(&format!("{NUMBERS} {code}, halt()."));
    text.map_or(Vec::new(), |t| t.lines().map(String::from).collect())
}

fn check(heap: &Heap, line: &str, result: Arith<'_>, expected: &str) {
    match (result, expected) {
        (Ok(t), text) if text != "badarith" && text != "system_limit" => {
            let expected = read(heap, text);
            assert!(compare::exactly_equal(t, expected), "{line}: {t:?}");
        }
        (Err(ArithError::BadArith), "badarith") => {}
        (Err(ArithError::SystemLimit), "system_limit") => {}
        (other, _) => panic!("{line}: {other:?}"),
    }
}

fn apply<'h>(heap: &'h Heap, op: &str, a: Term<'h>, b: Term<'h>) -> Arith<'h> {
    match op {
        "+" => arith::add(heap, a, b),
        "-" => arith::sub(heap, a, b),
        "*" => arith::mul(heap, a, b),
        "/" => arith::fdiv(heap, a, b),
        "div" => arith::div(heap, a, b),
        "rem" => arith::rem(heap, a, b),
        "band" => arith::band(heap, a, b),
        "bor" => arith::bor(heap, a, b),
        "bxor" => arith::bxor(heap, a, b),
        "bsl" => arith::bsl(heap, a, b),
        "bsr" => arith::bsr(heap, a, b),
        "bnot" => arith::bnot(heap, a),
        "neg" => arith::negate(heap, a),
        "abs" => arith::abs(heap, a),
        "float" => arith::from_f64(heap, arith::to_f64(a)?),
        _ => {
            let f = a.as_float().expect("a float");
            Ok(match op {
                "trunc" => arith::trunc(heap, f),
                "round" => arith::round(heap, f),
                "floor" => arith::floor(heap, f),
                _ => arith::ceil(heap, f),
            })
        }
    }
}

fn compare_lines(code: &str) {
    let heap = Heap::new(1 << 20);
    for line in lines(code) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [op, a, b, expected] = fields[..] else { panic!("{line}") };
        let result = apply(&heap, op, read(&heap, a), read(&heap, b));
        check(&heap, &line, result, expected);
    }
}

#[test]
fn operators_compute_what_stock_computes() {
    compare_lines(
        "[begin
            A = Number(), B0 = Number(),
            B = if Op =:= 'bsl'; Op =:= 'bsr' ->
                    Sign(case rand:uniform(9) of 1 -> 1 bsl (30 + rand:uniform(50)); _ -> rand:uniform(300) - 1 end);
                true -> case rand:uniform(9) of 1 -> A; 2 -> 0; _ -> B0 end end,
            R = try erlang:Op(A, B) catch error:E -> E end,
            io:format(\"~s\\t~w\\t~w\\t~w~n\", [Op, A, B, R])
         end || _ <- lists:seq(1, 300),
            Op <- ['+','-','*','/','div','rem','band','bor','bxor','bsl','bsr']]",
    );
}

#[test]
fn large_operands_compute_what_stock_computes() {
    compare_lines(
        "Large = fun() -> Sign(rand:uniform(1 bsl (rand:uniform(30) * 1000))) end,
         [begin
            {A, B} = {Large(), Large()},
            R = try erlang:Op(A, B) catch error:E -> E end,
            io:format(\"~s\\t~w\\t~w\\t~w~n\", [Op, A, B, R])
         end || _ <- lists:seq(1, 10), Op <- ['+','*','div','rem','band','bxor']]",
    );
}

#[test]
fn unary_operators_compute_what_stock_computes() {
    compare_lines(
        "Try = fun(F) -> try F() catch error:E -> E end end,
         Line = fun(Op, A, F) -> io:format(\"~s\\t~w\\t0\\t~w~n\", [Op, A, Try(F)]) end,
         [begin
            A = Number(), F = case rand:uniform(3) of 1 -> Sign(Float()) + 0.5; _ -> Sign(Float()) end,
            Line('bnot', A, fun() -> bnot A end),
            Line(neg, A, fun() -> -A end),
            Line(abs, A, fun() -> abs(A) end),
            is_float(A) orelse Line(float, A, fun() -> try float(A) catch _:_ -> badarith end end),
            Line(trunc, F, fun() -> trunc(F) end),
            Line(round, F, fun() -> round(F) end),
            Line(floor, F, fun() -> floor(F) end),
            Line(ceil, F, fun() -> ceil(F) end)
         end || _ <- lists:seq(1, 400)]",
    );
}

#[test]
fn integers_have_a_largest_size() {
    let heap = Heap::new(0);
    let one = Term::small(1);
    let bits = (arith::max_limbs() * 64) as i64;
    let largest = arith::bsl(&heap, one, Term::small(bits - 1)).expect("fits");
    let limit = |r: Arith<'_>| assert_eq!(r.err(), Some(ArithError::SystemLimit));
    limit(arith::bsl(&heap, one, Term::small(bits)));
    limit(arith::bsl(&heap, one, heap.big(false, &[0, 1])));
    limit(arith::bsr(&heap, one, heap.big(true, &[0, 1])));
    limit(arith::mul(&heap, largest, largest));
    limit(arith::add(&heap, largest, largest));
    let zero = arith::bsl(&heap, Term::small(0), heap.big(false, &[0, 1])).expect("0");
    assert_eq!(zero.as_small(), Some(0));
    let minus = arith::bsr(&heap, Term::small(-5), heap.big(false, &[0, 1])).expect("-1");
    assert_eq!(minus.as_small(), Some(-1));
    assert!(arith::add(&heap, one, Term::NIL).is_err());
}

#[test]
fn integers_print_and_parse_in_all_bases_as_in_stock() {
    let heap = Heap::new(1 << 20);
    let code = "[begin N = Sign(Int()),
        io:format(\"~w\\t~w\\t~s~n\", [N, Base, integer_to_list(N, Base)])
        end || _ <- lists:seq(1, 25), Base <- lists:seq(2, 36)]";
    for line in lines(code) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, base, text] = fields[..] else { panic!("{line}") };
        let (number, base) = (read(&heap, number), base.parse().expect("a base"));
        assert_eq!(integer_text::to_text(number, base), text);
        for text in [text.to_string(), text.to_lowercase(), text.replace("-", "-000")] {
            let parsed = integer_text::parse(&heap, text.as_bytes(), base).expect("an integer");
            assert!(compare::exactly_equal(parsed, number), "{text} in base {base}");
        }
    }
    for bad in ["", "-", "+", "1_000", "12a", "--1", " 1", "1 ", "9999999999999999999999x"] {
        assert_eq!(
            integer_text::parse(&heap, bad.as_bytes(), 10).err(),
            Some(integer_text::ParseError::Syntax),
            "{bad}"
        );
    }
    let many = vec![b'9'; 12_000_000];
    assert_eq!(
        integer_text::parse(&heap, &many, 10).err(),
        Some(integer_text::ParseError::SystemLimit)
    );
}

#[test]
fn floats_print_as_in_stock() {
    let code = "
        Edges = [0.0, -0.0, 0.1, 1.0e22, 1.0e23, 5.0e-324, 1.7976931348623157e308, 2.2250738585072014e-308,
            9007199254740992.0, 9007199254740991.0, 18014398509481984.0, 90071992547409920.0, 1.0e15, 1.0e16,
            0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 9.9999, 0.05, 0.25, 0.35, 1.25e-7],
        Near = [Sign(M * math:pow(10, E)) || M <- [1.0, 1.2, 1.23, 1.2345, 9.99], E <- lists:seq(-9, 24)],
        Bits = fun Bits() -> case <<(rand:uniform(1 bsl 64) - 1):64>> of <<F/float>> -> F; _ -> Bits() end end,
        Random = [Bits() || _ <- lists:seq(1, 1000)] ++ [Sign(Float()) || _ <- lists:seq(1, 500)],
        Try = fun(F) -> try F() catch error:badarg -> \"badarg\" end end,
        [begin
            D = rand:uniform(25) - 1, S = rand:uniform(30) - 2,
            io:format(\"~w\\t~s\\t~s\\t~w\\t~s\\t~s\\t~w\\t~s~n\", [F, float_to_list(F, [short]), float_to_list(F),
                D, Try(fun() -> float_to_list(F, [{decimals, D}]) end),
                Try(fun() -> float_to_list(F, [{decimals, D}, compact]) end),
                S, Try(fun() -> float_to_list(F, [{scientific, S}]) end)])
         end || F <- Edges ++ Near ++ Random]";
    let bad = || String::from("badarg");
    for line in lines(code) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [f, short, default, d, decimals, compact, s, scientific] = fields[..] else {
            panic!("{line}")
        };
        let f: f64 = f.parse().expect("a float");
        let (d, s) = (d.parse().expect("decimals"), s.parse().expect("digits"));
        assert_eq!(float::shortest(f), short);
        assert_eq!(float::scientific(f, 20).as_deref(), Some(default));
        assert_eq!(float::decimals(f, d, false).unwrap_or_else(bad), decimals, "{f} {d}");
        assert_eq!(float::decimals(f, d, true).unwrap_or_else(bad), compact, "{f} {d}");
        assert_eq!(float::scientific(f, s).unwrap_or_else(bad), scientific, "{f} {s}");
        for text in [short, default] {
            let parsed = float::parse(text.as_bytes()).expect("a float");
            assert!(parsed == f || text == default, "{text}");
        }
    }
    assert_eq!(float::decimals(0.3, 254, false), None);
    assert_eq!(float::decimals(1.0, -1, false), None);
    assert_eq!(float::scientific(0.3, 250), None);
}

#[test]
fn floats_parse_by_erlangs_syntax() {
    for (text, value) in [
        ("1.0", Some(1.0)),
        ("+1.5e3", Some(1500.0)),
        ("-0.0", Some(-0.0)),
        ("1,5", Some(1.5)),
        ("1.0e-400", Some(0.0)),
        ("1.0e400", None),
        ("1", None),
        ("1e5", None),
        (".5", None),
        ("1.", None),
        ("1.e5", None),
        ("1.0e", None),
        ("1.0e+", None),
        ("inf", None),
        ("1.0 ", None),
        ("", None),
        ("-", None),
    ] {
        assert_eq!(
            float::parse(text.as_bytes()).map(f64::to_bits),
            value.map(f64::to_bits),
            "{text}"
        );
    }
}
