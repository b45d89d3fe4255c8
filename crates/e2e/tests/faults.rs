//! Runs a small system while a system call fails from the start: on old kernels and under filters
//! (seccomp) the emulator does its work without it, or says in a line why it cannot.
//!
//! A case ends in one of three ways: all work done, some of it with an error that a program sees,
//! or an end with status 1 and a line. Panics, crashes, hangs and busy waiting are faults.
//! `CALLS=NAME,NAME` takes these calls only.

use maser::{emulator, otp};
use std::ffi::c_long;
use std::io::{Error, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The work of the small system; each part tells how it ended.
const WORK: &str = r#"
    Try = fun(What, F) ->
        Me = self(),
        {P, R} = spawn_monitor(fun() -> Me ! {self(), try F() catch C:E -> {C, E} end} end),
        Got = receive {P, X} -> X; {'DOWN', R, _, _, Why} -> {down, Why}
              after 8000 -> hangs end,
        io:format("~s: ~p~n", [What, Got])
    end,
    Try("processes", fun() ->
        Ps = [spawn_monitor(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 200)],
        [P ! stop || {P, _} <- Ps],
        [receive {'DOWN', R, _, _, normal} -> ok end || {_, R} <- Ps],
        ok end),
    Try("timers", fun() ->
        erlang:send_after(20, self(), go),
        receive go -> ok end,
        receive never -> never after 20 -> ok end end),
    Try("file", fun() ->
        ok = file:write_file("f", <<0:80000>>),
        {ok, <<0:80000>>} = file:read_file("f"),
        {ok, _} = file:list_dir("."),
        ok = file:delete("f") end),
    Try("tcp", fun() ->
        {ok, L} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127,0,0,1}}]),
        {ok, Port} = inet:port(L),
        {ok, A} = gen_tcp:connect({127,0,0,1}, Port, [binary, {active, true}], 3000),
        {ok, B} = gen_tcp:accept(L, 3000),
        ok = gen_tcp:send(A, <<"hello">>),
        {ok, <<"hello">>} = gen_tcp:recv(B, 5, 3000),
        ok = gen_tcp:send(B, <<"answer">>),
        receive {tcp, A, <<"answer">>} -> ok after 3000 -> nothing end end),
    Try("udp", fun() ->
        {ok, A} = gen_udp:open(0, [binary, {ip, {127,0,0,1}}]),
        {ok, Port} = inet:port(A),
        ok = gen_udp:send(A, {127,0,0,1}, Port, <<"x">>),
        receive {udp, A, _, _, <<"x">>} -> ok after 3000 -> nothing end end),
    Try("program", fun() ->
        P = open_port({spawn, "cat"}, [binary]),
        port_command(P, <<"x">>),
        R = receive {P, {data, <<"x">>}} -> ok after 3000 -> nothing end,
        port_close(P),
        "hi\n" = os:cmd("echo hi"),
        R end),
    Try("names", fun() -> {ok, _} = inet:gethostname(), ok end),
    Try("dirty", fun() ->
        B = zlib:compress(binary:copy(<<"abc">>, 100000)),
        300000 = byte_size(zlib:uncompress(B)),
        ok end),
    Try("memory", fun() ->
        [erlang:garbage_collect(P) || P <- processes()],
        lists:foldl(fun(_, A) -> [lists:seq(1, 20) | A] end, [], lists:seq(1, 20000)),
        _ = erlang:memory(), _ = erlang:statistics(wall_clock), ok end),
    Try("idle", fun() -> timer:sleep(1500) end),
    io:format("done~n"),
    halt(0)."#;

/// A case takes no longer than this, and most of a second of it is work.
const LIMIT_S: u64 = 60;
/// So much more time of processors than without faults is taken for busy waiting: one would take as
/// much while the system is idle.
const CPU_S_MORE: f64 = 1.2;

/// Calls that fail, one at a time. Left out are those without which no program is loaded (`mmap`:
/// see [`each_mapping_fails`]), or can say anything (`write`, `writev`), or none in Rust begins
/// (`poll`, `rt_sigaction`); and `recvmsg`: a UDP socket that can never be read tells its owner so
/// again and again.
const CALLS: &[(&str, c_long)] = &[
    ("accept4", libc::SYS_accept4),
    ("access", libc::SYS_access),
    ("bind", libc::SYS_bind),
    ("chdir", libc::SYS_chdir),
    ("clone", libc::SYS_clone),
    ("clone3", libc::SYS_clone3),
    ("close_range", libc::SYS_close_range),
    ("connect", libc::SYS_connect),
    ("dup", libc::SYS_dup),
    ("dup2", libc::SYS_dup2),
    ("dup3", libc::SYS_dup3),
    ("epoll_create1", libc::SYS_epoll_create1),
    ("epoll_ctl", libc::SYS_epoll_ctl),
    ("epoll_pwait2", libc::SYS_epoll_pwait2),
    ("epoll_wait", libc::SYS_epoll_wait),
    ("eventfd2", libc::SYS_eventfd2),
    ("fallocate", libc::SYS_fallocate),
    ("fcntl", libc::SYS_fcntl),
    ("ftruncate", libc::SYS_ftruncate),
    ("fsync", libc::SYS_fsync),
    ("getcwd", libc::SYS_getcwd),
    ("getdents64", libc::SYS_getdents64),
    ("getpeername", libc::SYS_getpeername),
    ("getrandom", libc::SYS_getrandom),
    ("getrusage", libc::SYS_getrusage),
    ("getsockname", libc::SYS_getsockname),
    ("getsockopt", libc::SYS_getsockopt),
    ("gettid", libc::SYS_gettid),
    ("ioctl", libc::SYS_ioctl),
    ("kill", libc::SYS_kill),
    ("listen", libc::SYS_listen),
    ("lseek", libc::SYS_lseek),
    ("madvise", libc::SYS_madvise),
    ("membarrier", libc::SYS_membarrier),
    ("memfd_create", libc::SYS_memfd_create),
    ("mremap", libc::SYS_mremap),
    ("munmap", libc::SYS_munmap),
    ("openat2", libc::SYS_openat2),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("pidfd_open", libc::SYS_pidfd_open),
    ("pipe2", libc::SYS_pipe2),
    ("ppoll", libc::SYS_ppoll),
    ("prctl", libc::SYS_prctl),
    ("prlimit64", libc::SYS_prlimit64),
    ("pwrite64", libc::SYS_pwrite64),
    ("readlink", libc::SYS_readlink),
    ("readv", libc::SYS_readv),
    ("recvfrom", libc::SYS_recvfrom),
    ("rseq", libc::SYS_rseq),
    ("rt_sigprocmask", libc::SYS_rt_sigprocmask),
    ("sched_getaffinity", libc::SYS_sched_getaffinity),
    ("sched_setaffinity", libc::SYS_sched_setaffinity),
    ("sched_yield", libc::SYS_sched_yield),
    ("sendfile", libc::SYS_sendfile),
    ("sendmsg", libc::SYS_sendmsg),
    ("sendto", libc::SYS_sendto),
    ("set_mempolicy", libc::SYS_set_mempolicy),
    ("setpriority", libc::SYS_setpriority),
    ("set_robust_list", libc::SYS_set_robust_list),
    ("setsockopt", libc::SYS_setsockopt),
    ("shutdown", libc::SYS_shutdown),
    ("sigaltstack", libc::SYS_sigaltstack),
    ("signalfd4", libc::SYS_signalfd4),
    ("socket", libc::SYS_socket),
    ("socketpair", libc::SYS_socketpair),
    ("statx", libc::SYS_statx),
    ("sysinfo", libc::SYS_sysinfo),
    ("timerfd_create", libc::SYS_timerfd_create),
    ("uname", libc::SYS_uname),
    ("unlink", libc::SYS_unlink),
    ("userfaultfd", libc::SYS_userfaultfd),
    ("vfork", libc::SYS_vfork),
    ("wait4", libc::SYS_wait4),
    ("waitid", libc::SYS_waitid),
];

/// The first call that Linux 5.3 does not have, and the last number that is looked at: later calls
/// are new, too.
const NEW: std::ops::RangeInclusive<u32> = 434..=1000;

/// Lets the calls `first..=last` fail with `errno` from now on, in this process and in those that
/// it starts.
fn forbid(first: u32, last: u32, errno: i32) -> std::io::Result<()> {
    let op = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf, k };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let at_least = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
    let above = libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K;
    let ends = libc::BPF_RET | libc::BPF_K;
    let mut filter = [
        // The call's number stands first in what a filter sees.
        op(load, 0, 0, 0),
        op(at_least, 0, 2, first),
        op(above, 1, 0, last),
        op(ends, 0, 0, libc::SECCOMP_RET_ERRNO | errno as u32),
        op(ends, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program and its instructions live during the calls, which only read them.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    };
    if done { Ok(()) } else { Err(Error::last_os_error()) }
}

/// Forbids the calls that the filters of Docker and of systemd's services (`@system-service`)
/// forbid.
fn container() -> std::io::Result<()> {
    let clone3 = libc::SYS_clone3 as u32;
    forbid(clone3, clone3, libc::ENOSYS)?;
    FORBIDDEN.iter().try_for_each(|&call| forbid(call as u32, call as u32, libc::EPERM))
}

const FORBIDDEN: &[c_long] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mbind,
    libc::SYS_mount,
    libc::SYS_move_pages,
    libc::SYS_open_by_handle_at,
    libc::SYS_perf_event_open,
    libc::SYS_personality,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_set_mempolicy,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// The end of a case.
struct End {
    /// The exit status; nothing if it was ended by a signal, or took too long.
    status: Option<i32>,
    cpu_s: f64,
    said: String,
}

struct Bench {
    emulator: PathBuf,
    args: Vec<String>,
}

impl Bench {
    fn new() -> Bench {
        let otp = otp::locate().expect("OTP");
        let own = std::env::current_exe().expect("this program");
        let emulator = match std::env::var_os("MASER_EMU") {
            Some(_) => emulator::locate().expect("MASER_EMU"),
            None => own.ancestors().nth(2).expect("a directory").join(emulator::NAME),
        };
        let root = otp.root.display().to_string();
        let bindir = otp.bindir().display().to_string();
        let words = ["--", "-root", &root, "-bindir", &bindir, "-progname", "erl", "--"];
        let mut args: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        args.extend(["-noshell", "-eval", WORK].map(str::to_owned));
        Bench { emulator, args }
    }

    /// Runs the emulator in `dir`, with what `before` does to its process.
    fn run(
        &self,
        name: &str,
        before: impl Fn() -> std::io::Result<()> + Send + Sync + 'static,
    ) -> End {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let (pid, run) = (std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        let dir = std::env::temp_dir().join(format!("maser-faults-{pid}-{run}-{name}"));
        std::fs::create_dir_all(&dir).expect("a directory");
        let all = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        std::fs::set_permissions(&dir, all).expect("a directory of ours");
        let output = dir.join("output");
        let file = std::fs::File::create(&output).expect("a file");
        let mut command = Command::new(&self.emulator);
        command
            .args(&self.args)
            .env("MASER_NATIVE", "off")
            .env("HOME", &dir)
            .env("ERL_CRASH_DUMP", "/dev/null")
            .env_remove("ERL_FLAGS")
            .current_dir(&dir)
            .stdin(Stdio::null())
            .stdout(file.try_clone().expect("a descriptor"))
            .stderr(file);
        // SAFETY: the closure makes system calls only.
        unsafe { command.pre_exec(before) };
        let mut child = command.spawn().expect("the emulator starts");
        let end = wait(child.id() as i32);
        // It has been waited for: this finds nothing.
        let _ = child.try_wait();
        let mut said = String::new();
        let mut bytes = Vec::new();
        std::fs::File::open(&output)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .expect("what it has said");
        said.push_str(&String::from_utf8_lossy(&bytes));
        let _ = std::fs::remove_dir_all(&dir);
        End { said, ..end }
    }
}

/// Waits for a child, not longer than a case may take.
fn wait(pid: i32) -> End {
    let begun = Instant::now();
    loop {
        let mut status = 0;
        // SAFETY: plain numbers, which the call fills.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        let late = begun.elapsed() > Duration::from_secs(LIMIT_S);
        if late {
            // SAFETY: the child is ours, and has not been waited for.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        let flags = if late { 0 } else { libc::WNOHANG };
        // SAFETY: both places are there to be written to.
        if unsafe { libc::wait4(pid, &mut status, flags, &mut usage) } == pid {
            let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
            let cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
            let status = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            return End { status: status.filter(|_| !late), cpu_s, said: String::new() };
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// How OTP ends by itself.
const ENDS_OF_OTP: [&str; 3] = ["init terminating", "Can not execute", "Kernel pid terminated"];

/// The fault of an end, if there is one.
fn judged(end: &End, usual_cpu_s: f64) -> Option<&'static str> {
    let said = |part: &str| end.said.contains(part);
    if said("panicked") || said("Internal error") {
        return Some("panics");
    }
    if end.cpu_s > usual_cpu_s + CPU_S_MORE {
        return Some("is busy");
    }
    match end.status {
        Some(0) if said("hangs") => Some("has a part that hangs"),
        Some(0) if said("done") => None,
        // The dynamic loader's, before anything of ours runs.
        Some(127) if said("error while loading shared libraries") => None,
        Some(127) if said("cannot allocate TLS data structures for initial thread") => None,
        Some(1) if said("Failed to create a ") => None,
        Some(1) if said("maser-emu: cannot ") || said("maser-emu: no preloaded") => None,
        Some(1) if said(": Cannot allocate ") || said("there is no memory to start with") => None,
        // OTP's own, when it comes up without something that it needs.
        Some(1) if ENDS_OF_OTP.iter().any(|end| said(end)) => None,
        None => Some("crashes or hangs"),
        Some(_) => Some("ends without a clear line"),
    }
}

/// The parts that ended with an error.
fn errors(end: &End) -> String {
    let bad = end.said.lines().filter(|line| !line.ends_with(": ok") && *line != "done");
    bad.collect::<Vec<_>>().join("; ")
}

/// A case: the function that forbids a call in a process before it becomes the emulator.
struct Case {
    name: String,
    before: Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>,
}

impl Case {
    fn new(name: String, before: impl Fn() -> std::io::Result<()> + Send + Sync + 'static) -> Case {
        Case { name, before: Arc::new(before) }
    }
}

fn check_all(cases: Vec<Case>) {
    let bench = Bench::new();
    let usual = bench.run("nothing", || Ok(()));
    assert_eq!(judged(&usual, usual.cpu_s), None, "{}", usual.said);
    assert_eq!(errors(&usual), "");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        // They are idle most of the time.
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let before = case.before.clone();
                    let end = bench.run(&case.name, move || before());
                    let (name, status) = (&case.name, end.status);
                    println!("{name}: {status:?} {:.1} s {}", end.cpu_s, errors(&end));
                    if let Some(what) = judged(&end, usual.cpu_s) {
                        let text = format!("{name} {what}: {}", end.said);
                        wrong.lock().expect("findings").push(text);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("findings");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_call_fails() {
    let mut cases = Vec::new();
    let wanted = std::env::var("CALLS").unwrap_or_default();
    for &(name, number) in CALLS {
        if !wanted.is_empty() && !wanted.split(',').any(|call| call == name) {
            continue;
        }
        for (errno, error) in [(libc::ENOSYS, "ENOSYS"), (libc::EPERM, "EPERM")] {
            let number = number as u32;
            let before = move || forbid(number, number, errno);
            cases.push(Case::new(format!("{name}-{error}"), before));
        }
    }
    check_all(cases);
}

/// Linux 5.2, and a filter of its time that forbids all later calls. The latter leaves `clone3`,
/// without which the C library starts threads only if it is said not to be there.
#[test]
fn old_kernels() {
    let last = *NEW.end();
    let first = *NEW.start();
    let after_clone3 = libc::SYS_clone3 as u32 + 1;
    let cases = vec![
        Case::new("new-ENOSYS".into(), move || forbid(first, last, libc::ENOSYS)),
        Case::new("new-EPERM".into(), move || forbid(after_clone3, last, libc::EPERM)),
        Case::new("container".into(), container),
        Case::new("old-container".into(), move || {
            container()?;
            forbid(after_clone3, last, libc::EPERM)
        }),
        // Memory that is executed cannot be written (systemd's MemoryDenyWriteExecute).
        Case::new("mdwe".into(), || {
            const PR_SET_MDWE: i32 = 65;
            const REFUSE_EXEC_GAIN: u64 = 1;
            // SAFETY: the call takes plain numbers. Older kernels do not know it, which is as well.
            unsafe { libc::prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) };
            Ok(())
        }),
    ];
    check_all(cases);
}

/// Limits of a process, from what nothing can be done with to enough.
#[test]
fn limits() {
    let limit = |which, n: u64| {
        let limit = libc::rlimit { rlim_cur: n, rlim_max: n };
        // SAFETY: the limit lives during the call.
        if unsafe { libc::setrlimit(which, &raw const limit) } == 0 {
            Ok(())
        } else {
            Err(Error::last_os_error())
        }
    };
    let mut cases = Vec::new();
    for n in (3..24).step_by(2) {
        cases.push(Case::new(format!("nofile-{n}"), move || limit(libc::RLIMIT_NOFILE, n)));
    }
    for kb in [64, 1024, 10_240] {
        cases.push(Case::new(format!("stack-{kb}"), move || limit(libc::RLIMIT_STACK, kb << 10)));
    }
    cases.push(Case::new("stack-unlimited".into(), move || {
        limit(libc::RLIMIT_STACK, libc::RLIM_INFINITY)
    }));
    cases.push(Case::new("memlock-0".into(), move || limit(libc::RLIMIT_MEMLOCK, 0)));
    // SAFETY: the call has no arguments.
    if unsafe { libc::geteuid() } == 0 {
        for n in [1, 2, 3, 4, 6, 8, 10, 64] {
            // Users of their own, for each has so many processes.
            let user = 54_000 + n as u32;
            cases.push(Case::new(format!("nproc-{n}"), move || {
                limit(libc::RLIMIT_NPROC, n)?;
                // SAFETY: the calls take plain numbers.
                if unsafe { libc::setgid(user) == 0 && libc::setuid(user) == 0 } {
                    Ok(())
                } else {
                    Err(Error::last_os_error())
                }
            }));
        }
    } else {
        println!("left out: limits of threads, for which one has to be root");
    }
    check_all(cases);
}

/// Has the kernel ask `socket`'s other end about each `mmap` from now on, in this process and in
/// those that it starts.
fn ask_for_mappings(socket: RawFd) -> std::io::Result<()> {
    let op = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf, k };
    let mut filter = [
        op(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        op(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, libc::SYS_mmap as u32),
        op(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_USER_NOTIF),
        op(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the call takes plain numbers.
    let alone = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
    let (how, listen) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    // SAFETY: the program and its instructions live during the call, which only reads them.
    let fd = unsafe { libc::syscall(libc::SYS_seccomp, how, listen, &raw const program) };
    if alone != 0 || fd < 0 {
        return Err(Error::last_os_error());
    }
    message(socket, Some(fd as RawFd)).map(drop)
}

/// Sends a descriptor, or receives one; none if the other end has gone.
fn message(socket: RawFd, send: Option<RawFd>) -> std::io::Result<Option<RawFd>> {
    let mut byte = 0_u8;
    let mut part = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    // A header and one descriptor, aligned as headers are.
    let mut control = [0_u64; 3];
    // SAFETY: plain numbers and pointers, of which zeros are valid.
    let mut m: libc::msghdr = unsafe { std::mem::zeroed() };
    m.msg_iov = &raw mut part;
    m.msg_iovlen = 1;
    m.msg_control = control.as_mut_ptr().cast();
    m.msg_controllen = size_of_val(&control);
    // SAFETY: the header and the descriptor after it are within the buffer, which lives during the
    // calls, as all that the message points to.
    unsafe {
        let header = libc::CMSG_FIRSTHDR(&raw const m);
        let place = libc::CMSG_DATA(header).cast::<RawFd>();
        let done = match send {
            Some(fd) => {
                (*header).cmsg_level = libc::SOL_SOCKET;
                (*header).cmsg_type = libc::SCM_RIGHTS;
                (*header).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize;
                m.msg_controllen = (*header).cmsg_len;
                place.write_unaligned(fd);
                libc::sendmsg(socket, &raw const m, 0)
            }
            None => libc::recvmsg(socket, &raw mut m, libc::MSG_CMSG_CLOEXEC),
        };
        match done {
            1.. => Ok(Some(place.read_unaligned())),
            0 => Ok(None),
            _ => Err(Error::last_os_error()),
        }
    }
}

/// Answers the kernel's questions about mappings: the `n`-th fails. Gives how many there were.
fn answer(socket: &UnixStream, n: usize) -> usize {
    const RECEIVE: libc::Ioctl = 0xc050_2100_u32 as libc::Ioctl;
    const SEND: libc::Ioctl = 0xc018_2101_u32 as libc::Ioctl;
    let Ok(Some(fd)) = message(socket.as_raw_fd(), None) else { return 0 };
    // SAFETY: it has just been received, and nobody else has it.
    let listener = unsafe { OwnedFd::from_raw_fd(fd) };
    let mut count = 0;
    loop {
        let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        // SAFETY: one structure, as is said.
        unsafe { libc::poll(&raw mut poll, 1, -1) };
        if poll.revents & libc::POLLIN == 0 {
            drop(listener);
            return count;
        }
        // SAFETY: plain numbers, of which zeros are valid, as the call wants them.
        let mut question: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the question is there to be filled.
        if unsafe { libc::ioctl(fd, RECEIVE, &raw mut question) } != 0 {
            // The thread that asked has gone.
            continue;
        }
        count += 1;
        let fails = count == n;
        let response = libc::seccomp_notif_resp {
            id: question.id,
            val: 0,
            error: if fails { -libc::ENOMEM } else { 0 },
            flags: if fails { 0 } else { libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32 },
        };
        // SAFETY: the response lives during the call. It fails if who asked has gone.
        unsafe { libc::ioctl(fd, SEND, &raw const response) };
    }
}

/// One mapping of a start fails: the second, the third, up to the last. Without the first the
/// dynamic loader crashes, whatever the program.
#[test]
fn each_mapping_fails() {
    let mut bench = Bench::new();
    *bench.args.last_mut().expect("what to do") = "io:format(\"done~n\"), halt(0).".to_owned();
    let failing = |n: usize| {
        let (ours, theirs) = UnixStream::pair().expect("sockets");
        std::thread::scope(|scope| {
            let answers = scope.spawn(move || answer(&ours, n));
            let socket = theirs.as_raw_fd();
            let end = bench.run(&format!("mmap-{n}"), move || ask_for_mappings(socket));
            drop(theirs);
            (end, answers.join().expect("answers"))
        })
    };
    let (usual, all) = failing(0);
    assert_eq!(judged(&usual, usual.cpu_s), None, "{}", usual.said);
    assert!(all > 30, "{all}");
    let (next, wrong) = (AtomicUsize::new(2), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    // Threads do not always map the same.
                    if n > all + all / 10 {
                        break;
                    }
                    let (end, _) = failing(n);
                    let first = end.said.lines().next().unwrap_or_default();
                    println!("mmap {n} of {all}: {:?} {first}", end.status);
                    if let Some(what) = judged(&end, usual.cpu_s) {
                        let text = format!("mmap {n} {what}: {}", end.said);
                        wrong.lock().expect("findings").push(text);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("findings");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}
