//! Programs that suites want to be compiled beside them: in C for ports to start, and modules that
//! are not suites. Libraries with drivers and NIFs are not made: Maser does not load them.

use super::{Place, finished};
use maser::otp::Otp;
use std::process::Command;

/// Application, directory, and the sources that are compiled in it.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("emulator", "async_ports_SUITE_data", &["cport.c"]),
    ("emulator", "estone_SUITE_data", &["estone_cat.c"]),
    (
        "emulator",
        "port_SUITE_data",
        &["port_test.c", "echo_args.c", "dead_port.c", "port_test.erl"],
    ),
    ("emulator", "port_bif_SUITE_data", &["port_test.c", "sleeper.c"]),
    (
        "kernel",
        "application_SUITE_data",
        &[
            "app_start_error.erl",
            "trans_abnormal_sup.erl",
            "trans_normal_sup.erl",
            "transient.erl",
            "group_leader.erl",
            "group_leader_sup.erl",
        ],
    ),
    ("kernel", "application_SUITE_data/deadlock", &["deadlock.erl"]),
    ("kernel", "heart_SUITE_data", &["simple_echo.c"]),
    ("kernel", "os_SUITE_data", &["my_echo.c", "my_fds.c"]),
];

impl Place {
    /// Compiles the programs of an application's suites that are not there yet. Cases that start a
    /// program that cannot be compiled miss it.
    pub(super) fn build_programs(&self, otp: &Otp, app: &str) {
        for (_, dir, sources) in PROGRAMS.iter().filter(|(of, ..)| *of == app) {
            let dir = self.tests(app).join(dir);
            for source in *sources {
                let (stem, kind) = source.rsplit_once('.').unwrap_or((source, ""));
                let place =
                    dir.join(if kind == "c" { stem.into() } else { format!("{stem}.beam") });
                if place.exists() {
                    continue;
                }
                let mut command = match kind {
                    "c" => {
                        let mut command = Command::new("cc");
                        command.args(["-w", "-O2", "-DHAVE_STRERROR", "-o", stem]);
                        command
                    }
                    _ => self.stock(otp, "erlc"),
                };
                if let Err(why) = finished(command.arg(source).current_dir(&dir)) {
                    println!("{}: {why}", dir.join(source).display());
                }
            }
        }
    }
}
