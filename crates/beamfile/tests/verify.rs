//! The verifier, one small function for each rule: what it says of code that breaks it, and which
//! tests it asks for of code that may.
#![allow(missing_docs)]

mod common;

use beamfile::{Error, Need, Op, parse};
use common::{Builder, Operand, a, alloc, f, fr, i, list, u, x, y};

/// A module with one function, `f/2`, whose code is given: its instructions come behind the entry
/// label, the fourth of the function.
fn module(code: impl FnOnce(&mut Builder, i128)) -> Vec<u8> {
    let mut b = Builder::new("m");
    let (info, _) = b.function("f", 2);
    code(&mut b, info);
    b.build()
}

#[track_caller]
fn refused(what: &str, code: impl FnOnce(&mut Builder, i128)) {
    match parse(&module(code)) {
        Err(e @ Error::Unsound { .. }) => {
            assert_eq!(e.to_string(), format!("m:f/2, instruction {what}"));
        }
        other => panic!("{what}: {:?}", other.map(|_| "accepted")),
    }
}

#[track_caller]
fn needs(needed: &[Need], code: impl FnOnce(&mut Builder, i128)) {
    let file = parse(&module(code)).expect("code that is in order");
    let found: Vec<Need> = file.code.checks.iter().map(|c| c.need).collect();
    assert_eq!(found, needed);
}

fn ops(b: &mut Builder, all: &[(Op, &[Operand])]) {
    for (op, operands) in all {
        b.op(*op, operands);
    }
}

const RETURN: (Op, &[Operand]) = (Op::Return, &[]);

#[test]
fn registers_are_set_before_they_are_read() {
    refused("4 move: {x,2} is not initialised", |b, _| {
        ops(b, &[(Op::Move, &[x(2), x(0)]), RETURN]);
    });
    refused("5 move: {y,0} is not initialised", |b, _| {
        ops(b, &[(Op::Allocate, &[u(1), u(1)]), (Op::Move, &[y(0), x(0)])]);
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
    refused("4 fadd: {fr,0} is not initialised", |b, _| {
        ops(b, &[(Op::Fadd, &[f(0), fr(0), fr(0), fr(1)]), RETURN]);
    });
    // One way sets it, the other does not.
    refused("7 move: {x,2} is not initialised", |b, _| {
        let label = b.label();
        ops(b, &[(Op::IsTuple, &[f(label), x(0)]), (Op::Move, &[x(0), x(2)])]);
        b.place(label);
        ops(b, &[(Op::Move, &[x(2), x(0)]), RETURN]);
    });
}

#[test]
fn calls_and_collections_see_only_what_is_set() {
    refused("4 test_heap: {x,2} is not initialised", |b, _| {
        ops(b, &[(Op::TestHeap, &[u(2), u(3)]), RETURN]);
    });
    refused("5 move: {x,1} is not initialised", |b, _| {
        ops(b, &[(Op::TestHeap, &[u(2), u(1)]), (Op::Move, &[x(1), x(0)]), RETURN]);
    });
    refused("5 call: {y,0} is not initialised", |b, info| {
        ops(b, &[(Op::Allocate, &[u(1), u(2)]), (Op::Call, &[u(2), f(info + 1)])]);
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
    refused("6 move: {x,1} is not initialised", |b, info| {
        ops(b, &[(Op::Allocate, &[u(0), u(2)]), (Op::Call, &[u(2), f(info + 1)])]);
        ops(b, &[(Op::Move, &[x(1), x(0)]), (Op::Deallocate, &[u(0)]), RETURN]);
    });
}

#[test]
fn a_built_in_that_raises_needs_no_frame() {
    let file = parse(&module(|b, _| {
        let error = b.import("erlang", "error", 1);
        ops(b, &[(Op::CallExt, &[u(1), u(error)])]);
    }));
    let code = file.expect("what compilers before OTP 23 write").code;
    assert_eq!(code.instrs.iter().filter(|i| i.op == Op::CallExtOnly).count(), 1);
    refused("4 call_ext: a call without a frame", |b, _| {
        let now = b.import("erlang", "monotonic_time", 0);
        ops(b, &[(Op::CallExt, &[u(0), u(now)]), RETURN]);
    });
}

#[test]
fn frames_are_what_they_are_said_to_be() {
    refused("4 call: a call without a frame", |b, info| {
        ops(b, &[(Op::Call, &[u(2), f(info + 1)]), RETURN]);
    });
    refused("4 deallocate: there is no frame", |b, _| {
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
    refused("5 deallocate: the frame has 1 slots, not 2", |b, _| {
        ops(b, &[(Op::Allocate, &[u(1), u(1)]), (Op::Deallocate, &[u(2)]), RETURN]);
    });
    refused("5 return: the function is left with its frame", |b, _| {
        ops(b, &[(Op::Allocate, &[u(1), u(1)]), RETURN]);
    });
    refused("5 allocate: there is a frame already", |b, _| {
        ops(b, &[(Op::Allocate, &[u(1), u(1)]), (Op::Allocate, &[u(1), u(1)]), RETURN]);
    });
    refused("4 move: {y,0} is used without a frame", |b, _| {
        ops(b, &[(Op::Move, &[x(0), y(0)]), RETURN]);
    });
    refused("5 move: {y,1} is not in the frame of 1 slots", |b, _| {
        ops(b, &[(Op::Allocate, &[u(1), u(1)]), (Op::Move, &[x(0), y(1)]), RETURN]);
    });
    refused("5 trim: the frame has 2 slots, not 3", |b, _| {
        ops(b, &[(Op::AllocateZero, &[u(2), u(1)]), (Op::Trim, &[u(1), u(2)]), RETURN]);
    });
}

#[test]
fn heap_is_reserved_before_it_is_used() {
    refused("4 put_list: 2 words of heap are needed, 0 reserved", |b, _| {
        ops(b, &[(Op::PutList, &[x(0), x(1), x(0)]), RETURN]);
    });
    refused("6 put_tuple2: 2 words of heap are needed, 1 reserved", |b, _| {
        ops(b, &[(Op::TestHeap, &[u(3), u(2)]), (Op::PutList, &[x(0), x(1), x(1)])]);
        ops(b, &[(Op::PutTuple2, &[x(0), list(&[x(1)])]), RETURN]);
    });
    refused("5 fmove: 2 words of heap are needed, 0 reserved", |b, _| {
        ops(b, &[(Op::Fconv, &[x(0), fr(0)]), (Op::Fmove, &[fr(0), x(0)]), RETURN]);
    });
    refused("4 test_heap: 1000000 words of heap are reserved, at most 0 are used", |b, _| {
        ops(b, &[(Op::TestHeap, &[u(1_000_000), u(1)]), RETURN]);
    });
    needs(&[], |b, _| {
        ops(b, &[(Op::TestHeap, &[alloc(&[(0, 2), (1, 1)]), u(2)])]);
        ops(b, &[(Op::PutList, &[x(0), x(1), x(1)]), (Op::Fconv, &[x(0), fr(0)])]);
        ops(b, &[(Op::Fmove, &[fr(0), x(0)]), RETURN]);
    });
}

#[test]
fn code_stays_in_its_function() {
    refused("4 move: the code goes on behind the function", |b, _| {
        ops(b, &[(Op::Move, &[x(1), x(0)])]);
    });
    refused("5 jump: a loop in which nothing counts reductions", |b, _| {
        let label = b.label();
        b.place(label);
        ops(b, &[(Op::Jump, &[f(label)])]);
    });
    refused("4 is_tuple: a test without a label", |b, _| {
        ops(b, &[(Op::IsTuple, &[f(0), x(0)]), RETURN]);
    });
}

#[test]
fn catches_are_closed_as_they_were_opened() {
    let opened = |b: &mut Builder| {
        let handler = b.label();
        ops(b, &[(Op::Allocate, &[u(1), u(2)]), (Op::Try, &[y(0), f(handler)])]);
        handler
    };
    let handled = |b: &mut Builder, handler: i128| {
        b.place(handler);
        ops(b, &[(Op::TryCase, &[y(0)]), (Op::Deallocate, &[u(1)]), RETURN]);
    };
    refused("6 deallocate: the frame is left with an open catch", |b, _| {
        let handler = opened(b);
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
        handled(b, handler);
    });
    refused("6 move: {y,0} has the tag of a catch that is open", |b, _| {
        let handler = opened(b);
        ops(b, &[(Op::Move, &[x(0), y(0)])]);
        handled(b, handler);
    });
    refused("6 move: {y,0} is the tag of a catch", |b, _| {
        let handler = opened(b);
        ops(b, &[(Op::Move, &[y(0), x(0)])]);
        handled(b, handler);
    });
    refused("5 catch_end: no catch is open", |b, _| {
        ops(b, &[(Op::AllocateZero, &[u(1), u(2)]), (Op::CatchEnd, &[y(0)])]);
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
    refused("5 try_case: there is no exception", |b, _| {
        ops(b, &[(Op::AllocateZero, &[u(1), u(2)]), (Op::TryCase, &[y(0)])]);
        ops(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
    refused("6 trim: a frame is trimmed inside a catch", |b, _| {
        let handler = b.label();
        ops(b, &[(Op::AllocateZero, &[u(2), u(2)]), (Op::Try, &[y(1), f(handler)])]);
        ops(b, &[(Op::Trim, &[u(1), u(1)]), (Op::IfEnd, &[])]);
        b.place(handler);
        ops(b, &[(Op::TryCase, &[y(1)]), (Op::Deallocate, &[u(2)]), RETURN]);
    });
    // The handler may see the slot before it was set.
    refused("12 move: {y,1} is not initialised", |b, info| {
        let handler = b.label();
        ops(b, &[(Op::Allocate, &[u(2), u(2)]), (Op::Try, &[y(0), f(handler)])]);
        ops(b, &[(Op::Fconv, &[x(0), fr(0)]), (Op::Move, &[x(0), y(1)])]);
        ops(b, &[(Op::Call, &[u(2), f(info + 1)]), (Op::IfEnd, &[])]);
        b.place(handler);
        ops(b, &[(Op::TryCase, &[y(0)]), (Op::Move, &[y(1), x(0)])]);
        ops(b, &[(Op::Deallocate, &[u(2)]), RETURN]);
    });
}

#[test]
fn messages_are_taken_before_they_are_kept() {
    let receive = |b: &mut Builder, looked: &[(Op, &[Operand])]| {
        let (again, wait) = (b.label(), b.label());
        ops(b, &[(Op::Allocate, &[u(1), u(0)]), (Op::InitYregs, &[list(&[y(0)])])]);
        b.place(again);
        ops(b, &[(Op::LoopRec, &[f(wait), x(0)])]);
        ops(b, looked);
        ops(b, &[(Op::LoopRecEnd, &[f(again)])]);
        b.place(wait);
        ops(b, &[(Op::Wait, &[f(again)])]);
    };
    needs(&[], |b, _| receive(b, &[]));
    // A slot that keeps some of a message that does not match: the message is put onto the heap.
    needs(&[Need::Received], |b, _| receive(b, &[(Op::Move, &[x(0), y(0)])]));
    refused("8 badmatch: an exception has what has not been received yet", |b, _| {
        receive(b, &[(Op::Badmatch, &[x(0)])]);
    });
    refused("9 return: {x,0} is passed on, but has not been received yet", |b, _| {
        receive(b, &[(Op::Deallocate, &[u(1)]), RETURN]);
    });
}

/// The compiler has a map's key asked for without a use of the answer, and reads the register on
/// the way on which the question has failed.
#[test]
fn a_result_that_is_read_after_a_failure_is_set_before() {
    let asks = |b: &mut Builder, function: &str, arity: u32| {
        let bif = b.import("erlang", function, arity);
        let out = b.label();
        match arity {
            1 => b.op(Op::Bif1, &[f(out), u(bif), x(0), x(2)]),
            _ => b.op(Op::Bif2, &[f(out), u(bif), x(0), x(1), x(2)]),
        };
        ops(b, &[(Op::Move, &[x(2), x(0)]), RETURN]);
        b.place(out);
        ops(b, &[(Op::Move, &[x(2), x(0)]), RETURN]);
    };
    needs(&[Need::Blank], |b, _| asks(b, "is_map_key", 2));
    refused("8 move: {x,2} is not initialised", |b, _| asks(b, "map_size", 1));
}

/// Tests that are called allocate nothing: what was reserved before is there behind them.
#[test]
fn tests_leave_what_is_reserved_of_the_heap() {
    let asks = |b: &mut Builder, module: &str, function: &str| {
        let bif = b.import(module, function, 3);
        ops(b, &[(Op::TestHeap, &[u(2), u(1)])]);
        b.op(Op::Bif3, &[f(0), u(bif), x(0), i(1), i(2), x(0)]);
        ops(b, &[(Op::PutList, &[x(0), x(0), x(0)]), RETURN]);
    };
    needs(&[], |b, _| asks(b, "erlang", "is_record"));
    needs(&[], |b, _| asks(b, "erlang", "is_integer"));
    refused("6 put_list: 2 words of heap are needed, 0 reserved", |b, _| {
        asks(b, "erlang", "binary_part");
    });
}

#[test]
fn types_that_cannot_be_are_refused_and_others_tested() {
    refused("5 get_list: {x,0} is an atom, not a non-empty list", |b, _| {
        let atom = b.atom("foo");
        ops(b, &[(Op::Move, &[a(atom), x(0)]), (Op::GetList, &[x(0), x(0), x(1)]), RETURN]);
    });
    refused("6 get_tuple_element: {x,0} is a tuple of 1, not a tuple of 3 or more", |b, _| {
        ops(b, &[(Op::TestHeap, &[u(2), u(1)]), (Op::PutTuple2, &[x(0), list(&[i(1)])])]);
        ops(b, &[(Op::GetTupleElement, &[x(0), u(2), x(0)]), RETURN]);
    });
    needs(&[Need::Tuple(3)], |b, _| {
        ops(b, &[(Op::GetTupleElement, &[x(0), u(0), x(1)])]);
        ops(b, &[(Op::GetTupleElement, &[x(0), u(2), x(0)]), RETURN]);
    });
    needs(&[Need::Cons], |b, _| ops(b, &[(Op::GetHd, &[x(0), x(0)]), RETURN]));
    needs(&[Need::Float], |b, _| ops(b, &[(Op::Fmove, &[x(0), fr(0)]), RETURN]));
    needs(&[], |b, info| {
        ops(b, &[(Op::IsNonemptyList, &[f(info), x(0)]), (Op::GetTl, &[x(0), x(0)]), RETURN]);
    });
    refused("4 set_tuple_element: a tuple is changed that has not just been made", |b, _| {
        ops(b, &[(Op::SetTupleElement, &[x(0), x(1), u(0)]), RETURN]);
    });
    refused("4 bs_get_integer2: a unit of 300 bits", |b, info| {
        ops(b, &[(Op::BsGetInteger2, &[f(info), x(0), u(1), i(8), u(300), u(0), x(0)]), RETURN]);
    });
}

/// Tests that verifying has asked for are kept with native code.
#[test]
fn tests_are_kept_and_taken_over() {
    let mut tests = 0;
    for path in common::otp_files().iter().take(40) {
        let bytes = std::fs::read(path).unwrap();
        let (verified, mut again) = (parse(&bytes).unwrap(), beamfile::read(&bytes).unwrap());
        let kept = beamfile::checks_to_bytes(&verified);
        assert!(beamfile::verified(&mut again, &kept), "{}", path.display());
        assert_eq!(again.code.checks, verified.code.checks);
        tests += verified.code.checks.len();
        let mut refused = |kept: &[u8]| {
            assert!(!beamfile::verified(&mut again, kept), "{}: {kept:?}", path.display());
            assert_eq!(again.code.checks, verified.code.checks);
        };
        refused(&[0]);
        // An instruction that there is not, an operand that is none, a need that is none.
        refused(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0]);
        refused(&[0, 0, 0, 0, 99, 0, 0, 0, 0, 0]);
        refused(&[0, 0, 0, 0, 0, 99, 0, 0, 0, 0]);
    }
    assert!(tests > 0, "no module needs any");
}

#[test]
fn records_are_made_of_what_is_set() {
    refused("4 put_record: {x,2} is not initialised", |b, _| {
        let (name, field) = (a(b.atom("r")), a(b.atom("x")));
        ops(b, &[(Op::PutRecord, &[f(0), name, a(0), x(0), u(1), list(&[field, x(2)])]), RETURN]);
    });
    // It collects before it reads the values.
    refused("4 put_record: {x,1} is not initialised", |b, _| {
        let (name, field) = (a(b.atom("r")), a(b.atom("x")));
        ops(b, &[(Op::PutRecord, &[f(0), name, a(0), x(0), u(1), list(&[field, x(1)])]), RETURN]);
    });
    refused("5 move: {x,1} is not initialised", |b, _| {
        let name = a(b.atom("r"));
        ops(b, &[(Op::PutRecord, &[f(0), name, a(0), x(0), u(1), list(&[])])]);
        ops(b, &[(Op::Move, &[x(1), x(0)]), RETURN]);
    });
    refused("4 get_record_field: {x,2} is not initialised", |b, _| {
        let name = a(b.atom("r"));
        ops(b, &[(Op::GetRecordField, &[f(0), x(2), name.clone(), name, x(0)]), RETURN]);
    });
    refused("4 is_any_native_record: a test without a label", |b, _| {
        ops(b, &[(Op::IsAnyNativeRecord, &[f(0), x(0)]), RETURN]);
    });
    // A field that is missing leaves the others set, or not.
    refused("7 move: {x,2} is not initialised", |b, info| {
        let (label, field) = (b.label(), a(b.atom("x")));
        let _ = info;
        ops(b, &[(Op::GetRecordElements, &[f(label), x(0), list(&[field, x(2)])])]);
        ops(b, &[(Op::Move, &[x(2), x(0)])]);
        b.place(label);
        ops(b, &[(Op::Move, &[x(2), x(0)]), RETURN]);
    });
    needs(&[], |b, info| {
        let (name, field) = (a(b.atom("r")), a(b.atom("x")));
        let fields = list(&[field.clone(), x(1)]);
        ops(b, &[(Op::IsNativeRecord, &[f(info), x(0), name.clone(), name.clone()])]);
        ops(b, &[(Op::GetRecordElements, &[f(info), x(0), fields.clone()])]);
        ops(b, &[(Op::PutRecord, &[f(0), name, x(0), x(0), u(2), fields]), RETURN]);
    });
}
