//! Making, naming, giving away and deleting tables.

use super::{cause, table};
use term::{Atom, OwnedTerm, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::ets::{Heir, Kind, Need, Options, Protection, WriteConcurrency, registry, watch};
use vm::process::Running;
use vm::signal;
use vm::system;

/// Most locks of a table that asks for a number.
const MAX_LOCKS: i64 = 32768;

fn kind_of(a: Atom) -> Option<Kind> {
    Some(match a {
        am::SET => Kind::Set,
        am::ORDERED_SET => Kind::OrderedSet,
        am::BAG => Kind::Bag,
        am::DUPLICATE_BAG => Kind::DuplicateBag,
        _ => return None,
    })
}

fn protection_of(a: Atom) -> Option<Protection> {
    Some(match a.name() {
        "public" => Protection::Public,
        "protected" => Protection::Protected,
        "private" => Protection::Private,
        _ => return None,
    })
}

/// `write_concurrency`, and whether it makes counters decentralised (None: as it was).
fn write_concurrency(
    value: Term<'_>,
    kind: Kind,
    decentralized: bool,
) -> Option<(WriteConcurrency, bool)> {
    if let Some([tag, n]) = value.as_tuple() {
        let n = n.as_small().filter(|n| (1..=MAX_LOCKS).contains(n))?;
        return tag
            .is(atom!("debug_hash_fixed_number_of_locks"))
            .then_some((WriteConcurrency::Locks(n as u32), true));
    }
    match value.as_atom()?.name() {
        "true" => Some((WriteConcurrency::On, kind == Kind::OrderedSet && decentralized)),
        "false" => Some((WriteConcurrency::Off, decentralized)),
        "auto" => Some((WriteConcurrency::Auto, true)),
        _ => None,
    }
}

fn options(list: Term<'_>) -> Option<(Options, Option<Heir>)> {
    let mut o = Options {
        kind: Kind::Set,
        keypos: 0,
        named: false,
        protection: Protection::Protected,
        read_concurrency: false,
        write_concurrency: WriteConcurrency::Off,
        decentralized_counters: false,
        compressed: system::config().ets_compressed,
    };
    let mut heir = None;
    let mut counters = None;
    let mut rest = list.list();
    for option in rest.by_ref() {
        if let Some(a) = option.as_atom() {
            if let Some(kind) = kind_of(a) {
                // `set` is the default and undoes nothing.
                if kind != Kind::Set {
                    o.kind = kind;
                }
                o.decentralized_counters |= kind == Kind::OrderedSet;
            } else if let Some(protection) = protection_of(a) {
                if protection != Protection::Protected {
                    o.protection = protection;
                }
            } else {
                match a.name() {
                    "named_table" => o.named = true,
                    "compressed" => o.compressed = true,
                    _ => return None,
                }
            }
            continue;
        }
        match *option.as_tuple()? {
            [name, value] => match name.as_atom()?.name() {
                "keypos" => {
                    o.keypos = usize::try_from(value.as_small()?).ok()?.checked_sub(1)?;
                }
                "write_concurrency" => {
                    (o.write_concurrency, o.decentralized_counters) =
                        write_concurrency(value, o.kind, o.decentralized_counters)?;
                }
                "read_concurrency" => o.read_concurrency = value.as_bool()?,
                "decentralized_counters" => counters = Some(value.as_bool()?),
                "heir" if value.is(am::NONE) => heir = None,
                _ => return None,
            },
            [name, pid, data] if name.is(atom!("heir")) => {
                heir = Some(Heir { pid: pid.as_pid()?, data: OwnedTerm::new(data) });
            }
            _ => return None,
        }
    }
    if !rest.tail().is_nil() {
        return None;
    }
    let locks = matches!(o.write_concurrency, WriteConcurrency::Locks(_));
    if o.kind == Kind::OrderedSet && locks {
        return None;
    }
    if o.protection == Protection::Private {
        o.write_concurrency = WriteConcurrency::Off;
        o.read_concurrency = false;
    }
    let concurrent = o.write_concurrency != WriteConcurrency::Off;
    o.decentralized_counters = concurrent && counters.unwrap_or(o.decentralized_counters);
    Some((o, heir))
}

/// `ets:new/2`
pub fn new_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    let (options, heir) = options(args[1]).ok_or(Exception::BADARG)?;
    let table =
        registry::create(p, options, name, heir).ok_or_else(|| cause(atom!("already_exists")))?;
    // Another process may have renamed it by now.
    Ok(if table.options.named { args[0] } else { table.identifier(p.heap()) })
}

/// `ets:delete/1`
pub fn delete_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    p.bump_reductions(t.size() / 10);
    registry::delete(t);
    Ok(Term::TRUE)
}

/// `ets:rename/2`
pub fn rename_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    let name = args[1].as_atom().ok_or(Exception::BADARG)?;
    if !registry::rename(t, name) {
        return Err(Exception::BADARG);
    }
    Ok(if t.options.named { args[1] } else { args[0] })
}

/// `ets:whereis/1`
pub fn whereis_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().ok_or(Exception::BADARG)?;
    let watch = watch();
    Ok(match registry::named(name, &watch) {
        Some(t) if t.is_alive() => t.reference(p.heap()),
        _ => Term::UNDEFINED,
    })
}

/// `ets:give_away/3`
pub fn give_away_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    let to = args[1].as_pid().ok_or(Exception::BADARG)?;
    if !vm::process_table::contains(to) && to != p.id {
        return Err(Exception::BADARG);
    }
    if t.owner() != p.id {
        return Err(cause(atom!("not_owner")));
    }
    if to == p.id {
        return Err(cause(atom!("owner")));
    }
    if !registry::give_away(t, p.id, to, args[2]) {
        return Err(Exception::BADARG);
    }
    Ok(Term::TRUE)
}

/// `ets:setopts/2`
pub fn setopts_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Write, &watch)?;
    let list = if args[1].is_tuple() {
        vec![args[1]]
    } else {
        args[1].to_vec().ok_or(Exception::BADARG)?
    };
    let (mut heir, mut protection) = (None, None);
    for option in list {
        match option.as_tuple() {
            Some([name, value])
                if name.is(atom!("heir")) && value.is(am::NONE) && heir.is_none() =>
            {
                heir = Some(None);
            }
            Some([name, pid, data])
                if name.is(atom!("heir")) && pid.as_pid().is_some() && heir.is_none() =>
            {
                let pid = pid.as_pid().unwrap_or_default();
                heir = Some(Some(Heir { pid, data: OwnedTerm::new(*data) }));
            }
            Some([name, value]) if name.is(atom!("protection")) && protection.is_none() => {
                protection =
                    Some(value.as_atom().and_then(protection_of).ok_or(Exception::BADARG)?);
            }
            _ => return Err(Exception::BADARG),
        }
    }
    if t.owner() != p.id {
        return Err(Exception::BADARG);
    }
    if let Some(heir) = heir {
        t.set_heir(heir);
    }
    if let Some(protection) = protection {
        t.set_protection(protection);
    }
    Ok(Term::TRUE)
}

/// `ets:safe_fixtable/2`
pub fn safe_fixtable_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let watch = watch();
    let t = table(p, args[0], Need::Read, &watch)?;
    if args[1].as_bool().ok_or(Exception::BADARG)? {
        t.fix(p.id);
    } else {
        t.unfix(p.id, false);
    }
    Ok(Term::TRUE)
}

/// `ets:internal_request_all/0`: one message for each scheduler, as `ets:all/0` expects; the first
/// has all.
pub fn internal_request_all_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let numbers = vm::system::new_ref();
    let all = registry::all();
    for i in 0..vm::sched::count() {
        let message = OwnedTerm::build(|heap: &term::Heap| {
            let ids: Vec<_> = match i {
                0 => all.iter().filter(|t| t.is_alive()).map(|t| t.identifier(heap)).collect(),
                _ => Vec::new(),
            };
            heap.tuple(&[heap.reference(numbers), heap.list(&ids)])
        });
        let _ = signal::send_to(p, signal::Signal::Message(message));
    }
    Ok(p.heap().reference(numbers))
}

/// `erts_internal:ets_super_user/1`
pub fn ets_super_user_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    registry::set_super_user(p.id, args[0].as_bool().ok_or(Exception::BADARG)?);
    Ok(Term::OK)
}
