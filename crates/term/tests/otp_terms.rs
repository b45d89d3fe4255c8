//! Random terms of all kinds, made by the stock emulator and sent in the external format: their
//! hashes and their order must be what stock says.

mod common;

use common::stock;
use std::cmp::Ordering;
use term::etf::{DecodeOptions, decode};
use term::{Heap, OwnedTerm, Term, compare, hash, map};

/// Erlang: a fun `T` that makes a term of at most that depth.
const TERMS: &str = r#"
    Atom = fun(A) -> <<119, (byte_size(A)), A/binary>> end,
    Nodes = [<<"a@b">>, <<"aa@b">>, <<"z@h">>, <<"nonode@nohost">>],
    Node = fun() -> Atom(lists:nth(rand:uniform(4), Nodes)) end,
    Small = fun() -> rand:uniform(4) - 1 end,
    Local = [self(), whereis(init), whereis(kernel_sup), hd(erlang:ports())]
        ++ [lists:last(erlang:ports())]
        ++ [spawn(fun() -> ok end) || _ <- lists:seq(1, 5)]
        ++ [make_ref() || _ <- lists:seq(1, 10)],
    Foreign = fun() -> binary_to_term(case rand:uniform(3) of
        1 -> <<131, 88, (Node())/binary, (Small()):32, (Small()):32, (Small()):32>>;
        2 -> <<131, 120, (Node())/binary, (Small()):64, (Small()):32>>;
        3 -> <<131, 89, (Node())/binary, (Small()):32, (Small()):32>> end) end,
    Ref = fun F() -> N = rand:uniform(5), try binary_to_term(<<131, 90, N:16,
        (Node())/binary, (Small()):32, << <<(Small()):32>> || _ <- lists:seq(1, N) >>/binary>>)
        catch error:badarg -> F() end end,
    ForeignTry = fun F() -> try Foreign() catch error:badarg -> F() end end,
    rand:seed(exsss, 99),
    Fun = fun(X, Y) -> case rand:uniform(5) of
        1 -> fun() -> X end; 2 -> fun(A) -> {A, X, Y} end;
        3 -> fun lists:map/2; 4 -> fun lists:foldl/3; 5 -> fun erlang:'+'/2 end end,
    Number = fun() -> case rand:uniform(6) of
        1 -> Small(); 2 -> float(Small()); 3 -> -Small(); 4 -> rand:normal();
        5 -> rand:uniform(1 bsl rand:uniform(130)) - (1 bsl rand:uniform(130));
        6 -> float(1 bsl rand:uniform(200)) end end,
    T = fun T(D) -> case rand:uniform(if D > 0 -> 18; true -> 11 end) of
        1 -> lists:nth(rand:uniform(6), [a, b, '', ab, 'Zoë', list_to_atom([1087])]);
        2 -> lists:nth(rand:uniform(length(Local)), Local);
        N when N =:= 3; N =:= 4 -> ForeignTry();
        5 -> B = rand:uniform(30) - 1, << (rand:uniform(1 bsl 30)):B >>;
        6 -> << <<(Small())>> || _ <- lists:seq(1, Small()) >>;
        7 -> [Small() || _ <- lists:seq(1, Small())];
        N when N < 12 -> Number();
        12 -> [T(D - 1) | T(D - 1)];
        13 -> [T(D - 1) || _ <- lists:seq(1, Small())];
        14 -> list_to_tuple([T(D - 1) || _ <- lists:seq(1, Small())]);
        15 -> maps:from_list([{T(D - 1), T(D - 1)} || _ <- lists:seq(1, Small())]);
        16 -> maps:from_list([{I, I band 3} || I <- lists:seq(1, 33)] ++ [{T(D - 1), T(0)}]);
        17 -> maps:from_list([{T(D - 1), T(D - 1)} || _ <- lists:seq(1, 30 + rand:uniform(30))]);
        18 -> Fun(T(D - 1), T(D - 1)) end end,
"#;

/// The terms in stock's order, each with what the evaluation printed about it: `phash2`, `phash`,
/// and whether it equals the one before.
fn terms(code: &str) -> Vec<(OwnedTerm, Vec<u64>)> {
    let text = stock(&format!(
        "{TERMS} All = lists:sort([binary_to_term(term_to_binary(X)) || X <- {code}]),
        [io:format(\"~s ~w ~w ~w~n\", [binary:encode_hex(term_to_binary(X)), erlang:phash2(X, 1 bsl 32),
            erlang:phash(X, 1 bsl 32), if Y < X -> 0; Y == X -> 1; true -> 2 end])
         || {{X, Y}} <- lists:zip(All, [none | lists:droplast(All)])], halt()."
    ));
    let mut found = Vec::new();
    for line in text.unwrap_or_default().lines() {
        let mut fields = line.split(' ');
        let hex = fields.next().expect("a term").as_bytes();
        let digit = |b: u8| (b as char).to_digit(16).expect("a digit") as u8;
        let bytes: Vec<u8> = hex.chunks(2).map(|p| digit(p[0]) << 4 | digit(p[1])).collect();
        let heap = Heap::new(64);
        let t = decode(&heap, &bytes, DecodeOptions::default()).expect("a term");
        found.push((OwnedTerm::new(t), fields.map(|f| f.parse().expect("a number")).collect()));
    }
    found
}

fn check(terms: &[(OwnedTerm, Vec<u64>)]) {
    for (i, (t, facts)) in terms.iter().enumerate() {
        let t = t.term();
        assert_eq!(u64::from(hash::portable(t)), facts[0], "phash2 of {t:?}");
        assert_eq!(hash::phash(t, 1 << 32), facts[1], "phash of {t:?}");
        let Some(before) = i.checked_sub(1) else { continue };
        let before = terms[before].0.term();
        let expected = [Ordering::Less, Ordering::Equal, Ordering::Greater][facts[2] as usize];
        assert_eq!(compare::compare(before, t), expected, "{before:?} and {t:?}");
        assert_eq!(compare::compare(t, before), expected.reverse(), "{t:?} and {before:?}");
        assert_eq!(compare::equal(before, t), expected.is_eq(), "{before:?} and {t:?}");
        if compare::exactly_equal(before, t) {
            assert_eq!(hash::internal(before), hash::internal(t), "{t:?}");
        }
        assert_eq!(
            compare::compare_exact(before, t).is_eq(),
            compare::exactly_equal(before, t),
            "{before:?} and {t:?}"
        );
    }
}

#[test]
fn hashes_and_order_of_all_kinds_of_terms_are_those_of_stock() {
    check(&terms("[T(3) || _ <- lists:seq(1, 1500)]"));
}

/// Apart from the rest: as keys of large maps stock itself compares them wrongly.
#[test]
fn hashes_and_order_of_foreign_references_are_those_of_stock() {
    check(&terms("[Ref() || _ <- lists:seq(1, 400)]"));
}

#[test]
fn hashes_and_order_of_similar_maps_are_those_of_stock() {
    check(&terms(
        "[maps:from_list([{I, I} || I <- lists:seq(1, 40)] ++ [{T(0), T(0)} || _ <- lists:seq(1, Small())]
            ++ [{rand:uniform(40), T(0)} || _ <- lists:seq(1, Small())]) || _ <- lists:seq(1, 400)]",
    ));
}

#[test]
fn sorting_agrees_between_all_pairs() {
    let terms = terms("[T(2) || _ <- lists:seq(1, 250)]");
    for (i, (a, _)) in terms.iter().enumerate() {
        for (b, facts) in &terms[i + 1..] {
            let order = compare::compare(a.term(), b.term());
            assert_ne!(order, Ordering::Greater, "{a:?} and {b:?} {facts:?}");
            let exact = compare::compare_exact(a.term(), b.term());
            assert_eq!(exact.reverse(), compare::compare_exact(b.term(), a.term()));
            assert_eq!(compare::equal(a.term(), b.term()), order.is_eq(), "{a:?} and {b:?}");
        }
    }
}

#[test]
fn copies_of_maps_built_in_another_order_are_equal() {
    let heap = Heap::new(1 << 12);
    for n in [1, 20, 33, 200, 2000] {
        let mut pairs: Vec<(Term<'_>, Term<'_>)> =
            (0..n).map(|i| (heap.tuple(&[Term::small(i)]), heap.float(i as f64))).collect();
        let a = map::from_pairs(&heap, &pairs);
        pairs.reverse();
        let b = pairs.iter().fold(map::empty(), |m, &(k, v)| map::put(&heap, m, k, v));
        assert!(compare::exactly_equal(a, b) && compare::equal(a, b));
        assert!(compare::compare(a, b).is_eq() && compare::compare_exact(a, b).is_eq());
        assert_eq!(hash::internal(a), hash::internal(b));
        assert_eq!(hash::portable(a), hash::portable(b));
    }
}
