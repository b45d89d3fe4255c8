//! The options, flags, requests and protocols that are supported, by their names and numbers.

use release::{Difference, Span};
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
    /// Of SCTP, for which no sockets are made.
    Sctp,
}

/// An option.
pub struct Opt {
    name: &'static str,
    number: i32,
    /// The kind of its values.
    pub kind: Kind,
    /// The releases that know it so.
    span: Span,
}

const fn opt(name: &'static str, number: i32, kind: Kind) -> Opt {
    Opt { name, number, kind, span: Span::ALL }
}

const fn no(name: &'static str) -> Opt {
    opt(name, 0, Kind::None)
}

impl Opt {
    const fn since(mut self, release: u8) -> Opt {
        self.span.since = release;
        self
    }

    const fn until(mut self, release: u8) -> Opt {
        self.span.until = release;
        self
    }

    fn is_here(&self) -> bool {
        self.span.has(release::number())
    }
}

/// A name with its number.
pub struct Named<N> {
    /// Name.
    pub name: &'static str,
    /// Number.
    pub number: N,
    /// The releases that know it.
    span: Span,
}

const fn name<N: Copy>(name: &'static str, number: N) -> Named<N> {
    Named { name, number, span: Span::ALL }
}

impl<N: Copy> Named<N> {
    const fn since(self, release: u8) -> Named<N> {
        Named { span: Span { since: release, until: self.span.until }, ..self }
    }
}

/// The names of a table that the release knows.
pub fn known<N>(table: &'static [Named<N>]) -> impl Iterator<Item = &'static Named<N>> {
    table.iter().filter(|named| named.span.has(release::number()))
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
    no("bsp_state").since(26),
    no("busy_poll"),
    opt("debug", 1, Kind::Int),
    opt("domain", 39, Kind::Domain),
    opt("dontroute", 5, Kind::Bool),
    no("error"),
    no("exclusiveaddruse").since(26),
    opt("keepalive", 9, Kind::Bool),
    opt("linger", 13, Kind::Linger),
    no("mark"),
    no("maxdg").since(26),
    no("max_msg_size").since(26),
    opt("oobinline", 10, Kind::Bool),
    opt("passcred", 16, Kind::Bool),
    opt("peek_off", 42, Kind::Int).until(27),
    no("peek_off").since(28),
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
    opt("timestampns", 35, Kind::Bool).since(28),
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
    opt("adaptation_layer", 7, Kind::Sctp).since(28),
    no("adaption_layer").until(27),
    opt("associnfo", 1, Kind::Fields(ASSOCINFO)),
    no("auth_active_key"),
    no("auth_chunk"),
    no("auth_delete_key"),
    no("auth_key"),
    opt("autoclose", 4, Kind::Int),
    no("context"),
    opt("default_send_param", 10, Kind::Sctp).since(28),
    no("default_send_params").until(27),
    no("delayed_ack_time"),
    opt("disable_fragments", 8, Kind::Bool),
    no("hmac_ident"),
    opt("events", 11, Kind::Events),
    no("explicit_eor"),
    no("fragment_interleave"),
    opt("get_assoc_stats", 112, Kind::Sctp).since(28),
    opt("get_peer_addr_info", 15, Kind::Sctp).since(28),
    no("get_peer_addr_info").until(27),
    opt("initmsg", 2, Kind::Fields(INITMSG)),
    opt("i_want_mapped_v4_addr", 12, Kind::Sctp).since(28),
    no("i_want_mapped_v4_addr").until(27),
    no("local_auth_chunks"),
    opt("maxseg", 13, Kind::Int),
    no("maxburst"),
    opt("nodelay", 3, Kind::Bool),
    no("partial_delivery").since(28),
    no("partial_delivery_point").until(27),
    no("peer_addr_params"),
    no("peer_auth_chunks"),
    opt("primary_addr", 6, Kind::Sctp).since(28),
    no("primary_addr").until(27),
    no("reset_streams"),
    opt("rtoinfo", 0, Kind::Fields(RTOINFO)),
    opt("set_peer_primary_addr", 5, Kind::Sctp).since(28),
    no("set_peer_primary_addr").until(27),
    opt("status", 14, Kind::Sctp).since(28),
    no("status").until(27),
    no("use_ext_recvinfo"),
];

#[rustfmt::skip]
const TCP: &[Opt] = &[
    opt("congestion", 13, Kind::Congestion),
    opt("cork", 3, Kind::Bool),
    no("info"),
    no("keepcnt").until(25),
    no("keepidle").until(25),
    no("keepintvl").until(25),
    opt("keepcnt", 6, Kind::Int).since(26),
    opt("keepidle", 4, Kind::Int).since(26),
    opt("keepintvl", 5, Kind::Int).since(26),
    opt("maxseg", 2, Kind::Int),
    no("md5sig"),
    opt("nodelay", 1, Kind::Bool),
    no("noopt"),
    no("nopush"),
    no("syncnt"),
    opt("user_timeout", 18, Kind::Int).since(28),
    no("user_timeout").until(27),
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
    options.iter().find(|o| o.number == number && !matches!(o.kind, Kind::None) && o.is_here())
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
pub const REQUESTS: &[Named<u64>] = &[
    name("atmark", 35077).since(26),
    name("gifaddr", 35093),
    name("gifbrdaddr", 35097),
    name("gifconf", 35090),
    name("gifdstaddr", 35095),
    name("gifflags", 35091),
    name("gifhwaddr", 35111),
    name("gifindex", 35123),
    name("gifmap", 35184),
    name("gifmtu", 35105),
    name("gifname", 35088),
    name("gifnetmask", 35099),
    name("giftxqlen", 35138),
    name("nread", 21531).since(26),
    name("sifaddr", 35094),
    name("sifbrdaddr", 35098),
    name("sifdstaddr", 35096),
    name("sifflags", 35092),
    name("sifmtu", 35106),
    name("siftxqlen", 35139),
];

/// Flags of interfaces, in the order in which they are told; 0 for those of other systems.
#[rustfmt::skip]
pub const INTERFACE_FLAGS: &[Named<i32>] = &[
    name("up", 1),
    name("broadcast", 2),
    name("debug", 4),
    name("loopback", 8),
    name("pointopoint", 16),
    name("notrailers", 32),
    name("knowsepoch", 0),
    name("running", 64),
    name("noarp", 128),
    name("promisc", 256),
    name("allmulti", 512),
    name("master", 1024),
    name("oactive", 0),
    name("slave", 2048),
    name("simplex", 0),
    name("multicast", 4096),
    name("link0", 0),
    name("link1", 0),
    name("link2", 0),
    name("portsel", 8192),
    name("automedia", 16384),
    name("dynamic", 32768),
    name("cantconfig", 0),
    name("lower_up", 65536),
    name("ppromisc", 0),
    name("dormant", 131072),
    name("monitor", 0),
    name("echo", 262144),
    name("staticarp", 0),
    name("dying", 0),
    name("renaming", 0),
    name("nogroup", 0),
    name("dhcprunning", 0).since(26),
    name("private", 0).since(26),
];

/// Flags of messages, in the order in which they are told.
#[rustfmt::skip]
const MESSAGE_FLAGS: &[Named<i32>] = &[
    name("cmsg_cloexec", 1073741824),
    name("confirm", 2048),
    name("ctrunc", 8),
    name("dontroute", 4),
    name("eor", 128),
    name("errqueue", 8192),
    name("more", 32768),
    name("nosignal", 16384),
    // The number of another one once more.
    name("notification", 32768).since(28),
    name("oob", 1),
    name("peek", 2),
    name("trunc", 32),
];

fn named(name: &str) -> Term<'static> {
    Term::atom(Atom::new(name))
}

/// The names of those flags that are set, and a number of what is left.
pub fn flag_names<'h>(heap: &'h Heap, table: &'static [Named<i32>], mut flags: i32) -> Term<'h> {
    let mut names = Vec::new();
    for &Named { name, number: flag, .. } in known(table) {
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
        let options = options.iter().filter(|o| o.is_here());
        let options = heap.list(&options.map(option).collect::<Vec<_>>());
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
    let flags = |table: &'static [Named<i32>]| {
        let one = |f: &Named<i32>| pair(heap, named(f.name), Term::small(i64::from(f.number)));
        heap.list(&known(table).map(one).collect::<Vec<_>>())
    };
    Ok(match args[0].as_atom().map_or("", Atom::name) {
        "msg_flags" => flags(MESSAGE_FLAGS),
        "ioctl_flags" => flags(INTERFACE_FLAGS),
        "ioctl_requests" => {
            let one = |r: &Named<u64>| pair(heap, named(r.name), heap.unsigned(r.number));
            heap.list(&known(REQUESTS).map(one).collect::<Vec<_>>())
        }
        "protocols" => protocols(heap),
        "options" => options(heap),
        _ => Term::NIL,
    })
}
