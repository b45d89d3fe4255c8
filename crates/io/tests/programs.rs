//! External programs behind ports: formats, ends, signals, and many of them.

mod common;

use common::{a, open, owner, receive, text};
use term::{Atom, Term};
use vm::peer::Peer;
use vm::port::commands::{self, Commanded};
use vm::port::info::{Info, info};
use vm::port::{self, Answer, Core, Driver, IoData, OsPid};
use vm::process::Running;

fn spawn<'h>(p: &mut Running<'h>, command: &str, settings: &[Term<'h>]) -> Term<'static> {
    let name = p.heap().tuple(&[a("spawn"), p.heap().string(command)]);
    open(p, name, settings)
}

/// Traps exits, so that a port's end is a message.
fn trapping() -> Running<'static> {
    let mut p = owner();
    p.own().flags.trap_exit = true;
    p
}

fn command(p: &mut Running<'_>, port: Term<'static>, data: &[u8]) {
    let data = p.heap().binary(data);
    assert_eq!(commands::command(p, port, data, false, false), Commanded::Done);
}

/// Runs a command and compares all messages until the port's end.
fn check(cmd: &str, settings: &dyn Fn(&Running<'static>) -> Vec<Term<'static>>, expected: &[&str]) {
    let p = &mut trapping();
    // `exec` is put in front of a command: of one with several parts only the first would run.
    spawn(p, &format!("sh -c '{cmd}'"), &settings(p));
    let mut got = Vec::new();
    loop {
        got.push(receive(p));
        if got.last().is_some_and(|m| m.starts_with("{EXIT,")) {
            break;
        }
    }
    assert_eq!(got, expected, "{cmd}");
}

#[test]
fn formats() {
    check("printf abc", &|_| vec![], &["{P,{data,\"abc\"}}", "{EXIT,P,normal}"]);
    check("printf abc", &|_| vec![a("binary")], &["{P,{data,<<\"abc\">>}}", "{EXIT,P,normal}"]);
    check(
        "printf abc; exit 3",
        &|_| vec![a("exit_status")],
        &["{P,{data,\"abc\"}}", "{P,{exit_status,3}}", "{EXIT,P,normal}"],
    );
    check(
        "printf \"one\\ntwo\\nthree\"",
        &|p| vec![p.heap().tuple(&[a("line"), Term::small(80)]), a("binary")],
        &[
            "{P,{data,{eol,<<\"one\">>}}}",
            "{P,{data,{eol,<<\"two\">>}}}",
            "{P,{data,{noeol,<<\"three\">>}}}",
            "{EXIT,P,normal}",
        ],
    );
    check(
        "echo out; echo err 1>&2",
        &|_| vec![a("stderr_to_stdout"), a("exit_status"), a("in"), a("line")],
        &[
            "{P,{data,{eol,\"out\"}}}",
            "{P,{data,{eol,\"err\"}}}",
            "{P,{exit_status,0}}",
            "{EXIT,P,normal}",
        ],
    );
    check("kill -9 $$", &|_| vec![a("exit_status")], &["{P,{exit_status,137}}", "{EXIT,P,normal}"]);
    check(
        "no-such-program-at-all 2>/dev/null",
        &|_| vec![a("exit_status")],
        &["{P,{exit_status,127}}", "{EXIT,P,normal}"],
    );
    check(
        "pwd; echo $FOO; echo ${HOME:-none}",
        &|p| {
            let h = p.heap();
            let env = [
                h.tuple(&[h.string("FOO"), h.string("bar")]),
                h.tuple(&[h.string("HOME"), Term::FALSE]),
            ];
            vec![
                h.tuple(&[a("cd"), h.string("/usr")]),
                h.tuple(&[a("env"), h.list(&env)]),
                h.tuple(&[a("line"), Term::small(100)]),
            ]
        },
        &[
            "{P,{data,{eol,\"/usr\"}}}",
            "{P,{data,{eol,\"bar\"}}}",
            "{P,{data,{eol,\"none\"}}}",
            "{EXIT,P,normal}",
        ],
    );
}

#[test]
fn echo_in_packets_of_any_size() {
    let p = &mut trapping();
    for (size, lengths) in
        [(1, &[0, 1, 255][..]), (2, &[0, 1, 300, 65_535]), (4, &[0, 1, 65_536, 300_000, 5_000_000])]
    {
        let port =
            spawn(p, "cat", &[p.heap().tuple(&[a("packet"), Term::small(size)]), a("binary")]);
        for &len in lengths {
            let data: Vec<u8> = (0..len).map(|i| (i % 26) as u8 + b'a').collect();
            let term = p.heap().binary(&data);
            while commands::command(p, port, term, false, false) == Commanded::Wait {
                vm::signal::handle(p);
            }
            let expected = format!("{{P,{{data,<<{:?}>>}}}}", String::from_utf8_lossy(&data));
            assert!(receive(p) == expected, "{len} bytes in packets of {size}");
        }
        assert!(commands::close(Peer::process(1), port));
        assert_eq!(receive(p), "{EXIT,P,normal}");
    }
}

#[test]
fn too_long_packets_end_the_port() {
    let p = &mut trapping();
    let port = spawn(p, "cat", &[p.heap().tuple(&[a("packet"), Term::small(1)])]);
    command(p, port, &[b'x'; 256]);
    assert_eq!(receive(p), "{EXIT,P,einval}");
}

#[test]
fn protocol_of_messages() {
    let p = &mut trapping();
    let port = spawn(p, "cat", &[]);
    let number = port.as_port().expect("a port");
    let h = p.heap();
    let send = |p: &mut Running<'_>, t| commands::send(p, number, t);
    let message = h.tuple(&[p.pid(), h.tuple(&[a("command"), h.string("hello")])]);
    send(p, message);
    assert_eq!(receive(p), "{P,{data,\"hello\"}}");
    let message = h.tuple(&[p.pid(), a("close")]);
    send(p, message);
    let mut got = [receive(p), receive(p)];
    got.sort();
    assert_eq!(got, ["{EXIT,P,normal}", "{P,closed}"]);
    let port = spawn(p, "cat", &[]);
    let number = port.as_port().expect("a port");
    commands::send(p, number, a("nonsense"));
    assert_eq!(receive(p), "{EXIT,P,badsig}");
    commands::close(Peer::process(1), port);
    assert_eq!(receive(p), "{EXIT,P,normal}");
}

#[test]
fn another_owner() {
    let (p, q) = (&mut trapping(), &mut trapping());
    let port = spawn(p, "cat", &[]);
    let h = p.heap();
    let number = port.as_port().expect("a port");
    commands::send(p, number, h.tuple(&[p.pid(), h.tuple(&[a("connect"), q.pid()])]));
    assert_eq!(receive(p), "{P,connected}");
    command(p, port, b"to q");
    assert_eq!(receive(q), "{P,{data,\"to q\"}}");
    commands::close(Peer::process(1), port);
    assert_eq!(receive(p), "{EXIT,P,normal}");
    assert_eq!(receive(q), "{EXIT,P,normal}");
}

#[test]
fn soft_eof() {
    let p = &mut trapping();
    let port = spawn(p, "true", &[a("eof"), a("exit_status")]);
    assert_eq!(receive(p), "{P,{exit_status,0}}");
    assert_eq!(receive(p), "{P,eof}");
    assert!(commands::close(Peer::process(1), port));
    assert_eq!(receive(p), "{EXIT,P,normal}");
}

#[test]
fn executables_and_their_arguments() {
    let p = &mut trapping();
    let h = p.heap();
    let name = |file| h.tuple(&[a("spawn_executable"), h.string(file)]);
    let args = h.list(&[h.string("-c"), h.string("echo $0 $1"), h.string("a b"), h.binary(b"c")]);
    open(p, name("/bin/sh"), &[h.tuple(&[a("args"), args])]);
    assert_eq!(receive(p), "{P,{data,\"a b c\\n\"}}");
    assert_eq!(receive(p), "{EXIT,P,normal}");
    let mut fails =
        |file, settings: &[Term<'static>]| text(commands::open(p, name(file), h.list(settings)));
    assert_eq!(fails("/no/such/file", &[]), "enoent");
    assert_eq!(fails("/etc/passwd", &[]), "eacces");
    assert_eq!(fails("/bin/true", &[a("nonsense")]), "badopt");
    let command = h.tuple(&[a("spawn"), h.string("true")]);
    let settings = h.list(&[h.tuple(&[a("args"), Term::NIL])]);
    assert_eq!(text(commands::open(p, command, settings)), "badarg");
}

#[test]
fn no_stdio() {
    let p = &mut trapping();
    let port = spawn(p, "sh -c 'cat <&3 >&4'", &[a("nouse_stdio")]);
    command(p, port, b"through 3 and 4");
    assert_eq!(receive(p), "{P,{data,\"through 3 and 4\"}}");
    commands::close(Peer::process(1), port);
    assert_eq!(receive(p), "{EXIT,P,normal}");
}

#[test]
fn queued_output_is_written_after_the_port_is_closed() {
    let p = &mut trapping();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("maser-io-{}", std::process::id()));
    let port = spawn(p, &format!("cat > {}", file.display()), &[a("out")]);
    let data = vec![b'x'; 1 << 20];
    command(p, port, &data);
    assert!(commands::close(Peer::process(1), port));
    assert_eq!(receive(p), "{EXIT,P,normal}");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while std::fs::metadata(&file).map_or(0, |m| m.len()) < data.len() as u64 {
        assert!(std::time::Instant::now() < deadline, "not all is written");
        std::thread::yield_now();
    }
    std::fs::remove_file(&file).expect("the file");
}

#[test]
fn a_busy_port_makes_the_sender_wait() {
    let p = &mut trapping();
    let port = spawn(p, "sleep 1000", &[a("out")]);
    let block = p.heap().binary(&[b'x'; 65_536]);
    let mut sent = 0;
    while commands::command(p, port, block, false, true) == Commanded::Done {
        sent += 1;
        assert!(sent < 100, "never busy");
    }
    assert_eq!(commands::command(p, port, block, false, false), Commanded::Wait);
    let Info::Now(pid) = wait_os_pid(p, port) else { panic!("no process number") };
    let pid = pid.as_tuple().and_then(|t| t[1].as_i64()).expect("a process number");
    // SAFETY: the child that this test has started.
    unsafe { libc::kill(pid as i32, libc::SIGKILL) };
    assert_eq!(receive(p), "{EXIT,P,epipe}");
}

fn wait_os_pid<'h>(p: &mut Running<'h>, port: Term<'static>) -> Info<'h> {
    match info(p, port, Some(term::Atom::new("os_pid"))) {
        Info::Later(_) => {
            receive(p);
            info(p, port, Some(term::Atom::new("os_pid")))
        }
        now => now,
    }
}

#[test]
fn information() {
    let p = &mut trapping();
    let port = spawn(p, "cat", &[]);
    let mut get = |item: &str| match info(p, port, Some(term::Atom::new(item))) {
        Info::Now(t) => text(t),
        Info::Later(_) => receive(p),
        Info::Undefined => "undefined".into(),
        Info::BadItem => "badarg".into(),
    };
    assert_eq!(get("name"), "{name,\"cat\"}");
    assert_eq!(get("connected"), "{connected,PID}");
    assert_eq!(get("links"), "{links,[PID]}");
    assert_eq!(get("registered_name"), "[]");
    assert_eq!(get("nonsense"), "badarg");
    assert!(get("os_pid").contains("os_pid"));
    commands::close(Peer::process(1), port);
    assert_eq!(get("name"), "undefined");
}

#[test]
fn thousands_of_starts() {
    let p = &mut trapping();
    for _ in 0..40 {
        for _ in 0..50 {
            spawn(p, "true", &[a("exit_status")]);
        }
        let mut ends = 0;
        while ends < 50 {
            let m = receive(p);
            assert!(m == "{P,{exit_status,0}}" || m == "{EXIT,P,normal}", "{m}");
            ends += usize::from(m.starts_with("{EXIT"));
        }
    }
    let open = std::fs::read_dir("/proc/self/fd").expect("descriptors").count();
    assert!(open < 200, "{open} descriptors are open");
}

/// A driver that has no more than a program which is being started.
struct Starting;

impl Driver for Starting {
    fn name(&self) -> &str {
        "starting"
    }

    fn output(&mut self, _: &mut Core, _: &IoData<'_>) {}
}

#[test]
fn a_process_that_waits_for_a_program_finds_the_port_free_when_it_goes_on() {
    let p = &mut owner();
    let port = commands::create(p, b"starting", Term::UNDEFINED, Box::new(Starting)).expect("one");
    let within = |f: &mut dyn FnMut(&mut Core) -> Vec<Answer>| {
        port::with_driver(port, |_: &mut Starting, core| f(core)).expect("the port")
    };
    within(&mut |core| {
        core.os_pid = OsPid::Starting(Vec::new());
        Vec::new()
    });
    assert!(matches!(info(p, Term::port(port), Some(Atom::new("os_pid"))), Info::Later(_)));
    let mut answers = Vec::new();
    within(&mut |core| {
        answers = core.started(Some(7));
        vm::signal::handle(p);
        assert!(p.own().mailbox.current().is_none(), "told while the port is taken");
        Vec::new()
    });
    drop(answers);
    assert_eq!(receive(p), "{R,{os_pid,7}}");
}
