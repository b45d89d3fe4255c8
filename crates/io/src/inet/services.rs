//! Names of services and their ports, from `/etc/services`.

use super::codes::{Answer, Failure, Input};

/// Looks for a line (name, port, protocol, other names) of a protocol, or of any if it has no name;
/// gives what `f` makes of the first port and names of which it makes something.
pub fn find<R>(
    text: &str,
    protocol: &[u8],
    mut f: impl FnMut(u16, &[&str]) -> Option<R>,
) -> Option<R> {
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace();
        let (Some(name), Some(place)) = (words.next(), words.next()) else { continue };
        let Some((port, p)) = place.split_once('/') else { continue };
        let Ok(port) = port.parse() else { continue };
        if !protocol.is_empty() && p.as_bytes() != protocol {
            continue;
        }
        let names: Vec<_> = std::iter::once(name).chain(words).collect();
        if let Some(found) = f(port, &names) {
            return Some(found);
        }
    }
    None
}

/// The same in the system's file.
fn look_up<R>(protocol: &[u8], f: impl FnMut(u16, &[&str]) -> Option<R>) -> Result<R, Failure> {
    let text = std::fs::read("/etc/services").unwrap_or_default();
    find(&String::from_utf8_lossy(&text), protocol, f).ok_or(Failure::EINVAL)
}

fn counted<'a>(input: &mut Input<'a>) -> Result<&'a [u8], Failure> {
    let n = usize::from(input.byte()?);
    input.take(n)
}

/// The port of a service of a protocol, or of any if that has no name.
pub fn port_of(name: &[u8], protocol: &[u8]) -> Result<u16, Failure> {
    let is = |port, names: &[&str]| names.iter().any(|n| n.as_bytes() == name).then_some(port);
    look_up(protocol, is)
}

/// The first name of the service of a port.
pub fn name_of(wanted: u16, protocol: &[u8]) -> Result<String, Failure> {
    look_up(protocol, |port, names| (port == wanted).then(|| names[0].to_owned()))
}

/// The port of a service.
pub fn by_name(mut input: Input<'_>) -> Answer {
    let (name, protocol) = (counted(&mut input)?, counted(&mut input)?);
    Ok(port_of(name, protocol)?.to_be_bytes().to_vec())
}

/// The service of a port.
pub fn by_port(mut input: Input<'_>) -> Answer {
    let (wanted, protocol) = (input.u16()?, counted(&mut input)?);
    Ok(name_of(wanted, protocol)?.into_bytes())
}
