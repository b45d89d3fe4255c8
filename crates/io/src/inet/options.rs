//! Options: those of the driver and those of the kernel, set and told.

use super::codes::{Answer, Failure, Input, opt};
use super::socket::{Active, Known, Socket};
use super::sys::Ancillary;
use bifs::packet::Kind;
use libc::{IPPROTO_IP, IPPROTO_IPV6, IPPROTO_TCP, SOL_SOCKET};

/// Options that only streams or only datagrams have.
pub trait Own {
    /// Sets one; those of other kinds of sockets are passed over.
    fn set(&mut self, option: u8, value: i32) -> Result<(), Failure>;
    /// Its value.
    fn get(&self, option: u8) -> Option<i32>;
}

/// Most bytes that an answer may have.
const MOST: usize = 65536;
const NAME_MAX: usize = libc::IFNAMSIZ;

/// The kernel's level and name, and whether failing to set it is told.
fn kernel_option(option: u8) -> Option<(i32, i32, bool)> {
    Some(match option {
        opt::REUSEADDR => (SOL_SOCKET, libc::SO_REUSEADDR, false),
        // Linux shares the load among those who share a port.
        opt::REUSEPORT | opt::REUSEPORT_LB => (SOL_SOCKET, libc::SO_REUSEPORT, false),
        opt::KEEPALIVE => (SOL_SOCKET, libc::SO_KEEPALIVE, false),
        opt::DONTROUTE => (SOL_SOCKET, libc::SO_DONTROUTE, false),
        opt::BROADCAST => (SOL_SOCKET, libc::SO_BROADCAST, false),
        opt::OOBINLINE => (SOL_SOCKET, libc::SO_OOBINLINE, false),
        opt::SNDBUF => (SOL_SOCKET, libc::SO_SNDBUF, false),
        opt::RCVBUF => (SOL_SOCKET, libc::SO_RCVBUF, false),
        opt::PRIORITY => (SOL_SOCKET, libc::SO_PRIORITY, true),
        opt::TOS => (IPPROTO_IP, libc::IP_TOS, true),
        opt::TCLASS => (IPPROTO_IPV6, libc::IPV6_TCLASS, true),
        opt::TTL => (IPPROTO_IP, libc::IP_TTL, true),
        opt::RECVTOS => (IPPROTO_IP, libc::IP_RECVTOS, true),
        opt::RECVTCLASS => (IPPROTO_IPV6, libc::IPV6_RECVTCLASS, true),
        opt::RECVTTL => (IPPROTO_IP, libc::IP_RECVTTL, true),
        opt::NODELAY => (IPPROTO_TCP, libc::TCP_NODELAY, false),
        opt::NOPUSH => (IPPROTO_TCP, libc::TCP_CORK, false),
        opt::MULTICAST_TTL => (IPPROTO_IP, libc::IP_MULTICAST_TTL, false),
        opt::MULTICAST_LOOP => (IPPROTO_IP, libc::IP_MULTICAST_LOOP, false),
        opt::IPV6_V6ONLY => (IPPROTO_IPV6, libc::IPV6_V6ONLY, true),
        _ => return None,
    })
}

/// How streams are cut, by `prim_inet`'s numbers. The delimiter of lines is a setting of its own.
fn packet_kind(number: i32) -> Result<Kind, Failure> {
    Ok(match number {
        0 => Kind::Raw,
        1 => Kind::Length(1),
        2 => Kind::Length(2),
        3 => Kind::Length(4),
        4 => Kind::Asn1,
        5 => Kind::SunRm,
        6 => Kind::Cdr,
        7 => Kind::Fcgi,
        8 => Kind::Line(b'\n'),
        9 => Kind::Tpkt,
        10 => Kind::Http(false),
        11 => Kind::HttpHeader(false),
        12 => Kind::SslTls,
        13 => Kind::Http(true),
        14 => Kind::HttpHeader(true),
        _ => return Err(Failure::EINVAL),
    })
}

/// The number of deliveries left after a change; None if it does not fit.
fn count(now: Active, change: i16) -> Option<Active> {
    let now = if let Active::Count(n) = now { n } else { 0 };
    let n = now.checked_add(change)?;
    Some(if n > 0 { Active::Count(n) } else { Active::No })
}

/// Requests beyond the values of single options.
#[derive(Default, Debug)]
pub struct Asked {
    /// A number of deliveries has been set that leaves none: the owner is to be told.
    pub passive: bool,
    /// The mode of delivery has been set.
    pub active: bool,
}

impl Socket {
    /// Sets the options of a request, in order.
    pub fn set_options(&mut self, data: &[u8], own: &mut dyn Own) -> Result<Asked, Failure> {
        let mut input = Input(data);
        let mut asked = Asked::default();
        while input.0.len() >= 5 {
            let (option, value) = (input.byte()?, input.int()?);
            self.set_option(option, value, &mut input, own, &mut asked)?;
        }
        Ok(asked)
    }

    fn set_option(
        &mut self,
        option: u8,
        value: i32,
        input: &mut Input<'_>,
        own: &mut dyn Own,
        asked: &mut Asked,
    ) -> Result<(), Failure> {
        let s = &mut self.settings;
        match option {
            opt::HEADER => s.header = value as u32 as usize,
            opt::MODE => s.binary = value == 1,
            opt::DELIVER => s.deliver_port = value == 0,
            opt::BUFFER => {
                s.buffer = value.max(1) as usize;
                s.buffer_set = true;
            }
            opt::ACTIVE => self.set_active(value, input, asked)?,
            opt::PACKET => s.packet = (value, packet_kind(value)?),
            opt::PACKET_SIZE => s.packet_size = value as u32,
            opt::EXIT_ON_CLOSE => s.exit_on_close = value != 0,
            opt::LINE_DELIMITER => s.delimiter = value as u8,
            opt::DEBUG => s.debug = value != 0,
            opt::HIGH_MSGQ_WATERMARK | opt::LOW_MSGQ_WATERMARK if value < 1 => {
                return Err(Failure::EINVAL);
            }
            opt::HIGH_MSGQ_WATERMARK => s.msgq = (s.msgq.0.min(value), value),
            opt::LOW_MSGQ_WATERMARK => s.msgq = (value, s.msgq.1.max(value)),
            opt::HIGH_WATERMARK
            | opt::LOW_WATERMARK
            | opt::SEND_TIMEOUT
            | opt::SEND_TIMEOUT_CLOSE
            | opt::DELAY_SEND
            | opt::SHOW_ECONNRESET
            | opt::READ_AHEAD
            | opt::READ_PACKETS => own.set(option, value)?,
            // Of Windows, and of SCTP.
            opt::EXCLUSIVEADDRUSE | opt::NON_BLOCK_SEND => {}
            opt::NETNS => self.netns = Some(input.take(length(value)?)?.into()),
            opt::RAW => self.set_raw(value, input)?,
            opt::BIND_TO_DEVICE => {
                let name = input.take(length(value)?)?;
                if name.len() >= NAME_MAX {
                    return Err(Failure::EINVAL);
                }
                self.set_kernel(SOL_SOCKET, libc::SO_BINDTODEVICE, name)?;
            }
            opt::LINGER => {
                let seconds = input.int()?;
                own.set(option, i32::from(value != 0 && seconds == 0))?;
                self.set_linger((i32::from(value != 0), seconds));
            }
            opt::MULTICAST_IF => self.set_multicast_interface(value)?,
            opt::ADD_MEMBERSHIP | opt::DROP_MEMBERSHIP => {
                self.set_membership(option == opt::ADD_MEMBERSHIP, value, input)?;
            }
            _ => self.set_int(option, value)?,
        }
        Ok(())
    }

    /// Sets the mode of delivery. By mode 3 a number of deliveries is added to those left.
    fn set_active(
        &mut self,
        mode: i32,
        input: &mut Input<'_>,
        asked: &mut Asked,
    ) -> Result<(), Failure> {
        self.active = match mode {
            0 => Active::No,
            1 => Active::Yes,
            2 => Active::Once,
            3 => {
                let change = input.u16()? as i16;
                count(self.active, change).ok_or(Failure::EINVAL)?
            }
            _ => return Err(Failure::EINVAL),
        };
        asked.passive |= mode == 3 && self.active == Active::No;
        asked.active = true;
        Ok(())
    }

    /// Sets an option by the kernel's level and name, to the bytes that follow.
    fn set_raw(&mut self, level: i32, input: &mut Input<'_>) -> Result<(), Failure> {
        let name = input.int()?;
        let len = length(input.int()?)?;
        let bytes = input.take(len)?;
        // The option may be any of those whose values are known.
        if level != IPPROTO_TCP || name == libc::TCP_NODELAY {
            self.known = Known::default();
        }
        let _ = self.fd().and_then(|fd| Ok(fd.set_option(level, name, bytes)?));
        Ok(())
    }

    /// Chooses the interface for what is sent to groups: by an address, or by its number.
    fn set_multicast_interface(&self, value: i32) -> Result<(), Failure> {
        let (level, name, bytes) = match self.family {
            libc::AF_INET => (IPPROTO_IP, libc::IP_MULTICAST_IF, value.to_be_bytes()),
            libc::AF_INET6 => (IPPROTO_IPV6, libc::IPV6_MULTICAST_IF, value.to_ne_bytes()),
            _ => return Err(Failure::EINVAL),
        };
        let _ = self.set_kernel(level, name, &bytes);
        Ok(())
    }

    fn set_kernel(&self, level: i32, name: i32, value: &[u8]) -> Result<(), Failure> {
        // An option that is set before there is a socket makes no sense.
        let fd = self.fd.as_ref().ok_or(Failure::EINVAL)?;
        fd.set_option(level, name, value).map_err(|_| Failure::EINVAL)
    }

    fn set_int(&mut self, option: u8, value: i32) -> Result<(), Failure> {
        let (level, name, told) = kernel_option(option).ok_or(Failure::EINVAL)?;
        let flag = i32::from(value != 0);
        let (known, value) = match option {
            opt::NODELAY => (self.known.nodelay, flag),
            opt::KEEPALIVE => (self.known.keepalive, flag),
            opt::PRIORITY => (self.known.priority, value),
            _ => (None, value),
        };
        if known == Some(value) {
            return Ok(());
        }
        let s = &mut self.settings;
        if option == opt::RCVBUF && !s.buffer_set {
            // Room for what the kernel may have; of datagrams no more than there can be in one.
            let most = if self.kind == libc::SOCK_DGRAM { 1 << 16 } else { usize::MAX };
            s.buffer = s.buffer.max((value.max(0) as usize).min(most));
        }
        // The kernel changes the priority with the type of service; nobody expects that.
        let priority = if option == opt::TOS { self.get_int(opt::PRIORITY)? } else { None };
        let result = self.set_kernel(level, name, &value.to_ne_bytes());
        if let Some(priority) = priority {
            let bytes = priority.to_ne_bytes();
            if self.set_kernel(SOL_SOCKET, libc::SO_PRIORITY, &bytes).is_err() {
                self.known.priority = None;
            }
        }
        let known = result.is_ok().then_some(value);
        match option {
            opt::NODELAY => self.known.nodelay = known,
            opt::KEEPALIVE => self.known.keepalive = known,
            opt::PRIORITY => self.known.priority = known,
            opt::RECVTOS | opt::RECVTCLASS | opt::RECVTTL if known.is_some() => {
                let bit = 1 << (option - opt::RECVTOS);
                self.ancillary = self.ancillary & !bit | if value != 0 { bit } else { 0 };
            }
            _ => {}
        }
        if told { result } else { Ok(()) }
    }

    fn set_linger(&mut self, linger: (i32, i32)) {
        if self.known.linger == Some(linger) {
            return;
        }
        let value = [linger.0.to_ne_bytes(), linger.1.to_ne_bytes()].concat();
        let set = self.set_kernel(SOL_SOCKET, libc::SO_LINGER, &value).is_ok();
        // Without lingering, the kernel keeps the time that it had.
        self.known.linger = (set && linger.0 != 0).then_some(linger);
    }

    fn set_membership(
        &mut self,
        add: bool,
        family: i32,
        input: &mut Input<'_>,
    ) -> Result<(), Failure> {
        let interface = input.int()?;
        let (level, name, value) = match (family, self.family) {
            (1, libc::AF_INET) => {
                let (group, address) = (input.array::<4>()?, input.array::<4>()?);
                let value = [group, address, interface.to_ne_bytes()].concat();
                let add_drop = [libc::IP_DROP_MEMBERSHIP, libc::IP_ADD_MEMBERSHIP];
                (IPPROTO_IP, add_drop[usize::from(add)], value)
            }
            (2, libc::AF_INET6) => {
                let mut value = input.array::<16>()?.to_vec();
                value.extend(interface.to_ne_bytes());
                let add_drop = [libc::IPV6_DROP_MEMBERSHIP, libc::IPV6_ADD_MEMBERSHIP];
                (IPPROTO_IPV6, add_drop[usize::from(add)], value)
            }
            _ => return Err(Failure::EINVAL),
        };
        let _ = self.set_kernel(level, name, &value);
        Ok(())
    }

    /// The answer to a request for the values of options. Values that cannot be had are left out.
    pub fn get_options(&mut self, wanted: &[u8], own: &dyn Own) -> Answer {
        let mut input = Input(wanted);
        let mut out = Vec::with_capacity(wanted.len() * 5);
        while let Ok(option) = input.byte() {
            self.get_option(option, &mut input, own, &mut out)?;
            if out.len() > MOST {
                return Err(Failure::EINVAL);
            }
        }
        Ok(out)
    }

    fn get_option(
        &mut self,
        option: u8,
        input: &mut Input<'_>,
        own: &dyn Own,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let s = &self.settings;
        let value = match option {
            opt::HEADER => Some(s.header as i32),
            opt::MODE => Some(i32::from(s.binary)),
            opt::DELIVER => Some(i32::from(!s.deliver_port)),
            opt::BUFFER => Some(s.buffer as i32),
            opt::ACTIVE => {
                self.get_active(out);
                None
            }
            opt::PACKET => Some(s.packet.0),
            opt::PACKET_SIZE => Some(s.packet_size as i32),
            opt::EXIT_ON_CLOSE => Some(i32::from(s.exit_on_close)),
            opt::DEBUG => Some(i32::from(s.debug)),
            opt::HIGH_MSGQ_WATERMARK => Some(s.msgq.1),
            opt::LOW_MSGQ_WATERMARK => Some(s.msgq.0),
            opt::HIGH_WATERMARK
            | opt::LOW_WATERMARK
            | opt::SEND_TIMEOUT
            | opt::SEND_TIMEOUT_CLOSE
            | opt::DELAY_SEND
            | opt::SHOW_ECONNRESET
            | opt::READ_AHEAD
            | opt::READ_PACKETS => own.get(option),
            opt::EXCLUSIVEADDRUSE => Some(0),
            opt::NON_BLOCK_SEND => None,
            opt::NETNS => {
                if let Some(ns) = &self.netns {
                    put_bytes(out, option, ns);
                }
                None
            }
            opt::RAW => return self.get_raw(input, out),
            opt::BIND_TO_DEVICE => {
                self.get_device(out);
                None
            }
            opt::LINGER => {
                if let Some((on, seconds)) = self.linger() {
                    put(out, option, on);
                    out.extend(seconds.to_be_bytes());
                }
                None
            }
            opt::MULTICAST_IF => return self.get_multicast_interface(out),
            opt::PKTOPTIONS => return self.get_packet_options(out),
            _ => self.get_int(option)?,
        };
        if let Some(value) = value {
            put(out, option, value);
        }
        Ok(())
    }

    /// The mode of delivery, and the number of deliveries left if they are counted.
    fn get_active(&self, out: &mut Vec<u8>) {
        let (mode, n) = match self.active {
            Active::No => (0, None),
            Active::Yes => (1, None),
            Active::Once => (2, None),
            Active::Count(n) => (3, Some(n)),
        };
        put(out, opt::ACTIVE, mode);
        out.extend(n.into_iter().flat_map(i16::to_be_bytes));
    }

    /// The name of the interface that the socket is bound to.
    fn get_device(&self, out: &mut Vec<u8>) {
        let mut name = [0; NAME_MAX];
        if let Some(n) = self.kernel(SOL_SOCKET, libc::SO_BINDTODEVICE, &mut name) {
            let name = name[..n].split(|&b| b == 0).next().unwrap_or_default();
            put_bytes(out, opt::BIND_TO_DEVICE, name);
        }
    }

    /// The interface for what is sent to groups, with the family of the value.
    fn get_multicast_interface(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (family, level, name) = match self.family {
            libc::AF_INET => (1, IPPROTO_IP, libc::IP_MULTICAST_IF),
            libc::AF_INET6 => (2, IPPROTO_IPV6, libc::IPV6_MULTICAST_IF),
            _ => return Err(Failure::EINVAL),
        };
        let mut value = [0; 4];
        if self.kernel(level, name, &mut value).is_some() {
            // An address as it is, a number of an interface with its highest byte first.
            if family == 2 {
                value.reverse();
            }
            out.push(opt::MULTICAST_IF);
            out.extend(value);
            out.extend(i32::to_be_bytes(family));
        }
        Ok(())
    }

    fn kernel(&self, level: i32, name: i32, out: &mut [u8]) -> Option<usize> {
        self.fd.as_ref()?.option(level, name, out).ok()
    }

    fn get_int(&mut self, option: u8) -> Result<Option<i32>, Failure> {
        let (level, name, _) = kernel_option(option).ok_or(Failure::EINVAL)?;
        let known = match option {
            opt::NODELAY => self.known.nodelay,
            opt::KEEPALIVE => self.known.keepalive,
            opt::PRIORITY => self.known.priority,
            _ => None,
        };
        if known.is_some() && self.fd.is_some() {
            return Ok(known);
        }
        let mut value = [0; 4];
        let value = self.kernel(level, name, &mut value).map(|_| i32::from_ne_bytes(value));
        match option {
            opt::NODELAY => self.known.nodelay = value,
            opt::KEEPALIVE => self.known.keepalive = value,
            opt::PRIORITY => self.known.priority = value,
            _ => {}
        }
        Ok(value)
    }

    fn linger(&mut self) -> Option<(i32, i32)> {
        self.fd.as_ref()?;
        if self.known.linger.is_none() {
            let mut value = [0; 8];
            self.kernel(SOL_SOCKET, libc::SO_LINGER, &mut value)?;
            let int = |at: usize| i32::from_ne_bytes(value[at..at + 4].try_into().expect("4"));
            self.known.linger = Some((int(0), int(4)));
        }
        self.known.linger
    }

    fn get_raw(&self, input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (level, name) = (input.int()?, input.int()?);
        let given = input.byte()? != 0;
        let len = length(input.int()?)?;
        if len + 13 > MOST {
            return Err(Failure::EINVAL);
        }
        let mut value = if given { input.take(len)?.to_vec() } else { vec![0; len] };
        if let Some(n) = self.kernel(level, name, &mut value) {
            put(out, opt::RAW, level);
            out.extend(name.to_be_bytes());
            out.extend((n as u32).to_be_bytes());
            out.extend(&value[..n]);
        }
        Ok(())
    }

    fn get_packet_options(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (level, name) = match self.family {
            libc::AF_INET => (IPPROTO_IP, libc::IP_PKTOPTIONS),
            libc::AF_INET6 => (IPPROTO_IPV6, libc::IPV6_2292PKTOPTIONS),
            _ => return Err(Failure::EINVAL),
        };
        let mut buffer = [0; 64];
        let Some(n) = self.kernel(level, name, &mut buffer) else { return Ok(()) };
        let mut content = Vec::new();
        for a in Ancillary::parse(&buffer[..n]) {
            let option = match a.what {
                (IPPROTO_IP, libc::IP_TOS | libc::IP_RECVTOS) => opt::TOS,
                (IPPROTO_IPV6, libc::IPV6_TCLASS | libc::IPV6_RECVTCLASS) => opt::TCLASS,
                (IPPROTO_IP, libc::IP_TTL | libc::IP_RECVTTL) => opt::TTL,
                _ => continue,
            };
            put(&mut content, option, a.value);
        }
        put_bytes(out, opt::PKTOPTIONS, &content);
        Ok(())
    }
}

fn length(n: i32) -> Result<usize, Failure> {
    usize::try_from(n).map_err(|_| Failure::EINVAL)
}

fn put(out: &mut Vec<u8>, option: u8, value: i32) {
    out.push(option);
    out.extend(value.to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, option: u8, bytes: &[u8]) {
    put(out, option, bytes.len() as i32);
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(count(Active::No, 3), Some(Active::Count(3)));
        assert_eq!(count(Active::Count(3), -3), Some(Active::No));
        assert_eq!(count(Active::Count(3), -9), Some(Active::No));
        assert_eq!(count(Active::Count(i16::MAX), 1), None);
    }
}
