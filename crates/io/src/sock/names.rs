//! `prim_net`: names of hosts and services, by the C library, and its own settings.

use super::address::{self, encode_domain, encode_type};
use super::reply::*;
use crate::inet::services;
use release::Difference;
use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Term, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

static DEBUG: AtomicBool = AtomicBool::new(false);

/// `nif_info()`.
pub fn info_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let mut all = vec![("debug", Term::bool(DEBUG.load(Ordering::Relaxed)))];
    if Difference::NetFacts.is_on() {
        all.extend([("netns", Term::FALSE), ("load_nif_result", Term::OK)]);
    }
    Ok(map_of(p.heap(), &all))
}

/// `nif_command({debug, Bool})`.
pub fn command_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if let Some(&[what, value]) = args[0].as_tuple_of::<2>()
        && what.is(atom!("debug"))
        && let Some(value) = value.as_bool()
    {
        DEBUG.store(value, Ordering::Relaxed);
        return Ok(Term::OK);
    }
    error(p, Term::atom(atom!("einval")))
}

/// The reason for an error of the C library; `system` for one of the operating system.
fn failure<'h>(p: &Running<'h>, code: i32, system: Option<&str>) -> BifResult<'h> {
    let name = match code {
        libc::EAI_AGAIN => "eagain",
        libc::EAI_BADFLAGS => "ebadflags",
        libc::EAI_FAIL => "efail",
        libc::EAI_FAMILY => "efamily",
        libc::EAI_MEMORY => "emem",
        libc::EAI_NONAME => "enoname",
        libc::EAI_OVERFLOW => "eoverflow",
        libc::EAI_SERVICE => "eservice",
        libc::EAI_SOCKTYPE => "esocktype",
        libc::EAI_NODATA => "enodata",
        // EAI_ADDRFAMILY
        -9 => "eaddrfamily",
        libc::EAI_SYSTEM => match system {
            Some(name) => name,
            None => return os_error(p, &std::io::Error::last_os_error()),
        },
        _ => "einval",
    };
    error(p, Term::atom(Atom::new(name)))
}

fn flags(t: Term<'_>) -> Option<i32> {
    if t.is(term::am::UNDEFINED) {
        return Some(0);
    }
    let mut flags = 0;
    for f in t.to_vec()? {
        flags |= match f.as_atom()?.name() {
            "namereqd" => libc::NI_NAMEREQD,
            "dgram" => libc::NI_DGRAM,
            "nofqdn" => libc::NI_NOFQDN,
            "numerichost" => libc::NI_NUMERICHOST,
            "numericserv" => libc::NI_NUMERICSERV,
            // NI_IDN of the C library.
            "idn" => 32,
            _ => return None,
        };
    }
    Some(flags)
}

/// `nif_getnameinfo(Address, Flags)`.
pub fn getnameinfo_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let Some(address) = address::decode(args[0]) else {
        return error(p, Term::atom(atom!("einval")));
    };
    let flags = flags(args[1]).ok_or(Exception::BADARG)?;
    let (mut host, mut service) = ([0_u8; 1025], [0_u8; 256]);
    let (name, len) = address.raw();
    // SAFETY: `raw` gives an address with its length. The call writes to `host` and `service`
    // alone, no more than the lengths that are passed with them.
    let code = unsafe {
        libc::getnameinfo(
            name,
            len,
            host.as_mut_ptr().cast(),
            host.len() as libc::socklen_t,
            service.as_mut_ptr().cast(),
            service.len() as libc::socklen_t,
            flags,
        )
    };
    if code != 0 {
        return failure(p, code, None);
    }
    let text =
        |bytes: &[u8]| p.heap().byte_list(bytes.split(|&b| b == 0).next().unwrap_or_default());
    ok(p, map_of(p.heap(), &[("host", text(&host)), ("service", text(&service))]))
}

/// A name; None for `undefined`.
fn text<'h>(t: Term<'h>) -> Result<Option<CString>, Exception<'h>> {
    if t.is(term::am::UNDEFINED) {
        return Ok(None);
    }
    let mut bytes = t.byte_list_to_vec().ok_or(Exception::BADARG)?;
    // As C takes it.
    bytes.truncate(bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len()));
    CString::new(bytes).map(Some).map_err(|_| Exception::BADARG)
}

/// A protocol's name for [`services`], where none stands for any.
fn protocol<'h>(t: Term<'_>) -> Result<Vec<u8>, Exception<'h>> {
    let name = t.byte_list_to_vec().ok_or(Exception::BADARG)?;
    Ok(if name == b"any" { Vec::new() } else { name })
}

/// `nif_getservbyname(Name, Protocol)`.
pub fn getservbyname_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].byte_list_to_vec().ok_or(Exception::BADARG)?;
    match services::port_of(&name, &protocol(args[1])?) {
        Ok(port) => ok(p, Term::small(i64::from(port))),
        Err(_) => error(p, Term::atom(atom!("einval"))),
    }
}

/// `nif_getservbyport(Port, Protocol)`.
pub fn getservbyport_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let port = args[0].as_small().ok_or(Exception::BADARG)?;
    let found = u16::try_from(port).ok().map(|port| {
        let protocol = protocol(args[1])?;
        Ok(services::name_of(port, &protocol).ok())
    });
    match found.transpose()?.flatten() {
        Some(name) => ok(p, p.heap().string(&name)),
        None => error(p, Term::atom(atom!("einval"))),
    }
}

/// A list from the C library, freed with its value.
struct Found(*mut libc::addrinfo);

impl Drop for Found {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: it comes from `getaddrinfo`, and nothing refers to it any more.
            unsafe { libc::freeaddrinfo(self.0) };
        }
    }
}

/// `nif_getaddrinfo(Host, Service, Hints)`.
pub fn getaddrinfo_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (host, service) = (text(args[0])?, text(args[1])?);
    if host.is_none() && service.is_none() {
        return Err(Exception::BADARG);
    }
    let pointer = |s: &Option<CString>| s.as_deref().map_or(std::ptr::null(), CStr::as_ptr);
    let mut found = Found(std::ptr::null_mut());
    // SAFETY: the names end with zeros; no hints; the result is ours to be written.
    let code = unsafe {
        let no_hints = std::ptr::null();
        libc::getaddrinfo(pointer(&host), pointer(&service), no_hints, &raw mut found.0)
    };
    if code != 0 {
        return failure(p, code, Some("esystem"));
    }
    let heap = p.heap();
    let mut all = Vec::new();
    let mut next = found.0;
    // SAFETY: the elements of the list live as long as `found`.
    while let Some(info) = unsafe { next.as_ref() } {
        // SAFETY: an element's address belongs to the list and lives as long as `found`; it has
        // `ai_addrlen` bytes.
        let address = unsafe {
            std::slice::from_raw_parts(info.ai_addr.cast::<u8>(), info.ai_addrlen as usize)
        };
        let kind = if Difference::SocketTypes.is_on() { "socktype" } else { "type" };
        all.push(map_of(
            heap,
            &[
                ("family", encode_domain(info.ai_family)),
                (kind, encode_type(info.ai_socktype)),
                ("protocol", Term::small(i64::from(info.ai_protocol))),
                ("addr", address::encode(heap, address)),
            ],
        ));
        next = info.ai_next;
    }
    ok(p, heap.list(&all))
}
