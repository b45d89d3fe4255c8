//! The uses of memory, in the shape of OTP's allocators.
//!
//! The emulator has one allocator, mimalloc, and accounts of what it is used for. Each account has
//! the place of the allocator that OTP has for it; the rest of the memory that the system counts as
//! the emulator's has that of `ll_alloc`.

use super::{name, pair};
use std::sync::atomic::{AtomicUsize, Ordering};
use term::{Atom, Heap, OwnedTerm, RefBin, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;
use vm::signal;

/// Names of the allocators that memory is accounted under.
pub(super) const ALLOCATORS: [&str; 10] = [
    "temp_alloc",
    "sl_alloc",
    "std_alloc",
    "ll_alloc",
    "eheap_alloc",
    "ets_alloc",
    "fix_alloc",
    "literal_alloc",
    "binary_alloc",
    "driver_alloc",
];

/// A number with what it was at most: since it was asked for last, and ever. It is looked at only
/// when it is asked for.
struct Peak {
    before: AtomicUsize,
    most: AtomicUsize,
}

impl Peak {
    const fn new() -> Peak {
        Peak { before: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    fn of(&self, now: usize, known_most: usize) -> [usize; 3] {
        let before = self.before.swap(now, Ordering::Relaxed);
        let most = self.most.fetch_max(now.max(known_most), Ordering::Relaxed);
        [now, now.max(before), most.max(now).max(known_most)]
    }
}

/// An allocator's blocks and carriers.
struct Account {
    blocks: Peak,
    bytes: Peak,
    carriers: Peak,
    carrier_bytes: Peak,
}

static ACCOUNTS: [Account; ALLOCATORS.len()] = [const {
    Account {
        blocks: Peak::new(),
        bytes: Peak::new(),
        carriers: Peak::new(),
        carrier_bytes: Peak::new(),
    }
}; ALLOCATORS.len()];

/// Blocks, their bytes, and the bytes of carriers.
#[derive(Clone, Copy, Default)]
struct Use {
    blocks: usize,
    bytes: usize,
    carrier_bytes: usize,
    /// The most that the last has been, as far as the system knows.
    most: usize,
}

impl Use {
    fn all(blocks: usize, bytes: usize) -> Use {
        Use { blocks, bytes, carrier_bytes: bytes, most: 0 }
    }
}

/// The system's accounts of the emulator.
struct Resident {
    bytes: usize,
    /// Of them those of files, as the emulator's own code.
    of_files: usize,
    most: usize,
}

fn resident() -> Resident {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let mut pages = text.split_ascii_whitespace().skip(1).map(|n| n.parse().unwrap_or(0));
    let mut bytes = || pages.next().unwrap_or(0_usize) * 4096;
    let (bytes, of_files) = (bytes(), bytes());
    // SAFETY: a structure of integers, all zeros being valid, filled by the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    Resident { bytes, of_files, most: usage.ru_maxrss as usize * 1024 }
}

/// The use of each allocator, in the order of [`ALLOCATORS`].
fn uses() -> [Use; ALLOCATORS.len()] {
    let processes = vm::process_table::process_bytes();
    let known = |name: &str| match name {
        "eheap_alloc" => Use::all(vm::process_table::count(), processes),
        "ets_alloc" => Use::all(vm::ets::registry::count(), vm::ets::registry::bytes()),
        "binary_alloc" => {
            let bytes = RefBin::total_bytes();
            Use::all(usize::from(bytes != 0), bytes)
        }
        _ => Use::default(),
    };
    let mut uses = ALLOCATORS.map(known);
    let accounted: usize = uses.iter().map(|u| u.bytes).sum();
    let Resident { bytes, of_files, most } = resident();
    let carrier_bytes = bytes.saturating_sub(accounted);
    let rest = carrier_bytes.saturating_sub(of_files);
    let most = most.saturating_sub(accounted);
    uses[3] = Use { blocks: usize::from(rest != 0), bytes: rest, carrier_bytes, most };
    uses
}

/// `{Key, Now, MostSinceLast, Most}`.
fn peak<'h>(heap: &'h Heap, key: Atom, numbers: [usize; 3]) -> Term<'h> {
    let [now, last, most] = numbers.map(|n| Term::small(n as i64));
    heap.tuple(&[Term::atom(key), now, last, most])
}

fn number<'h>(heap: &'h Heap, key: &str, n: usize) -> Term<'h> {
    pair(heap, Atom::new(key), Term::small(n as i64))
}

/// The part of carriers of one kind, of which `used` has the blocks.
fn carriers<'h>(heap: &'h Heap, used: Option<(&str, Use, &Account)>, counts: bool) -> Term<'h> {
    let (mut blocks, mut carriers, mut bytes) = (Term::NIL, [0; 3], [0; 3]);
    if let Some((allocator, now, account)) = used {
        let sizes = account.bytes.of(now.bytes, 0);
        bytes = account.carrier_bytes.of(now.carrier_bytes, now.most);
        if counts {
            carriers = account.carriers.of(usize::from(now.carrier_bytes != 0), 0);
        }
        if sizes[2] != 0 {
            let mut list = vec![peak(heap, atom!("size"), sizes)];
            if counts {
                list.insert(0, peak(heap, atom!("count"), account.blocks.of(now.blocks, 0)));
            }
            blocks = heap.list(&[pair(heap, Atom::new(allocator), heap.list(&list))]);
        }
    }
    let mut list = vec![pair(heap, atom!("blocks"), blocks)];
    if counts {
        list.push(peak(heap, atom!("carriers"), carriers));
        list.push(number(heap, "mseg_alloc_carriers", 0));
        list.push(number(heap, "sys_alloc_carriers", carriers[0]));
    }
    list.push(peak(heap, atom!("carriers_size"), bytes));
    if counts {
        list.push(number(heap, "mseg_alloc_carriers_size", 0));
        list.push(number(heap, "sys_alloc_carriers_size", bytes[0]));
    }
    heap.list(&list)
}

/// How often something was done: thousands of millions, and the rest.
fn calls<'h>(heap: &'h Heap, what: &str, n: usize) -> Term<'h> {
    let of = |n: usize| Term::small(n as i64);
    heap.tuple(&[name(what), of(n / 1_000_000_000), of(n % 1_000_000_000)])
}

/// Nothing counts calls. Each block has been allocated once.
fn all_calls<'h>(heap: &'h Heap, allocator: &str, now: Use) -> Term<'h> {
    let of = allocator.strip_suffix("alloc").unwrap_or(allocator);
    let mut list = vec![
        calls(heap, allocator, now.blocks),
        calls(heap, &format!("{of}free"), 0),
        calls(heap, &format!("{of}realloc"), 0),
    ];
    for what in ["mseg_alloc", "mseg_dealloc", "mseg_realloc"] {
        list.push(calls(heap, what, 0));
    }
    list.push(calls(heap, "sys_alloc", usize::from(now.carrier_bytes != 0)));
    list.extend(["sys_free", "sys_realloc"].map(|what| calls(heap, what, 0)));
    heap.list(&list)
}

fn options<'h>(heap: &'h Heap, list: &[Term<'h>]) -> Term<'h> {
    pair(heap, atom!("options"), heap.list(list))
}

/// The settings of an allocator: there are none to be set.
fn settings<'h>(heap: &'h Heap) -> [Term<'h>; 3] {
    [
        pair(heap, atom!("e"), Term::TRUE),
        pair(heap, atom!("t"), Term::TRUE),
        pair(heap, atom!("as"), name(ALLOCATOR)),
    ]
}

/// The one instance of an allocator.
fn instance<'h>(heap: &'h Heap, i: usize, now: Use, counts: bool) -> Term<'h> {
    let allocator = ALLOCATORS[i];
    let mut list = Vec::new();
    if counts {
        let versions = [name("versions"), heap.string(VERSION), heap.string("3.0")];
        list.push(heap.tuple(&versions));
        list.push(options(heap, &settings(heap)));
    }
    if allocator == "fix_alloc" {
        let timers = Term::small(crate::timers::bytes() as i64);
        let timers = heap.tuple(&[Term::atom(atom!("bif_timer")), timers, timers]);
        list.push(pair(heap, atom!("fix_types"), heap.list(&[timers])));
    }
    let many = Some((allocator, now, &ACCOUNTS[i]));
    list.push(pair(heap, atom!("mbcs"), carriers(heap, many, counts)));
    list.push(pair(heap, atom!("sbcs"), carriers(heap, None, counts)));
    if counts {
        list.push(pair(heap, atom!("calls"), all_calls(heap, allocator, now)));
    }
    heap.list(&list)
}

/// The allocator of whole segments, which is not used.
fn segments(heap: &Heap, counts: bool) -> Term<'_> {
    let sizes = peak(heap, atom!("segments_size"), [0; 3]);
    if !counts {
        return heap.list(&[sizes]);
    }
    let status = [
        number(heap, "cached_segments", 0),
        number(heap, "cache_hits", 0),
        peak(heap, atom!("segments"), [0; 3]),
        number(heap, "segments_watermark", 0),
        sizes,
    ];
    let done = [
        "mseg_alloc",
        "mseg_dealloc",
        "mseg_realloc",
        "mseg_create_resize",
        "mseg_create",
        "mseg_destroy",
        "mseg_recreate",
        "mseg_clear_cache",
        "mseg_check_cache",
    ];
    let done = done.map(|what| calls(heap, what, 0));
    let kind = [
        pair(heap, atom!("name"), heap.string("all memory")),
        pair(heap, atom!("status"), heap.list(&status)),
        pair(heap, atom!("calls"), heap.list(&done)),
    ];
    heap.list(&[
        pair(heap, atom!("version"), heap.string("0.9")),
        options(heap, &[]),
        pair(heap, atom!("memkind"), heap.list(&kind)),
    ])
}

/// The parts of an allocator's answer: instances by number, or parts by name.
fn answers<'h>(
    heap: &'h Heap,
    allocator: &str,
    all: &[Use; ALLOCATORS.len()],
    counts: bool,
) -> Option<Vec<(Term<'h>, Term<'h>)>> {
    let first = Term::small(0);
    if let Some(i) = ALLOCATORS.iter().position(|a| *a == allocator) {
        return Some(vec![(first, instance(heap, i, all[i], counts))]);
    }
    Some(match allocator {
        "sys_alloc" if counts => {
            let settings =
                [pair(heap, atom!("e"), Term::TRUE), pair(heap, atom!("m"), name(ALLOCATOR))];
            vec![(first, heap.list(&[options(heap, &settings)]))]
        }
        "sys_alloc" => vec![(first, Term::NIL)],
        "alloc_util" => vec![(first, Term::NIL)],
        "mseg_alloc" => vec![(first, segments(heap, counts))],
        "erts_mmap" => {
            let used = all.iter().map(|u| u.carrier_bytes).sum();
            let part = |used| {
                if !counts {
                    return Term::NIL;
                }
                let sizes = pair(heap, atom!("sizes"), heap.list(&[number(heap, "used", used)]));
                let os = pair(heap, atom!("os"), heap.list(&[sizes]));
                heap.list(&[options(heap, &[number(heap, "scs", 0)]), os])
            };
            vec![(name("literal_mmap"), part(0)), (name("default_mmap"), part(used))]
        }
        _ => return None,
    })
}

/// Answers `system_info({memory_internal | allocator | allocator_sizes, Ref, Allocators})` by the
/// message `{Ref, SchedulerId, Data}`.
pub(super) fn send_info<'h>(
    p: &Running<'h>,
    reference: Term<'h>,
    allocators: Term<'h>,
    counts: bool,
) -> BifResult<'h> {
    let heap = p.heap();
    let uses = uses();
    let mut data = Vec::new();
    let allocators = allocators.to_vec().filter(|all| !all.is_empty()).ok_or(Exception::BADARG)?;
    for (i, &t) in allocators.iter().enumerate() {
        let allocator = t.as_atom().ok_or(Exception::BADARG)?;
        // Each may be asked for once.
        if allocators[..i].iter().any(|before| before.is(allocator)) {
            return Err(Exception::BADARG);
        }
        if allocator.name() == "test_alloc" {
            data.push(heap.tuple(&[t, Term::FALSE]));
            continue;
        }
        let parts = answers(heap, allocator.name(), &uses, counts).ok_or(Exception::BADARG)?;
        data.extend(parts.into_iter().map(|(part, what)| heap.tuple(&[t, part, what])));
    }
    let message = heap.tuple(&[reference, Term::small(0), heap.list(&data)]);
    signal::send_message(p.id, OwnedTerm::new(message));
    Ok(Term::TRUE)
}

/// The emulator's allocator, and its version.
const ALLOCATOR: &str = "mimalloc";
const VERSION: &str = "3";

/// `system_info(allocator)`: the allocator, its version, its features, and settings.
pub(super) fn description(heap: &Heap) -> Term<'_> {
    let all = || ["sys_alloc"].iter().chain(&ALLOCATORS);
    let features: Vec<_> = all().map(|a| name(a)).collect();
    let mut list: Vec<_> = all()
        .map(|a| match *a {
            "sys_alloc" => heap.list(&[
                pair(heap, atom!("e"), Term::TRUE),
                pair(heap, atom!("m"), name(ALLOCATOR)),
            ]),
            _ => heap.list(&settings(heap)),
        })
        .zip(all())
        .map(|(settings, a)| pair(heap, Atom::new(a), settings))
        .collect();
    let off = pair(heap, atom!("e"), Term::FALSE);
    list.push(pair(heap, atom!("test_alloc"), heap.list(&[off])));
    list.push(pair(heap, atom!("mseg_alloc"), Term::NIL));
    list.push(pair(heap, atom!("alloc_util"), Term::NIL));
    list.push(pair(heap, atom!("erts_mmap"), heap.list(&[number(heap, "scs", 0)])));
    list.push(pair(heap, atom!("lock_physical_memory"), Term::atom(am::NO)));
    let version = heap.list(&[Term::small(3)]);
    heap.tuple(&[name(ALLOCATOR), version, heap.list(&features), heap.list(&list)])
}
