//! The meaning of a slogan, which is why the emulator ended in its own words, and what to do next.

const NOT_UP: &str =
    "The node did not come up: what -s, -run or -eval call, or the boot script, has failed.";
const NOT_UP_NEXT: &str = "The reason is in the slogan: undef is a function that is not there \
    (look at -pa), and {{badmatch,...},...} a start that has failed, with the place.";
const NO_THREAD: &str = "The system refused another thread.";
const NO_THREAD_NEXT: &str = "Look at ulimit -u, pids.max of the cgroup, and memory.";

/// Slogans: all words have to be in one, in this order. Meaning, and next step.
const KNOWN: &[(&[&str], &str, &str)] = &[
    (
        &["no more index entries in atom_tab"],
        "The table of atoms is full: some code makes atoms of what comes from outside.",
        "See the newest atoms below; search for list_to_atom, binary_to_atom, xmerl, JSON keys as \
         atoms. `+t N` raises the limit and only puts off the end.",
    ),
    (
        &["no more index entries in"],
        "A table of the emulator is full: of loaded functions or modules, by its name.",
        "Look for code that makes and loads modules again and again, and at the modules below.",
    ),
    (
        &["literal_alloc: Cannot"],
        "The room for literals is full: of modules and persistent terms.",
        "`+MIscs N` gives more megabytes. Look for persistent terms that are large or put often.",
    ),
    (
        &["eheap_alloc: Cannot"],
        "The heap of a process could not grow: there was no more memory, or a limit of it.",
        "The process that was being collected, or the largest one below, is the likely reason. \
         A max_heap_size ends such a process instead of the node.",
    ),
    (
        &["binary_alloc: Cannot"],
        "There was no memory for a large binary.",
        "See who holds binaries below; long-lived processes that pass binaries on keep them until \
         they are collected (hibernate, or fullsweep_after).",
    ),
    (
        &["ets_alloc: Cannot"],
        "There was no memory for a table of ETS.",
        "See the largest tables below, and what should delete from them.",
    ),
    (
        &["_alloc: Cannot"],
        "The emulator could not get memory from the system.",
        "See memory by kind below, and the machine's limits: ulimit -v, the memory of its cgroup \
         or container, overcommit.",
    ),
    (
        &["Got unusable memory block"],
        "The system gave memory at addresses that the emulator cannot use.",
        "Look at limits of the address space, and at libraries that map memory themselves.",
    ),
    (
        &["Kernel pid terminated", "application_controller", "shutdown"],
        "A permanent application has ended, and the node with it: its name is in the slogan.",
        "Read the log before the end: the supervisor at the top of that application gave up, or \
         it did not start. The dump only shows the state after that.",
    ),
    (
        &["Kernel pid terminated"],
        "A process of the kernel has ended, and no node can do without.",
        "The slogan names it and its reason; the log before the end has the report.",
    ),
    (&["init terminating in do_boot"], NOT_UP, NOT_UP_NEXT),
    (&["Runtime terminating during boot"], NOT_UP, NOT_UP_NEXT),
    (
        &["cannot get bootfile"],
        "The boot script that the command line names is not there.",
        "Look at -boot, and at the directory releases of the node.",
    ),
    (
        &["cannot expand $"],
        "A boot script names a variable that -boot_var does not set.",
        "Look at -boot_var and at the release's start script.",
    ),
    (
        &["Received SIGUSR1"],
        "Somebody asked for this dump with the signal SIGUSR1: the emulator itself was well.",
        "Look at who sent it (an operator, a script, heart), and why: the node may have hung; see \
         what schedulers ran and the mailboxes below.",
    ),
    (
        &["SIGSEGV"],
        "Machine code touched memory that is not its own: most often a library in C.",
        "The slogan and the taints name libraries. See the stack of the calling scheduler below; \
         if no library is involved, report it with `maser doctor --support FILE`.",
    ),
    (
        &["SIGBUS"],
        "A file that is mapped into memory was cut, or the disk or a huge page failed.",
        "Look at the disk and the kernel's log, then at libraries that map files.",
    ),
    (
        &["SIGABRT"],
        "Code in C has called abort(), which it does where it finds itself broken.",
        "What it said stands in the output of the node; the slogan or the taints name libraries.",
    ),
    (
        &["SIGILL"],
        "The processor met an instruction that it does not have.",
        "A library was built for another processor: build it on this machine.",
    ),
    (&["SIGFPE"], "A library in C divided by zero.", "The slogan or the taints name libraries."),
    (
        &["nif_check:"],
        "A library in C used the NIF interface in a way that is not allowed.",
        "The slogan says which call; see docs/nif.md.",
    ),
    (&["Failed to create a"], NO_THREAD, NO_THREAD_NEXT),
    (&["A thread cannot be started"], NO_THREAD, NO_THREAD_NEXT),
    (
        &["erl_child_setup"],
        "The helper that starts other programs has ended: something has killed it.",
        "Look into the kernel's log for its out-of-memory killer, and for scripts that kill by \
         name.",
    ),
    (
        &["Internal error:"],
        "A fault of Maser itself.",
        "Report it with `maser doctor --support FILE`.",
    ),
];

/// The meaning of a slogan and what to do next.
pub fn meaning(slogan: &str) -> (&'static str, &'static str) {
    let has_all = |words: &[&str]| {
        let mut rest = slogan;
        words.iter().all(|word| match rest.find(word) {
            Some(at) => {
                rest = &rest[at + word.len()..];
                true
            }
            None => false,
        })
    };
    match KNOWN.iter().find(|(words, ..)| has_all(words)) {
        Some((_, means, next)) => (means, next),
        None if slogan.is_empty() => ("The dump has no slogan.", "See what stands out below."),
        None => (
            "No slogan of the emulator: a program has called erlang:halt/1 with this text.",
            "Look for the text in your code and in the log, then at what stands out below.",
        ),
    }
}

/// A slogan without what a program may have put into it: of one that the emulator has written its
/// words before the first bracket, of all others nothing. Sizes and limits stay.
pub fn bare(slogan: &str) -> String {
    let first = slogan.split(' ').next().unwrap_or_default();
    let sized = first.ends_with("_alloc:") || slogan.starts_with("no more index entries in ");
    let begins = |(words, ..): &(&[&str], &str, &str)| slogan.starts_with(words[0]);
    if !sized && !KNOWN.iter().any(begins) {
        return "(left out)".into();
    }
    if sized {
        return slogan.chars().take(120).collect();
    }
    let end = slogan.find(['(', '{', '[', '"']).unwrap_or(slogan.len());
    let (words, rest) = slogan.split_at(end);
    // The name of a process of the kernel.
    let name = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |of| of.0);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let name = if is_name { format!("({name}) ") } else { String::new() };
    format!("{words}{name}{}", if rest.is_empty() { "" } else { "(...)" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_exact_one_first() {
        let means = |slogan| meaning(slogan).0;
        let application = "Kernel pid terminated (application_controller) \
                           ({application_start_failure,kernel,{{shutdown,x},y}})";
        assert!(means(application).contains("permanent application"));
        assert!(means("Kernel pid terminated (logger) (killed)").contains("kernel"));
        let heap = "eheap_alloc: Cannot allocate 762886488 bytes of memory (of type \"heap\").";
        assert!(means(heap).contains("heap of a process"));
        assert!(means("sl_alloc: Cannot reallocate 7 bytes").contains("from the system"));
        assert!(means("no more index entries in atom_tab (max=5)").contains("atoms"));
        assert!(means("no more index entries in export_tab").contains("table of the emulator"));
        assert!(means("the slogan").contains("erlang:halt/1"));
    }

    #[test]
    fn reasons_are_left_out() {
        let boot = "init terminating in do_boot ({{badmatch,\"pw\"},[]})";
        assert_eq!(bare(boot), "init terminating in do_boot (...)");
        let kernel = "Kernel pid terminated (application_controller) (\"{pw}\")";
        assert_eq!(bare(kernel), "Kernel pid terminated (application_controller) (...)");
        assert_eq!(bare("pw SIGSEGV"), "(left out)");
        let full = "no more index entries in atom_tab (max=20000)";
        assert_eq!(bare(full), full);
        assert_eq!(bare("Received SIGUSR1"), "Received SIGUSR1");
    }
}
