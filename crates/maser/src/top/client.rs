//! Asking a dash for figures.

use super::state::{Seen, State};
use crate::Result;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest answer that is read.
const ANSWER_MOST: u64 = 16 << 20;

/// A dash.
pub struct Dash {
    /// Name or address, and port.
    place: String,
    token: String,
}

impl Dash {
    /// The dash of a URL with a token.
    pub fn at(url: &str) -> Result<Dash> {
        let wrong =
            || format!("top: {url:?} is no URL of a dash: http://ADDRESS:PORT/?token=TOKEN");
        let rest = url.trim().strip_prefix("http://").ok_or_else(wrong)?;
        let (place, query) = rest.split_once("/?").ok_or_else(wrong)?;
        let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        let token = token.filter(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_alphanumeric()));
        let is_place = place.contains(':') && place.bytes().all(|b| b.is_ascii_graphic());
        let token = token.filter(|_| is_place).ok_or_else(wrong)?;
        Ok(Dash { place: place.to_owned(), token: token.to_owned() })
    }

    /// The figures that are shown.
    pub fn look(&self, state: &State) -> Result<Seen> {
        let overview = self.get("/api/overview")?;
        let view = match &state.process {
            Some(pid) => self.get(&format!("/api/process/{}", quoted(pid))).ok(),
            None => {
                let (sort, filter) = (state.sort.name(), quoted(&state.filter));
                let path = format!("/api/processes?limit=200&sort={sort}&filter={filter}");
                Some(self.get(&path)?)
            }
        };
        Ok(Seen { overview, view })
    }

    fn get(&self, path: &str) -> Result<Value> {
        let (status, body) = self.answer(path).map_err(|e| {
            let text = e.to_string();
            let reason = text.split(" (os error").next().unwrap_or(&text);
            format!("{}: {reason}", self.place)
        })?;
        match status.as_str() {
            "200" => serde_json::from_slice(&body).map_err(|e| format!("{}: {e}", self.place)),
            "401" => Err(format!("{}: the token is not that of this node", self.place)),
            _ => Err(format!("{}: the answer is {status}", self.place)),
        }
    }

    fn answer(&self, path: &str) -> std::io::Result<(String, Vec<u8>)> {
        let address = self.place.to_socket_addrs()?.next();
        let address = address.ok_or_else(|| std::io::Error::other("there is no such address"))?;
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let (place, token) = (&self.place, &self.token);
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {place}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut all = Vec::new();
        stream.take(ANSWER_MOST).read_to_end(&mut all)?;
        let end = all.windows(4).position(|w| w == b"\r\n\r\n");
        let end = end.ok_or_else(|| std::io::Error::other("this is no dash"))?;
        let head = String::from_utf8_lossy(&all[..end]);
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        Ok((status, all.split_off(end + 4)))
    }
}

fn quoted(text: &str) -> String {
    let byte = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(b).to_string(),
        _ => format!("%{b:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_nodes_print() {
        let dash = Dash::at("http://127.0.0.1:9090/?token=0af").unwrap();
        assert_eq!((dash.place.as_str(), dash.token.as_str()), ("127.0.0.1:9090", "0af"));
        assert!(Dash::at("http://[::1]:9090/?token=0af\n").is_ok());
        for bad in [
            "",
            "127.0.0.1:9090",
            "https://127.0.0.1:9090/?token=a",
            "http://127.0.0.1:9090/",
            "http://127.0.0.1:9090/?token=",
            "http://127.0.0.1:9090/?token=a b",
            "http://a b:1/?token=a",
        ] {
            assert!(Dash::at(bad).is_err(), "{bad}");
        }
        assert_eq!(quoted("<0.1.0> ü"), "%3C0.1.0%3E%20%C3%BC");
    }
}
