//! The little of the network that boot needs: a UDP socket that tells the host's name.
//!
//! `inet:gethostname/0` opens a socket of the driver `udp_inet`, binds it and asks it. All else
//! that sockets do answers `enotsup`; `tcp_inet` does not exist.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use term::{Term, atom};
use vm::bif::{BifResult, BifRow, row};
use vm::errno;
use vm::port::open::{OpenError, Options, Target};
use vm::port::{BadArg, Core, Driver, IoData, Reply};
use vm::process::Process;

/// The rows of this module.
pub const ROWS: &[BifRow] = &[row("prim_net", "nif_gethostname", 0, gethostname_0)];

/// What `prim_inet` adds to its requests.
const MAGIC: u32 = 0x03f1_a300;
const OPEN: u32 = 1;
const BIND: u32 = 6;
const SET_OPTIONS: u32 = 7;
const GET_HOST_NAME: u32 = 12;

const FAMILY_INET: u8 = 1;
const FAMILY_INET6: u8 = 2;
const FAMILY_ANY: u8 = 3;
const FAMILY_LOOPBACK: u8 = 4;

#[derive(Default)]
struct Udp {
    family: u8,
    socket: Option<UdpSocket>,
}

/// Makes an instance.
pub fn open_udp(
    _core: &mut Core,
    _target: &Target,
    _options: &Options,
) -> Result<Box<dyn Driver>, OpenError> {
    Ok(Box::new(Udp::default()))
}

/// The host's name.
pub fn host_name() -> Result<Vec<u8>, i32> {
    let mut name = [0_u8; 256];
    // SAFETY: as many bytes as said are ours; one less is passed, so that a 0 remains at the end.
    if unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) } < 0 {
        return Err(errno::number(&std::io::Error::last_os_error()));
    }
    Ok(name.split(|&b| b == 0).next().unwrap_or_default().to_vec())
}

fn gethostname_0<'h>(p: &'h Process, _args: &[Term<'h>]) -> BifResult<'h> {
    Ok(match host_name() {
        Ok(name) => p.heap().tuple(&[Term::OK, p.heap().byte_list(&name)]),
        Err(n) => p.heap().tuple(&[Term::atom(atom!("error")), Term::atom(errno::atom(n))]),
    })
}

fn address(data: &[u8], family: u8) -> Option<SocketAddr> {
    let (&kind, rest) = data.split_first()?;
    let port = u16::from_be_bytes(rest.get(..2)?.try_into().ok()?);
    let ip = &rest[2..];
    Some(match (kind, family) {
        (FAMILY_ANY, FAMILY_INET6) => (Ipv6Addr::UNSPECIFIED, port).into(),
        (FAMILY_ANY, _) => (Ipv4Addr::UNSPECIFIED, port).into(),
        (FAMILY_LOOPBACK, FAMILY_INET6) => (Ipv6Addr::LOCALHOST, port).into(),
        (FAMILY_LOOPBACK, _) => (Ipv4Addr::LOCALHOST, port).into(),
        (FAMILY_INET, _) => (<[u8; 4]>::try_from(ip.get(..4)?).ok()?, port).into(),
        (FAMILY_INET6, _) => (<[u8; 16]>::try_from(ip.get(..16)?).ok()?, port).into(),
        _ => return None,
    })
}

impl Udp {
    fn request(&mut self, op: u32, data: &[u8]) -> Result<Vec<u8>, i32> {
        match op {
            OPEN => {
                self.family = *data.first().ok_or(libc::EINVAL)?;
                Ok(Vec::new())
            }
            SET_OPTIONS => Ok(Vec::new()),
            BIND => {
                let address = address(data, self.family).ok_or(libc::EAFNOSUPPORT)?;
                let socket = UdpSocket::bind(address).map_err(|e| errno::number(&e))?;
                let port = socket.local_addr().map_err(|e| errno::number(&e))?.port();
                self.socket = Some(socket);
                Ok(port.to_be_bytes().to_vec())
            }
            GET_HOST_NAME => host_name(),
            _ => Err(libc::ENOTSUP),
        }
    }
}

impl Driver for Udp {
    fn output(&mut self, core: &mut Core, _data: &IoData<'_>) {
        core.fail_errno(libc::ENOTSUP);
    }

    fn control(&mut self, _core: &mut Core, op: u32, data: &[u8]) -> Result<Reply, BadArg> {
        let mut reply = vec![1];
        match self.request(op.wrapping_sub(MAGIC), data) {
            Ok(result) => reply.extend(result),
            Err(n) => {
                reply[0] = 0;
                reply.extend(errno::name(n).bytes());
            }
        }
        Ok(Reply::List(reply))
    }
}
