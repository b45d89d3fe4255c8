//! `prim_net`: network interfaces.

use super::address;
use super::reply::*;
use crate::inet::interfaces::{Entry, entries};
use crate::inet::sys::in_namespace;
use std::ffi::{CStr, CString};
use std::io;
use term::{Atom, Term, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

const FLAGS: [(i32, &str); 15] = [
    (libc::IFF_UP, "up"),
    (libc::IFF_BROADCAST, "broadcast"),
    (libc::IFF_DEBUG, "debug"),
    (libc::IFF_LOOPBACK, "loopback"),
    (libc::IFF_POINTOPOINT, "pointopoint"),
    (libc::IFF_NOTRAILERS, "notrailers"),
    (libc::IFF_RUNNING, "running"),
    (libc::IFF_NOARP, "noarp"),
    (libc::IFF_PROMISC, "promisc"),
    (libc::IFF_MASTER, "master"),
    (libc::IFF_SLAVE, "slave"),
    (libc::IFF_MULTICAST, "multicast"),
    (libc::IFF_PORTSEL, "portsel"),
    (libc::IFF_AUTOMEDIA, "automedia"),
    (libc::IFF_DYNAMIC, "dynamic"),
];

fn entry<'h>(p: &Running<'h>, e: &Entry) -> Term<'h> {
    let heap = p.heap();
    let set = FLAGS.iter().filter(|f| e.flags & f.0 as u32 != 0);
    let flags: Vec<_> = set.map(|f| Term::atom(Atom::new(f.1))).collect();
    let mut fields = vec![("name", heap.byte_list(&e.name)), ("flags", heap.list(&flags))];
    let mut add = |key, address: &Option<Vec<u8>>| {
        if let Some(bytes) = address {
            fields.push((key, address::encode(heap, bytes)));
        }
    };
    add("addr", &e.address);
    add("netmask", &e.netmask);
    if e.flags & libc::IFF_POINTOPOINT as u32 != 0 {
        add("dstaddr", &e.broadcast);
    } else if e.flags & libc::IFF_BROADCAST as u32 != 0 {
        add("broadaddr", &e.broadcast);
    }
    map_of(heap, &fields)
}

/// `nif_getifaddrs(Options)`.
pub fn getifaddrs_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    if !args[0].is_map() {
        return Err(Exception::BADARG);
    }
    let all = match term::map::get(args[0], Term::atom(atom!("netns"))) {
        Some(path) if term::map::size(args[0]) == 1 => {
            let path = path.byte_list_to_vec().ok_or(Exception::BADARG)?;
            in_namespace(&path, entries)
        }
        _ => entries(),
    };
    match all {
        Ok(all) => ok(p, p.heap().list(&all.iter().map(|e| entry(p, e)).collect::<Vec<_>>())),
        Err(e) => os_error(p, &e),
    }
}

/// `nif_if_name2index(Name)`.
pub fn name2index_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].byte_list_to_vec().filter(|n| n.len() <= libc::IF_NAMESIZE);
    let Some(Ok(name)) = name.map(CString::new) else {
        return error(p, Term::atom(atom!("einval")));
    };
    // SAFETY: the name ends with a zero.
    match unsafe { libc::if_nametoindex(name.as_ptr()) } {
        0 => os_error(p, &io::Error::last_os_error()),
        n => ok(p, Term::small(i64::from(n))),
    }
}

/// `nif_if_index2name(Index)`.
pub fn index2name_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let index = args[0].as_u64().and_then(|n| u32::try_from(n).ok()).ok_or(Exception::BADARG)?;
    let mut name = [0_u8; libc::IF_NAMESIZE + 1];
    // SAFETY: there is room for the longest name.
    if unsafe { libc::if_indextoname(index, name.as_mut_ptr().cast()) }.is_null() {
        return error(p, Term::atom(atom!("enxio")));
    }
    ok(p, p.heap().byte_list(name.split(|&b| b == 0).next().unwrap_or_default()))
}

/// `nif_if_names()`.
pub fn names_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    // SAFETY: no memory is passed.
    let first = unsafe { libc::if_nameindex() };
    if first.is_null() {
        return os_error(p, &io::Error::last_os_error());
    }
    let heap = p.heap();
    let mut all = Vec::new();
    let mut next = first;
    // SAFETY: the array ends with an entry of index 0, and its names end with zeros.
    unsafe {
        while (*next).if_index != 0 {
            let name = heap.byte_list(CStr::from_ptr((*next).if_name).to_bytes());
            all.push(heap.tuple(&[Term::small(i64::from((*next).if_index)), name]));
            next = next.add(1);
        }
        libc::if_freenameindex(first);
    }
    ok(p, heap.list(&all))
}
