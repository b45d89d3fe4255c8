//! Calls that make no sense end the program, with stock's words. Each is made in a program of its
//! own: this one.

use nif::sys::{info, locks, threads};
use std::process::Command;

const WHICH: &str = "NIF_MISUSE";

/// The calls, and what is said.
const CALLS: &[(&str, fn(), &str)] = &[
    (
        "lock",
        || locks::enif_mutex_lock(None),
        "Fatal error in erl_drv_mutex_lock(): Invalid argument [22]",
    ),
    (
        "destroy",
        || locks::erl_drv_cond_destroy(None),
        "Fatal error in erl_drv_cond_destroy(): Invalid argument [22]",
    ),
    (
        "twice",
        || {
            let lock = locks::enif_rwlock_create(None);
            locks::enif_rwlock_rwlock(lock.as_deref());
            locks::enif_rwlock_rwlock(lock.as_deref());
        },
        "Fatal error in erl_drv_rwlock_rwlock(): Resource deadlock avoided [35]",
    ),
    (
        "key",
        || {
            threads::enif_tsd_get(77);
        },
        "Fatal error in erl_drv_tsd_get(): Invalid argument [22]",
    ),
    (
        "opts",
        || threads::enif_thread_opts_destroy(None),
        "Fatal error in erl_drv_thread_opts_destroy(): Invalid argument [22]",
    ),
    (
        "info",
        || info::enif_system_info(None, 100),
        "driver_system_info(0x0000000000000000, 100) called with invalid arguments",
    ),
];

#[test]
fn calls_that_make_no_sense_end_the_program() {
    if let Ok(which) = std::env::var(WHICH) {
        let call = CALLS.iter().find(|(name, ..)| *name == which).expect("a call");
        (call.1)();
        return;
    }
    let own = std::env::current_exe().expect("the program's name");
    for (name, _, says) in CALLS {
        let mut command = Command::new(&own);
        command.env(WHICH, name).env("ERL_CRASH_DUMP_SECONDS", "0").arg("--nocapture");
        let out = command.output().expect("the program starts");
        let err = String::from_utf8_lossy(&out.stderr);
        assert!(err.lines().any(|line| line == *says), "{name}: {err}");
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&out.status), Some(6), "{name}");
    }
}
