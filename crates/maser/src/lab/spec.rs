//! The labs: their programs, cases and sizes.

/// One experiment.
pub(crate) struct Lab {
    pub name: &'static str,
    pub about: &'static str,
    /// The module whose run/2 does the work.
    pub module: &'static str,
    pub groups: Vec<Group>,
    /// Whether memory is part of the result.
    pub memory: bool,
    /// Programs in C that it needs, by the names of their sources.
    pub c: &'static [&'static str],
    /// A program in C that is made with what `asn1c` makes of a file for ASN.1: both names. The
    /// Erlang side is made by `asn1ct`, of each rules' own file.
    pub asn1: Option<Asn1>,
    /// Libraries with NIFs that it needs, by the names of their sources.
    pub libraries: &'static [&'static str],
    /// A third side, to compare Maser with.
    pub reference: Option<Reference>,
    /// Applications of OTP whose native code is made as well, if native code is wanted.
    pub applications: &'static [&'static str],
    /// Whether its programs have native code made while they run.
    pub makes_native: bool,
    /// Whether each case runs in an emulator of its own, which has no native code and may make
    /// some.
    pub cold: bool,
    /// Whether sizes are how long cases run, in seconds.
    pub timed: bool,
    /// Whether the table tells the time of each of so many as a case's size, in nanoseconds.
    pub each: bool,
}

impl Lab {
    /// A lab that measures times, of programs in Erlang, on stock and on Maser.
    fn new(
        name: &'static str,
        about: &'static str,
        module: &'static str,
        groups: Vec<Group>,
    ) -> Lab {
        Lab {
            name,
            about,
            module,
            groups,
            memory: false,
            c: &[],
            asn1: None,
            libraries: &[],
            reference: None,
            applications: &[],
            makes_native: false,
            cold: false,
            timed: false,
            each: false,
        }
    }
}

/// The parts of a lab in ASN.1.
pub(crate) struct Asn1 {
    /// The program in C.
    pub program: &'static str,
    /// The file of which its types are made.
    pub types: &'static str,
    /// The files for the Erlang side, with the rules of encoding.
    pub modules: &'static [(&'static str, &'static str)],
}

/// The side of a lab besides Maser and stock.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Reference {
    /// A program in C that does what the cases do.
    Program(&'static str),
    /// Maser itself without native code; with it on its own side.
    BaseTier,
}

/// Cases that run in one emulator, started with the same flags.
pub(crate) struct Group {
    /// The group's name in the table; empty if there is one only.
    pub label: String,
    /// A command in front of `erl`, as taskset.
    pub prefix: Vec<String>,
    pub flags: Vec<String>,
    pub cases: Vec<Case>,
}

/// One program at one size.
#[derive(Clone)]
pub(crate) struct Case {
    pub name: &'static str,
    pub size: u64,
    /// The size for a quick trial.
    pub quick: u64,
    /// How many runs at most: the largest sizes are run once.
    pub runs_max: usize,
    /// Whether the size is part of the name, because it varies.
    pub sized: bool,
    /// Whether it only checks a result: its time is then not a measurement.
    pub check: bool,
}

impl Case {
    fn new(name: &'static str, size: u64, quick: u64) -> Case {
        Case { name, size, quick, runs_max: usize::MAX, sized: false, check: false }
    }
}

/// A size between those of a trial and of a measurement, some six times smaller than the latter
/// where they are 200 times apart: two digits of it.
pub(crate) fn middle(full: u64, quick: u64) -> u64 {
    let size = ((full as f64).powi(2) * quick as f64).cbrt();
    let unit = 10f64.powi((size.max(1.0).log10().floor() as i32 - 1).max(0));
    // A whole number is not to be rounded up to the next because its root is not exact.
    ((size / unit - 1e-9).ceil() * unit) as u64
}

/// A program of a lab: file name and text.
pub(crate) const SOURCES: &[(&str, &str)] = &[
    ("maser_lab.erl", include_str!("../../../../labs/maser_lab.erl")),
    ("lab_spawn.erl", include_str!("../../../../labs/lab_spawn.erl")),
    ("lab_scanner.erl", include_str!("../../../../labs/lab_scanner.erl")),
    ("lab_erl_leex.xrl", include_str!("../../../../labs/lab_erl_leex.xrl")),
    ("scanner_input.txt", include_str!("../../../../labs/scanner_input.txt")),
    ("lab_cold.erl", include_str!("../../../../labs/lab_cold.erl")),
    ("lab_sequential.erl", include_str!("../../../../labs/lab_sequential.erl")),
    ("lab_seq_core.erl", include_str!("../../../../labs/lab_seq_core.erl")),
    ("lab_seq_data.erl", include_str!("../../../../labs/lab_seq_data.erl")),
    ("lab_operations.erl", include_str!("../../../../labs/lab_operations.erl")),
    ("lab_op_terms.erl", include_str!("../../../../labs/lab_op_terms.erl")),
    ("lab_op_bytes.erl", include_str!("../../../../labs/lab_op_bytes.erl")),
    ("lab_op_system.erl", include_str!("../../../../labs/lab_op_system.erl")),
    ("lab_compile.erl", include_str!("../../../../labs/lab_compile.erl")),
    ("lab_ports.erl", include_str!("../../../../labs/lab_ports.erl")),
    ("lab_ports.c", include_str!("../../../../labs/lab_ports.c")),
    ("lab_asn1.c", include_str!("../../../../labs/lab_asn1.c")),
    ("LabBer.asn1", include_str!("../../../../labs/LabBer.asn1")),
    ("LabPer.asn1", include_str!("../../../../labs/LabPer.asn1")),
    ("lab_nif.erl", include_str!("../../../../labs/lab_nif.erl")),
    ("lab_nif.c", include_str!("../../../../labs/lab_nif.c")),
    ("lab_open_port.erl", include_str!("../../../../labs/lab_open_port.erl")),
    ("lab_dist.erl", include_str!("../../../../labs/lab_dist.erl")),
    ("lab_open_port.c", include_str!("../../../../labs/lab_open_port.c")),
    ("lab_soak.erl", include_str!("../../../../labs/lab_soak.erl")),
    ("lab_soak_mixed.erl", include_str!("../../../../labs/lab_soak_mixed.erl")),
    ("lab_messages.erl", include_str!("../../../../labs/lab_messages.erl")),
    ("lab_timers.erl", include_str!("../../../../labs/lab_timers.erl")),
    ("lab_ets.erl", include_str!("../../../../labs/lab_ets.erl")),
    ("lab_gc.erl", include_str!("../../../../labs/lab_gc.erl")),
    ("lab_memory.erl", include_str!("../../../../labs/lab_memory.erl")),
    ("lab_mixed.erl", include_str!("../../../../labs/lab_mixed.erl")),
    ("lab_native_all.erl", include_str!("../../../../labs/lab_native_all.erl")),
    ("lab_http.erl", include_str!("../../../../labs/lab_http.erl")),
    ("lab_http.c", include_str!("../../../../labs/lab_http.c")),
    ("lab_huge.erl", include_str!("../../../../labs/lab_huge.erl")),
    ("lab_huge.php", include_str!("../../../../labs/lab_huge.php")),
];

/// All labs, in the order in which they are listed.
pub(crate) fn all() -> Vec<Lab> {
    vec![
        sequential(),
        cold(),
        native(),
        native_all(),
        operations(),
        compile(),
        scanner(),
        spawn(),
        idle(),
        memory(),
        messages(),
        timers(),
        ets(),
        gc(),
        mixed(),
        nif(),
        port_formats(),
        open_port(),
        dist(),
        soak("soak", 30),
        soak("soak-long", 600),
        soak_mixed("soak-mixed", 60, &["1:1", "2:2"]),
        soak_mixed("soak-mixed-long", 1800, &["2:2"]),
    ]
}

fn native() -> Lab {
    Lab {
        name: "native",
        about: "the same with native code, that of the standard library too, and without",
        reference: Some(Reference::BaseTier),
        applications: &["stdlib"],
        ..sequential()
    }
}

fn sequential() -> Lab {
    // Sizes take 0.1 to 0.3 s on the stock emulator's JIT.
    let cases = [
        ("fib", 38, 27),
        ("tak", 50, 1),
        ("nrev", 400, 10),
        ("length", 200, 5),
        ("float_loop", 20_000_000, 100_000),
        ("byte_scanner", 6, 1),
        ("tuple_update", 40_000_000, 100_000),
        ("map_update", 20_000_000, 100_000),
        ("ackermann", 200, 2),
        ("hanoi", 25, 15),
        ("queens", 400, 4),
        ("sieve", 40, 1),
        ("collatz", 500_000, 40_000),
        ("permutations", 30, 1),
        ("quicksort", 30, 1),
        ("lists_sort", 8, 1),
        ("closures", 100, 2),
        ("comprehensions", 800, 5),
        ("exceptions", 8_000_000, 60_000),
        ("apply", 40_000_000, 100_000),
        ("dispatch", 160_000_000, 1_000_000),
        ("matrix", 150, 2),
        ("nbody", 200_000, 1_000),
        ("mandelbrot", 600, 60),
        ("large_maps", 10, 1),
        ("map_folds", 200, 2),
        ("binary_build", 100, 2),
        ("binary_parse", 400, 4),
        ("bitstrings", 150, 2),
        ("binary_split", 400, 4),
        ("string_split", 500, 5),
        ("string_unicode", 500, 5),
        ("text_building", 300, 3),
        ("factorial", 300, 3),
        ("fib_big", 300, 3),
        ("pidigits", 30, 1),
        ("powmod", 200, 2),
        ("gb_trees", 25, 1),
        ("dict", 40, 1),
        ("array", 50, 1),
        ("queue", 100, 1),
        ("records", 20_000_000, 100_000),
        ("word_count", 200, 2),
        ("edit_distance", 2_000, 20),
        ("huffman", 500, 2),
        ("term_order", 40, 1),
        ("hash", 200, 2),
        ("ext_terms", 60, 1),
    ];
    let cases = cases.map(|(name, size, quick)| Case::new(name, size, quick)).to_vec();
    Lab::new(
        "sequential",
        "programs of one process: calls, lists, numbers, maps, binaries, strings",
        "lab_sequential",
        vec![plain("", &["+S", "1:1"], cases)],
    )
}

fn cold() -> Lab {
    let own = [
        ("compile", 4, 1),
        ("scan_and_parse", 50, 1),
        ("format", 5_000, 200),
        ("base64", 1_000, 20),
        ("eunit", 100, 5),
        ("re", 300, 5),
        ("processes", 1_000, 50),
    ];
    let own = own.map(|(name, size, quick)| Case::new(name, size, quick));
    let sequential = sequential().groups.into_iter().flat_map(|group| group.cases);
    let each = own.into_iter().chain(sequential);
    Lab {
        cold: true,
        ..Lab::new(
            "cold",
            "new programs: each case in a new emulator that has no native code yet",
            "lab_cold",
            each.map(|case| plain("", &["+S", "1:1"], vec![case])).collect(),
        )
    }
}

fn native_all() -> Lab {
    let modules = Case { runs_max: 1, check: true, ..Case::new("native_all", 1, 0) };
    let cases = [
        ("gb_trees", 25, 1),
        ("lists_sort", 8, 1),
        ("string_split", 500, 5),
        ("text_building", 300, 3),
        ("scan", 300, 3),
        ("compile", 3, 1),
        ("mnesia", 100_000, 1_000),
    ];
    let cases = cases.map(|(name, size, quick)| Case::new(name, size, quick));
    Lab {
        reference: Some(Reference::BaseTier),
        makes_native: true,
        ..Lab::new(
            "native-all",
            "maser:native_all() in a system with mnesia, and what it does to programs of OTP's modules",
            "lab_native_all",
            vec![plain("", &["+S", "1:1"], [&[modules][..], &cases].concat())],
        )
    }
}

fn operations() -> Lab {
    let group = |(area, counts): &(&str, &[(u64, &'static str)])| {
        let of = |(count, names): &(u64, &'static str)| {
            // They are even numbers: operands take turns.
            let case = |name| Case::new(name, *count, 2 * (count / 200).max(1));
            names.split_whitespace().map(case).collect::<Vec<_>>()
        };
        plain(area, &["+S", "1:1"], counts.iter().flat_map(of).collect())
    };
    Lab {
        applications: &["stdlib"],
        each: true,
        ..Lab::new(
            "operations",
            "single operations, each in a loop (which is the case `loop`): ns for one",
            "lab_operations",
            super::operations::AREAS.iter().map(group).collect(),
        )
    }
}

fn compile() -> Lab {
    let case = |name| Case::new(name, 10, 1);
    Lab {
        applications: &["stdlib", "compiler"],
        ..Lab::new(
            "compile",
            "processor time of the compiler for modules of OTP, natively (--native) or not",
            "lab_compile",
            vec![plain("", &["+S", "1:1"], vec![case("lists"), case("beam_ssa_opt")])],
        )
    }
}

fn scanner() -> Lab {
    let cases = vec![
        Case { runs_max: 1, check: true, ..Case::new("same_tokens", 1, 1) },
        Case::new("leex", 10_000, 200),
        Case::new("erl_scan", 10_000, 200),
    ];
    Lab::new(
        "scanner",
        "a scanner of Erlang made by leex against the hand-written erl_scan",
        "lab_scanner",
        vec![plain("", &["+S", "1:1"], cases)],
    )
}

fn spawn() -> Lab {
    let cores = cores();
    let mut groups = vec![
        plain("+S 1:1", &["+S", "1:1"], spawn_cases(&[100_000, 1_000_000, 10_000_000])),
        Group {
            prefix: vec!["taskset".into(), "-c".into(), "0".into()],
            ..plain("+S 1:1, CPU 0", &["+S", "1:1"], spawn_cases(&[1_000_000]))
        },
    ];
    if cores > 1 {
        let mut counts = vec![2, 4, cores];
        counts.retain(|n| *n <= cores);
        counts.dedup();
        for (nth, count) in counts.iter().enumerate() {
            let both = format!("{count}:{count}");
            let sizes: &[u64] =
                if nth == 0 { &[100_000, 1_000_000, 10_000_000] } else { &[1_000_000] };
            groups.push(plain(&format!("+S {both}"), &["+S", &both], spawn_cases(sizes)));
        }
        let all = format!("{cores}:{cores}");
        let one = format!("{cores}:1");
        groups.push(plain(&format!("+S {one}"), &["+S", &one], spawn_cases(&[1_000_000])));
        groups.push(plain(
            &format!("+S {all} +sbt db"),
            &["+S", &all, "+sbt", "db"],
            spawn_cases(&[1_000_000]),
        ));
    }
    Lab {
        memory: true,
        ..Lab::new(
            "spawn",
            "creating processes, with and without a message to each; memory stays flat",
            "lab_spawn",
            groups,
        )
    }
}

fn spawn_cases(sizes: &[u64]) -> Vec<Case> {
    let mut cases = Vec::new();
    for &size in sizes {
        for name in ["start", "start_wo_msg"] {
            let quick = (size / 100).max(1000);
            let runs_max = if size > 1_000_000 { 1 } else { usize::MAX };
            cases.push(Case { runs_max, sized: true, ..Case::new(name, size, quick) });
        }
    }
    cases
}

fn idle() -> Lab {
    let case = Case { sized: true, ..Case::new("idle", 250_000, 20_000) };
    Lab {
        memory: true,
        ..Lab::new(
            "idle",
            "the resident memory of processes that wait",
            "lab_spawn",
            vec![plain("", &["+S", "2:2", "+P", "1000000"], vec![case])],
        )
    }
}

fn memory() -> Lab {
    let cases = [
        ("idle", 250_000, 20_000),
        ("gen_servers", 100_000, 5_000),
        ("mailboxes", 2_000_000, 100_000),
        ("large_binaries", 1_000_000, 50_000),
        ("small_binaries", 1_000_000, 50_000),
        ("parts_of_binaries", 1_000_000, 50_000),
    ];
    // An emulator for each: what one gives back another would take.
    let group = |(name, size, quick)| {
        let case = Case { sized: true, ..Case::new(name, size, quick) };
        plain("", &["+S", "2:2", "+P", "1000000"], vec![case])
    };
    Lab {
        memory: true,
        ..Lab::new(
            "memory",
            "resident memory for each idle process, waiting message, binary",
            "lab_memory",
            cases.map(group).into(),
        )
    }
}

fn mixed() -> Lab {
    let cases = [
        Case::new("call", 10, 1),
        Case::new("p99_9", 10, 1),
        Case::new("p50", 10, 1),
        Case::new("system_start", 20_000, 1_000),
    ];
    let group = |s: &str| plain(&format!("+S {s}"), &["+S", s], cases.to_vec());
    Lab {
        applications: &["stdlib", "kernel"],
        timed: true,
        ..Lab::new(
            "mixed",
            "20,000 workers, a registry, timers, logs, crashes: ms for a million calls, and for one",
            "lab_mixed",
            vec![group("1:1"), group("2:2")],
        )
    }
}

/// A lab whose cases run with one scheduler and with two.
fn concurrent(
    name: &'static str,
    about: &'static str,
    module: &'static str,
    cases: &[(&'static str, u64, u64)],
) -> Lab {
    let cases: Vec<Case> =
        cases.iter().map(|&(n, size, quick)| Case::new(n, size, quick)).collect();
    let group = |s: &str| plain(&format!("+S {s}"), &["+S", s], cases.clone());
    let groups = vec![group("1:1"), group("2:2")];
    Lab { applications: &["stdlib"], ..Lab::new(name, about, module, groups) }
}

fn messages() -> Lab {
    let cases = [
        ("ping_pong", 1_000_000, 10_000),
        ("ring", 2_000_000, 20_000),
        ("fan_in", 2_000_000, 20_000),
        ("fan_out", 2_000_000, 20_000),
        ("selective", 100_000, 1_000),
        ("call_monitor", 500_000, 5_000),
        ("gen_server_call", 500_000, 5_000),
        ("large", 10_000, 100),
        ("spawn_monitor", 300_000, 3_000),
    ];
    concurrent("messages", "messages between processes, calls, monitors", "lab_messages", &cases)
}

fn timers() -> Lab {
    let cases = [
        ("start_cancel", 1_000_000, 10_000),
        ("among_others", 1_000_000, 10_000),
        ("fire", 300_000, 3_000),
        ("receive_after", 500_000, 5_000),
        ("after_zero", 5_000_000, 50_000),
    ];
    concurrent(
        "timers",
        "timers that are stopped, that fire, and of receives",
        "lab_timers",
        &cases,
    )
}

fn ets() -> Lab {
    let cases = [
        ("set_insert", 1_000_000, 100_000),
        ("ordered_insert", 500_000, 100_000),
        ("bag_insert", 500_000, 100_000),
        ("set_lookup", 2_000_000, 20_000),
        ("ordered_lookup", 1_000_000, 10_000),
        ("lookup_element", 2_000_000, 20_000),
        ("set_delete", 1_000_000, 100_000),
        ("ordered_delete", 500_000, 100_000),
        ("counters", 2_000_000, 20_000),
        ("set_two", 1_000_000, 200_000),
        ("ordered_two", 1_000_000, 200_000),
        ("counters_two", 2_000_000, 20_000),
        ("select", 20, 1),
        ("ordered_select", 20, 1),
        ("match_key", 500_000, 5_000),
        ("fold", 10, 1),
    ];
    concurrent("ets", "tables of each type, with one writer and two", "lab_ets", &cases)
}

fn gc() -> Lab {
    let cases = [
        ("binary_trees", 16, 8),
        ("naive_reverse", 500, 5),
        ("sort", 10, 1),
        ("map_building", 20, 1),
        ("small_maps", 100, 1),
        ("records", 200, 2),
        ("large_state", 200_000, 1_000),
        ("beginnings", 15, 8),
    ];
    concurrent("gc", "programs that live by allocating", "lab_gc", &cases)
}

fn nif() -> Lab {
    let cases = [
        ("call", 20_000_000, 10_000),
        ("call_exported", 20_000_000, 10_000),
        ("binary_in", 10_000_000, 10_000),
        ("binary_out_50", 5_000_000, 10_000),
        ("binary_out_4k", 1_000_000, 1_000),
        ("binary_made", 2_000_000, 1_000),
        ("list_in", 1_000_000, 1_000),
        ("list_out", 100_000, 100),
        ("resource_new", 1_000_000, 1_000),
        ("resource_use", 10_000_000, 10_000),
        ("thread", 500_000, 1_000),
        ("dirty", 50_000, 100),
        ("parse", 3_000, 10),
        ("hash_16", 300_000, 100),
        ("hash_8k", 50_000, 100),
        ("asn1", 40_000, 10),
        ("tls_handshake", 500, 2),
        ("tls_bulk", 2_000, 10),
    ];
    Lab {
        libraries: &["lab_nif"],
        applications: &["kernel", "stdlib", "crypto", "ssl", "public_key", "asn1"],
        ..concurrent(
            "nif",
            "libraries in C: calls, data, threads; crypto, ASN.1 and TLS",
            "lab_nif",
            &cases,
        )
    }
}

fn port_formats() -> Lab {
    let cases = [
        ("line_64", 50_000, 500),
        ("packet1_64", 50_000, 500),
        ("packet2_64", 50_000, 500),
        ("packet4_64", 50_000, 500),
        ("packet4_64_stream", 1_000_000, 5_000),
        ("packet4_1mb", 1_000, 10),
        ("stream_1mb", 1_000, 10),
        ("struct", 50_000, 500),
        ("term", 50_000, 500),
        ("json", 50_000, 500),
        ("ber", 50_000, 500),
        ("per", 50_000, 500),
    ];
    let cases = cases.map(|(name, size, quick)| Case::new(name, size, quick)).to_vec();
    Lab {
        c: &["lab_ports"],
        asn1: Some(Asn1 {
            program: "lab_asn1",
            types: "LabBer.asn1",
            modules: &[("LabBer.asn1", "ber"), ("LabPer.asn1", "uper")],
        }),
        ..Lab::new(
            "port-formats",
            "messages to an external program and back, in the formats that ports have",
            "lab_ports",
            vec![
                plain("+S 1:1", &["+S", "1:1"], cases.clone()),
                plain("+S 2:2", &["+S", "2:2"], cases),
            ],
        )
    }
}

fn open_port() -> Lab {
    let cases = vec![
        Case::new("call", 1_000, 20),
        Case::new("first_echo", 1_000, 20),
        Case::new("exit_status", 1_000, 20),
        Case::new("burst", 10_000, 100),
    ];
    let group = |descriptors: u64| {
        let number = descriptors.to_string();
        plain(&format!("{number} descriptors"), &["-descriptors", &number], cases.clone())
    };
    Lab {
        c: &["lab_open_port"],
        reference: Some(Reference::Program("lab_open_port")),
        ..Lab::new(
            "open-port",
            "starting external programs: ms for a thousand are µs for each",
            "lab_open_port",
            [0, 768, most_descriptors()].map(group).into(),
        )
    }
}

fn dist() -> Lab {
    let cases = [
        ("send", 20_000, 100),
        ("gen_call", 20_000, 100),
        ("erpc_call", 10_000, 50),
        ("small", 500_000, 1_000),
        ("kb", 200_000, 500),
        ("mb", 5_000, 5),
        ("many_to_many", 500_000, 1_000),
    ];
    let cases = cases.map(|(name, size, quick)| Case::new(name, size, quick)).to_vec();
    // Stock takes ten milliseconds and more for a megabyte over TLS.
    let mut tls = cases.clone();
    tls.iter_mut().filter(|case| case.name == "mb").for_each(|case| case.size = 200);
    let cluster = Case { runs_max: 1, ..Case::new("cluster", 30, 3) };
    Lab {
        applications: &["stdlib", "kernel", "ssl", "crypto", "public_key"],
        ..Lab::new(
            "dist",
            "two nodes: round trips, streams, TLS, one of them on stock; a cluster of 30",
            "lab_dist",
            vec![
                plain("TCP", &[], cases.clone()),
                plain("to stock", &["-pair", "stock_there"], cases.clone()),
                plain("from stock", &["-pair", "stock_here"], cases.clone()),
                plain("TLS", &["-carrier", "tls"], tls),
                plain("nodes", &[], vec![cluster]),
            ],
        )
    }
}

fn soak(name: &'static str, seconds: u64) -> Lab {
    let case = |name| Case { runs_max: 1, ..Case::new(name, seconds, 2) };
    let about = match seconds {
        600 => "the same for ten minutes; memory stays flat",
        _ => "5,000 who chat, and httpd under load: ms for 1,000,000 messages; nothing is left",
    };
    Lab {
        memory: true,
        timed: true,
        ..Lab::new(name, about, "lab_soak", vec![plain("", &[], vec![case("chat"), case("http")])])
    }
}

fn soak_mixed(name: &'static str, seconds: u64, schedulers: &[&str]) -> Lab {
    let case = Case { runs_max: 1, ..Case::new("system", seconds, 3) };
    let about = match seconds {
        1800 => "the same for half an hour; memory stays flat",
        _ => "crashes, kills, upgrades, limits: no message lost or out of order; ms for 1,000,000",
    };
    let group = |s: &&str| plain(&format!("+S {s}"), &["+S", s], vec![case.clone()]);
    let groups = schedulers.iter().map(group).collect();
    Lab {
        memory: true,
        applications: &["stdlib", "kernel"],
        timed: true,
        ..Lab::new(name, about, "lab_soak_mixed", groups)
    }
}

/// As many descriptors as a program may have, less what it needs itself; 15,000 are enough.
fn most_descriptors() -> u64 {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|l| l.strip_prefix("Max open files"));
    let soft = line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse().ok());
    soft.unwrap_or(1024_u64).saturating_sub(224).min(15_000)
}

fn plain(label: &str, flags: &[&str], cases: Vec<Case>) -> Group {
    let flags = flags.iter().map(|f| f.to_string()).collect();
    Group { label: label.into(), prefix: Vec::new(), flags, cases }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_sizes_lie_between() {
        assert_eq!(middle(1_000_000, 10_000), 220_000);
        assert_eq!((middle(10, 1), middle(38, 27), middle(1, 0)), (5, 34, 0));
        assert_eq!(middle(8, 8), 8);
    }

    #[test]
    fn every_lab_has_its_program_and_distinct_cases() {
        for lab in all() {
            let file = format!("{}.erl", lab.module);
            assert!(SOURCES.iter().any(|(name, _)| *name == file), "{file}");
            for group in &lab.groups {
                let mut names: Vec<_> = group.cases.iter().map(|c| (c.name, c.size)).collect();
                let count = names.len();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), count, "{} {}", lab.name, group.label);
            }
        }
    }
}
