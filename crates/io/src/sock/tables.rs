//! The options, flags, requests and protocols that are supported, by their names and numbers.

use release::Difference;
use term::{Atom, Heap, Term, atom};
use vm::bif::BifResult;
use vm::process::Running;

/// The kinds of values of options.
#[derive(Copy, Clone)]
pub enum Kind {
    /// The option is known by name only.
    None,
    /// `true` or `false`.
    Bool,
    /// A number.
    Int,
    /// A number that can only be read.
    IntRead,
    /// The name of an interface.
    Device,
    /// The family of the socket; only to be read.
    Domain,
    /// Its type; only to be read.
    Type,
    /// Its protocol; only to be read.
    Protocol,
    /// `#{onoff, linger}`.
    Linger,
    /// A group and an interface; only to be set.
    Membership,
    /// A group, an interface and a source; only to be set.
    SourceMembership,
    /// Sources that are heard or not; only to be set.
    SourceFilter,
    /// `want`, `dont`, `do`, `probe`.
    PathMtu,
    /// An IPv4 address.
    Ip4,
    /// Control messages; only to be read.
    PacketOptions,
    /// Type of service.
    Tos,
    /// A family of addresses; only to be set.
    Family,
    /// An IPv6 group and an interface; only to be set.
    Membership6,
    /// A number of hops, or `default`.
    Hops,
    /// The name of an algorithm.
    Congestion,
    /// A map with numbers of 2 or 4 bytes.
    Fields(&'static [(&'static str, usize)]),
    /// A map of events that are wanted; only to be set.
    Events,
}

/// An option.
pub struct Opt {
    name: &'static str,
    number: i32,
    /// The kind of its values.
    pub kind: Kind,
}

const fn opt(name: &'static str, number: i32, kind: Kind) -> Opt {
    Opt { name, number, kind }
}

const fn no(name: &'static str) -> Opt {
    Opt { name, number: 0, kind: Kind::None }
}

const ASSOCINFO: &[(&str, usize)] = &[
    ("assoc_id", 4),
    ("asocmaxrxt", 2),
    ("number_peer_destinations", 2),
    ("peer_rwnd", 4),
    ("local_rwnd", 4),
    ("cookie_life", 4),
];
const INITMSG: &[(&str, usize)] =
    &[("num_outstreams", 2), ("max_instreams", 2), ("max_attempts", 2), ("max_init_timeo", 2)];
const RTOINFO: &[(&str, usize)] = &[("assoc_id", 4), ("initial", 4), ("max", 4), ("min", 4)];

#[rustfmt::skip]
const SOCKET: &[Opt] = &[
    opt("acceptconn", 30, Kind::Bool),
    no("acceptfilter"),
    opt("bindtodevice", 25, Kind::Device),
    opt("broadcast", 6, Kind::Bool),
    no("busy_poll"),
    opt("debug", 1, Kind::Int),
    opt("domain", 39, Kind::Domain),
    opt("dontroute", 5, Kind::Bool),
    no("error"),
    opt("keepalive", 9, Kind::Bool),
    opt("linger", 13, Kind::Linger),
    no("mark"),
    opt("oobinline", 10, Kind::Bool),
    opt("passcred", 16, Kind::Bool),
    opt("peek_off", 42, Kind::Int),
    no("peercred"),
    opt("priority", 12, Kind::Int),
    opt("protocol", 38, Kind::Protocol),
    opt("rcvbuf", 8, Kind::Int),
    no("rcvbufforce"),
    opt("rcvlowat", 18, Kind::Int),
    no("rcvtimeo"),
    opt("reuseaddr", 2, Kind::Bool),
    opt("reuseport", 15, Kind::Bool),
    no("rxq_ovfl"),
    no("setfib"),
    opt("sndbuf", 7, Kind::Int),
    no("sndbufforce"),
    opt("sndlowat", 19, Kind::Int),
    no("sndtimeo"),
    opt("timestamp", 29, Kind::Bool),
    opt("type", 3, Kind::Type),
];

#[rustfmt::skip]
const IP: &[Opt] = &[
    opt("add_membership", 35, Kind::Membership),
    opt("add_source_membership", 39, Kind::SourceMembership),
    opt("block_source", 38, Kind::SourceMembership),
    no("dontfrag"),
    opt("drop_membership", 36, Kind::Membership),
    opt("drop_source_membership", 40, Kind::SourceMembership),
    opt("freebind", 15, Kind::Bool),
    opt("hdrincl", 3, Kind::Bool),
    opt("minttl", 21, Kind::Int),
    opt("msfilter", 41, Kind::SourceFilter),
    opt("mtu", 14, Kind::IntRead),
    opt("mtu_discover", 10, Kind::PathMtu),
    opt("multicast_all", 49, Kind::Bool),
    opt("multicast_if", 32, Kind::Ip4),
    opt("multicast_loop", 34, Kind::Bool),
    opt("multicast_ttl", 33, Kind::Int),
    opt("nodefrag", 22, Kind::Bool),
    no("options"),
    opt("pktinfo", 8, Kind::Bool),
    opt("pktoptions", 9, Kind::PacketOptions),
    no("recvdstaddr"),
    opt("recverr", 11, Kind::Bool),
    no("recvif"),
    opt("recvopts", 6, Kind::Bool),
    opt("recvorigdstaddr", 20, Kind::Bool),
    opt("recvtos", 13, Kind::Bool),
    opt("recvttl", 12, Kind::Bool),
    opt("retopts", 7, Kind::Bool),
    opt("router_alert", 5, Kind::Int),
    no("sendsrcaddr"),
    opt("tos", 1, Kind::Tos),
    opt("transparent", 19, Kind::Bool),
    opt("ttl", 2, Kind::Int),
    opt("unblock_source", 37, Kind::SourceMembership),
];

#[rustfmt::skip]
const IPV6: &[Opt] = &[
    opt("addrform", 1, Kind::Family),
    opt("add_membership", 20, Kind::Membership6),
    opt("authhdr", 10, Kind::Bool),
    no("auth_level"),
    no("checksum"),
    opt("drop_membership", 21, Kind::Membership6),
    opt("dstopts", 59, Kind::Bool),
    no("esp_network_level"),
    no("esp_trans_level"),
    no("faith"),
    opt("flowinfo", 11, Kind::Bool),
    opt("hoplimit", 52, Kind::Bool),
    opt("hopopts", 54, Kind::Bool),
    no("ipcomp_level"),
    no("join_group"),
    no("leave_group"),
    opt("mtu", 24, Kind::Int),
    opt("mtu_discover", 23, Kind::PathMtu),
    opt("multicast_hops", 18, Kind::Hops),
    opt("multicast_if", 17, Kind::Int),
    opt("multicast_loop", 19, Kind::Bool),
    no("portrange"),
    no("pktoptions"),
    opt("recverr", 25, Kind::Bool),
    opt("recvhoplimit", 51, Kind::Bool),
    opt("recvpktinfo", 49, Kind::Bool),
    opt("recvtclass", 66, Kind::Bool),
    opt("router_alert", 22, Kind::Int),
    opt("rthdr", 57, Kind::Bool),
    opt("tclass", 67, Kind::Int),
    opt("unicast_hops", 16, Kind::Hops),
    no("use_min_mtu"),
    opt("v6only", 26, Kind::Bool),
];

#[rustfmt::skip]
const SCTP: &[Opt] = &[
    no("adaption_layer"),
    opt("associnfo", 1, Kind::Fields(ASSOCINFO)),
    no("auth_active_key"),
    no("auth_chunk"),
    no("auth_delete_key"),
    no("auth_key"),
    opt("autoclose", 4, Kind::Int),
    no("context"),
    no("default_send_params"),
    no("delayed_ack_time"),
    opt("disable_fragments", 8, Kind::Bool),
    no("hmac_ident"),
    opt("events", 11, Kind::Events),
    no("explicit_eor"),
    no("fragment_interleave"),
    no("get_peer_addr_info"),
    opt("initmsg", 2, Kind::Fields(INITMSG)),
    no("i_want_mapped_v4_addr"),
    no("local_auth_chunks"),
    opt("maxseg", 13, Kind::Int),
    no("maxburst"),
    opt("nodelay", 3, Kind::Bool),
    no("partial_delivery_point"),
    no("peer_addr_params"),
    no("peer_auth_chunks"),
    no("primary_addr"),
    no("reset_streams"),
    opt("rtoinfo", 0, Kind::Fields(RTOINFO)),
    no("set_peer_primary_addr"),
    no("status"),
    no("use_ext_recvinfo"),
];

#[rustfmt::skip]
const TCP: &[Opt] = &[
    opt("congestion", 13, Kind::Congestion),
    opt("cork", 3, Kind::Bool),
    no("info"),
    no("keepcnt"),
    no("keepidle"),
    no("keepintvl"),
    opt("maxseg", 2, Kind::Int),
    no("md5sig"),
    opt("nodelay", 1, Kind::Bool),
    no("noopt"),
    no("nopush"),
    no("syncnt"),
    no("user_timeout"),
];

#[rustfmt::skip]
const UDP: &[Opt] = &[
    opt("cork", 1, Kind::Bool),
];

/// Options by their level.
const LEVELS: [(i32, &str, &[Opt]); 6] = [
    (libc::SOL_SOCKET, "socket", SOCKET),
    (libc::IPPROTO_IP, "ip", IP),
    (libc::IPPROTO_IPV6, "ipv6", IPV6),
    (libc::IPPROTO_SCTP, "sctp", SCTP),
    (libc::IPPROTO_TCP, "tcp", TCP),
    (libc::IPPROTO_UDP, "udp", UDP),
];

/// The option of these numbers.
pub fn option(level: i32, number: i32) -> Option<&'static Opt> {
    let (_, _, options) = LEVELS.iter().find(|l| l.0 == level)?;
    options.iter().find(|o| o.number == number && !matches!(o.kind, Kind::None))
}

/// A level as terms have it.
pub fn level(level: i32) -> Term<'static> {
    match level {
        libc::SOL_SOCKET => Term::atom(atom!("socket")),
        n => Term::small(i64::from(n)),
    }
}

/// Requests of `ioctl`.
#[rustfmt::skip]
pub const REQUESTS: &[(&str, u64)] = &[
    ("gifaddr", 35093),
    ("gifbrdaddr", 35097),
    ("gifconf", 35090),
    ("gifdstaddr", 35095),
    ("gifflags", 35091),
    ("gifhwaddr", 35111),
    ("gifindex", 35123),
    ("gifmap", 35184),
    ("gifmtu", 35105),
    ("gifname", 35088),
    ("gifnetmask", 35099),
    ("giftxqlen", 35138),
    ("sifaddr", 35094),
    ("sifbrdaddr", 35098),
    ("sifdstaddr", 35096),
    ("sifflags", 35092),
    ("sifmtu", 35106),
    ("siftxqlen", 35139),
];

/// Flags of interfaces, in the order in which they are told; 0 for those of other systems.
#[rustfmt::skip]
pub const INTERFACE_FLAGS: &[(&str, i32)] = &[
    ("up", 1),
    ("broadcast", 2),
    ("debug", 4),
    ("loopback", 8),
    ("pointopoint", 16),
    ("notrailers", 32),
    ("knowsepoch", 0),
    ("running", 64),
    ("noarp", 128),
    ("promisc", 256),
    ("allmulti", 512),
    ("master", 1024),
    ("oactive", 0),
    ("slave", 2048),
    ("simplex", 0),
    ("multicast", 4096),
    ("link0", 0),
    ("link1", 0),
    ("link2", 0),
    ("portsel", 8192),
    ("automedia", 16384),
    ("dynamic", 32768),
    ("cantconfig", 0),
    ("lower_up", 65536),
    ("ppromisc", 0),
    ("dormant", 131072),
    ("monitor", 0),
    ("echo", 262144),
    ("staticarp", 0),
    ("dying", 0),
    ("renaming", 0),
    ("nogroup", 0),
];

/// Flags of messages, in the order in which they are told.
#[rustfmt::skip]
const MESSAGE_FLAGS: &[(&str, i32)] = &[
    ("cmsg_cloexec", 1073741824),
    ("confirm", 2048),
    ("ctrunc", 8),
    ("dontroute", 4),
    ("eor", 128),
    ("errqueue", 8192),
    ("more", 32768),
    ("nosignal", 16384),
    ("oob", 1),
    ("peek", 2),
    ("trunc", 32),
];

fn named(name: &str) -> Term<'static> {
    Term::atom(Atom::new(name))
}

/// The names of those flags that are set, and a number of what is left.
pub fn flag_names<'h>(heap: &'h Heap, table: &[(&str, i32)], mut flags: i32) -> Term<'h> {
    let mut names = Vec::new();
    for &(name, flag) in table {
        if flag != 0 && flags & flag == flag {
            flags &= !flag;
            names.push(named(name));
        }
    }
    if flags != 0 {
        names.push(Term::small(i64::from(flags)));
    }
    heap.list(&names)
}

/// The flags of a message.
pub fn message_flags(heap: &Heap, flags: i32) -> Term<'_> {
    flag_names(heap, MESSAGE_FLAGS, flags)
}

fn pair<'h>(heap: &'h Heap, key: Term<'h>, value: Term<'h>) -> Term<'h> {
    heap.tuple(&[key, value])
}

/// `nif_supports()`.
pub fn supports_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    let supported = |name| pair(p.heap(), named(name), Term::TRUE);
    Ok(p.heap().list(&["sctp", "ipv6", "local", "netns", "sendfile"].map(supported)))
}

fn options(heap: &Heap) -> Term<'_> {
    let option = |o: &Opt| match o.kind {
        Kind::None => named(o.name),
        _ => pair(heap, named(o.name), Term::small(i64::from(o.number))),
    };
    let levels = LEVELS.iter().map(|&(n, name, options)| {
        let options = heap.list(&options.iter().map(option).collect::<Vec<_>>());
        match Difference::SocketLevels.is_on() {
            true => heap.tuple(&[named(name), Term::small(i64::from(n)), options]),
            false => pair(heap, level(n), options),
        }
    });
    heap.list(&levels.collect::<Vec<_>>())
}

/// Protocols of the system's table, and those that are there without one. A later entry replaces an
/// earlier one.
fn protocols(heap: &Heap) -> Term<'_> {
    let known = [("sctp", 132), ("udp", 17), ("tcp", 6), ("ipv6", 41), ("ip", 0)];
    let entry =
        |names: &[Term<'static>], number: i64| pair(heap, heap.list(names), Term::small(number));
    let mut all: Vec<_> = known.iter().map(|&(name, n)| entry(&[named(name)], n)).collect();
    let text = std::fs::read("/etc/protocols").unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace();
        let (Some(name), Some(number)) = (words.next(), words.next()) else { continue };
        let Ok(number) = number.parse::<u16>() else { continue };
        let mut names: Vec<_> = words.map(named).collect();
        names.push(named(name));
        names.reverse();
        lines.push(entry(&names, i64::from(number)));
    }
    all.extend(lines.into_iter().rev());
    heap.list(&all)
}

/// `nif_supports(Key)`.
pub fn supports_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let heap = p.heap();
    let flags = |table: &[(&str, i32)]| {
        let one = |f: &(&str, i32)| pair(heap, named(f.0), Term::small(i64::from(f.1)));
        heap.list(&table.iter().map(one).collect::<Vec<_>>())
    };
    Ok(match args[0].as_atom().map_or("", Atom::name) {
        "msg_flags" => flags(MESSAGE_FLAGS),
        "ioctl_flags" => flags(INTERFACE_FLAGS),
        "ioctl_requests" => {
            let one = |r: &(&str, u64)| pair(heap, named(r.0), heap.unsigned(r.1));
            heap.list(&REQUESTS.iter().map(one).collect::<Vec<_>>())
        }
        "protocols" => protocols(heap),
        "options" => options(heap),
        _ => Term::NIL,
    })
}
