//! `ioctl`: requests about interfaces.

use super::address::{self, hardware, int32};
use super::reply::*;
use super::socket::Socket;
use super::{sys, tables};
use std::io;
use std::os::fd::RawFd;
use term::{Term, atom};
use vm::bif::{BifResult, Exception};
use vm::process::Running;

/// Bytes of the name in a request, with the 0 at its end.
const NAME: usize = 16;
/// Bytes that follow the name.
const CONTENT: usize = 24;

/// A request: the name of an interface, and something about it.
struct Request(libc::ifreq);

impl Request {
    fn new(name: &[u8]) -> Request {
        // SAFETY: all zeros is a value of it.
        let mut r = Request(unsafe { std::mem::zeroed() });
        for (to, &from) in r.0.ifr_name.iter_mut().zip(name.iter().take(NAME - 1)) {
            *to = from as libc::c_char;
        }
        r
    }

    fn name(&self) -> Vec<u8> {
        self.0.ifr_name.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect()
    }

    /// The bytes behind the name.
    fn content(&mut self) -> &mut [u8; CONTENT] {
        // SAFETY: whatever the union holds, it is that many bytes, all initialised.
        unsafe { &mut *std::ptr::from_mut(&mut self.0.ifr_ifru).cast() }
    }

    fn int(&mut self) -> i32 {
        let c = self.content();
        i32::from_ne_bytes([c[0], c[1], c[2], c[3]])
    }

    fn set(&mut self, bytes: &[u8]) {
        let n = bytes.len().min(CONTENT);
        self.content()[..n].copy_from_slice(&bytes[..n]);
    }

    fn run(&mut self, fd: RawFd, request: u64) -> io::Result<()> {
        sys::interface_request(fd, request, &mut self.0)
    }
}

fn request(name: &str) -> u64 {
    tables::REQUESTS.iter().find(|r| r.name == name).map_or(0, |r| r.number)
}

fn named(number: u64) -> &'static str {
    tables::known(tables::REQUESTS).find(|r| r.number == number).map_or("", |r| r.name)
}

/// Runs `f` with the descriptor and the request's name.
fn with_request<'h>(
    p: &Running<'h>,
    args: &[Term<'h>],
    f: impl FnOnce(RawFd, u64, &'static str) -> BifResult<'h>,
) -> BifResult<'h> {
    let socket = Socket::of(args[0])?;
    let number = args[1].as_u64().ok_or(Exception::BADARG)?;
    let s = socket.lock();
    match s.open_fd() {
        Some(fd) => f(fd.raw(), number, named(number)),
        None => closed(p),
    }
}

fn not_supported<'h>(p: &Running<'h>) -> BifResult<'h> {
    error(p, Term::atom(atom!("enotsup")))
}

/// `nif_ioctl(Socket, Request)`.
pub fn ioctl_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_request(p, args, |fd, number, name| {
        match name {
            "gifconf" => {}
            "nread" | "atmark" => {
                return match sys::number_request(fd, number) {
                    Ok(n) if name == "atmark" => ok(p, Term::bool(n != 0)),
                    Ok(n) => ok(p, Term::small(i64::from(n))),
                    Err(e) => os_error(p, &e),
                };
            }
            _ => return not_supported(p),
        }
        let all = match sys::interface_list(fd) {
            Ok(all) => all,
            Err(e) => return os_error(p, &e),
        };
        let heap = p.heap();
        let one = |i: libc::ifreq| {
            let mut r = Request(i);
            let name = heap.byte_list(&r.name());
            map_of(heap, &[("name", name), ("addr", address::encode_field(heap, r.content()))])
        };
        ok(p, heap.list(&all.into_iter().map(one).collect::<Vec<_>>()))
    })
}

/// `nif_ioctl(Socket, Request, NameOrIndex)`.
pub fn ioctl_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_request(p, args, |fd, number, what| {
        let heap = p.heap();
        let mut r = match what {
            "gifname" => {
                let mut r = Request::new(b"");
                r.set(&int32(args[2]).ok_or(Exception::BADARG)?.to_ne_bytes());
                r
            }
            "gifconf" | "" => return not_supported(p),
            _ if what.starts_with('s') => return not_supported(p),
            _ => Request::new(&args[2].byte_list_to_vec().ok_or(Exception::BADARG)?),
        };
        if let Err(e) = r.run(fd, number) {
            return os_error(p, &e);
        }
        let value = match what {
            "gifname" => heap.byte_list(&r.name()),
            "gifflags" => {
                let flags = i16::from_ne_bytes([r.content()[0], r.content()[1]]);
                tables::flag_names(heap, tables::INTERFACE_FLAGS, i32::from(flags))
            }
            "gifindex" | "gifmtu" | "giftxqlen" => Term::small(i64::from(r.int())),
            "gifhwaddr" => {
                let c = r.content();
                let family = hardware_family(u16::from_ne_bytes([c[0], c[1]]));
                map_of(heap, &[("family", family), ("addr", heap.binary(&c[2..16]))])
            }
            "gifmap" => device_map(p, r.content()),
            _ => address::encode_field(heap, &r.content()[..16]),
        };
        ok(p, value)
    })
}

/// The family of an address of hardware; fewer are known by name than elsewhere.
fn hardware_family(kind: u16) -> Term<'static> {
    match kind {
        0 | 1 | 6 | 15 | 24 | 770 | 772 | 0xfffe => hardware(kind),
        n => Term::small(i64::from(n)),
    }
}

fn device_map<'h>(p: &Running<'h>, c: &[u8; CONTENT]) -> Term<'h> {
    let heap = p.heap();
    let long = |at: usize| {
        let bytes = c[at..at + 8].try_into().expect("8 bytes");
        heap.unsigned(u64::from_ne_bytes(bytes))
    };
    let byte = |at: usize| Term::small(i64::from(c[at]));
    map_of(
        heap,
        &[
            ("mem_start", long(0)),
            ("mem_end", long(8)),
            ("base_addr", Term::small(i64::from(u16::from_ne_bytes([c[16], c[17]])))),
            ("irq", byte(18)),
            ("dma", byte(19)),
            ("port", byte(20)),
        ],
    )
}

/// `nif_ioctl(Socket, Request, Name, Value)`.
pub fn ioctl_4<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    with_request(p, args, |fd, number, what| {
        // Stock has no number for this one.
        if !what.starts_with('s') {
            return not_supported(p);
        }
        let mut r = Request::new(&args[2].byte_list_to_vec().ok_or(Exception::BADARG)?);
        let value = args[3];
        match what {
            "sifflags" => {
                if let Err(e) = r.run(fd, request("gifflags")) {
                    return os_error(p, &e);
                }
                if !value.is_map() {
                    return Err(Exception::BADARG);
                }
                let mut flags = i32::from(i16::from_ne_bytes([r.content()[0], r.content()[1]]));
                for (flag, on) in term::map::entries(value) {
                    let flag = int32(flag).ok_or(Exception::BADARG)?;
                    if on.is(term::am::TRUE) {
                        flags |= flag;
                    } else {
                        flags &= !flag;
                    }
                }
                r.set(&(flags as i16).to_ne_bytes());
            }
            "sifmtu" | "siftxqlen" => match int32(value) {
                Some(n) => r.set(&n.to_ne_bytes()),
                None => {
                    let tag = if what == "sifmtu" { atom!("mtu") } else { atom!("txqlen") };
                    return invalid(p, Term::atom(tag));
                }
            },
            _ => match address::decode(value) {
                Some(a) => r.set(a.bytes()),
                None => return invalid(p, Term::atom(atom!("sockaddr"))),
            },
        }
        done(p, r.run(fd, number))
    })
}
