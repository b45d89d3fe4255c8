//! Network interfaces: their names, addresses, flags.

use super::codes::{Answer, Failure, Input, ifopt};
use super::sys::Fd;
use std::ffi::CStr;
use std::io;

/// The bytes that mean the flags of the kernel: up, broadcast, loopback, point to point, running,
/// multicast.
fn flags(kernel: u32) -> [u8; 4] {
    const FLAGS: [(i32, u32); 6] = [
        (libc::IFF_UP, 0x1),
        (libc::IFF_BROADCAST, 0x2),
        (libc::IFF_LOOPBACK, 0x4),
        (libc::IFF_POINTOPOINT, 0x8),
        // An interface that is up is said to run.
        (libc::IFF_UP, 0x10),
        (libc::IFF_MULTICAST, 0x20),
    ];
    let set = FLAGS.iter().filter(|f| kernel & f.0 as u32 != 0);
    set.fold(0_u32, |all, f| all | f.1).to_be_bytes()
}

/// An address with the option that it is the value of, if it is of a kind that is told.
fn put_address(out: &mut Vec<u8>, option: u8, address: &[u8]) {
    let Some(family) = address.get(..2) else { return };
    let tag_and_ip = match i32::from(u16::from_ne_bytes([family[0], family[1]])) {
        libc::AF_INET | 0 => (1, address.get(4..8)),
        libc::AF_INET6 => (2, address.get(8..24)),
        _ => return,
    };
    if let (tag, Some(ip)) = tag_and_ip {
        out.extend([option, tag]);
        out.extend(ip);
    }
}

/// A list from the kernel, freed with its value.
struct Interfaces(*mut libc::ifaddrs);

impl Drop for Interfaces {
    fn drop(&mut self) {
        // SAFETY: it comes from `getifaddrs`, and nothing refers to it any more.
        unsafe { libc::freeifaddrs(self.0) };
    }
}

/// One address of an interface, with all that the kernel says of it; addresses in the kernel's
/// form.
pub struct Entry {
    /// The interface's name.
    pub name: Vec<u8>,
    /// Its flags.
    pub flags: u32,
    /// The address.
    pub address: Option<Vec<u8>>,
    /// Its mask.
    pub netmask: Option<Vec<u8>>,
    /// The address that reaches all, or that of the other end.
    pub broadcast: Option<Vec<u8>>,
}

/// # Safety
/// The address is null or points to one from `getifaddrs`.
unsafe fn bytes(address: *const libc::sockaddr) -> Option<Vec<u8>> {
    // SAFETY: the caller promises an address that is null or one of `getifaddrs`; each of the
    // latter begins with a `sockaddr`.
    let family = unsafe { address.as_ref() }?.sa_family;
    let len = match i32::from(family) {
        libc::AF_INET => size_of::<libc::sockaddr_in>(),
        libc::AF_INET6 => size_of::<libc::sockaddr_in6>(),
        libc::AF_PACKET => size_of::<libc::sockaddr_ll>(),
        _ => size_of::<libc::sockaddr>(),
    };
    // SAFETY: an address of a family has the size of that family's form.
    Some(unsafe { std::slice::from_raw_parts(address.cast::<u8>(), len) }.to_vec())
}

/// All addresses of all interfaces.
pub fn entries() -> io::Result<Vec<Entry>> {
    let mut first = std::ptr::null_mut();
    // SAFETY: the pointer is ours, to be written.
    if unsafe { libc::getifaddrs(&raw mut first) } < 0 {
        return Err(io::Error::last_os_error());
    }
    let all = Interfaces(first);
    let mut entries = Vec::new();
    let mut next = all.0;
    // SAFETY: the elements of the list live as long as `all`, and so do what they point to.
    while let Some(i) = unsafe { next.as_ref() } {
        // SAFETY: the name ends with a 0. The addresses are null or come from `getifaddrs`, which
        // `bytes` asks for. All belong to the list that `all` keeps.
        unsafe {
            entries.push(Entry {
                name: CStr::from_ptr(i.ifa_name).to_bytes().to_vec(),
                flags: i.ifa_flags,
                address: bytes(i.ifa_addr),
                netmask: bytes(i.ifa_netmask),
                broadcast: bytes(i.ifa_ifu),
            });
        }
        next = i.ifa_next;
    }
    Ok(entries)
}

/// The answer to `getifaddrs`.
pub fn all() -> Answer {
    let mut out = Vec::new();
    for e in entries()? {
        // Bytes of names are taken for characters.
        out.extend(e.name.iter().map(|&b| char::from(b)).collect::<String>().bytes());
        out.extend([0, ifopt::FLAGS]);
        out.extend(flags(e.flags));
        if let Some(address) = &e.address {
            let family = i32::from(u16::from_ne_bytes([address[0], address[1]]));
            if family == libc::AF_PACKET {
                let len = usize::from(address[11]).min(8);
                if len > 1 {
                    out.extend([ifopt::HWADDR, 0, len as u8]);
                    out.extend(&address[12..12 + len]);
                }
            } else if family == libc::AF_INET || family == libc::AF_INET6 {
                put_address(&mut out, ifopt::ADDR, address);
                put_address(&mut out, ifopt::NETMASK, e.netmask.as_deref().unwrap_or_default());
                let other = e.broadcast.as_deref().unwrap_or_default();
                if e.flags & libc::IFF_POINTOPOINT as u32 != 0 {
                    put_address(&mut out, ifopt::DSTADDR, other);
                } else if e.flags & libc::IFF_BROADCAST as u32 != 0 {
                    put_address(&mut out, ifopt::BROADADDR, other);
                }
            }
        }
        out.push(0);
    }
    Ok(out)
}

/// The answer to a request for the names of interfaces that have addresses.
pub fn names() -> Answer {
    let mut out = Vec::new();
    for e in entries()? {
        let family = e.address.as_deref().map(|a| u16::from_ne_bytes([a[0], a[1]]));
        if family.map(i32::from) == Some(libc::AF_INET) {
            out.extend(&e.name);
            out.push(0);
        }
    }
    Ok(out)
}

/// Asks the kernel about an interface: the bytes after its name.
fn ask(fd: &Fd, request: libc::Ioctl, name: &[u8], value: &[u8]) -> Option<[u8; 24]> {
    #[repr(C, align(8))]
    struct Request {
        name: [u8; libc::IFNAMSIZ],
        value: [u8; 24],
    }
    let mut r = Request { name: [0; libc::IFNAMSIZ], value: [0; 24] };
    let n = name.len().min(libc::IFNAMSIZ - 1);
    r.name[..n].copy_from_slice(&name[..n]);
    r.value[..value.len()].copy_from_slice(value);
    // SAFETY: the request has the size and alignment of an `ifreq`.
    let result = unsafe { libc::ioctl(fd.raw(), request, &raw mut r) };
    (result >= 0).then_some(r.value)
}

fn int(value: [u8; 24]) -> i32 {
    i32::from_ne_bytes([value[0], value[1], value[2], value[3]])
}

/// The answer to a request for facts of one interface.
pub fn get(fd: &Fd, mut input: Input<'_>) -> Answer {
    let n = usize::from(input.byte()?);
    let name = input.take(n)?;
    let mut out = Vec::new();
    for &option in input.0 {
        let mut address = |request| {
            if let Some(value) = ask(fd, request, name, &[]) {
                put_address(&mut out, option, &value);
            }
        };
        match option {
            ifopt::ADDR => address(libc::SIOCGIFADDR as libc::Ioctl),
            ifopt::BROADADDR => address(libc::SIOCGIFBRDADDR as libc::Ioctl),
            ifopt::DSTADDR => address(libc::SIOCGIFDSTADDR as libc::Ioctl),
            ifopt::NETMASK => address(libc::SIOCGIFNETMASK as libc::Ioctl),
            ifopt::MTU => {
                if let Some(value) = ask(fd, libc::SIOCGIFMTU as libc::Ioctl, name, &[]) {
                    out.push(option);
                    out.extend(int(value).to_be_bytes());
                }
            }
            ifopt::HWADDR => {
                if let Some(value) = ask(fd, libc::SIOCGIFHWADDR as libc::Ioctl, name, &[]) {
                    out.extend([option, 0, 6]);
                    out.extend(&value[2..8]);
                }
            }
            ifopt::FLAGS => {
                let value =
                    ask(fd, libc::SIOCGIFFLAGS as libc::Ioctl, name, &[]).unwrap_or_default();
                out.push(option);
                out.extend(flags(u32::from(u16::from_ne_bytes([value[0], value[1]]))));
            }
            _ => return Err(Failure::EINVAL),
        }
    }
    Ok(out)
}

/// Changes an interface.
pub fn set(fd: &Fd, mut input: Input<'_>) -> Answer {
    let n = usize::from(input.byte()?);
    let name = input.take(n)?;
    while let Ok(option) = input.byte() {
        let request = match option {
            ifopt::ADDR => libc::SIOCSIFADDR,
            ifopt::BROADADDR => libc::SIOCSIFBRDADDR,
            ifopt::DSTADDR => libc::SIOCSIFDSTADDR,
            ifopt::NETMASK => libc::SIOCSIFNETMASK,
            ifopt::MTU => libc::SIOCSIFMTU,
            ifopt::FLAGS => libc::SIOCSIFFLAGS,
            ifopt::HWADDR => libc::SIOCSIFHWADDR,
            _ => return Err(Failure::EINVAL),
        } as libc::Ioctl;
        let mut value = Vec::new();
        match option {
            ifopt::MTU => value.extend(input.int()?.to_ne_bytes()),
            ifopt::FLAGS => value.extend(new_flags(fd, name, input.int()?)?),
            ifopt::HWADDR => {
                let len = usize::from(input.u16()?);
                // Ethernet's type of hardware.
                value.extend(1_u16.to_ne_bytes());
                value.extend(input.take(len)?.get(..6).ok_or(Failure::EINVAL)?);
            }
            _ => match input.byte()? {
                1 => {
                    value.extend((libc::AF_INET as u16).to_ne_bytes());
                    value.extend([0; 2]);
                    value.extend(input.array::<4>()?);
                }
                _ => return Err(Failure::EINVAL),
            },
        }
        // Changes that the system refuses are passed over.
        let _ = ask(fd, request, name, &value);
    }
    Ok(Vec::new())
}

/// The flags that an interface is to have: those that it has, with some set and some cleared.
fn new_flags(fd: &Fd, name: &[u8], wanted: i32) -> Result<[u8; 2], Failure> {
    let now = ask(fd, libc::SIOCGIFFLAGS as libc::Ioctl, name, &[]).ok_or(Failure::EINVAL)?;
    let mut flags = i32::from(u16::from_ne_bytes([now[0], now[1]]));
    for (set, clear, flag) in [
        (0x1, 0x100, libc::IFF_UP),
        (0x2, 0x200, libc::IFF_BROADCAST),
        (0x8, 0x800, libc::IFF_POINTOPOINT),
    ] {
        if wanted & set != 0 {
            flags |= flag;
        } else if wanted & clear != 0 {
            flags &= !flag;
        }
    }
    Ok((flags as u16).to_ne_bytes())
}
