//! Commands to a port in which another thread stays: they wait for it, in order and within limits,
//! and their sender goes on.

mod common;

use common::{a, owner};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use term::{OwnedTerm, Term};
use vm::port::commands::{self, Commanded, Sent, Unanswered};
use vm::port::{self, BadArg, Core, Driver, IoData, Reply};
use vm::process::Running;

/// All that a driver has been given, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// A driver that notes what it is given. Its `control` 0 stays until it is told to go on. `call`
/// makes the port busy (1) or free (0), and data that begins with `!` makes it busy.
struct Slow {
    log: Log,
    entered: Sender<()>,
    go_on: Receiver<()>,
}

impl Driver for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        let text = String::from_utf8_lossy(&data.flat()).into_owned();
        core.set_busy(text.starts_with('!'));
        self.log.lock().expect("the log").push(text);
    }

    fn control(&mut self, _: &mut Core, op: u32, _: &[u8]) -> Result<Reply, BadArg> {
        if op == 0 {
            self.entered.send(()).expect("the test");
            self.go_on.recv().expect("the test");
        }
        self.log.lock().expect("the log").push(format!("control {op}"));
        Ok(Reply::Nothing)
    }

    fn call(&mut self, core: &mut Core, op: u32, _: Term<'_>) -> Result<OwnedTerm, BadArg> {
        core.set_busy(op != 0);
        Ok(Term::OK.into())
    }

    fn stop(&mut self, _: &mut Core) {
        self.log.lock().expect("the log").push("stop".into());
    }
}

/// A port of that driver, and the two ends by which its `control` is led.
struct Test {
    port: u64,
    log: Log,
    entered: Receiver<()>,
    go_on: Sender<()>,
}

impl Test {
    fn new(p: &mut Running<'_>) -> Test {
        let (entered, has_entered) = channel();
        let (go_on, goes_on) = channel();
        let log = Log::default();
        let driver = Slow { log: log.clone(), entered, go_on: goes_on };
        let port = commands::create(p, b"slow", Term::UNDEFINED, Box::new(driver)).expect("a port");
        Test { port, log, entered: has_entered, go_on }
    }

    fn term(&self) -> Term<'static> {
        Term::port(self.port)
    }

    /// Has another thread stay in the port while `f` runs.
    fn while_taken(&self, f: impl FnOnce()) {
        let port = self.port;
        let other = std::thread::spawn(move || {
            let port = port::lookup(port).expect("the port");
            port.enter(|driver, core| driver.control(core, 0, b"")).expect("a driver").is_ok()
        });
        self.entered.recv().expect("the other thread");
        f();
        self.go_on.send(()).expect("the driver");
        assert!(other.join().expect("the other thread"));
    }

    fn command(&self, p: &mut Running<'_>, data: &str, nosuspend: bool) -> Commanded {
        let data = p.heap().binary(data.as_bytes());
        commands::command(p, self.term(), data, false, nosuspend)
    }

    /// Waits until the driver has been given this.
    fn check(&self, expected: &[&str]) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while *self.log.lock().expect("the log") != expected && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(*self.log.lock().expect("the log"), expected);
    }
}

#[test]
fn the_sender_goes_on_and_order_stays() {
    let p = &mut owner();
    let test = Test::new(p);
    test.while_taken(|| {
        assert_eq!(test.command(p, "1", false), Commanded::Done);
        let message = {
            let heap = p.heap();
            heap.tuple(&[p.pid(), heap.tuple(&[a("command"), heap.binary(b"2")])])
        };
        assert_eq!(commands::send(p, test.port, message), Sent::Done);
        assert_eq!(test.command(p, "3", true), Commanded::Done);
        assert!(test.log.lock().expect("the log").is_empty());
    });
    assert!(commands::control(p, test.term(), 1, b"").is_ok());
    assert_eq!(test.command(p, "4", false), Commanded::Done);
    test.check(&["control 0", "1", "2", "3", "control 1", "4"]);
}

#[test]
fn somebody_gives_it_what_waits() {
    let p = &mut owner();
    let test = Test::new(p);
    test.while_taken(|| assert_eq!(test.command(p, "1", false), Commanded::Done));
    test.check(&["control 0", "1"]);
}

#[test]
fn a_sender_waits_where_too_much_does() {
    let p = &mut owner();
    let test = Test::new(p);
    let port = port::lookup(test.port).expect("the port");
    port.enter(|_, core| core.commands.set_limits((100, 200)));
    test.while_taken(|| {
        let long = "x".repeat(200);
        assert_eq!(test.command(p, &long, false), Commanded::Done);
        assert_eq!(test.command(p, "2", true), Commanded::Refused);
        assert_eq!(test.command(p, "2", false), Commanded::Wait);
    });
    // It is woken when there is room.
    let woken = || p.signals.is_empty();
    let deadline = Instant::now() + Duration::from_secs(60);
    while woken() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(!p.signals.is_empty(), "the sender has not been woken");
    assert_eq!(test.command(p, "2", false), Commanded::Done);
    test.check(&["control 0", &"x".repeat(200), "2"]);
}

/// Two commands wait, of which the first makes the port busy.
fn becomes_busy(p: &mut Running<'_>, test: &Test) {
    test.while_taken(|| {
        assert_eq!(test.command(p, "!1", false), Commanded::Done);
        assert_eq!(test.command(p, "2", false), Commanded::Done);
    });
    test.check(&["control 0", "!1"]);
}

#[test]
fn what_a_busy_port_does_not_take_stays_first() {
    let p = &mut owner();
    let test = Test::new(p);
    becomes_busy(p, &test);
    assert_eq!(test.command(p, "3", false), Commanded::Wait);
    assert!(matches!(commands::control(p, test.term(), 1, b""), Err(Unanswered::Wait)));
    assert!(commands::has_to_wait(p, test.term()));
    let port = port::lookup(test.port).expect("the port");
    port.enter(|driver, core| driver.call(core, 0, Term::NIL)).expect("a driver").expect("ok");
    test.check(&["control 0", "!1", "2"]);
    assert!(!commands::has_to_wait(p, test.term()));
    assert_eq!(test.command(p, "3", false), Commanded::Done);
    test.check(&["control 0", "!1", "2", "3"]);
}

#[test]
fn nothing_is_lost_when_the_sender_goes() {
    let p = &mut owner();
    let test = Test::new(p);
    becomes_busy(p, &test);
    let reason = Term::atom(term::am::NORMAL).into();
    assert!(port::signal(test.port, vm::signal::Signal::Exit(p.peer(), reason, None)));
    test.check(&["control 0", "!1", "2", "stop"]);
}
