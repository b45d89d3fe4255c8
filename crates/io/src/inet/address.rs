//! Socket addresses: as the kernel has them, as `prim_inet` writes them, as terms.

use super::codes::{Failure, Input, af};
use term::{Heap, Term, atom};

/// Longest path of a local address.
const PATH_MAX: usize = 108;
/// Where the path begins in the kernel's form.
const PATH_AT: usize = 2;

/// An address in the kernel's form.
#[derive(Clone)]
#[repr(C, align(8))]
pub struct Address {
    bytes: [u8; size_of::<libc::sockaddr_storage>()],
    /// Bytes in use.
    len: usize,
}

impl Address {
    /// Nothing, to be filled in by the kernel.
    pub fn empty() -> Address {
        Address { bytes: [0; size_of::<libc::sockaddr_storage>()], len: 0 }
    }

    /// The address that dissolves the association of a datagram socket.
    pub fn unspecified() -> Address {
        Address { len: size_of::<libc::sockaddr>(), ..Address::empty() }
    }

    /// From the kernel's form; None if that is longer than any address.
    pub fn from_bytes(bytes: &[u8]) -> Option<Address> {
        let mut a = Address::empty();
        a.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        a.len = bytes.len();
        Some(a)
    }

    /// The kernel's form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn of(family: i32, content: &[u8], len: usize) -> Address {
        let mut a = Address::empty();
        a.bytes[..2].copy_from_slice(&(family as u16).to_ne_bytes());
        a.bytes[2..2 + content.len()].copy_from_slice(content);
        a.len = len;
        a
    }

    fn inet(port: [u8; 2], ip: [u8; 4]) -> Address {
        let content: Vec<u8> = port.into_iter().chain(ip).collect();
        Address::of(libc::AF_INET, &content, size_of::<libc::sockaddr_in>())
    }

    fn inet6(port: [u8; 2], ip: [u8; 16], flow: u32, scope: u32) -> Address {
        let mut content = port.to_vec();
        content.extend(flow.to_ne_bytes());
        content.extend(ip);
        content.extend(scope.to_ne_bytes());
        Address::of(libc::AF_INET6, &content, size_of::<libc::sockaddr_in6>())
    }

    /// Takes an address from the front of a request, for a socket of this family of the kernel.
    pub fn parse(family: i32, input: &mut Input<'_>) -> Result<Address, Failure> {
        match input.byte()? {
            af::INET => Ok(Address::inet(input.array()?, input.array()?)),
            af::INET6 => {
                let (port, ip) = (input.array()?, input.array()?);
                Ok(Address::inet6(port, ip, input.int()? as u32, input.int()? as u32))
            }
            af::LOCAL => {
                let n = usize::from(input.byte()?);
                let path = input.take(n)?;
                // A 0 at the end, but not for an abstract name.
                if n + usize::from(path.first() != Some(&0)) > PATH_MAX {
                    return Err(Failure::EINVAL);
                }
                Ok(Address::of(libc::AF_UNIX, path, PATH_AT + n))
            }
            tag @ (af::ANY | af::LOOPBACK) => {
                let port = input.array()?;
                let any = tag == af::ANY;
                match family {
                    libc::AF_INET => {
                        Ok(Address::inet(port, if any { [0; 4] } else { [127, 0, 0, 1] }))
                    }
                    libc::AF_INET6 => {
                        Ok(Address::inet6(port, u128::from(!any).to_be_bytes(), 0, 0))
                    }
                    _ => Err(Failure::EINVAL),
                }
            }
            _ => Err(Failure::Name("eafnosupport")),
        }
    }

    /// The kernel's number of the family.
    pub fn family(&self) -> i32 {
        if self.len < 2 {
            return libc::AF_UNSPEC;
        }
        i32::from(u16::from_ne_bytes([self.bytes[0], self.bytes[1]]))
    }

    fn ip(&self) -> &[u8] {
        match self.family() {
            libc::AF_INET => &self.bytes[4..8],
            libc::AF_INET6 => &self.bytes[8..24],
            _ => &[],
        }
    }

    /// The port; None where there is no such thing.
    pub fn port(&self) -> Option<u16> {
        let port = u16::from_be_bytes([self.bytes[2], self.bytes[3]]);
        (!self.ip().is_empty()).then_some(port)
    }

    /// The path or abstract name of a local address.
    fn path(&self) -> &[u8] {
        let path = &self.bytes[PATH_AT..self.len.clamp(PATH_AT, PATH_AT + PATH_MAX)];
        // A path ends with a 0; an abstract name begins with one.
        match path.iter().position(|&b| b == 0) {
            None | Some(0) => path,
            Some(n) => &path[..n],
        }
    }

    /// As `prim_inet` reads it; None for families that it does not know.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let mut out = self.encode_any();
        if out.len() == 1 {
            return None;
        }
        out.shrink_to_fit();
        Some(out)
    }

    /// As [`Self::encode`], with marks for no family and for unknown ones.
    pub fn encode_any(&self) -> Vec<u8> {
        let ip = |tag: u8| [&[tag], &self.bytes[2..4], self.ip()].concat();
        match self.family() {
            libc::AF_INET => ip(af::INET),
            libc::AF_INET6 => ip(af::INET6),
            libc::AF_UNIX => [&[af::LOCAL, self.path().len() as u8], self.path()].concat(),
            libc::AF_UNSPEC => vec![af::UNSPEC],
            _ => vec![af::UNDEFINED],
        }
    }

    /// The two terms that messages of datagrams have for it.
    pub fn terms<'h>(&self, heap: &'h Heap) -> (Term<'h>, Term<'h>) {
        let number = |n: u16| Term::small(i64::from(n));
        let ip: Vec<_> = match self.family() {
            libc::AF_INET => self.ip().iter().map(|&b| number(u16::from(b))).collect(),
            _ => self.ip().chunks(2).map(|c| number(u16::from_be_bytes([c[0], c[1]]))).collect(),
        };
        if let Some(port) = self.port() {
            return (heap.tuple(&ip), number(port));
        }
        let (tag, content) = match self.family() {
            libc::AF_UNIX => (atom!("local"), self.path()),
            libc::AF_UNSPEC => (atom!("unspec"), &b""[..]),
            _ => (atom!("undefined"), &b""[..]),
        };
        (heap.tuple(&[Term::atom(tag), heap.binary(content)]), number(0))
    }

    /// For system calls: the address's place and size.
    pub fn raw(&self) -> (*const libc::sockaddr, libc::socklen_t) {
        (self.bytes.as_ptr().cast(), self.len as libc::socklen_t)
    }

    /// For system calls that write an address: its place, and the room for it.
    pub fn raw_mut(&mut self) -> (*mut libc::sockaddr, libc::socklen_t) {
        (self.bytes.as_mut_ptr().cast(), self.bytes.len() as libc::socklen_t)
    }

    /// How much of it a system call has written.
    pub fn set_len(&mut self, len: libc::socklen_t) {
        self.len = (len as usize).min(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(family: i32, input: &[u8], expected: Result<(&[u8], &[u8]), &str>) {
        let mut rest = Input(input);
        let got = Address::parse(family, &mut rest);
        let got = got.map(|a| a.encode().expect("known")).map_err(Failure::name);
        let expected = expected.map(|(a, rest)| (a.to_vec(), rest));
        assert_eq!(got.map(|a| (a, rest.0)), expected, "{input:?}");
    }

    #[test]
    fn addresses() {
        let four = [1, 0, 80, 10, 0, 0, 1];
        check(libc::AF_INET, &[&four[..], b"x"].concat(), Ok((&four, b"x")));
        check(libc::AF_INET, &four[..6], Err("einval"));
        check(libc::AF_INET, &[3, 1, 2], Ok((&[1, 1, 2, 0, 0, 0, 0], b"")));
        check(libc::AF_INET, &[4, 1, 2], Ok((&[1, 1, 2, 127, 0, 0, 1], b"")));
        check(libc::AF_UNIX, &[4, 1, 2], Err("einval"));
        check(libc::AF_INET, &[9], Err("eafnosupport"));
        check(libc::AF_INET, &[], Err("einval"));
        let mut six = vec![2, 0, 80];
        six.extend(1..17);
        let long = [&six[..], &[0; 8]].concat();
        check(libc::AF_INET6, &long, Ok((&six, b"")));
        check(libc::AF_UNIX, b"\x05\x02/xrest", Ok((b"\x05\x02/x", b"rest")));
        check(libc::AF_UNIX, b"\x05\x02\0x", Ok((b"\x05\x02\0x", b"")));
        let path = [b'p'; 108];
        check(libc::AF_UNIX, &[&[5, 108], &path[..]].concat(), Err("einval"));
    }
}
