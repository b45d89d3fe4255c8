//! The part of a crash dump about all that is not a process: memory, tables of the emulator and of
//! programs, ports, timers, modules, funs, persistent terms.

use super::memory_items;
use super::terms::{Objects, Shared, base64};
use crate::hook::Hook;
use crate::process_report::pid_text;
use crate::{code, ets, process_table, registry, system, timer};
use std::fmt::{self, Write};
use term::code::{Export, FunEntry};
use term::etf::{self, EncodeOptions};
use term::{Atom, Term, print};

/// Calls a function with each persistent term and its key.
pub type EachPersistentTerm = fn(&mut dyn FnMut(Term<'static>, Term<'static>));

/// How persistent terms are listed: the built-ins that have them register it.
pub static PERSISTENT_TERMS: Hook<EachPersistentTerm> = Hook::new();

/// Bytes by item, as `erlang:memory/0` has them.
pub(super) fn memory(out: &mut impl Write) -> fmt::Result {
    writeln!(out, "=memory")?;
    memory_items().iter().try_for_each(|(item, bytes)| writeln!(out, "{item}: {bytes}"))
}

/// The emulator's own tables. Chains in them are not measured.
pub(super) fn own_tables(out: &mut impl Write) -> fmt::Result {
    let atom_limit = system::config().atom_limit;
    let (modules, exports) = (code::all_loaded().len(), Export::all().len());
    for (table, entries, limit) in [
        ("atom_tab", Atom::count() as usize, Some(atom_limit)),
        ("module_code", modules, None),
        ("export_list", exports, None),
        ("process_reg", registry::registered().len(), None),
        ("fun_table", FunEntry::all().len(), None),
    ] {
        writeln!(out, "=hash_table:{table}")?;
        writeln!(out, "size: {entries}\nused: {entries}\nobjs: {entries}\ndepth: 1")?;
        if let Some(limit) = limit {
            writeln!(out, "=index_table:{table}")?;
            writeln!(out, "size: {entries}\nlimit: {limit}\nentries: {entries}")?;
        }
    }
    Ok(())
}

/// Bytes of the emulator's own areas, and what the allocators have given out.
pub(super) fn allocated(out: &mut impl Write) -> fmt::Result {
    let items = memory_items();
    let item = |name: &str| items.iter().find(|(n, _)| *n == name).map_or(0, |i| i.1);
    let (atom_table, atom_names) = Atom::memory();
    writeln!(out, "=allocated_areas")?;
    writeln!(out, "atom_space: {atom_names}\natom_table: {atom_table}")?;
    writeln!(out, "loaded_code: {}\nprocess_table: {}", item("code"), process_table::bytes())?;
    writeln!(out, "=allocator:sys_alloc\noption e: true\noption m: mimalloc")?;
    for (allocator, bytes) in [
        ("eheap_alloc", process_table::process_bytes()),
        ("binary_alloc", item("binary")),
        ("ets_alloc", item("ets")),
        ("literal_alloc", term::literal::used_bytes()),
    ] {
        writeln!(out, "=allocator:{allocator}\noption e: true")?;
        // Only what there is now is known, so what was least and most is that, too.
        writeln!(out, "mbcs blocks[{allocator}] size: {bytes} {bytes} {bytes}")?;
        writeln!(out, "mbcs carriers size: {bytes} {bytes} {bytes}")?;
        writeln!(out, "sbcs carriers size: 0 0 0")?;
    }
    Ok(())
}

/// All tables of programs.
pub(super) fn tables(out: &mut impl Write) -> fmt::Result {
    for table in ets::registry::all() {
        let name = print::display(Term::atom(table.name()));
        writeln!(out, "=ets:{}", pid_text(table.owner()))?;
        writeln!(out, "Slot: {}\nTable: {name}\nName: {name}", table.id[0])?;
        if table.options.kind == ets::Kind::OrderedSet {
            writeln!(out, "Ordered set (AVL tree), Elements: {}", table.size())?;
        }
        writeln!(out, "Objects: {}\nWords: {}", table.size(), table.memory_now())?;
        writeln!(out, "Type: {}", table.options.kind.atom())?;
        writeln!(out, "Protection: {}", table.protection().name())?;
        writeln!(out, "Compressed: {}", table.options.compressed)?;
        let write = table.options.write_concurrency != ets::WriteConcurrency::Off;
        writeln!(out, "Write Concurrency: {write}")?;
        writeln!(out, "Read Concurrency: {}", table.options.read_concurrency)?;
    }
    Ok(())
}

/// All timers with messages.
pub(super) fn timers(out: &mut impl Write) -> fmt::Result {
    let now = system::monotonic_ns();
    let mut result = Ok(());
    timer::each_message(|timer| {
        let named = || timer.name.map(|name| print::display(Term::atom(name)).to_string());
        let to = timer.process.map(pid_text).or_else(named).unwrap_or_default();
        let left_ms = timer.when_ns.saturating_sub(now) / 1_000_000;
        if result.is_ok() {
            let message = print::display(timer.message.term());
            result = writeln!(out, "=timer:{to}\nMessage: {message}\nTime left: {left_ms}");
        }
    });
    result
}

/// All modules, and what is left of those that they have replaced.
pub(super) fn modules(out: &mut impl Write) -> fmt::Result {
    let code::Memory { current, old } = code::memory();
    writeln!(out, "=loaded_modules\nCurrent code: {current}\nOld code: {old}")?;
    for name in code::all_known() {
        let (current, old) = (code::current(name), code::old(name));
        if current.is_none() && old.is_none() {
            continue;
        }
        writeln!(out, "=mod:{}", print::display(Term::atom(name)))?;
        for (age, module) in [("Current", current), ("Old", old)] {
            let Some(module) = module else { continue };
            writeln!(out, "{age} size: {}", module.bytes())?;
            for (what, term) in
                [("attributes", module.attributes), ("compilation info", module.compile)]
            {
                let bytes = etf::encode(term, EncodeOptions::default()).unwrap_or_default();
                write!(out, "{age} {what}: ")?;
                base64(out, &bytes)?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// All funs of modules.
pub(super) fn funs(out: &mut impl Write) -> fmt::Result {
    for fun in FunEntry::all() {
        let module = print::display(Term::atom(fun.module));
        writeln!(out, "=fun\nModule: {module}\nUniq: {}\nIndex: {}", fun.old.uniq, fun.index)?;
        writeln!(out, "Address: {:#018x}\nRefc: 1", std::ptr::from_ref(fun).addr())?;
    }
    Ok(())
}

/// All persistent terms.
pub(super) fn persistent_terms(out: &mut impl Write, shared: &mut Shared) -> fmt::Result {
    writeln!(out, "=persistent_terms")?;
    let Some(each) = PERSISTENT_TERMS.get() else { return Ok(()) };
    let mut result = Ok(());
    let mut objects = Objects::new(shared);
    each(&mut |key, value| {
        if result.is_ok() {
            result = (|| {
                objects.name(out, key)?;
                write!(out, "|")?;
                objects.name(out, value)?;
                writeln!(out)
            })();
        }
    });
    result
}
