//! Control messages: as lists of maps, in the kernel's form, and back.

use super::address::{encode as encode_address, encode_ip4, encode_ip6, int32};
use super::reply::map_of;
use super::tables;
use release::Difference;
use term::{Atom, Heap, Term, atom};

/// Bytes in front of a message's content: length (8), level (4), type (4).
const HEAD: usize = 16;

/// The kinds of contents of messages.
#[derive(Copy, Clone)]
enum Content {
    /// Bytes.
    Bytes,
    /// Seconds and microseconds.
    Time,
    /// Type of service, a byte that is set as an `int`.
    Tos,
    /// Type of service that is only told.
    ToldTos,
    /// An `int`.
    Int,
    /// An `int` that is only told.
    ToldInt,
    /// A byte.
    Byte,
    /// Interface and addresses of an IPv4 packet.
    PacketInfo,
    /// Interface and address of an IPv6 packet.
    PacketInfo6,
    /// An address.
    Address,
    /// An error and where it comes from.
    Error,
}

/// Level, type, name, content.
const MESSAGES: &[(i32, i32, &str, Content)] = &[
    (libc::SOL_SOCKET, libc::SCM_CREDENTIALS, "credentials", Content::Bytes),
    (libc::SOL_SOCKET, libc::SCM_RIGHTS, "rights", Content::Bytes),
    (libc::SOL_SOCKET, libc::SCM_TIMESTAMP, "timestamp", Content::Time),
    (libc::IPPROTO_IP, libc::IP_TOS, "tos", Content::Tos),
    (libc::IPPROTO_IP, libc::IP_TTL, "ttl", Content::Int),
    (libc::IPPROTO_IP, libc::IP_RECVTTL, "recvttl", Content::Byte),
    (libc::IPPROTO_IP, libc::IP_PKTINFO, "pktinfo", Content::PacketInfo),
    (libc::IPPROTO_IP, libc::IP_ORIGDSTADDR, "origdstaddr", Content::Address),
    (libc::IPPROTO_IP, libc::IP_RECVTOS, "recvtos", Content::ToldTos),
    (libc::IPPROTO_IP, libc::IP_RECVERR, "recverr", Content::Error),
    (libc::IPPROTO_IPV6, libc::IPV6_PKTINFO, "pktinfo", Content::PacketInfo6),
    (libc::IPPROTO_IPV6, libc::IPV6_HOPLIMIT, "hoplimit", Content::Int),
    (libc::IPPROTO_IPV6, libc::IPV6_TCLASS, "tclass", Content::Int),
    (libc::IPPROTO_IPV6, libc::IPV6_RECVTCLASS, "recvtclass", Content::ToldInt),
    (libc::IPPROTO_IPV6, libc::IPV6_RECVERR, "recverr", Content::Error),
];

fn int(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<i64> {
    Some(i64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

const TOS: [(i32, &str); 4] =
    [(0x10, "lowdelay"), (0x08, "throughput"), (0x04, "reliability"), (0x02, "mincost")];

/// Code points of differentiated services, which are the first six bits.
const DSCP: &[(i32, &str)] = &[
    (0, "cs0"),
    (1, "le"),
    (8, "cs1"),
    (10, "af11"),
    (12, "af12"),
    (14, "af13"),
    (16, "cs2"),
    (18, "af21"),
    (20, "af22"),
    (22, "af23"),
    (24, "cs3"),
    (26, "af31"),
    (28, "af32"),
    (30, "af33"),
    (32, "cs4"),
    (34, "af41"),
    (36, "af42"),
    (38, "af43"),
    (40, "cs5"),
    (44, "voice_admit"),
    (45, "nqb"),
    (46, "ef"),
    (48, "cs6"),
    (56, "cs7"),
];
/// The precedence that is told by its name; it is the first three bits.
const ROUTINE: i32 = 0;
/// Names of precedences that may be set, all of which mean that one, as on stock.
const PRECEDENCES: [&str; 8] = [
    "routine",
    "priority",
    "immediate",
    "flash",
    "flashoverride",
    "critical_ecp",
    "internetcontrol",
    "netcontrol",
];

/// The name of a number, if it has one.
fn found(table: &[(i32, &str)], n: i32) -> Option<Term<'static>> {
    table.iter().find(|t| t.0 == n).map(|t| Term::atom(Atom::new(t.1)))
}

/// The number of a name.
fn numbered(table: &[(i32, &str)], name: Atom) -> Option<i32> {
    table.iter().find(|t| t.1 == name.name()).map(|t| t.0)
}

/// A type of service as a map of all that it may mean.
fn tos_map<'h>(heap: &'h Heap, value: i32) -> Term<'h> {
    let (bits, precedence) = (value & 0x1e, value >> 5 & 7);
    let tos = match bits {
        0 => Term::atom(atom!("default")),
        _ => found(&TOS, bits).unwrap_or_else(|| number(bits >> 1)),
    };
    let precedence = match precedence {
        ROUTINE => Term::atom(atom!("routine")),
        n => number(n),
    };
    let dscp = value >> 2 & 0x3f;
    let all = [
        ("native", number(value)),
        ("tos", map_of(heap, &[("tos", tos), ("precedence", precedence)])),
        ("dscp", found(DSCP, dscp).unwrap_or_else(|| number(dscp))),
    ];
    map_of(heap, &all)
}

/// A type of service by its name, or a number; in newer releases as a map of all that it may mean.
pub fn encode_tos<'h>(heap: &'h Heap, value: i32) -> Term<'h> {
    if Difference::TosMaps.is_on() {
        return tos_map(heap, value);
    }
    found(&TOS, value & 0x1e).unwrap_or_else(|| number(value))
}

/// Reads a type of service.
pub fn decode_tos(t: Term<'_>) -> Option<i32> {
    let newer = Difference::TosMaps.is_on();
    if let Some(name) = t.as_atom() {
        let point = || numbered(DSCP, name).filter(|_| newer).map(|n| n << 2);
        return numbered(&TOS, name).or_else(point);
    }
    if newer && t.is_map() {
        let field = |key| term::map::get(t, Term::atom(key));
        let (tos, precedence) = (field(atom!("tos"))?, field(atom!("precedence"))?);
        let bits = match tos.as_atom() {
            Some(name) if name == atom!("default") => 0,
            Some(name) => numbered(&TOS, name)?,
            None => int32(tos).filter(|&n| n >= 0)? << 1 & 0x1e,
        };
        let precedence = match precedence.as_atom() {
            Some(name) if PRECEDENCES.contains(&name.name()) => ROUTINE,
            _ => int32(precedence).filter(|&n| n >= 0)? & 7,
        };
        return Some(precedence << 5 | bits);
    }
    int32(t)
}

fn number(n: i32) -> Term<'static> {
    Term::small(i64::from(n))
}

fn value<'h>(heap: &'h Heap, content: Content, data: &[u8]) -> Option<Term<'h>> {
    Some(match content {
        Content::Bytes => return None,
        Content::Time => map_of(
            heap,
            &[("sec", heap.integer(long(data, 0)?)), ("usec", heap.integer(long(data, 8)?))],
        ),
        Content::Tos | Content::ToldTos => encode_tos(heap, i32::from(*data.first()?)),
        Content::Int | Content::ToldInt => number(int(data, 0)?),
        Content::Byte => number(i32::from(*data.first()?)),
        Content::PacketInfo => {
            let index = u32::from_ne_bytes(data.get(..4)?.try_into().ok()?);
            map_of(
                heap,
                &[
                    ("ifindex", Term::small(i64::from(index))),
                    ("spec_dst", encode_ip4(heap, data.get(4..8)?)),
                    ("addr", encode_ip4(heap, data.get(8..12)?)),
                ],
            )
        }
        Content::PacketInfo6 => map_of(
            heap,
            &[("addr", encode_ip6(heap, data.get(..16)?)), ("ifindex", number(int(data, 16)?))],
        ),
        Content::Address => encode_address(heap, data),
        Content::Error => error(heap, data)?,
    })
}

/// Names of what networks tell by types 3 and 1 of messages.
const UNREACHABLE: [(u8, &str); 6] = [
    (0, "net_unreach"),
    (1, "host_unreach"),
    (3, "port_unreach"),
    (4, "frag_needed"),
    (6, "net_unknown"),
    (7, "host_unknown"),
];
const UNREACHABLE6: [(u8, &str); 7] = [
    (0, "noroute"),
    (1, "adm_prohibited"),
    (2, "not_neighbour"),
    (3, "addr_unreach"),
    (4, "port_unreach"),
    (5, "policy_fail"),
    (6, "reject_route"),
];

fn named(table: &[(u8, &str)], n: u8) -> Term<'static> {
    match table.iter().find(|e| e.0 == n) {
        Some(e) => Term::atom(Atom::new(e.1)),
        None => number(i32::from(n)),
    }
}

fn error<'h>(heap: &'h Heap, data: &[u8]) -> Option<Term<'h>> {
    const ORIGINS: [(u8, &str); 7] = [
        (0, "none"),
        (1, "local"),
        (2, "icmp"),
        (3, "icmp6"),
        (4, "txstatus"),
        (5, "zerocopy"),
        (6, "txtime"),
    ];
    let (errno, info, more) = (int(data, 0)?, int(data, 8)?, int(data, 12)?);
    let (origin, kind, code) = (data[4], data[5], data[6]);
    let (kind, code) = match (origin, kind) {
        (2, 3) => (Term::atom(atom!("dest_unreach")), named(&UNREACHABLE, code)),
        (2, 11) | (3, 3) => (Term::atom(atom!("time_exceeded")), named(&[], code)),
        (3, 1) => (Term::atom(atom!("dest_unreach")), named(&UNREACHABLE6, code)),
        (3, 2) => (Term::atom(atom!("pkt_toobig")), named(&[], code)),
        _ => (named(&[], kind), named(&[], code)),
    };
    let mut fields = vec![
        ("error", Term::atom(vm::errno::atom(errno))),
        ("origin", named(&ORIGINS, origin)),
        ("type", kind),
        ("code", code),
        ("info", number(info)),
        ("data", number(more)),
    ];
    let offender = &data[16..];
    if !offender.is_empty() {
        fields.push(("offender", encode_address(heap, offender)));
    }
    Some(map_of(heap, &fields))
}

/// The maps of control messages that the kernel has written.
pub fn encode_all<'h>(heap: &'h Heap, mut bytes: &[u8]) -> Term<'h> {
    let mut all = Vec::new();
    while bytes.len() >= HEAD {
        let len = long(bytes, 0).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        if len < HEAD {
            break;
        }
        let (level, kind) = (int(bytes, 8).unwrap_or(0), int(bytes, 12).unwrap_or(0));
        let Some(data) = bytes.get(HEAD..len) else {
            all.push(Term::atom(atom!("bad_data")));
            break;
        };
        let known = MESSAGES.iter().find(|m| (m.0, m.1) == (level, kind));
        let name = known.map_or(number(kind), |m| Term::atom(Atom::new(m.2)));
        let mut fields =
            vec![("level", tables::level(level)), ("type", name), ("data", heap.binary(data))];
        if let Some(value) = known.and_then(|m| value(heap, m.3, data)) {
            fields.push(("value", value));
        }
        all.push(map_of(heap, &fields));
        bytes = bytes.get(len.next_multiple_of(8)..).unwrap_or_default();
    }
    heap.list(&all)
}

/// Reads seconds and microseconds.
fn decode_time(t: Term<'_>) -> Option<[u8; 16]> {
    let field = |key| t.is_map().then(|| term::map::get(t, Term::atom(key))).flatten();
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&field(atom!("sec"))?.as_i64()?.to_ne_bytes());
    bytes[8..].copy_from_slice(&field(atom!("usec"))?.as_i64()?.to_ne_bytes());
    Some(bytes)
}

fn decode_value(content: Content, t: Term<'_>) -> Option<Vec<u8>> {
    Some(match content {
        Content::Time => decode_time(t)?.to_vec(),
        Content::Tos => decode_tos(t)?.to_ne_bytes().to_vec(),
        Content::Int => int32(t)?.to_ne_bytes().to_vec(),
        _ => return None,
    })
}

/// One message: level, type, content.
fn decode(t: Term<'_>) -> Option<(i32, i32, Vec<u8>)> {
    let field = |key| t.is_map().then(|| term::map::get(t, Term::atom(key))).flatten();
    let level = field(atom!("level"))?;
    let level = if level.is(atom!("socket")) { libc::SOL_SOCKET } else { int32(level)? };
    let kind = field(atom!("type"))?;
    let name = kind.as_atom();
    let known = MESSAGES.iter().find(|m| m.0 == level && Some(m.2) == name.map(Atom::name));
    match (field(atom!("data")), field(atom!("value"))) {
        (Some(data), None) => {
            let kind = int32(kind).or(known.map(|m| m.1))?;
            let content = match data.as_binary() {
                Some(bytes) => bytes.to_vec(),
                None => {
                    let n = int32(data).or_else(|| data.as_bool().map(i32::from))?;
                    n.to_ne_bytes().to_vec()
                }
            };
            Some((level, kind, content))
        }
        (None, Some(value)) => {
            let known = known?;
            Some((level, known.1, decode_value(known.3, value)?))
        }
        _ => None,
    }
}

/// Control messages in the kernel's form; None if they make no sense, or do not fit.
pub fn decode_all(list: Term<'_>, room: usize) -> Option<Vec<u8>> {
    let mut out: Vec<u8> = Vec::new();
    for t in list.to_vec()? {
        let (level, kind, content) = decode(t)?;
        out.extend((HEAD + content.len()).to_ne_bytes());
        out.extend(level.to_ne_bytes());
        out.extend(kind.to_ne_bytes());
        out.extend(&content);
        out.resize(out.len().next_multiple_of(8), 0);
        if out.len() > room {
            return None;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let heap = Heap::new(1024);
        let time = [1_i64.to_ne_bytes(), 2_i64.to_ne_bytes()].concat();
        let mut bytes = Vec::new();
        for (level, kind, data) in [
            (1, 29, &time[..]),
            (0, 2, &7_i32.to_ne_bytes()),
            (0, 1, &[0x10]),
            (41, 52, &(-1_i32).to_ne_bytes()),
            (1, 1, b"\x05\0\0\0\x06\0\0\0"),
            (5, 77, b"x"),
        ] {
            bytes.extend((HEAD + data.len()).to_ne_bytes());
            bytes.extend(i32::to_ne_bytes(level));
            bytes.extend(i32::to_ne_bytes(kind));
            bytes.extend(data);
            bytes.resize(bytes.len().next_multiple_of(8), 0);
        }
        let maps: Vec<_> = encode_all(&heap, &bytes).list().collect();
        assert_eq!(maps.len(), 6);
        let without_value = |m: &Term<'_>| {
            let m = heap.copy_in(*m);
            term::map::remove(&heap, m, Term::atom(atom!("value")))
        };
        let list = heap.list(&maps.iter().map(without_value).collect::<Vec<_>>());
        assert_eq!(decode_all(list, bytes.len()), Some(bytes.clone()));
        assert_eq!(decode_all(list, bytes.len() - 1), None);
        assert_eq!(decode_all(heap.list(&maps[..1]), 100), None, "value and data");
        for n in 0..bytes.len() {
            encode_all(&heap, &bytes[..n]);
        }
        encode_all(&heap, &[255; 200]);
    }

    #[test]
    fn errors() {
        let heap = Heap::new(1024);
        for n in 0..64 {
            let mut bytes = vec![3; n];
            error(&heap, &bytes);
            bytes.fill(0);
            error(&heap, &bytes);
        }
    }
}
