//! Values of options: as terms, in the kernel's form, and back.

use super::address::{
    Domain, decode_domain, decode_ip4, decode_ip6, encode_domain, encode_ip4, encode_type, int32,
};
use super::reply::map_of;
use super::tables::Kind;
use super::{cmsg, socket::State};
use release::Difference;
use term::{Atom, Heap, Term, atom};

/// Longest name of an interface, with the 0 at its end.
const DEVICE: usize = 16;
/// Longest name of an algorithm that is taken.
const CONGESTION: usize = 256;
/// How the sources of a group are meant.
const FILTER_MODES: [&str; 2] = ["exclude", "include"];
const PATH_MTU: [&str; 4] = ["dont", "want", "do", "probe"];
const EVENTS: [&str; 10] = [
    "data_io",
    "association",
    "address",
    "send_failure",
    "peer_error",
    "shutdown",
    "partial_delivery",
    "adaptation_layer",
    "authentication",
    "sender_dry",
];

fn field<'h>(map: Term<'h>, key: &str) -> Option<Term<'h>> {
    map.is_map().then(|| term::map::get(map, Term::atom(Atom::new(key)))).flatten()
}

fn int(n: i32) -> Vec<u8> {
    n.to_ne_bytes().to_vec()
}

fn uint(t: Term<'_>) -> Option<u32> {
    t.as_u64().and_then(|n| u32::try_from(n).ok())
}

fn ip_field(map: Term<'_>, key: &str) -> Option<[u8; 4]> {
    decode_ip4(field(map, key)?)
}

/// A list of characters below 256, of at most `max` bytes.
fn text(t: Term<'_>, max: usize) -> Option<Vec<u8>> {
    let binary = || t.as_binary().filter(|_| Difference::BinaryTexts.is_on());
    let bytes = t.byte_list_to_vec().or_else(|| Some(binary()?.into_owned()));
    bytes.filter(|s| s.len() <= max)
}

fn position(names: &[&str], t: Term<'_>) -> Option<i32> {
    let name = t.as_atom()?.name();
    names.iter().position(|n| *n == name).map(|n| n as i32)
}

/// A `struct linger`, of a map or of `abort`.
fn linger(t: Term<'_>) -> Option<Vec<u8>> {
    let (on, time) = match (field(t, "onoff"), field(t, "linger")) {
        (Some(on), Some(time)) => {
            let time = int32(time).filter(|&n| n >= 0)?;
            (i32::from(on.as_bool()?), time)
        }
        _ if t.is(atom!("abort")) => (1, 0),
        _ => return None,
    };
    Some([on.to_ne_bytes(), time.to_ne_bytes()].concat())
}

/// A `struct ip_msfilter`: a group, an interface, and the sources that are let through or not.
fn source_filter(t: Term<'_>) -> Option<Vec<u8>> {
    if t.is(atom!("null")) {
        return Some(Vec::new());
    }
    let mut out = [ip_field(t, "multiaddr")?, ip_field(t, "interface")?].concat();
    out.extend(position(&FILTER_MODES, field(t, "mode")?)?.to_ne_bytes());
    let sources = field(t, "slist")?.to_vec()?;
    out.extend((sources.len() as u32).to_ne_bytes());
    for s in sources {
        out.extend(decode_ip4(s)?);
    }
    Some(out)
}

/// A `struct sctp_event_subscribe`: a byte for each event; those that are not named are off.
fn events(t: Term<'_>) -> Option<Vec<u8>> {
    let wanted = |name| field(t, name).map_or(Some(0), |on| on.as_bool().map(u8::from));
    t.is_map().then(|| EVENTS.into_iter().map(wanted).collect())?
}

/// The kernel's form of a value that is to be set; None if it makes no sense.
pub fn decode(kind: Kind, t: Term<'_>) -> Option<Vec<u8>> {
    Some(match kind {
        Kind::Bool => int(i32::from(t.as_bool()?)),
        Kind::Int => int(int32(t)?),
        Kind::Device => text(t, DEVICE - 1)?,
        Kind::Congestion => text(t, CONGESTION)?,
        Kind::Linger => linger(t)?,
        Kind::Membership => [ip_field(t, "multiaddr")?, ip_field(t, "interface")?].concat(),
        Kind::SourceMembership => {
            let all = [ip_field(t, "multiaddr")?, ip_field(t, "interface")?];
            [all[0], all[1], ip_field(t, "sourceaddr")?].concat()
        }
        Kind::SourceFilter => source_filter(t)?,
        Kind::PathMtu => match t.as_atom() {
            Some(_) => int(position(&PATH_MTU, t)?),
            None => int(int32(t)?),
        },
        Kind::Ip4 => decode_ip4(t)?.to_vec(),
        Kind::Tos => int(cmsg::decode_tos(t)?),
        Kind::Family => match decode_domain(t)? {
            Domain::Named(n) | Domain::Native(n) => int(n),
        },
        Kind::Membership6 => {
            let mut out = decode_ip6(field(t, "multiaddr")?)?.to_vec();
            out.extend(uint(field(t, "interface")?)?.to_ne_bytes());
            out
        }
        Kind::Hops => match int32(t) {
            Some(n) => int(Some(n).filter(|n| (0..256).contains(n))?),
            None => int(t.is(atom!("default")).then_some(-1)?),
        },
        Kind::Fields(fields) => {
            let mut out: Vec<u8> = Vec::new();
            for &(name, size) in fields {
                let value = field(t, name).and_then(uint)?;
                out.extend(&value.to_ne_bytes()[..size]);
            }
            out
        }
        Kind::Events => events(t)?,
        Kind::None
        | Kind::IntRead
        | Kind::Domain
        | Kind::Type
        | Kind::Protocol
        | Kind::Sctp
        | Kind::PacketOptions => return None,
    })
}

/// Whether an option can be set.
pub fn can_set(kind: Kind) -> bool {
    use Kind::*;
    !matches!(kind, None | IntRead | Domain | Type | Protocol | PacketOptions | Sctp)
}

/// How many bytes are to be asked for; None if the option cannot be read.
pub(super) fn size(kind: Kind, s: &State) -> Option<usize> {
    Some(match kind {
        Kind::None
        | Kind::Membership
        | Kind::SourceMembership
        | Kind::SourceFilter
        | Kind::Family
        | Kind::Membership6
        | Kind::Sctp
        | Kind::Events => return None,
        Kind::Linger => 8,
        Kind::Device => DEVICE + 1,
        Kind::Congestion => CONGESTION + 1,
        Kind::PacketOptions => s.settings.read_control.min(64 << 10),
        Kind::Fields(fields) => fields.iter().map(|f| f.1).sum(),
        _ => 4,
    })
}

/// A value that the kernel has written, as a term; `domain` is the socket's.
pub fn encode<'h>(heap: &'h Heap, kind: Kind, bytes: &[u8], domain: i32) -> Term<'h> {
    let word = |at: usize| -> i32 {
        // The kernel writes a byte only for some.
        let mut n = [0; 4];
        let from = bytes.get(at..).unwrap_or_default();
        let len = from.len().min(4);
        n[..len].copy_from_slice(&from[..len]);
        i32::from_ne_bytes(n)
    };
    let number = |n: i32| Term::small(i64::from(n));
    match kind {
        Kind::Bool => Term::bool(word(0) != 0),
        Kind::Device => heap.byte_list(bytes),
        Kind::Congestion => heap.byte_list(bytes.strip_suffix(&[0]).unwrap_or(bytes)),
        Kind::Domain => encode_domain(word(0)),
        Kind::Type => encode_type(word(0)),
        Kind::Protocol if word(0) == 0 && domain == libc::AF_UNIX => Term::atom(atom!("default")),
        Kind::Linger => {
            let on = Term::bool(word(0) != 0);
            map_of(heap, &[("onoff", on), ("linger", number(word(4)))])
        }
        Kind::PathMtu => match usize::try_from(word(0)).ok().and_then(|n| PATH_MTU.get(n)) {
            Some(name) => Term::atom(Atom::new(name)),
            None => number(word(0)),
        },
        Kind::Ip4 => encode_ip4(heap, &word(0).to_ne_bytes()),
        Kind::Tos => cmsg::encode_tos(heap, word(0)),
        Kind::PacketOptions => cmsg::encode_all(heap, bytes),
        Kind::Fields(fields) => {
            let mut rest = bytes;
            let one = |&(name, size): &(&'static str, usize)| {
                let (head, tail) = rest.split_at(size.min(rest.len()));
                rest = tail;
                let mut n = [0; 4];
                n[..head.len()].copy_from_slice(head);
                (name, Term::small(i64::from(u32::from_ne_bytes(n))))
            };
            let fields: Vec<_> = fields.iter().map(one).collect();
            map_of(heap, &fields)
        }
        _ => number(word(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Kind, t: Term<'_>, expected: Option<&[u8]>) {
        assert_eq!(decode(kind, t).as_deref(), expected, "{t:?}");
    }

    #[test]
    fn values() {
        let heap = Heap::new(256);
        let name = |n: &str| Term::atom(Atom::new(n));
        check(Kind::Bool, Term::TRUE, Some(&[1, 0, 0, 0]));
        check(Kind::Bool, Term::small(1), None);
        check(Kind::Int, Term::small(1 << 31), None);
        check(Kind::Hops, name("default"), Some(&[255; 4]));
        check(Kind::Hops, Term::small(256), None);
        check(Kind::Linger, name("abort"), Some(&[1, 0, 0, 0, 0, 0, 0, 0]));
        let linger = [("onoff", Term::TRUE), ("linger", Term::small(-1))];
        check(Kind::Linger, map_of(&heap, &linger), None);
        check(Kind::PathMtu, name("do"), Some(&[2, 0, 0, 0]));
        check(Kind::PathMtu, name("perhaps"), None);
        check(Kind::Tos, name("lowdelay"), Some(&[0x10, 0, 0, 0]));
        check(Kind::SourceFilter, name("null"), Some(&[]));
        check(Kind::Device, heap.byte_list(b"a-name-that-is-too-long"), None);
        check(Kind::Ip4, name("loopback"), Some(&[127, 0, 0, 1]));
        check(
            Kind::Events,
            map_of(&heap, &[("address", Term::TRUE)]),
            Some(&{
                let mut e = [0; 10];
                e[2] = 1;
                e
            }),
        );
        check(Kind::Events, Term::NIL, None);
    }
}
