//! Which address has what.

use crate::figures::{
    self, collections, dist, native, overview, ports, process, processes, tables,
};
use crate::http::{Answer, Request, unquoted};
use crate::{metrics, page};
use serde::Serialize;

/// The answer to a request that may read.
pub fn answer(request: &Request) -> Answer {
    if let Some(answer) = page::file(&request.path) {
        return answer;
    }
    if request.path == "/metrics" {
        return metrics::answer(&request.accept);
    }
    let view = request.path.strip_prefix("/api/");
    match view.and_then(|view| view_json(&unquoted(view), request)) {
        Some(json) => Answer::ok("application/json", json.into_bytes()),
        None => Answer::refusal("404 Not Found", "There is nothing at this address."),
    }
}

/// A view's figures as JSON; None if there is no such view.
pub fn view_json(view: &str, request: &Request) -> Option<String> {
    if let Some(pid) = view.strip_prefix("process/") {
        return json(process::look(figures::parse_pid(pid)?)?);
    }
    match view {
        "overview" => json(&*overview::now()),
        "processes" => json(processes::now(&processes::Wish::of(request))),
        "tables" => json(tables::now(request.limit())),
        "ports" => json(ports::now(request.limit())),
        "nodes" => json(dist::now()),
        "collections" => json(collections::now()),
        "native" => json(native::now()),
        _ => None,
    }
}

fn json(figures: impl Serialize) -> Option<String> {
    serde_json::to_string(&figures).ok()
}
