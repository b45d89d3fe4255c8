//! Objects one by one: inserting, looking up, changing, and going from key to key.

use super::{cause, found, table};
use release::Difference;
use std::cmp::Ordering;
use term::{Heap, Row, Term, am, arith, atom, compare};
use vm::bif::{BifResult, Exception};
use vm::ets::{Need, NotASet, Table, Watch, watch};
use vm::process::Running;

const END: Term<'static> = Term::atom(am::EMPTY_TABLE_END);

/// Copies of objects, all of which must be such.
fn objects<'h>(p: &mut Running<'_>, t: &Table, list: Term<'_>) -> Result<Vec<Row>, Exception<'h>> {
    let elements = list.to_vec().ok_or(Exception::BADARG)?;
    if !elements.iter().all(|&o| t.is_object(o)) {
        return Err(Exception::BADARG);
    }
    p.bump_reductions(elements.len() / 2);
    Ok(elements.into_iter().map(Row::new).collect())
}

/// `ets:insert/2`
pub fn insert_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    if t.is_object(args[1]) {
        t.insert(args[1]);
    } else {
        t.insert_all(objects(p, t, args[1])?, false);
    }
    Ok(Term::TRUE)
}

/// `ets:insert_new/2`
pub fn insert_new_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    let inserted = if t.is_object(args[1]) {
        t.insert_new(Row::new(args[1]))
    } else {
        t.insert_all(objects(p, t, args[1])?, true)
    };
    found(t, Term::bool(inserted))
}

fn list_of<'h>(p: &mut Running<'h>, objects: &[Row]) -> Term<'h> {
    if objects.len() > 100 {
        p.bump_reductions(objects.len() / 10);
    }
    let heap = p.heap();
    heap.list_from_rev(objects.iter().rev().map(|o| o.copy_to(heap)))
}

/// `ets:lookup/2`
pub fn lookup_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    let heap = p.heap();
    let objects = match t.get(args[1], true, &watch) {
        Ok(Some(row)) => row.copy_into_list(heap),
        Ok(None) => Term::NIL,
        Err(NotASet) => t.with_objects(args[1], |objects| list_of(p, objects)),
    };
    found(t, objects)
}

fn element<'h>(
    p: &Running<'h>,
    t: &Table,
    (key, pos): (Term<'_>, Term<'_>),
    watch: &Watch,
) -> Result<Option<Term<'h>>, Exception<'h>> {
    let i = pos.as_small().and_then(|i| usize::try_from(i).ok()?.checked_sub(1));
    let i = i.ok_or(Exception::BADARG)?;
    let heap = p.heap();
    match t.get(key, false, watch) {
        Ok(None) => return Ok(None),
        Ok(Some(row)) if i < row.len() => return Ok(Some(heap.copy_in(row.element(i)))),
        Ok(Some(_)) => return Err(Exception::BADARG),
        Err(NotASet) => {}
    }
    t.with_objects(key, |objects| {
        let parts: Option<Vec<Term<'_>>> = match objects {
            [] => return Ok(None),
            [o] if t.options.kind.is_set() => {
                let part = o.term().as_tuple().and_then(|e| e.get(i));
                return part.map(|&e| Some(heap.copy_in(e))).ok_or(Exception::BADARG);
            }
            all => all.iter().map(|o| o.term().as_tuple()?.get(i).copied()).collect(),
        };
        let parts = parts.ok_or(Exception::BADARG)?;
        Ok(Some(heap.list_from_rev(parts.iter().rev().map(|&e| heap.copy_in(e)))))
    })
}

/// `ets:lookup_element/3`
pub fn lookup_element_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    element(p, t, (args[1], args[2]), &watch)?.ok_or_else(|| cause(am::BADKEY))
}

/// `ets:lookup_element/4` (OTP 26)
pub fn lookup_element_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    found(t, element(p, t, (args[1], args[2]), &watch)?.unwrap_or(args[3]))
}

/// `ets:member/2`
pub fn member_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    let is_there = match t.get(args[1], false, &watch) {
        Ok(row) => row.is_some(),
        Err(NotASet) => t.with_objects(args[1], |objects| !objects.is_empty()),
    };
    found(t, Term::bool(is_there))
}

/// `ets:delete/2`
pub fn delete_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    t.take(args[1], |_| ());
    Ok(Term::TRUE)
}

/// `ets:take/2`
pub fn take_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    found(t, t.take(args[1], |objects| list_of(p, objects)))
}

/// `ets:delete_object/2`
pub fn delete_object_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    if !t.is_object(args[1]) {
        return Err(Exception::BADARG);
    }
    t.delete_object(args[1]);
    Ok(Term::TRUE)
}

/// `ets:internal_delete_all/2`: of all objects; gives their number.
pub fn internal_delete_all_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    let n = t.clear();
    p.bump_reductions(n / 10);
    Ok(Term::small(n as i64))
}

/// Changes elements (positions from 0) of an object: in place if neither the old nor the new ones
/// need memory and nobody sees one changed without the others, else a new object is made.
fn change(t: &Table, object: &Row, changes: &[(usize, Term<'_>)]) -> Option<Row> {
    let at_once = !t.is_watched() || changes.len() == 1 && !object.owns();
    let in_place = at_once
        && changes.iter().all(|&(i, new)| object.element(i).is_immediate() && new.is_immediate());
    if in_place {
        for &(i, new) in changes {
            object.set_immediate(i, new.to_static().expect("an immediate"));
        }
        return None;
    }
    let mut elements = object.term().as_tuple().expect("an object is a tuple").to_vec();
    for &(i, new) in changes {
        elements[i] = new;
    }
    // A tuple whose elements lie elsewhere, only for as long as it takes to copy it.
    let scratch = Heap::new(elements.len() + 1);
    let copy = Row::new(scratch.tuple(&elements));
    Some(copy)
}

/// `ets:update_element/3`
pub fn update_element_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    update_element(p, args, None)
}

/// `ets:update_element/4`
pub fn update_element_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    update_element(p, args, Some(args[3]))
}

/// A default is the object to begin with where there is none, with the key in its place.
fn update_element<'h>(
    p: &Running<'h>,
    args: &[Term<'h>],
    default: Option<Term<'h>>,
) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    if !t.options.kind.is_set() || default.is_some_and(|d| !d.is_tuple()) {
        return Err(Exception::BADARG);
    }
    if default.is_some_and(|d| !t.is_object(d)) && t.with_objects(args[1], <[_]>::is_empty) {
        return Err(cause(atom!("position")));
    }
    let make = default.map(|d| move || with_key(p, t, d, args[1]));
    let result = t.update(args[1], make, |object| {
        let size = object.term().as_tuple().map_or(0, <[_]>::len);
        let position = |spec: Term<'h>| {
            let Some(&[pos, value]) = spec.as_tuple_of::<2>() else {
                return Err(Exception::BADARG);
            };
            let i = pos.as_small().and_then(|i| usize::try_from(i - 1).ok());
            match i {
                Some(i) if i == t.options.keypos => Err(cause(atom!("keypos"))),
                Some(i) if i < size => Ok((i, value)),
                _ if pos.is_integer() && Difference::PositionsTold.is_on() => {
                    Err(cause(atom!("position")))
                }
                _ => Err(Exception::BADARG),
            }
        };
        let changes = if args[2].is_tuple() {
            vec![position(args[2])?]
        } else {
            let mut rest = args[2].list();
            let changes = rest.by_ref().map(position).collect::<Result<Vec<_>, _>>()?;
            if !rest.tail().is_nil() {
                return Err(Exception::BADARG);
            }
            changes
        };
        Ok(((), change(t, object, &changes)))
    });
    match result {
        None => found(t, Term::FALSE),
        Some(Ok(())) => Ok(Term::TRUE),
        Some(Err(e)) => Err(e),
    }
}

/// An object of these elements, but with this key.
fn with_key<'h>(p: &Running<'h>, t: &Table, elements: Term<'h>, key: Term<'h>) -> Row {
    let mut elements = elements.as_tuple().unwrap_or_default().to_vec();
    if let Some(place) = elements.get_mut(t.options.keypos) {
        *place = key;
    }
    Row::new(p.heap().tuple(&elements))
}

/// A change of a counter.
struct Operation<'h> {
    position: usize,
    increment: Term<'h>,
    /// Threshold, and what to set beyond it.
    wrap: Option<(Term<'h>, Term<'h>)>,
}

fn operation<'h>(
    t: &Table,
    object: &[Term<'_>],
    op: Term<'h>,
) -> Result<Operation<'h>, Exception<'h>> {
    let (pos, increment, wrap) = match op.as_tuple() {
        Some(&[pos, increment]) => (pos, increment, None),
        Some(&[pos, increment, threshold, set]) if threshold.is_integer() && set.is_integer() => {
            (pos, increment, Some((threshold, set)))
        }
        _ => return Err(Exception::BADARG),
    };
    let pos = pos.as_small().filter(|_| increment.is_integer()).ok_or(Exception::BADARG)?;
    let position = usize::try_from(pos - 1).unwrap_or(usize::MAX);
    if position == t.options.keypos {
        return Err(cause(atom!("keypos")));
    }
    let old = object.get(position).ok_or_else(|| cause(atom!("position")))?;
    if !old.is_integer() {
        return Err(Exception::BADARG);
    }
    Ok(Operation { position, increment, wrap })
}

/// The new value; `old` may lie anywhere.
fn counted<'h>(
    p: &Running<'h>,
    old: Term<'_>,
    op: &Operation<'h>,
) -> Result<Term<'h>, Exception<'h>> {
    let sum = match (old.as_small(), op.increment.as_small()) {
        (Some(a), Some(b)) => Term::try_small(a + b),
        _ => None,
    };
    let new = match sum {
        Some(t) => t,
        None => arith::add(p.heap(), p.heap().copy_in(old), op.increment)
            .map_err(|_| Exception::SYSTEM_LIMIT)?,
    };
    Ok(match op.wrap {
        Some((threshold, set)) => {
            let down = compare::compare(op.increment, Term::small(0)) == Ordering::Less;
            let beyond = if down { Ordering::Less } else { Ordering::Greater };
            if compare::compare(new, threshold) == beyond { set } else { new }
        }
        None => new,
    })
}

/// The new values as the caller gets them, and the updated object, if anything is updated.
type Counted<'h> = Result<(Term<'h>, Option<Row>), Exception<'h>>;

fn count<'h>(p: &Running<'h>, t: &Table, object: &Row, spec: Term<'h>) -> Counted<'h> {
    let elements = object.term().as_tuple().expect("an object is a tuple");
    let single = if spec.is_integer() {
        let pos = Term::small(t.options.keypos as i64 + 2);
        Some(p.heap().tuple(&[pos, spec]))
    } else {
        spec.is_tuple().then_some(spec)
    };
    if let Some(op) = single {
        let op = operation(t, elements, op)?;
        let new = counted(p, elements[op.position], &op)?;
        return Ok((new, change(t, object, &[(op.position, new)])));
    }
    let mut rest = spec.list();
    let ops = rest.by_ref().map(|op| operation(t, elements, op)).collect::<Result<Vec<_>, _>>()?;
    if !rest.tail().is_nil() {
        return Err(Exception::BADARG);
    }
    let mut changes: Vec<(usize, Term<'h>)> = Vec::new();
    let mut results = Vec::new();
    for op in &ops {
        let earlier = changes.iter().find(|c| c.0 == op.position).map(|c| c.1);
        let new = counted(p, earlier.unwrap_or(elements[op.position]), op)?;
        changes.retain(|c| c.0 != op.position);
        changes.push((op.position, new));
        results.push(new);
    }
    let new = if changes.is_empty() { None } else { change(t, object, &changes) };
    Ok((p.heap().list(&results), new))
}

/// Most updates of counters: the counter is small and is changed by a small integer. None leaves it
/// to [`update_counter`].
#[inline]
fn count_small(p: &Running<'_>, args: &[Term<'_>]) -> Option<Term<'static>> {
    let watch = watch();
    let t = Table::of(p, args[0], Need::Write, &watch).ok().filter(|t| t.options.kind.is_set())?;
    let (position, n) = match args[2].as_small() {
        Some(n) => (t.options.keypos + 1, n),
        None => {
            let &[position, n] = args[2].as_tuple_of::<2>()?;
            (usize::try_from(position.as_small()? - 1).ok()?, n.as_small()?)
        }
    };
    if position == t.options.keypos {
        return None;
    }
    t.add_small(args[1], position, n).filter(|_| t.is_alive())
}

fn update_counter<'h>(
    p: &Running<'h>,
    args: &[Term<'h>],
    default: Option<Term<'h>>,
) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    if default.is_some_and(|d| !d.is_tuple()) {
        return Err(Exception::BADARG);
    }
    if !t.options.kind.is_set() {
        return Err(cause(atom!("table_type")));
    }
    if default.is_some_and(|d| !t.is_object(d)) {
        // It matters only if there is no such key.
        if t.with_objects(args[1], <[_]>::is_empty) {
            return Err(Exception::BADARG);
        }
    }
    let make = default.map(|d| move || with_key(p, t, d, args[1]));
    match t.update(args[1], make, |object| count(p, t, object, args[2])) {
        None => Err(cause(am::BADKEY)),
        Some(result) => found(t, result?),
    }
}

/// `ets:update_counter/3`
pub fn update_counter_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(sum) = count_small(p, args) {
        return Ok(sum);
    }
    update_counter(p, args, None)
}

/// `ets:update_counter/4`
pub fn update_counter_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    update_counter(p, args, Some(args[3]))
}

/// `ets:first/1`
pub fn first_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    found(t, t.first(|key| p.heap().copy_in(key)).unwrap_or(END))
}

/// `ets:last/1`
pub fn last_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    found(t, t.last(|key| p.heap().copy_in(key)).unwrap_or(END))
}

/// `ets:next/2`
pub fn next_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    match t.next(args[1], |key| p.heap().copy_in(key)) {
        Ok(key) => found(t, key.unwrap_or(END)),
        Err(_) => Err(Exception::BADARG),
    }
}

/// `ets:prev/2`
pub fn prev_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    match t.prev(args[1], |key| p.heap().copy_in(key)) {
        Ok(key) => found(t, key.unwrap_or(END)),
        Err(_) => Err(Exception::BADARG),
    }
}

/// `{Key, Objects}` of the key that a step leads to. Where its objects have gone since, another
/// step is made.
fn looked_up<'h>(
    p: &mut Running<'h>,
    t: &Table,
    step: impl Fn(&Running<'h>) -> Result<Option<Term<'h>>, Exception<'h>>,
) -> BifResult<'h> {
    while let Some(key) = step(p)? {
        let objects = t.with_objects(key, |objects| list_of(p, objects));
        if objects.is_cons() {
            return found(t, p.heap().tuple(&[key, objects]));
        }
    }
    found(t, END)
}

/// `ets:first_lookup/1` (OTP 27)
pub fn first_lookup_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    looked_up(p, t, |p| Ok(t.first(|key| p.heap().copy_in(key))))
}

/// `ets:last_lookup/1` (OTP 27)
pub fn last_lookup_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    looked_up(p, t, |p| Ok(t.last(|key| p.heap().copy_in(key))))
}

/// `ets:next_lookup/2` (OTP 27)
pub fn next_lookup_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    looked_up(p, t, |p| t.next(args[1], |key| p.heap().copy_in(key)).map_err(|_| Exception::BADARG))
}

/// `ets:prev_lookup/2` (OTP 27)
pub fn prev_lookup_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    looked_up(p, t, |p| t.prev(args[1], |key| p.heap().copy_in(key)).map_err(|_| Exception::BADARG))
}

/// `ets:slot/2`
pub fn slot_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    let n = args[1].as_small().and_then(|n| usize::try_from(n).ok()).ok_or(Exception::BADARG)?;
    let heap = p.heap();
    let mut list = Term::NIL;
    let there = t.slot(n, |objects| {
        for o in objects.iter().rev() {
            list = heap.cons(o.copy_to(heap), list);
        }
    });
    match there {
        Ok(true) => found(t, list),
        Ok(false) => found(t, END),
        Err(_) => Err(Exception::BADARG),
    }
}
