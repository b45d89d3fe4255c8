//! The cost of operations on ETS tables: run with `--ignored --nocapture`.

use std::time::Instant;
use term::{Mfa, Term, atom};
use vm::bif;
use vm::process::{Process, Running};

fn call<'h>(p: &mut Running<'h>, f: &str, args: &[Term<'h>]) -> Term<'h> {
    let mfa = Mfa::new(atom!("ets"), term::Atom::new(f), args.len() as u8);
    bif::find(mfa).expect("a built-in").call(p, args).unwrap_or(Term::NONE)
}

#[test]
#[ignore = "measures"]
fn speed() {
    bifs::register(&[]);
    const N: i64 = 100_000;
    for kind in ["set", "ordered_set"] {
        for size in [100, 10_000, 1_000_000] {
            let p = &mut Process::listed_for_test();
            let kind_term = Term::atom(term::Atom::new(kind));
            let options = p.heap().list(&[kind_term, Term::atom(atom!("public"))]);
            let t = call(p, "new", &[Term::atom(atom!("t")), options]);
            let heap = p.heap();
            let object = |i: i64| heap.tuple(&[Term::small(i), Term::small(i)]);
            let begin = Instant::now();
            for i in 0..size {
                call(p, "insert", &[t, object(i * 7919 % size)]);
            }
            let filled = begin.elapsed().as_nanos() as i64 / size;
            let time = |f: &dyn Fn(&mut Running<'_>, i64)| {
                let mut total = std::time::Duration::ZERO;
                for round in 0..10 {
                    let mut q = Process::for_test();
                    let q = &mut q.running();
                    let begin = Instant::now();
                    for i in 0..N / 10 {
                        f(q, (round * N / 10 + i) * 7919 % size);
                    }
                    total += begin.elapsed();
                }
                total.as_nanos() as i64 / N
            };
            let find = |f: &str, n| {
                bif::find(Mfa::new(atom!("ets"), term::Atom::new(f), n)).expect("a built-in")
            };
            let (lookup, insert) = (find("lookup", 2), find("insert", 2));
            let (member, counter) = (find("member", 2), find("update_counter", 3));
            let one = Term::small(1);
            let lookup = time(&|q, i| drop(lookup.call(q, &[t, Term::small(i)])));
            let member = time(&|q, i| drop(member.call(q, &[t, Term::small(i)])));
            let insert = time(&|q, i| {
                drop(insert.call(q, &[t, q.heap().tuple(&[Term::small(i), one])]));
            });
            let counter = time(&|q, i| drop(counter.call(q, &[t, Term::small(i), one])));
            println!(
                "{kind:12} {size:8}: fill {filled} lookup {lookup} member {member} insert {insert} counter {counter} ns"
            );
        }
    }
}
