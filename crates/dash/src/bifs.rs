//! Built-ins of the module `maser` about the dash.

use crate::server::{self, Running as Server};
use std::net::SocketAddr;
use term::{Atom, Term, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, dirty_io, row};
use vm::process::Running;

/// Rows of the table of built-ins.
pub const ROWS: &[BifRow] =
    &[dirty_io("maser", "start_dash", 1, start_dash_1), row("maser", "dash_info", 0, dash_info_0)];

/// `maser:start_dash(<<"127.0.0.1:0">>)`: `{ok, Url}`, `{error, {already_started, Url}}` or
/// `{error, Why}`.
fn start_dash_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let text = args[0].as_bits().and_then(|bits| bits.aligned()).ok_or(Exception::BADARG)?;
    let address: Option<SocketAddr> = std::str::from_utf8(text).ok().and_then(|t| t.parse().ok());
    let binary = |text: &str| heap.binary(text.as_bytes());
    Ok(match server::start(address.ok_or(Exception::BADARG)?) {
        Ok((server, true)) => heap.tuple(&[Term::OK, binary(&server.url())]),
        Ok((server, false)) => {
            let why = [Term::atom(atom!("already_started")), binary(&server.url())];
            heap.tuple(&[Term::atom(am::ERROR), heap.tuple(&why)])
        }
        Err(why) => heap.tuple(&[Term::atom(am::ERROR), binary(&why)]),
    })
}

/// `maser:dash_info()`: where the dash is, and its token; `undefined` if it has not been started.
fn dash_info_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let Some(server) = server::info() else { return Ok(Term::UNDEFINED) };
    let heap = p.heap();
    let Server { address, .. } = server;
    let pairs = [
        ("address", heap.binary(address.ip().to_string().as_bytes())),
        ("port", Term::small(address.port().into())),
        ("token", heap.binary(server.token().as_bytes())),
        ("url", heap.binary(server.url().as_bytes())),
    ];
    let pairs = pairs.map(|(key, value)| (Term::atom(Atom::new(key)), value));
    Ok(map::from_pairs(heap, &pairs))
}
