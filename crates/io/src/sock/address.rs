//! Socket addresses as maps, in the kernel's form, and back.

use super::reply::{Fields, map_of};
use crate::inet::address::Address;
use term::{Atom, Heap, Term, atom};

/// Where the content of an address begins.
const DATA_AT: usize = 2;
/// Longest path of a local address.
const PATH_MAX: usize = 108;
const IN_SIZE: usize = size_of::<libc::sockaddr_in>();
const IN6_SIZE: usize = size_of::<libc::sockaddr_in6>();
const LL_SIZE: usize = size_of::<libc::sockaddr_ll>();

/// The kernel's number of a family of addresses.
pub enum Domain {
    /// Of an atom.
    Named(i32),
    /// Of an integer.
    Native(i32),
}

/// Reads `inet`, `inet6`, `local`, `unspec` or a number.
pub fn decode_domain(t: Term<'_>) -> Option<Domain> {
    Some(Domain::Named(match t.as_atom().map(Atom::name) {
        Some("inet") => libc::AF_INET,
        Some("inet6") => libc::AF_INET6,
        Some("local") => libc::AF_UNIX,
        Some("unspec") => libc::AF_UNSPEC,
        Some(_) => return None,
        None => return int32(t).map(Domain::Native),
    }))
}

/// A family's atom, or its number.
pub fn encode_domain(domain: i32) -> Term<'static> {
    match domain {
        libc::AF_INET => Term::atom(atom!("inet")),
        libc::AF_INET6 => Term::atom(atom!("inet6")),
        libc::AF_UNIX => Term::atom(atom!("local")),
        libc::AF_UNSPEC => Term::atom(atom!("unspec")),
        n => Term::small(i64::from(n)),
    }
}

/// Reads a type of sockets.
pub fn decode_type(t: Term<'_>) -> Option<i32> {
    Some(match t.as_atom().map(Atom::name) {
        Some("stream") => libc::SOCK_STREAM,
        Some("dgram") => libc::SOCK_DGRAM,
        Some("raw") => libc::SOCK_RAW,
        Some("seqpacket") => libc::SOCK_SEQPACKET,
        Some(_) => return None,
        None => return int32(t),
    })
}

/// A type's atom, or its number.
pub fn encode_type(kind: i32) -> Term<'static> {
    match kind {
        libc::SOCK_STREAM => Term::atom(atom!("stream")),
        libc::SOCK_DGRAM => Term::atom(atom!("dgram")),
        libc::SOCK_RAW => Term::atom(atom!("raw")),
        libc::SOCK_SEQPACKET => Term::atom(atom!("seqpacket")),
        n => Term::small(i64::from(n)),
    }
}

/// A number that a C `int` holds.
pub fn int32(t: Term<'_>) -> Option<i32> {
    t.as_i64().and_then(|n| i32::try_from(n).ok())
}

fn uint32(t: Term<'_>) -> Option<u32> {
    t.as_u64().and_then(|n| u32::try_from(n).ok())
}

/// Reads an IPv4 address: `any`, `loopback`, `broadcast` or four numbers.
pub fn decode_ip4(t: Term<'_>) -> Option<[u8; 4]> {
    Some(match t.as_atom().map(Atom::name) {
        Some("any") => [0; 4],
        Some("loopback") => [127, 0, 0, 1],
        Some("broadcast") => [255; 4],
        Some(_) => return None,
        None => {
            let mut ip = [0; 4];
            for (b, t) in ip.iter_mut().zip(t.as_tuple_of::<4>()?) {
                *b = u8::try_from(t.as_i64()?).ok()?;
            }
            ip
        }
    })
}

/// Reads an IPv6 address: `any`, `loopback` or eight numbers.
pub fn decode_ip6(t: Term<'_>) -> Option<[u8; 16]> {
    Some(match t.as_atom().map(Atom::name) {
        Some("any") => [0; 16],
        Some("loopback") => 1_u128.to_be_bytes(),
        Some(_) => return None,
        None => {
            let mut ip = [0; 16];
            for (b, t) in ip.chunks_mut(2).zip(t.as_tuple_of::<8>()?) {
                b.copy_from_slice(&u16::try_from(t.as_i64()?).ok()?.to_be_bytes());
            }
            ip
        }
    })
}

/// An IPv4 address as four numbers.
pub fn encode_ip4<'h>(heap: &'h Heap, ip: &[u8]) -> Term<'h> {
    let number = |i: usize| Term::small(ip.get(i).map_or(0, |&b| i64::from(b)));
    heap.tuple(&[0, 1, 2, 3].map(number))
}

/// An IPv6 address as eight numbers.
pub fn encode_ip6<'h>(heap: &'h Heap, ip: &[u8]) -> Term<'h> {
    let number = |c: &[u8]| Term::small(i64::from(u16::from_be_bytes([c[0], c[1]])));
    heap.tuple(&ip.chunks_exact(2).map(number).collect::<Vec<_>>())
}

fn field<'h>(map: Term<'h>, key: Atom) -> Option<Term<'h>> {
    term::map::get(map, Term::atom(key))
}

fn with_family(family: i32, content: &[u8]) -> Option<Address> {
    let mut bytes = (family as u16).to_ne_bytes().to_vec();
    bytes.extend(content);
    Address::from_bytes(&bytes)
}

/// Reads an address; None if it makes no sense.
pub fn decode(t: Term<'_>) -> Option<Address> {
    if !t.is_map() {
        return None;
    }
    let port = || field(t, atom!("port")).and_then(int32).map(|n| (n as u16).to_be_bytes());
    match decode_domain(field(t, atom!("family"))?)? {
        Domain::Named(libc::AF_INET) => {
            let ip = decode_ip4(field(t, atom!("addr"))?)?;
            with_family(libc::AF_INET, &[&port()?[..], &ip, &[0; 8]].concat())
        }
        Domain::Named(libc::AF_INET6) => {
            let flow = uint32(field(t, atom!("flowinfo"))?)?.to_ne_bytes();
            let scope = uint32(field(t, atom!("scope_id"))?)?.to_ne_bytes();
            let ip = decode_ip6(field(t, atom!("addr"))?)?;
            with_family(libc::AF_INET6, &[&port()?[..], &flow, &ip, &scope].concat())
        }
        Domain::Named(libc::AF_UNIX) => {
            let path = field(t, atom!("path"))?.as_binary()?;
            // A 0 at the end, but not for an abstract name.
            if path.len() + usize::from(path.first() != Some(&0)) > PATH_MAX {
                return None;
            }
            with_family(libc::AF_UNIX, &path)
        }
        Domain::Named(family) | Domain::Native(family) => {
            with_family(family, &field(t, atom!("addr"))?.as_binary()?)
        }
    }
}

fn native<'h>(heap: &'h Heap, family: Term<'h>, bytes: &[u8]) -> Term<'h> {
    let content = heap.binary(bytes.get(DATA_AT..).unwrap_or_default());
    map_of(heap, &[("family", family), ("addr", content)])
}

/// An address as a map.
pub fn encode<'h>(heap: &'h Heap, bytes: &[u8]) -> Term<'h> {
    let family = match *bytes {
        [a, b, ..] => i32::from(u16::from_ne_bytes([a, b])),
        [_] => return map_of(heap, &[("addr", heap.binary(bytes))]),
        [] => libc::AF_UNSPEC,
    };
    let name = encode_domain(family);
    let int = |at: usize| i64::from(i32::from_ne_bytes(bytes[at..at + 4].try_into().expect("4")));
    let port = || Term::small(i64::from(u16::from_be_bytes([bytes[2], bytes[3]])));
    match family {
        libc::AF_INET if bytes.len() >= IN_SIZE => {
            // The most frequent of all: its keys are not looked up by name.
            let key = Term::atom;
            let addr = encode_ip4(heap, &bytes[4..8]);
            let fields = [
                (key(atom!("family")), name),
                (key(atom!("port")), port()),
                (key(atom!("addr")), addr),
            ];
            term::map::from_pairs(heap, &fields)
        }
        libc::AF_INET6 if bytes.len() >= IN6_SIZE => {
            let fields: Fields<'_, '_> = &[
                ("family", name),
                ("port", port()),
                ("addr", encode_ip6(heap, &bytes[8..24])),
                ("flowinfo", Term::small(int(4))),
                ("scope_id", Term::small(int(24))),
            ];
            map_of(heap, fields)
        }
        libc::AF_UNIX => {
            let path = &bytes[DATA_AT..];
            // A path ends with a 0; an abstract name begins with one.
            let path = match path.iter().position(|&b| b == 0) {
                None | Some(0) => path,
                Some(n) => &path[..n],
            };
            map_of(heap, &[("family", name), ("path", heap.binary(path))])
        }
        libc::AF_PACKET if bytes.len() >= LL_SIZE => packet(heap, bytes),
        libc::AF_PACKET => native(heap, Term::atom(atom!("packet")), bytes),
        _ => native(heap, name, bytes),
    }
}

/// As [`encode`], for an address in a field that is as large as the largest: only what its family
/// uses.
pub fn encode_field<'h>(heap: &'h Heap, bytes: &[u8]) -> Term<'h> {
    let family = i32::from(u16::from_ne_bytes([bytes[0], bytes[1]]));
    let len = match family {
        libc::AF_INET => IN_SIZE,
        libc::AF_INET6 => IN6_SIZE,
        libc::AF_PACKET => LL_SIZE,
        libc::AF_UNIX => bytes.len(),
        _ => DATA_AT,
    };
    encode(heap, &bytes[..len.min(bytes.len())])
}

/// The name of a kind of hardware, or its number.
pub fn hardware(kind: u16) -> Term<'static> {
    const KINDS: &[(u16, &str)] = &[
        (0, "netrom"),
        (1, "ether"),
        (2, "eether"),
        (3, "ax25"),
        (4, "pronet"),
        (5, "chaos"),
        (6, "ieee802"),
        (7, "arcnet"),
        (8, "appletlk"),
        (15, "dlci"),
        (19, "atm"),
        (23, "metricom"),
        (24, "ieee1394"),
        (27, "eui64"),
        (32, "infiniband"),
        (768, "tunnel"),
        (769, "tunnel6"),
        (770, "frelay"),
        (772, "loopback"),
        (773, "localtlk"),
        (0xfffe, "none"),
        (0xffff, "void"),
    ];
    match KINDS.iter().find(|k| k.0 == kind) {
        Some(k) => Term::atom(Atom::new(k.1)),
        None => Term::small(i64::from(kind)),
    }
}

fn packet<'h>(heap: &'h Heap, bytes: &[u8]) -> Term<'h> {
    const KINDS: [&str; 8] =
        ["host", "broadcast", "multicast", "otherhost", "outgoing", "loopback", "user", "kernel"];
    let kind = match KINDS.get(usize::from(bytes[10])) {
        Some(name) => Term::atom(Atom::new(name)),
        None => Term::small(i64::from(bytes[10])),
    };
    let index = i32::from_ne_bytes(bytes[4..8].try_into().expect("4 bytes"));
    let len = usize::from(bytes[11]).min(8);
    let fields: Fields<'_, '_> = &[
        ("family", Term::atom(atom!("packet"))),
        ("protocol", Term::small(i64::from(u16::from_be_bytes([bytes[2], bytes[3]])))),
        ("ifindex", Term::small(i64::from(index))),
        ("hatype", hardware(u16::from_ne_bytes([bytes[8], bytes[9]]))),
        ("pkttype", kind),
        ("addr", heap.binary(&bytes[12..12 + len])),
    ];
    map_of(heap, fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::compare::exactly_equal;

    fn check(family: &str, fields: &[(&str, Term<'_>)], expected: Option<&[u8]>) {
        let heap = Heap::new(256);
        let mut all = vec![("family", Term::atom(Atom::new(family)))];
        all.extend(fields.iter().map(|f| (f.0, heap.copy_in(f.1))));
        let map = map_of(&heap, &all);
        let got = decode(map);
        assert_eq!(got.as_ref().map(Address::bytes), expected, "{map:?}");
        if let Some(a) = got {
            assert!(exactly_equal(encode(&heap, a.bytes()), map), "{map:?}");
        }
    }

    #[test]
    fn there_and_back() {
        let heap = Heap::new(256);
        let ip = encode_ip4(&heap, &[10, 0, 0, 1]);
        let port = ("port", Term::small(80));
        let mut four = vec![2, 0, 0, 80, 10, 0, 0, 1];
        four.resize(16, 0);
        check("inet", &[port, ("addr", ip)], Some(&four));
        check("inet", &[port], None);
        check("inet", &[port, ("addr", Term::small(1))], None);
        check("inet6", &[port, ("addr", ip)], None);
        let bytes: Vec<u8> = (1..17).collect();
        let ip6 = encode_ip6(&heap, &bytes);
        let mut six = vec![10, 0, 0, 80, 0, 0, 0, 0];
        six.extend(&bytes);
        six.extend([7, 0, 0, 0]);
        let flow = ("flowinfo", Term::small(0));
        check("inet6", &[port, ("addr", ip6), flow, ("scope_id", Term::small(7))], Some(&six));
        check("inet6", &[port, ("addr", ip6), flow, ("scope_id", Term::small(1 << 33))], None);
        check("local", &[("path", heap.binary(b"/x"))], Some(b"\x01\0/x"));
        check("local", &[("path", heap.binary(b"\0x\0"))], Some(b"\x01\0\0x\0"));
        check("local", &[("path", heap.binary(&[b'p'; 108]))], None);
        check("unspec", &[("addr", heap.binary(b"abc"))], Some(b"\0\0abc"));
        check("unspec", &[("addr", heap.binary(&[0; 200]))], None);
        check("other", &[("addr", heap.binary(b""))], None);
    }

    #[test]
    fn anything_is_encoded() {
        let heap = Heap::new(256);
        for family in [0_u8, 1, 2, 10, 17, 200] {
            for len in 0..130 {
                let mut bytes = vec![family; len];
                bytes.iter_mut().skip(1).step_by(2).for_each(|b| *b = 0);
                encode(&heap, &bytes);
                if len >= 2 {
                    encode_field(&heap, &bytes);
                }
            }
        }
    }
}
