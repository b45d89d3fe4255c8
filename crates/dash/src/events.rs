//! Figures that come by themselves: server-sent events, with the overview and one view.

use crate::figures::processes;
use crate::http::{Answer, Request};
use crate::routes;
use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many connections get events.
static VIEWERS: AtomicUsize = AtomicUsize::new(0);

/// Counts a viewer as long as it is there. The figures that are kept for viewers go with the last.
struct Viewer;

impl Viewer {
    fn comes() -> Viewer {
        VIEWERS.fetch_add(1, Ordering::Relaxed);
        Viewer
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        if VIEWERS.fetch_sub(1, Ordering::Relaxed) == 1 {
            processes::forget();
        }
    }
}

/// Sends events until the peer goes: `overview`, and `view` if the request names one. The parameter
/// `every` is the period in milliseconds, from 200 on; one second if nothing is said.
pub fn serve(stream: &mut TcpStream, request: &Request) -> io::Result<()> {
    let _viewer = Viewer::comes();
    let period = request.query("every").and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let period = Duration::from_millis(u64::clamp(period, 200, 60_000));
    let answer = Answer::ok("text/event-stream", Vec::new());
    stream.write_all(format!("{}\r\nretry: 1000\n\n", answer.head(true)).as_bytes())?;
    let view = request.query("view");
    loop {
        let mut text = event("overview", routes::view_json("overview", request));
        if let Some(view) = view.as_deref().filter(|view| *view != "overview") {
            // A process that has ended, for one, has none any more.
            text += &event("view", routes::view_json(view, request));
        }
        stream.write_all(text.as_bytes())?;
        std::thread::sleep(period);
    }
}

fn event(name: &str, json: Option<String>) -> String {
    format!("event: {name}\ndata: {}\n\n", json.as_deref().unwrap_or("null"))
}
