//! The numbers of the protocol between `prim_inet` and its drivers, and reading and writing of its
//! bytes.

use release::Difference;

/// The number that `prim_inet` adds to its requests.
pub const MAGIC: u32 = 0x03f1_a300;

/// Requests: what `port_control/3` is asked for.
pub mod req {
    pub const OPEN: u32 = 1;
    pub const CLOSE: u32 = 2;
    pub const CONNECT: u32 = 3;
    pub const PEER: u32 = 4;
    pub const NAME: u32 = 5;
    pub const BIND: u32 = 6;
    pub const SET_OPTS: u32 = 7;
    pub const GET_OPTS: u32 = 8;
    pub const GET_STAT: u32 = 11;
    pub const GET_HOST_NAME: u32 = 12;
    pub const FD_OPEN: u32 = 13;
    pub const GET_FD: u32 = 14;
    pub const GET_TYPE: u32 = 15;
    pub const GET_STATUS: u32 = 16;
    pub const GET_SERV_BY_NAME: u32 = 17;
    pub const GET_SERV_BY_PORT: u32 = 18;
    pub const SET_NAME: u32 = 19;
    pub const SET_PEER: u32 = 20;
    pub const GET_IF_LIST: u32 = 21;
    pub const IF_GET: u32 = 22;
    pub const IF_SET: u32 = 23;
    pub const SUBSCRIBE: u32 = 24;
    pub const GET_IF_ADDRS: u32 = 25;
    pub const ACCEPT: u32 = 26;
    pub const LISTEN: u32 = 27;
    pub const IGNORE_FD: u32 = 28;
    pub const GET_LOCAL_ADDRS: u32 = 29;
    pub const GET_PEER_ADDRS: u32 = 30;
    pub const TCP_RECV: u32 = 42;
    pub const TCP_UNRECV: u32 = 43;
    pub const TCP_SHUTDOWN: u32 = 44;
    pub const TCP_SENDFILE: u32 = 45;
    pub const PACKET_RECV: u32 = 60;
}

/// Kinds of addresses.
pub mod af {
    pub const UNSPEC: u8 = 0;
    pub const INET: u8 = 1;
    pub const INET6: u8 = 2;
    pub const ANY: u8 = 3;
    pub const LOOPBACK: u8 = 4;
    pub const LOCAL: u8 = 5;
    pub const UNDEFINED: u8 = 6;
}

/// Types of sockets.
pub mod kind {
    pub const STREAM: u8 = 1;
    pub const DGRAM: u8 = 2;
    pub const SEQPACKET: u8 = 3;
}

/// Options.
pub mod opt {
    pub const REUSEADDR: u8 = 0;
    pub const KEEPALIVE: u8 = 1;
    pub const DONTROUTE: u8 = 2;
    pub const LINGER: u8 = 3;
    pub const BROADCAST: u8 = 4;
    pub const OOBINLINE: u8 = 5;
    pub const SNDBUF: u8 = 6;
    pub const RCVBUF: u8 = 7;
    pub const PRIORITY: u8 = 8;
    pub const TOS: u8 = 9;
    pub const NODELAY: u8 = 10;
    pub const MULTICAST_IF: u8 = 11;
    pub const MULTICAST_TTL: u8 = 12;
    pub const MULTICAST_LOOP: u8 = 13;
    pub const ADD_MEMBERSHIP: u8 = 14;
    pub const DROP_MEMBERSHIP: u8 = 15;
    pub const IPV6_V6ONLY: u8 = 16;
    pub const REUSEPORT: u8 = 17;
    pub const REUSEPORT_LB: u8 = 18;
    pub const EXCLUSIVEADDRUSE: u8 = 19;
    pub const BUFFER: u8 = 20;
    pub const HEADER: u8 = 21;
    pub const ACTIVE: u8 = 22;
    pub const PACKET: u8 = 23;
    pub const MODE: u8 = 24;
    pub const DELIVER: u8 = 25;
    pub const EXIT_ON_CLOSE: u8 = 26;
    pub const HIGH_WATERMARK: u8 = 27;
    pub const LOW_WATERMARK: u8 = 28;
    pub const SEND_TIMEOUT: u8 = 30;
    pub const DELAY_SEND: u8 = 31;
    pub const PACKET_SIZE: u8 = 32;
    pub const READ_PACKETS: u8 = 33;
    pub const RAW: u8 = 34;
    pub const SEND_TIMEOUT_CLOSE: u8 = 35;
    pub const HIGH_MSGQ_WATERMARK: u8 = 36;
    pub const LOW_MSGQ_WATERMARK: u8 = 37;
    pub const NETNS: u8 = 38;
    pub const SHOW_ECONNRESET: u8 = 39;
    pub const LINE_DELIMITER: u8 = 40;
    pub const TCLASS: u8 = 41;
    pub const BIND_TO_DEVICE: u8 = 42;
    pub const RECVTOS: u8 = 43;
    pub const RECVTCLASS: u8 = 44;
    pub const PKTOPTIONS: u8 = 45;
    pub const TTL: u8 = 46;
    pub const RECVTTL: u8 = 47;
    pub const NOPUSH: u8 = 48;
    pub const READ_AHEAD: u8 = 49;
    pub const NON_BLOCK_SEND: u8 = 50;
    pub const DEBUG: u8 = 99;
}

/// Statistics.
pub mod stat {
    pub const RECV_CNT: u8 = 1;
    pub const RECV_MAX: u8 = 2;
    pub const RECV_AVG: u8 = 3;
    pub const RECV_DVI: u8 = 4;
    pub const SEND_CNT: u8 = 5;
    pub const SEND_MAX: u8 = 6;
    pub const SEND_AVG: u8 = 7;
    pub const SEND_PEND: u8 = 8;
    pub const RECV_OCT: u8 = 9;
    pub const SEND_OCT: u8 = 10;
}

/// The properties of a network interface that can be asked for.
pub mod ifopt {
    pub const ADDR: u8 = 1;
    pub const BROADADDR: u8 = 2;
    pub const DSTADDR: u8 = 3;
    pub const MTU: u8 = 4;
    pub const NETMASK: u8 = 5;
    pub const FLAGS: u8 = 6;
    pub const HWADDR: u8 = 7;
}

/// Subscription to the emptying of the send queue.
pub const SUBSCRIBE_EMPTY_OUT_Q: u8 = 1;

/// Why a request fails.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An error of the operating system, or what looks like one.
    Errno(i32),
    /// Anything else, by name.
    Name(&'static str),
}

impl Failure {
    /// The arguments make no sense.
    pub const EINVAL: Failure = Failure::Errno(libc::EINVAL);
    /// The socket is not open, or there is no such request.
    pub const BAD_PORT: Failure = Failure::Name("exbadport");

    /// As Erlang programs see it.
    pub fn name(self) -> &'static str {
        match self {
            Failure::Errno(n) => vm::errno::name(n),
            Failure::Name(name) => name,
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Failure {
        Failure::Errno(vm::errno::number(&e))
    }
}

/// The bytes of the answer to a request, or its failure.
pub type Answer = Result<Vec<u8>, Failure>;

/// Bytes of a request, taken from the front.
#[derive(Copy, Clone)]
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    /// The next `n` bytes.
    pub fn take(&mut self, n: usize) -> Result<&'a [u8], Failure> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(Failure::EINVAL)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        Ok(self.take(N)?.try_into().expect("as many as taken"))
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Failure> {
        self.array::<1>().map(|[b]| b)
    }

    /// The next number of 2 bytes.
    pub fn u16(&mut self) -> Result<u16, Failure> {
        self.array().map(u16::from_be_bytes)
    }

    /// The next number of 4 bytes.
    pub fn int(&mut self) -> Result<i32, Failure> {
        self.array().map(i32::from_be_bytes)
    }

    /// A time in milliseconds; None is without end.
    pub fn time(&mut self) -> Result<Option<u32>, Failure> {
        let ms = self.array().map(u32::from_be_bytes)?;
        Ok((ms != u32::MAX).then_some(ms))
    }

    /// Makes sure that nothing is left.
    pub fn end(self) -> Result<(), Failure> {
        if self.0.is_empty() { Ok(()) } else { Err(Failure::EINVAL) }
    }

    /// The protocol that a request to open a socket ends with, if the release names it there.
    pub fn opened_protocol(mut self) -> Result<Option<u8>, Failure> {
        let named = Difference::OpenProtocol.is_on();
        let protocol = if named { self.byte().ok() } else { None };
        self.end()?;
        Ok(protocol)
    }
}

/// Protocols of sockets that are opened, in newer releases.
pub mod protocol {
    pub const TCP: u8 = 1;
    pub const UDP: u8 = 2;
    pub const MPTCP: u8 = 4;
}
