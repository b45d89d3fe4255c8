//! The right to read: a token, shown by a page of this server's own.
//!
//! A browser shows the token once, in the address that is printed at start, and has a cookie from
//! then on. Other programs send it in each request. A page of somebody else's cannot have a browser
//! read here by a name that it lets lead to this machine: the name in the request is looked at.

use crate::http::Request;
use std::net::IpAddr;

/// The secrets of a server.
pub struct Keys {
    /// In the address, and for scrapers.
    pub token: String,
    /// In the browser's cookie.
    cookie: String,
    /// The cookie's name has the port in it: browsers send cookies to all ports of a machine.
    cookie_name: String,
}

/// The answer to a request's right.
#[derive(PartialEq, Eq, Debug)]
pub enum Right {
    /// It may read.
    Granted,
    /// It has shown the token in its address: it gets a cookie, and is to come again without.
    Fresh,
    /// It has shown nothing, or something wrong.
    Unknown,
    /// It has come by a name that is not this server's.
    Elsewhere,
}

impl Keys {
    /// New ones for a port; fails if the system has no random numbers.
    pub fn draw(port: u16) -> Result<Keys, String> {
        let token = secret()?;
        Ok(Keys { token, cookie: secret()?, cookie_name: format!("maser_dash_{port}") })
    }

    /// The value of `Set-Cookie`.
    pub fn set_cookie(&self) -> String {
        let Keys { cookie_name, cookie, .. } = self;
        format!("{cookie_name}={cookie}; Path=/; HttpOnly; SameSite=Strict")
    }

    /// Whether a request may read.
    pub fn right_of(&self, request: &Request) -> Right {
        if !request.host.as_deref().is_some_and(is_own_name) {
            return Right::Elsewhere;
        }
        let cookies = request.cookies.iter().flat_map(|line| line.split(';'));
        let mut cookies = cookies.filter_map(|c| c.trim().split_once('='));
        let has_cookie =
            cookies.any(|(name, value)| name == self.cookie_name && is_same(value, &self.cookie));
        let bearer = request.authorization.as_deref().and_then(|a| a.strip_prefix("Bearer "));
        if has_cookie || bearer.is_some_and(|token| is_same(token.trim(), &self.token)) {
            return Right::Granted;
        }
        match request.query("token") {
            Some(token) if is_same(&token, &self.token) => Right::Fresh,
            _ => Right::Unknown,
        }
    }
}

/// 192 random bits, as text.
fn secret() -> Result<String, String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|e| format!("no random numbers: {e}"))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Compares in a time that does not tell how much is right.
fn is_same(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |d, (a, b)| d | (a ^ b));
    a.len() == b.len() && std::hint::black_box(differ) == 0
}

/// Whether a `Host` is an address, `localhost`, or the name of this machine: a name of somebody
/// else's that leads here is none of these.
fn is_own_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let named = |own: &str| name.eq_ignore_ascii_case(own);
    name.parse::<IpAddr>().is_ok()
        || named("localhost")
        || std::fs::read_to_string("/proc/sys/kernel/hostname")
            .is_ok_and(|own| !own.trim().is_empty() && named(own.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Keys {
        Keys::draw(9090).expect("random numbers")
    }

    fn request(target: &str, lines: &str) -> Request {
        let head = format!("GET {target} HTTP/1.1\r\n{lines}\r\n");
        Request::parse(head.as_bytes()).expect("a request").expect("a whole one").0
    }

    const HOST: &str = "Host: 127.0.0.1:9090\r\n";

    #[test]
    fn a_token_is_shown_once_and_then_a_cookie() {
        let keys = keys();
        let fresh = request(&format!("/?token={}", keys.token), HOST);
        assert_eq!(keys.right_of(&fresh), Right::Fresh);
        let cookie = keys.set_cookie();
        assert!(cookie.ends_with("; HttpOnly; SameSite=Strict"), "{cookie}");
        let pair = cookie.split(';').next().expect("a pair");
        let again = request("/", &format!("{HOST}Cookie: a=b; {pair}\r\n"));
        assert_eq!(keys.right_of(&again), Right::Granted);
        let bearer = request("/", &format!("{HOST}Authorization: Bearer {}\r\n", keys.token));
        assert_eq!(keys.right_of(&bearer), Right::Granted);
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let keys = keys();
        for (target, lines) in [
            ("/", HOST.to_owned()),
            ("/?token=", HOST.to_owned()),
            ("/?token=0123", HOST.to_owned()),
            ("/", format!("{HOST}Cookie: maser_dash_9090={}\r\n", keys.token)),
            ("/", format!("{HOST}Authorization: Bearer x\r\n")),
            ("/", format!("{HOST}Authorization: Basic {}\r\n", keys.token)),
        ] {
            assert_eq!(keys.right_of(&request(target, &lines)), Right::Unknown, "{target} {lines}");
        }
    }

    #[test]
    fn names_of_others_are_refused() {
        let keys = keys();
        let target = format!("/?token={}", keys.token);
        for host in ["evil.example", "evil.example:9090", "127.0.0.1.evil.example", ""] {
            let lines = format!("Host: {host}\r\n");
            assert_eq!(keys.right_of(&request(&target, &lines)), Right::Elsewhere, "{host}");
        }
        assert_eq!(keys.right_of(&request(&target, "")), Right::Elsewhere);
        for host in ["localhost", "LOCALHOST:80", "[::1]:9090", "10.1.2.3:9090"] {
            let lines = format!("Host: {host}\r\n");
            assert_eq!(keys.right_of(&request(&target, &lines)), Right::Fresh, "{host}");
        }
    }
}
