//! Sockets: the drivers behind `prim_inet`, `tcp_inet` and `udp_inet`.
//!
//! `prim_inet` asks by `port_control/3` (numbers and bytes: `codes.rs`) and sends by
//! `port_command/3`; answers that take time come as messages. Everything is tried at once; only
//! what would block is left to the poller, with which a descriptor is registered once in its life,
//! edge-triggered. So a socket remembers whether there may be something to read
//! (`Socket::readable`): after a read that got less than it asked for there is nothing until the
//! poller tells of something.

pub mod address;
mod codes;
pub(crate) mod interfaces;
mod options;
mod scratch;
pub mod services;
mod shortcuts;
mod socket;
pub(crate) mod sys;
mod tcp;
pub(crate) mod timer;
mod udp;

pub use codes::Input;

use address::Address;
use codes::{Answer, Failure, kind, req};
use socket::Socket;
use term::{Term, atom};
use vm::bif::{BifResult, BifRow, row};
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{Core, Driver, Reply};
use vm::process::Running;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[row("prim_net", "nif_gethostname", 0, gethostname_0)];
pub use shortcuts::ROWS as SHORTCUTS;

/// Makes an instance of `tcp_inet`.
pub fn open_tcp(
    _core: &mut Core,
    _target: &Target,
    _options: &Options,
) -> Result<Box<dyn Driver>, OpenError> {
    Ok(Box::new(tcp::Tcp::new()))
}

/// Makes an instance of `udp_inet`.
pub fn open_udp(
    _core: &mut Core,
    _target: &Target,
    _options: &Options,
) -> Result<Box<dyn Driver>, OpenError> {
    Ok(Box::new(udp::Udp::new()))
}

/// The host's name.
pub fn host_name() -> Result<Vec<u8>, i32> {
    let mut name = [0_u8; 256];
    // SAFETY: the call writes to `name` alone, and one byte less than it has, so that a 0 remains
    // at its end.
    if unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) } < 0 {
        return Err(errno::number(&std::io::Error::last_os_error()));
    }
    Ok(name.split(|&b| b == 0).next().unwrap_or_default().to_vec())
}

fn gethostname_0<'h>(p: &mut Running<'h>, _args: &[Term<'h>]) -> BifResult<'h> {
    Ok(match host_name() {
        Ok(name) => p.heap().tuple(&[Term::OK, p.heap().byte_list(&name)]),
        Err(n) => p.heap().tuple(&[Term::atom(atom!("error")), Term::atom(errno::atom(n))]),
    })
}

/// The answer of `port_control/3`: whether it worked, then the bytes or the error's name.
fn reply(answer: Answer) -> Reply {
    const ERROR: u8 = 0;
    const OK: u8 = 1;
    Reply::List(match answer {
        Ok(mut bytes) => {
            bytes.insert(0, OK);
            bytes
        }
        Err(e) => [&[ERROR], e.name().as_bytes()].concat(),
    })
}

/// The name to tell in place of the real one; nothing takes it back.
fn fake(family: i32, data: &[u8]) -> Result<Option<Box<Address>>, Failure> {
    if data.is_empty() {
        return Ok(None);
    }
    Address::parse(family, &mut Input(data)).map(|a| Some(Box::new(a)))
}

impl Socket {
    /// Requests that are the same for all kinds of sockets.
    fn request(&mut self, op: u32, data: &[u8]) -> Answer {
        let mut input = Input(data);
        match op {
            req::BIND => {
                let fd = self.fd()?;
                let address = Address::parse(self.family, &mut input)?;
                fd.bind(&address)?;
                let port = match address.port() {
                    Some(0) => fd.name()?.port(),
                    port => port,
                };
                Ok(port.unwrap_or(0).to_be_bytes().to_vec())
            }
            req::NAME => {
                if let Some(fake) = &self.fake_name {
                    return fake.encode().ok_or(Failure::EINVAL);
                }
                let fd = self.fd.as_ref().ok_or(Failure::EINVAL)?;
                fd.name()?.encode().ok_or(Failure::EINVAL)
            }
            req::PEER => {
                if let Some(fake) = &self.fake_peer {
                    return fake.encode().ok_or(Failure::EINVAL);
                }
                self.fd()?.peer()?.encode().ok_or(Failure::EINVAL)
            }
            req::GET_LOCAL_ADDRS => Ok(self.fd()?.name()?.encode_any()),
            req::GET_PEER_ADDRS => Ok(self.fd()?.peer()?.encode_any()),
            req::SET_NAME => {
                self.fake_name = fake(self.family, data)?;
                Ok(Vec::new())
            }
            req::SET_PEER => {
                self.fake_peer = fake(self.family, data)?;
                Ok(Vec::new())
            }
            req::GET_FD => {
                let fd = self.fd.as_ref().ok_or(Failure::EINVAL)?;
                Ok(fd.raw().to_be_bytes().to_vec())
            }
            req::GET_TYPE => self.kind_codes(),
            req::GET_HOST_NAME => host_name().map_err(Failure::Errno),
            req::GET_SERV_BY_NAME => services::by_name(input),
            req::GET_SERV_BY_PORT => services::by_port(input),
            req::GET_IF_ADDRS => match &self.netns {
                Some(ns) => {
                    let all = sys::in_namespace(ns, || Ok(interfaces::all()));
                    all.map_err(Failure::from)?
                }
                None => interfaces::all(),
            },
            req::GET_IF_LIST => interfaces::names(),
            req::IF_GET => interfaces::get(self.fd()?, input),
            req::IF_SET => interfaces::set(self.fd()?, input),
            _ => Err(Failure::BAD_PORT),
        }
    }

    fn kind_codes(&self) -> Answer {
        let family = match self.family {
            libc::AF_INET => codes::af::INET,
            libc::AF_INET6 => codes::af::INET6,
            libc::AF_UNIX => codes::af::LOCAL,
            _ => return Err(Failure::EINVAL),
        };
        let kind = match self.kind {
            libc::SOCK_STREAM => kind::STREAM,
            libc::SOCK_DGRAM => kind::DGRAM,
            _ => return Err(Failure::EINVAL),
        };
        Ok([u32::from(family).to_be_bytes(), u32::from(kind).to_be_bytes()].concat())
    }
}
