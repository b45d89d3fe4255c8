//! NIFs by rustler: resources with destructors and monitors, dirty functions, messages from
//! threads, binaries, maps, errors. `lib_rustler.erl` calls them all.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use rustler::env::SavedTerm;
use rustler::types::map::MapIterator;
use rustler::types::tuple::get_tuple;
use rustler::{
    Atom, BigInt, Binary, Encoder, Env, Error, ListIterator, LocalPid, Monitor, NewBinary, NifMap,
    NifResult, NifTaggedEnum, NifTuple, NifUnitEnum, OwnedBinary, OwnedEnv, Reference, Resource,
    ResourceArc, Term, nif, resource_impl,
};

mod atoms {
    rustler::atoms! {
        ok, error, down, dropped, went, tick, done, big, not_found, too_large, answer
    }
}

// Values of Rust and terms.

#[derive(NifMap, Clone)]
struct Point {
    x: i64,
    y: f64,
    name: String,
}

#[derive(NifTuple)]
struct Pair {
    left: Atom,
    right: u8,
}

#[derive(NifUnitEnum)]
enum Colour {
    Red,
    DarkGreen,
}

#[derive(NifTaggedEnum)]
enum Shape {
    Nothing,
    Circle(f64),
    Rectangle { width: u32, height: u32 },
}

#[nif]
fn add(a: i64, b: i64) -> NifResult<i64> {
    a.checked_add(b).ok_or(Error::RaiseTerm(Box::new((atoms::too_large(), a))))
}

#[nif]
fn numbers(a: u8, b: i32, c: u64, d: f64, e: i128) -> (u8, i32, u64, f64, i128) {
    (a, b, c, d, e)
}

#[nif]
fn product(a: BigInt, b: BigInt) -> BigInt {
    a * b
}

#[nif]
fn moved(point: Point) -> Point {
    Point { x: point.x + 1, y: -point.y, name: point.name + "!" }
}

#[nif]
fn swapped(pair: Pair) -> (u8, Atom) {
    (pair.right, pair.left)
}

#[nif]
fn colour(c: Colour) -> Colour {
    match c {
        Colour::Red => Colour::DarkGreen,
        Colour::DarkGreen => Colour::Red,
    }
}

#[nif]
fn area(shape: Shape) -> f64 {
    match shape {
        Shape::Nothing => 0.0,
        Shape::Circle(r) => r * r * 3.0,
        Shape::Rectangle { width, height } => f64::from(width * height),
    }
}

#[nif]
fn option(value: Option<i64>) -> Result<i64, Atom> {
    value.ok_or(atoms::not_found())
}

#[nif]
fn kind(term: Term) -> String {
    format!("{:?}", term.get_type())
}

#[nif]
fn shown(term: Term) -> String {
    format!("{term:?}")
}

#[nif]
fn compared<'a>(a: Term<'a>, b: Term<'a>) -> (bool, bool, u32) {
    (a == b, a < b, a.hash_phash2())
}

// Lists, tuples, maps.

#[nif]
fn sum(list: ListIterator) -> NifResult<i64> {
    list.map(|t| t.decode::<i64>()).sum()
}

#[nif]
fn list_of<'a>(env: Env<'a>, count: i64) -> Term<'a> {
    (0..count).fold(Term::list_new_empty(env), |list, n| list.list_prepend(n))
}

#[nif]
fn reversed<'a>(env: Env<'a>, tuple: Term<'a>) -> NifResult<Term<'a>> {
    let mut elements = get_tuple(tuple)?;
    elements.reverse();
    Ok(rustler::types::tuple::make_tuple(env, &elements))
}

#[nif]
fn inverted<'a>(env: Env<'a>, map: MapIterator<'a>) -> NifResult<Term<'a>> {
    let mut result = Term::map_new(env);
    for (key, value) in map {
        result = result.map_put(value, key)?;
    }
    Ok(result)
}

#[nif]
fn map_changes<'a>(env: Env<'a>, map: Term<'a>) -> NifResult<Vec<Term<'a>>> {
    Ok(vec![
        map.map_size()?.encode(env),
        map.map_put("new", 1)?,
        map.map_remove(atoms::ok())?,
        map.map_update(atoms::error(), 7).unwrap_or(atoms::not_found().encode(env)),
        map.map_get(atoms::error()).unwrap_or(atoms::not_found().encode(env)),
        Term::map_from_arrays(env, &["a", "b"], &[1, 2])?,
    ])
}

// Binaries.

#[nif]
fn upper<'a>(env: Env<'a>, text: Binary<'a>) -> Binary<'a> {
    let mut out = NewBinary::new(env, text.len());
    out.as_mut_slice().copy_from_slice(text.as_slice());
    out.as_mut_slice().make_ascii_uppercase();
    out.into()
}

#[nif]
fn joined<'a>(env: Env<'a>, data: Term<'a>) -> NifResult<Binary<'a>> {
    let bytes = Binary::from_iolist(data)?;
    let mut owned = OwnedBinary::new(bytes.len());
    owned.as_mut_slice().copy_from_slice(bytes.as_slice());
    owned.realloc_or_copy(bytes.len() + 1);
    *owned.as_mut_slice().last_mut().expect("one byte more") = b'.';
    Ok(owned.release(env))
}

#[nif]
fn part<'a>(text: Binary<'a>, from: usize, len: usize) -> NifResult<Binary<'a>> {
    text.make_subbinary(from, len)
}

#[nif]
fn collected<'a>(env: Env<'a>, count: usize) -> Binary<'a> {
    // The binary grows while it is collected, since the length is not known before.
    let bytes: OwnedBinary = (0..count).filter(|n| n % 3 == 0).map(|n| n as u8).collect();
    bytes.release(env)
}

#[nif]
fn through_external<'a>(env: Env<'a>, term: Term<'a>) -> NifResult<(Term<'a>, usize)> {
    let bytes = term.to_binary();
    env.binary_to_term(bytes.as_slice()).map(|(term, used)| (term, used)).ok_or(Error::BadArg)
}

#[nif]
fn from_external<'a>(env: Env<'a>, bytes: Binary<'a>) -> NifResult<Term<'a>> {
    let (term, used) = env.binary_to_term(bytes.as_slice()).ok_or(Error::Atom("not_external"))?;
    assert!(used <= bytes.len());
    Ok(term)
}

// Errors.

#[nif]
fn fails(env: Env, how: Atom) -> NifResult<Atom> {
    match how.to_term(env).atom_to_string()?.as_str() {
        "badarg" => Err(Error::BadArg),
        "atom" => Err(Error::Atom("as_a_value")),
        "raise_atom" => Err(Error::RaiseAtom("raised")),
        "raise_term" => Err(Error::RaiseTerm(Box::new((atoms::big(), vec![1, 2, 3])))),
        "term" => Err(Error::Term(Box::new("in a tuple"))),
        "panic" => panic!("meant"),
        _ => Ok(atoms::ok()),
    }
}

// Resources: a counter that tells a process of its end, and that knows of processes' ends.

/// Counters that have been made and not dropped.
static COUNTERS: AtomicUsize = AtomicUsize::new(0);

struct Counter {
    value: Mutex<i64>,
    tells: LocalPid,
    monitors: Mutex<Vec<Monitor>>,
}

impl Drop for Counter {
    fn drop(&mut self) {
        COUNTERS.fetch_sub(1, Ordering::SeqCst);
    }
}

#[resource_impl]
impl Resource for Counter {
    const IMPLEMENTS_DESTRUCTOR: bool = true;
    const IMPLEMENTS_DOWN: bool = true;

    fn destructor(self, env: Env<'_>) {
        let value = *self.value.lock().expect("the counter");
        let _ = env.send(&self.tells, (atoms::dropped(), value));
    }

    fn down<'a>(&'a self, env: Env<'a>, pid: LocalPid, monitor: Monitor) {
        let known = self.monitors.lock().expect("the monitors").iter().any(|m| *m == monitor);
        let value = *self.value.lock().expect("the counter");
        let _ = env.send(&self.tells, (atoms::down(), pid, known, value));
    }
}

#[nif]
fn counter_new(env: Env, value: i64) -> ResourceArc<Counter> {
    COUNTERS.fetch_add(1, Ordering::SeqCst);
    ResourceArc::new(Counter {
        value: Mutex::new(value),
        tells: env.pid(),
        monitors: Mutex::new(Vec::new()),
    })
}

#[nif]
fn counter_add(counter: ResourceArc<Counter>, n: i64) -> i64 {
    let mut value = counter.value.lock().expect("the counter");
    *value += n;
    *value
}

#[nif]
fn counters() -> usize {
    COUNTERS.load(Ordering::SeqCst)
}

#[nif]
fn counter_monitor(env: Env, counter: ResourceArc<Counter>, pid: LocalPid) -> bool {
    let monitor = env.monitor(&counter, &pid);
    counter.monitors.lock().expect("the monitors").extend(monitor);
    monitor.is_some()
}

#[nif]
fn counter_demonitor(env: Env, counter: ResourceArc<Counter>) -> Vec<bool> {
    let monitors: Vec<Monitor> = counter.monitors.lock().expect("the monitors").drain(..).collect();
    monitors.iter().map(|m| env.demonitor(&counter, m)).collect()
}

/// Bytes that live as long as a resource, seen as a binary.
struct Bytes(Vec<u8>);

#[resource_impl]
impl Resource for Bytes {}

#[nif]
fn bytes_of<'a>(env: Env<'a>, text: Binary) -> (ResourceArc<Bytes>, Binary<'a>) {
    let bytes = ResourceArc::new(Bytes(text.as_slice().repeat(3)));
    let seen = bytes.make_binary(env, |b| &b.0);
    (bytes, seen)
}

#[nif]
fn bytes_part<'a>(env: Env<'a>, bytes: ResourceArc<Bytes>, from: usize) -> NifResult<Binary<'a>> {
    if from > bytes.0.len() {
        return Err(Error::BadArg);
    }
    Ok(bytes.make_binary(env, |b| &b.0[from..]))
}

/// A value that every type of an aligned vector instruction could be: resources are aligned by
/// rustler.
#[repr(align(64))]
struct Aligned(u64);

#[resource_impl]
impl Resource for Aligned {}

#[nif]
fn aligned(n: u64) -> ResourceArc<Aligned> {
    ResourceArc::new(Aligned(n))
}

#[nif]
fn aligned_value(a: ResourceArc<Aligned>) -> (u64, usize) {
    (a.0, std::ptr::from_ref(&*a) as usize % 64)
}

// Dirty functions.

#[nif(schedule = "DirtyCpu")]
fn collatz(limit: u64) -> (u64, u32) {
    let steps = |mut n: u64| {
        let mut steps = 0;
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    };
    (1..limit).map(|n| (n, steps(n))).max_by_key(|&(n, steps)| (steps, n)).unwrap_or((1, 0))
}

#[nif(schedule = "DirtyIo")]
fn file_size(path: String) -> Result<u64, String> {
    std::fs::metadata(path).map(|m| m.len()).map_err(|e| e.kind().to_string())
}

#[nif(schedule = "DirtyIo")]
fn waits(env: Env, millis: u64) -> NifResult<Atom> {
    thread::sleep(Duration::from_millis(millis));
    env.send(&env.pid(), atoms::went()).map_err(|_| Error::BadArg)?;
    Ok(atoms::done())
}

#[nif(schedule = "DirtyCpu")]
fn dirty_fails(how: u8) -> NifResult<u8> {
    match how {
        0 => Err(Error::BadArg),
        1 => Err(Error::RaiseTerm(Box::new("from a dirty scheduler"))),
        2 => panic!("meant"),
        n => Ok(n),
    }
}

#[nif]
fn timeslice(env: Env, percent: i32) -> bool {
    rustler::schedule::consume_timeslice(env, percent)
}

// Threads.

/// Sends `count` ticks with the given term from a thread of its own.
#[nif]
fn ticks(env: Env, count: usize, with: Term) -> Atom {
    let pid = env.pid();
    let mut owned = OwnedEnv::new();
    let saved: SavedTerm = owned.save(with);
    thread::spawn(move || {
        for n in 0..count {
            owned.run(|env| {
                let _ = env.send(&pid, (atoms::tick(), n, saved.load(env)));
            });
        }
        let _ = owned.send_and_clear(&pid, |env| (atoms::done(), count).encode(env));
    });
    atoms::ok()
}

#[nif]
fn spawned(env: Env, n: i64) -> Atom {
    rustler::thread::spawn::<rustler::thread::ThreadSpawner, _>(env, move |env| {
        assert!(n >= 0, "negative");
        (atoms::answer(), n * n, vec![n; 3]).encode(env)
    });
    atoms::ok()
}

/// A thread that answers requests until its resource is dropped.
struct Worker {
    requests: Mutex<Sender<(LocalPid, OwnedEnv, SavedTerm, SavedTerm)>>,
}

#[resource_impl]
impl Resource for Worker {}

#[nif]
fn worker(env: Env) -> ResourceArc<Worker> {
    let (sender, receiver) = channel::<(LocalPid, OwnedEnv, SavedTerm, SavedTerm)>();
    let owner = env.pid();
    thread::spawn(move || {
        for (pid, owned, reference, term) in receiver {
            owned.run(|env| {
                let term = term.load(env);
                let size = term.to_binary().len();
                let _ = env.send(&pid, (reference.load(env), size > 0, term));
            });
        }
        let _ = OwnedEnv::new().send_and_clear(&owner, |env| atoms::done().encode(env));
    });
    ResourceArc::new(Worker { requests: Mutex::new(sender) })
}

#[nif]
fn request<'a>(env: Env<'a>, worker: ResourceArc<Worker>, term: Term<'a>) -> Reference<'a> {
    let owned = OwnedEnv::new();
    let reference = env.make_ref();
    let saved = (owned.save(*reference), owned.save(term));
    worker
        .requests
        .lock()
        .expect("the worker")
        .send((env.pid(), owned, saved.0, saved.1))
        .expect("a thread that listens");
    reference
}

/// Threads that monitor a process by a resource, and are told of its end.
struct Watch {
    ends: Mutex<usize>,
    ended: Condvar,
}

#[resource_impl]
impl Resource for Watch {
    const IMPLEMENTS_DOWN: bool = true;

    fn down<'a>(&'a self, _env: Env<'a>, _pid: LocalPid, _monitor: Monitor) {
        *self.ends.lock().expect("the number") += 1;
        self.ended.notify_all();
    }
}

#[nif]
fn watch_from_threads(env: Env, pids: Vec<LocalPid>) -> Atom {
    let watch = ResourceArc::new(Watch { ends: Mutex::new(0), ended: Condvar::new() });
    let asker = env.pid();
    thread::spawn(move || {
        let threads: Vec<_> = pids
            .into_iter()
            .map(|pid| {
                let watch = watch.clone();
                thread::spawn(move || OwnedEnv::new().monitor(&watch, &pid).is_some())
            })
            .collect();
        let monitored = threads.into_iter().filter_map(|t| t.join().ok()).filter(|&m| m).count();
        let _ = OwnedEnv::new().send_and_clear(&asker, |env| (atoms::ok(), monitored).encode(env));
        let mut ends = watch.ends.lock().expect("the number");
        while *ends < monitored {
            ends = watch.ended.wait(ends).expect("the number");
        }
        let ends = *ends;
        let _ = OwnedEnv::new().send_and_clear(&asker, |env| (atoms::done(), ends).encode(env));
    });
    atoms::ok()
}

// Processes by name, and whether they live.

#[nif]
fn send_to(env: Env, name: Term, message: Term) -> NifResult<bool> {
    let pid = env.whereis_pid(name).ok_or(Error::Atom("nobody"))?;
    Ok(env.send(&pid, message).is_ok())
}

#[nif]
fn alive(env: Env, pid: LocalPid) -> bool {
    pid.is_alive(env)
}

fn load(_env: Env, info: Term) -> bool {
    // Panics are told to Erlang, and by default also on standard error, with the thread's number.
    std::panic::set_hook(Box::new(|_| {}));
    // A library whose `load` fails is refused.
    info.decode::<Atom>().is_err()
}

rustler::init!("lib_rustler", load = load);
