//! Whatever a peer sends to a node's dash, it is a request, the begin of one, or refused; and
//! nothing of it gets between the headers of an answer.

use crate::random::Random;
use dash::access::{Keys, Right};
use dash::http::{Request, unquoted};
use std::sync::LazyLock;

static KEYS: LazyLock<Keys> =
    LazyLock::new(|| Keys::draw(9090).expect("the system has random numbers"));

/// The bytes of a connection.
pub fn run(mut bytes: &[u8]) {
    while let Ok(Some((request, length))) = Request::parse(bytes) {
        assert!(0 < length && length <= bytes.len());
        assert!(KEYS.right_of(&request) != Right::Granted, "nobody knows the secrets");
        let location = request.without("token");
        assert!(location.starts_with('/') && !location.starts_with("//"), "{location}");
        assert!(!location.bytes().any(|b| b.is_ascii_control()), "{location:?}");
        assert!((1..=1000).contains(&request.limit()));
        let view = unquoted(&request.path);
        let _ = dash::figures::parse_pid(view.trim_start_matches("/api/process/"));
        let _ = dash::figures::processes::Wish::of(&request);
        bytes = &bytes[length..];
    }
}

/// Requests.
pub fn make(random: &mut Random) -> Vec<u8> {
    const PATHS: [&str; 9] = [
        "/",
        "//",
        "/api/overview",
        "/api/process/%3C0.1.0%3E",
        "/api/processes",
        "/events",
        "/metrics",
        "http://localhost/",
        "*",
    ];
    const PARAMETERS: [&str; 8] = [
        "token=00",
        "token",
        "sort=memory",
        "filter=%0d%0aa",
        "limit=99999999999999999999",
        "every=-1",
        "view=process/0.1.0",
        "&&=",
    ];
    const HEADERS: [&str; 9] = [
        "Host: localhost:9090",
        "Host: [::1]",
        "Host:",
        "Cookie: maser_dash_9090=; a=b",
        "Authorization: Bearer 00",
        "Accept: application/openmetrics-text",
        "Content-Length: 5",
        "Transfer-Encoding: chunked",
        "Connection: close",
    ];
    let mut text = String::new();
    for _ in 0..random.small(3) {
        text += random.one(&["GET ", "HEAD ", "POST ", "G\u{e9}T "]);
        text += random.one(&PATHS);
        for i in 0..random.small(4) {
            text += if i == 0 { "?" } else { "&" };
            text += random.one(&PARAMETERS);
        }
        text += random.one(&[" HTTP/1.1\r\n", " HTTP/1.0\r\n", "\r\n", " HTTP/1.1\n"]);
        for _ in 0..random.small(6) {
            text += random.one(&HEADERS);
            text += random.one(&["\r\n", "\n", "\r\n "]);
        }
        text += "\r\n";
    }
    let mut bytes = text.into_bytes();
    if random.once_in(3) {
        crate::texts::damage(&mut bytes, random);
    }
    bytes
}
