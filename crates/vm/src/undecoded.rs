//! Messages that a suspended process has got from another node and that are none: nobody could
//! decode them. As in OTP, the other node's connection ends only when the process looks at them:
//! when it goes on, or when somebody asks what its messages are. Until then they count as messages.

use crate::process::Running;
use crate::process::signals::Bytes;
use term::Atom;

/// A message that is none.
struct Broken {
    /// To be done when it is found out, unless that has happened.
    found: Option<Box<dyn FnOnce()>>,
    atoms: Vec<Atom>,
    bytes: Vec<u8>,
}

#[derive(Default)]
struct Undecoded(Vec<Broken>);

/// Has `found` be called when the process looks at a message that is none: at once if it executes
/// code.
pub fn arrived(p: &mut Running<'_>, message: Bytes<'_>, found: impl FnOnce() + 'static) {
    if !p.state.bits().is_suspended() {
        return found();
    }
    let (atoms, bytes) = (message.atoms.to_vec(), message.bytes.to_vec());
    let broken = Broken { found: Some(Box::new(found)), atoms, bytes };
    p.extra().slots.get_or_default::<Undecoded>().0.push(broken);
}

/// All such messages.
pub(crate) fn all<'p>(p: &'p Running<'_>) -> impl Iterator<Item = Bytes<'p>> {
    let extra = p.own_ref().extra.as_ref();
    let all = extra.and_then(|extra| extra.slots.get::<Undecoded>()).into_iter();
    all.flat_map(|undecoded| &undecoded.0)
        .map(|broken| Bytes { atoms: &broken.atoms, bytes: &broken.bytes })
}

/// The number of such messages.
pub fn count(p: &Running<'_>) -> usize {
    let extra = p.own_ref().extra.as_ref();
    extra.and_then(|extra| extra.slots.get::<Undecoded>()).map_or(0, |undecoded| undecoded.0.len())
}

/// Whether there are such messages.
pub fn has(p: &Running<'_>) -> bool {
    count(p) > 0
}

/// The process, or somebody for it, looks at its messages.
pub fn look(p: &mut Running<'_>) {
    let extra = p.own().extra.as_mut();
    let undecoded = extra.and_then(|extra| extra.slots.take::<Undecoded>());
    for found in undecoded.into_iter().flat_map(|undecoded| undecoded.0).filter_map(|b| b.found) {
        found();
    }
}

/// Somebody asks how large the messages are: they are found out, and count on.
pub fn measure(p: &mut Running<'_>) {
    let Some(extra) = p.own().extra.as_mut() else { return };
    let Some(undecoded) = extra.slots.get_mut::<Undecoded>() else { return };
    let found: Vec<_> = undecoded.0.iter_mut().filter_map(|b| b.found.take()).collect();
    for found in found {
        found();
    }
}
