//! The server: a thread that accepts, and one for each connection, of which there are few.

use crate::access::{Keys, Right};
use crate::http::{Answer, HEAD_MOST, Request};
use crate::{events, routes};
use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use vm::sched::small_stack_bytes;

/// Connections at a time; more are refused.
const CONNECTIONS_MOST: usize = 32;
/// How long a connection may be without a whole request.
const IDLE: Duration = Duration::from_secs(30);
/// How long a peer may take to read.
const WRITE_MOST: Duration = Duration::from_secs(10);

/// A server that runs, as long as the emulator does.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its secrets.
    pub(crate) keys: Keys,
}

static RUNNING: OnceLock<&'static Running> = OnceLock::new();
static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

impl Running {
    /// The address to open, with the token.
    pub fn url(&self) -> String {
        let address = self.address;
        let (ip, port) = (address.ip(), address.port());
        // A server that listens everywhere is reached here, too.
        match ip {
            IpAddr::V4(ip) if ip.is_unspecified() => self.url_of(format!("127.0.0.1:{port}")),
            IpAddr::V6(ip) if ip.is_unspecified() => self.url_of(format!("[::1]:{port}")),
            _ => self.url_of(address.to_string()),
        }
    }

    fn url_of(&self, at: String) -> String {
        format!("http://{at}/?token={}", self.keys.token)
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.keys.token
    }
}

/// The server, if there is one.
pub fn info() -> Option<&'static Running> {
    RUNNING.get().copied()
}

/// Starts the server; if there is one already, gives that one, and false. An error says why it
/// cannot be started.
pub fn start(address: SocketAddr) -> Result<(&'static Running, bool), String> {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(running) = info() {
        return Ok((running, false));
    }
    let why = |e: io::Error| {
        let text = e.to_string();
        let reason = text.split(" (os error").next().unwrap_or(&text);
        format!("cannot listen at {address}: {reason}")
    };
    let listener = TcpListener::bind(address).map_err(why)?;
    let address = listener.local_addr().map_err(why)?;
    let keys = Keys::draw(address.port())?;
    // It lives as long as the emulator.
    let running: &'static Running = Box::leak(Box::new(Running { address, keys }));
    let thread = std::thread::Builder::new().name("dash".into()).stack_size(small_stack_bytes());
    thread.spawn(move || accept(&listener, running)).map_err(|e| format!("no thread: {e}"))?;
    vm::gauges::begin();
    let _ = RUNNING.set(running);
    // Without such a place, the launcher does not find it by the process's number.
    let _ = trust::dashes().next().map(|dir| dir.write(note_name(), running.url().as_bytes()));
    Ok((running, true))
}

/// The name of the file that has the address, for `maser top PID`.
fn note_name() -> String {
    std::process::id().to_string()
}

/// Takes the note of the address away, when the emulator ends.
pub fn at_halt(_flush: bool) {
    if info().is_some() {
        let _ = trust::dashes().next().map(|dir| dir.remove(note_name()));
    }
}

/// Takes connections, for ever.
fn accept(listener: &TcpListener, running: &'static Running) {
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // No descriptors are left, or memory; others may give some back.
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        if CONNECTIONS.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS_MOST {
            CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let thread = std::thread::Builder::new().name("dash_viewer".into());
        let serve = move || {
            let _ = serve(stream, running);
            CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
        };
        if thread.stack_size(small_stack_bytes()).spawn(serve).is_err() {
            CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Answers the requests of a connection, until it ends.
fn serve(mut stream: TcpStream, running: &Running) -> io::Result<()> {
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_write_timeout(Some(WRITE_MOST))?;
    stream.set_nodelay(true)?;
    let mut bytes = Vec::new();
    let mut since = Instant::now();
    loop {
        let (request, length) = match Request::parse(&bytes) {
            Ok(Some(whole)) => whole,
            Ok(None) if since.elapsed() > IDLE => return Ok(()),
            Ok(None) if bytes.len() < HEAD_MOST => {
                let mut more = [0; 4096];
                match stream.read(&mut more)? {
                    0 => return Ok(()),
                    n => bytes.extend_from_slice(&more[..n]),
                }
                continue;
            }
            Ok(None) => {
                return refuse(&mut stream, "431 Request Header Fields Too Large", "too long");
            }
            Err(why) => return refuse(&mut stream, "400 Bad Request", why),
        };
        bytes.drain(..length);
        if request.has_body {
            return refuse(&mut stream, "413 Content Too Large", "requests have no body here");
        }
        let closes = request.closes;
        match answer(&request, running) {
            Reply::Whole(answer) => answer.send(&mut stream, request.method == "HEAD", closes)?,
            Reply::Events => return events::serve(&mut stream, &request),
        }
        if closes {
            return Ok(());
        }
        since = Instant::now();
    }
}

fn refuse(stream: &mut TcpStream, status: &'static str, why: &str) -> io::Result<()> {
    Answer::refusal(status, why).send(stream, false, true)
}

/// The reply to a request.
enum Reply {
    Whole(Answer),
    Events,
}

const NO_TOKEN: &str = "This needs the token that the emulator has printed: open the address with ?token=... once, \
     or send the header `Authorization: Bearer ...`.";

fn answer(request: &Request, running: &Running) -> Reply {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Reply::Whole(Answer::refusal("405 Method Not Allowed", "This can only be read."));
    }
    Reply::Whole(match running.keys.right_of(request) {
        Right::Granted if request.path == "/events" && request.method == "GET" => {
            return Reply::Events;
        }
        Right::Granted => routes::answer(request),
        Right::Fresh => {
            let mut answer = Answer::refusal("303 See Other", "Go on without the token.");
            answer.headers.push(("Location", request.without("token")));
            answer.headers.push(("Set-Cookie", running.keys.set_cookie()));
            answer
        }
        Right::Unknown => {
            let mut answer = Answer::refusal("401 Unauthorized", NO_TOKEN);
            answer.headers.push(("WWW-Authenticate", "Bearer".to_owned()));
            answer
        }
        Right::Elsewhere => {
            Answer::refusal("421 Misdirected Request", "This server has no such name.")
        }
    })
}
