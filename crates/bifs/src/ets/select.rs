//! Selecting objects by match specifications, all at once or in parts.

use super::{cause, found, table};
use std::cmp::Ordering;
use std::sync::Arc;
use term::{Heap, OwnedTerm, Row, Term, am, atom, compare};
use vm::bif::{BifResult, Exception};
use vm::ets::{Edit, Kind, Need, Position, Table, watch};
use vm::interp;
use vm::match_spec::keys::{self, Keys};
use vm::match_spec::{Compiled, Dialect, Fake, Program, Subject, View, is_too_deep};
use vm::process::Running;

const END: Term<'static> = Term::atom(am::EMPTY_TABLE_END);
/// Objects looked at for one reduction.
const PER_REDUCTION: usize = 4;

fn compile<'h>(heap: &'h Heap, spec: Term<'h>) -> Result<Compiled<'h>, Exception<'h>> {
    Compiled::compile(heap, spec, Dialect::Table).map_err(refused)
}

/// The exception for a match specification with these complaints.
fn refused(complaints: Vec<String>) -> Exception<'static> {
    if is_too_deep(&complaints) { Exception::SYSTEM_LIMIT } else { Exception::BADARG }
}

/// The program that the term is the reference of, if it is one.
fn compiled(t: Term<'_>) -> Option<&Program> {
    t.as_ref().and_then(|r| r.magic_as::<Program>())
}

/// The compiled match specification that a reference stands for, or with which a selection goes on.
pub(crate) fn program_of(reference: term::Ref<'_>) -> Option<&Program> {
    let going = reference.magic_as::<Going>().map(|going| &*going.program);
    going.or_else(|| reference.magic_as())
}

/// A program for a pattern alone, giving what the atom says of each object that matches.
fn pattern_program<'h>(
    heap: &'h Heap,
    pattern: Term<'h>,
    gives: term::Atom,
) -> Result<Compiled<'h>, Exception<'h>> {
    let body = heap.cons(Term::atom(gives), Term::NIL);
    Compiled::compile_clauses(heap, &[[pattern, Term::NIL, body]], Dialect::Table).map_err(refused)
}

/// The order of a key with respect to those that the program can match.
fn range(keys: &Keys<'_>, key: Term<'_>) -> Ordering {
    let among = |all: &[Term<'_>], order: &dyn Fn(Term<'_>) -> Ordering| {
        let mut orders = all.iter().map(|&k| order(k));
        let first = orders.next().unwrap_or(Ordering::Equal);
        if orders.all(|o| o == first) { first } else { Ordering::Equal }
    };
    match keys {
        Keys::All => Ordering::Equal,
        Keys::These(all) => among(all, &|k| compare::compare(key, k)),
        Keys::Like(all) => among(all, &|pattern| keys::order(key, pattern)),
        Keys::None => Ordering::Greater,
    }
}

/// The ways to deal with objects that match.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Task {
    /// Results in a list, in an ordered table in order.
    Select,
    /// Against the order.
    SelectReverse,
    /// Count those whose result is `true`.
    Count,
    /// Remove those whose result is `true`; count them.
    Delete,
    /// Put the results in their places; count them.
    Replace,
}

/// Where a task stands that takes several turns.
enum Place {
    Start,
    At(Position),
    After(OwnedTerm),
}

/// A task that takes several turns: the second argument of the built-in from the second turn on.
/// The first is then `{Table, What has been gathered}`.
struct Going {
    program: Arc<Program>,
    place: Place,
}

/// Objects that may be looked at before others get a turn.
fn budget(p: &Running<'_>) -> usize {
    let left = p.own_ref().left();
    usize::try_from(left).unwrap_or(0).max(100) * PER_REDUCTION
}

/// Runs `f` on objects that the program may match, from a place on; gives the place to go on at, if
/// there is more than the budget allows.
fn visit(
    t: &Table,
    program: View<'_>,
    place: &Place,
    budget: usize,
    reverse: bool,
    mut f: impl FnMut(&Row),
) -> Option<Place> {
    let mut left = budget;
    match program.keys(t.options.keypos, t.is_ordered()) {
        Keys::None => None,
        Keys::These(mut keys) => {
            if reverse {
                keys.reverse();
            }
            for key in keys {
                t.with_objects(key, |objects| objects.iter().for_each(&mut f));
            }
            None
        }
        keys if t.is_ordered() => {
            let after = match place {
                Place::After(key) => Some(key.term()),
                _ => None,
            };
            let mut last = None;
            t.walk_ordered(after, &|key| range(&keys, key), reverse, |key, object| {
                f(object);
                left -= 1;
                if left == 0 {
                    last = Some(Place::After(OwnedTerm::new(key)));
                }
                left != 0
            });
            last
        }
        _ => {
            let from = match place {
                Place::At(at) => *at,
                _ => Position::START,
            };
            let next = t.walk(from, |objects| {
                objects.iter().for_each(&mut f);
                left = left.saturating_sub(objects.len());
                left != 0
            });
            next.map(Place::At)
        }
    }
}

/// As [`visit`], and does with each object what `f` says.
fn edit(
    t: &Table,
    program: View<'_>,
    place: &Place,
    budget: usize,
    mut f: impl FnMut(&Row) -> Edit,
) -> Option<Place> {
    match program.keys(t.options.keypos, t.is_ordered()) {
        Keys::None => None,
        Keys::These(keys) => {
            keys.into_iter().for_each(|key| t.edit_key(key, &mut f));
            None
        }
        keys if t.is_ordered() => {
            let after = match place {
                Place::After(key) => Some(key.term()),
                _ => None,
            };
            t.edit_ordered(after, &|key| range(&keys, key), budget, f).map(Place::After)
        }
        _ => {
            let from = match place {
                Place::At(at) => *at,
                _ => Position::START,
            };
            t.edit(from, budget, f).map(Place::At)
        }
    }
}

/// One turn of a task.
struct Turn<'a> {
    t: &'a Table,
    program: View<'a>,
    place: &'a Place,
    /// Objects that may be looked at.
    budget: usize,
}

/// The list or the number that a turn has got to, the place to go on at, and how many objects the
/// turn has looked at.
type Progress<'h> = (Term<'h>, Option<Place>, usize);

impl Turn<'_> {
    /// Puts the results of more objects in front of `list`. A tree's list is in order if
    /// `in_order`, else against it.
    #[inline]
    fn select<'h>(&self, p: &mut Running<'h>, list: Term<'h>, in_order: bool) -> Progress<'h> {
        let Turn { t, program, place, budget } = *self;
        let (mut list, mut seen) = (list, 0);
        // The list grows at its front: a tree is visited from the end that is wanted last.
        let mut results = Vec::new();
        let backwards = t.is_ordered() && in_order;
        let next = visit(t, program, place, budget, backwards, |object| {
            seen += 1;
            if let Some(result) = program.run(p, object.term()) {
                if t.is_ordered() {
                    list = p.heap().cons(result, list);
                } else {
                    results.push(result);
                }
            }
        });
        // The list of a table without order is turned round in the last turn, so that its order is
        // the same in however many turns it is made.
        if next.is_some() {
            list = results.iter().fold(list, |list, &result| p.heap().cons(result, list));
        } else if !t.is_ordered() {
            let (mut all, mut earlier) = (p.heap().list(&results), list);
            while let Some((result, rest)) = earlier.as_cons() {
                all = p.heap().cons(result, all);
                earlier = rest;
            }
            list = all;
        }
        (list, next, seen)
    }

    /// Counts more objects for which the task does something, beyond `n`, and does that.
    #[inline]
    fn count<'h>(&self, p: &mut Running<'h>, n: i64, task: Task) -> Progress<'h> {
        let Turn { t, program, place, budget } = *self;
        let (mut n, mut seen) = (n, 0);
        let next = match task {
            Task::Delete => edit(t, program, place, budget, |object| {
                seen += 1;
                if program.is_true(p, object.term()) {
                    n += 1;
                    return Edit::Remove;
                }
                Edit::Keep
            }),
            Task::Replace => edit(t, program, place, budget, |object| {
                seen += 1;
                match program.run(p, object.term()).filter(|&new| t.is_object(new)) {
                    Some(new) => {
                        n += 1;
                        Edit::Replace(Row::new(new))
                    }
                    None => Edit::Keep,
                }
            }),
            Task::Count | Task::Select | Task::SelectReverse => {
                visit(t, program, place, budget, false, |object| {
                    seen += 1;
                    n += i64::from(program.is_true(p, object.term()));
                })
            }
        };
        (Term::small(n), next, seen)
    }
}

/// Does a task, or as much as one turn allows. `compile` makes the program of the second argument.
fn run<'h>(
    p: &mut Running<'h>,
    args: &[Term<'h>],
    task: Task,
    compile: impl FnOnce(&Table, Term<'h>) -> Result<Compiled<'h>, Exception<'h>>,
) -> BifResult<'h> {
    let going = args[1].as_ref().and_then(|r| r.magic_as::<Going>());
    let (id, gathered) = match (going, args[0].as_tuple()) {
        (Some(_), Some(&[id, gathered])) => (id, gathered),
        _ if matches!(task, Task::Select | Task::SelectReverse) => (args[0], Term::NIL),
        _ => (args[0], Term::small(0)),
    };
    let watch = watch();
    let need = if matches!(task, Task::Delete | Task::Replace) { Need::Write } else { Need::Read };
    let t = table(p, id, need, &watch)?;
    let fresh = match going {
        Some(_) => None,
        None => Some(compile(t, args[1])?),
    };
    let (program, place) = match (going, &fresh) {
        (Some(going), _) => (going.program.view(), &going.place),
        (None, Some(fresh)) => (fresh.view(), &Place::Start),
        (None, None) => return Err(Exception::BADARG),
    };
    let turn = Turn { t, program, place, budget: budget(p) };
    let (gathered, next, seen) = match task {
        Task::Select | Task::SelectReverse => turn.select(p, gathered, task == Task::Select),
        Task::Count | Task::Delete | Task::Replace => {
            turn.count(p, gathered.as_small().unwrap_or(0), task)
        }
    };
    p.bump_reductions(seen / PER_REDUCTION);
    let Some(place) = next else { return found(t, gathered) };
    let heap = p.heap();
    let program = match (going, fresh) {
        (Some(going), _) => going.program.clone(),
        (None, Some(fresh)) => Arc::new(fresh.store()),
        (None, None) => return Err(Exception::BADARG),
    };
    let going = heap.magic_ref(vm::system::new_ref(), Arc::new(Going { program, place }));
    Err(Exception::yield_with(vec![heap.tuple(&[id, gathered]), going]))
}

/// The state of a selection in parts.
struct Part<'h> {
    id: Term<'h>,
    limit: usize,
    /// The reference of the program.
    program: Term<'h>,
    reverse: bool,
}

fn limit<'h>(t: Term<'_>) -> Result<usize, Exception<'h>> {
    t.as_small().and_then(|n| usize::try_from(n).ok()).filter(|&n| n != 0).ok_or(Exception::BADARG)
}

/// The answer: results in order, and how to go on, if there is more.
fn answer<'h>(p: &Running<'h>, results: &[Term<'h>], more: Option<Term<'h>>) -> Term<'h> {
    if results.is_empty() && more.is_none() {
        return END;
    }
    p.heap().tuple(&[p.heap().list(results), more.unwrap_or(END)])
}

/// The next results of a table without order, after those in `results`.
fn part_of_hash<'h>(
    p: &mut Running<'h>,
    t: &Table,
    part: &Part<'h>,
    program: View<'_>,
    from: Option<Position>,
    mut results: Vec<Term<'h>>,
) -> Term<'h> {
    let heap = p.heap();
    let mut seen = 0;
    let mut next = None;
    let mut take = |objects: &[Row]| {
        seen += objects.len();
        for object in objects {
            results.extend(program.run(p, object.term()));
        }
        results.len() < part.limit
    };
    match (from, program.keys(t.options.keypos, false)) {
        (None, _) | (Some(Position::START), Keys::None) => {}
        (Some(Position::START), Keys::These(keys)) => {
            for key in keys {
                t.with_objects(key, &mut take);
            }
        }
        (Some(from), _) => next = t.walk(from, take),
    }
    p.bump_reductions(seen / PER_REDUCTION);
    let rest = results.split_off(results.len().min(part.limit));
    let more = (next.is_some() || !rest.is_empty()).then(|| {
        heap.tuple(&[
            part.id,
            Term::small(next.map_or(-1, Position::number)),
            Term::small(part.limit as i64),
            part.program,
            heap.list(&rest),
            Term::small(rest.len() as i64),
        ])
    });
    answer(p, &results, more)
}

/// The next results of an ordered table, after a key.
fn part_of_tree<'h>(
    p: &mut Running<'h>,
    t: &Table,
    part: &Part<'h>,
    program: View<'_>,
    after: Option<Term<'h>>,
) -> Term<'h> {
    let heap = p.heap();
    let keys = program.keys(t.options.keypos, true);
    let (mut seen, mut last) = (0, Term::NIL);
    let mut results = Vec::new();
    let stopped = t.walk_ordered(after, &|key| range(&keys, key), part.reverse, |key, object| {
        seen += 1;
        results.extend(program.run(p, object.term()));
        if results.len() < part.limit {
            return true;
        }
        last = heap.copy_in(key);
        false
    });
    p.bump_reductions(seen / PER_REDUCTION);
    let more = stopped.then(|| {
        heap.tuple(&[
            part.id,
            last,
            Term::NIL,
            Term::small(part.limit as i64),
            part.program,
            Term::NIL,
            Term::small(part.reverse.into()),
            Term::small(0),
        ])
    });
    answer(p, &results, more)
}

fn first_part<'h>(
    p: &mut Running<'h>,
    id: Term<'h>,
    program: Compiled<'h>,
    limit: usize,
    reverse: bool,
) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, id, Need::Read, &watch)?;
    let program = p.heap().magic_ref(vm::system::new_ref(), Arc::new(program.store()));
    // It is this table that the continuation goes on with, whatever the name means by then.
    let id = t.reference(p.heap());
    let part = Part { id, limit, program, reverse };
    let program = compiled(program).ok_or(Exception::BADARG)?.view();
    let first = if t.is_ordered() {
        part_of_tree(p, t, &part, program, None)
    } else {
        part_of_hash(p, t, &part, program, Some(Position::START), Vec::new())
    };
    found(t, first)
}

/// `ets:select/1`, `ets:select_reverse/1`, `ets:match/1`, `ets:match_object/1`
pub fn select_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if args[0].is(am::EMPTY_TABLE_END) {
        return Ok(END);
    }
    let elements = args[0].as_tuple().filter(|e| !e.is_empty()).ok_or(Exception::BADARG)?;
    let watch = watch();
    let t = table(p, elements[0], Need::Read, &watch)?;
    match *elements {
        [id, at, n, program, rest, _] if !t.is_ordered() => {
            let part = Part { id, limit: limit(n)?, program, reverse: false };
            let program = compiled(program).ok_or(Exception::BADARG)?.view();
            let at = at.as_small().ok_or(Exception::BADARG)?;
            let from = (at >= 0).then(|| Position::from_number(at));
            let mut results = rest.to_vec().ok_or(Exception::BADARG)?;
            // The objects at the start have been looked at already.
            let from = from.filter(|&f| f != Position::START);
            let from = if results.len() >= part.limit {
                let rest = results.split_off(part.limit);
                let more = (from.is_some() || !rest.is_empty()).then(|| {
                    p.heap().tuple(&[
                        id,
                        Term::small(at),
                        n,
                        part.program,
                        p.heap().list(&rest),
                        Term::small(rest.len() as i64),
                    ])
                });
                return Ok(answer(p, &results, more));
            } else {
                from
            };
            found(t, part_of_hash(p, t, &part, program, from, results))
        }
        [id, key, _, n, program, _, reverse, _] if t.is_ordered() => {
            let reverse = reverse.as_small().ok_or(Exception::BADARG)? != 0;
            let part = Part { id, limit: limit(n)?, program, reverse };
            let program = compiled(program).ok_or(Exception::BADARG)?.view();
            found(t, part_of_tree(p, t, &part, program, Some(key)))
        }
        _ => Err(Exception::BADARG),
    }
}

/// `ets:select/2`
pub fn select_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Select, |_, spec| compile(heap, spec))
}

/// `ets:select/3`
pub fn select_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    table(p, args[0], Need::Read, &watch)?;
    let limit = limit(args[2])?;
    first_part(p, args[0], compile(p.heap(), args[1])?, limit, false)
}

/// `ets:select_reverse/2`
pub fn select_reverse_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::SelectReverse, |_, spec| compile(heap, spec))
}

/// `ets:select_reverse/3`
pub fn select_reverse_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    table(p, args[0], Need::Read, &watch)?;
    let limit = limit(args[2])?;
    first_part(p, args[0], compile(p.heap(), args[1])?, limit, true)
}

/// `ets:match/2`
pub fn match_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Select, |_, pattern| pattern_program(heap, pattern, am::DOLLAR_DOLLAR))
}

/// `ets:match/3`
pub fn match_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    table(p, args[0], Need::Read, &watch)?;
    let limit = limit(args[2])?;
    first_part(p, args[0], pattern_program(p.heap(), args[1], am::DOLLAR_DOLLAR)?, limit, false)
}

/// `ets:match_object/2`
pub fn match_object_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Select, |_, pattern| pattern_program(heap, pattern, am::DOLLAR_UNDERSCORE))
}

/// `ets:match_object/3`
pub fn match_object_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    table(p, args[0], Need::Read, &watch)?;
    let limit = limit(args[2])?;
    first_part(p, args[0], pattern_program(p.heap(), args[1], am::DOLLAR_UNDERSCORE)?, limit, false)
}

/// `ets:select_count/2`
pub fn select_count_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Count, |_, spec| compile(heap, spec))
}

/// `ets:internal_select_delete/2`
pub fn internal_select_delete_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Delete, |_, spec| compile(heap, spec))
}

/// `ets:select_replace/2`
pub fn select_replace_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    run(p, args, Task::Replace, |t, spec| {
        if t.options.kind == Kind::Bag {
            return Err(cause(atom!("table_type")));
        }
        let program = compile(heap, spec)?;
        if program.view().keeps_key(t.options.keypos) {
            Ok(program)
        } else {
            Err(Exception::BADARG)
        }
    })
}

/// `ets:is_compiled_ms/1`
pub fn is_compiled_ms_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::bool(compiled(args[0]).is_some()))
}

/// `ets:match_spec_compile/1`
pub fn match_spec_compile_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let program = compile(p.heap(), args[0])?.store();
    Ok(p.heap().magic_ref(vm::system::new_ref(), Arc::new(program)))
}

/// `ets:match_spec_run_r/3`
pub fn match_spec_run_r_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    const TURN: usize = 1000;
    let program = compiled(args[1]).ok_or(Exception::BADARG)?.view();
    let (mut rest, mut results) = (args[0].list(), args[2]);
    for (i, t) in rest.by_ref().enumerate() {
        if let Some(result) = program.run(p, t) {
            results = p.heap().cons(result, results);
        }
        if i == TURN {
            break;
        }
    }
    if rest.tail().is_cons() {
        return Err(Exception::yield_with(vec![rest.tail(), args[1], results]));
    }
    if rest.tail().is_nil() { Ok(results) } else { Err(Exception::BADARG) }
}

/// `erlang:match_spec_test/3`
pub fn match_spec_test_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let kind = args[2].as_atom().ok_or(Exception::BADARG)?;
    let (dialect, list) = match kind.name() {
        "table" => (Dialect::Table, None),
        "trace" => {
            let mut list = args[0].list();
            let elements: Vec<_> = list.by_ref().collect();
            if elements.is_empty() && !args[0].is_nil() {
                return Err(Exception::BADARG);
            }
            (Dialect::Call, Some(elements))
        }
        _ => return Err(Exception::BADARG),
    };
    let program = match Compiled::compile(heap, args[1], dialect) {
        Ok(program) => program,
        Err(complaints) => {
            let complaints = complaints
                .iter()
                .rev()
                .map(|text| heap.tuple(&[Term::atom(am::ERROR), heap.string(text)]));
            return Ok(heap.tuple(&[Term::atom(am::ERROR), heap.list_from_rev(complaints)]));
        }
    };
    let mut fake = Fake::new(|p, depth| {
        // The callers of the function that has called this built-in.
        let depth = depth.min(interp::backtrace_depth()) + 1;
        let trace = interp::current_stacktrace(p, p.heap(), depth);
        trace.as_cons().map_or(Term::NIL, |(_, callers)| callers)
    });
    let subject = match &list {
        Some(elements) => Subject::Arguments(elements),
        None => Subject::Term(args[0]),
    };
    let result = program.view().run_with(p, subject, &mut fake).unwrap_or(Term::FALSE);
    let mut flags = Vec::new();
    if fake.return_trace {
        flags.push(Term::atom(atom!("return_trace")));
    }
    if fake.exception_trace {
        flags.push(Term::atom(atom!("exception_trace")));
    }
    Ok(heap.tuple(&[Term::OK, result, heap.list(&flags), Term::NIL]))
}
