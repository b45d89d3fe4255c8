//! Messages that a suspended process has got from another node and that are none: nobody could
//! decode them. As in OTP, the other node's connection ends only when the process looks at them:
//! when it goes on, or when somebody asks what its messages are. Until then they count as messages.

use crate::process::Running;

/// Things to be done when each is found out, unless that has happened.
#[derive(Default)]
struct Undecoded(Vec<Option<Box<dyn FnOnce()>>>);

/// Has `found` be called when the process looks at a message that is none: at once if it executes
/// code.
pub fn arrived(p: &mut Running<'_>, found: impl FnOnce() + 'static) {
    match p.state.bits().is_suspended() {
        true => p.extra().slots.get_or_default::<Undecoded>().0.push(Some(Box::new(found))),
        false => found(),
    }
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
    for found in undecoded.into_iter().flat_map(|undecoded| undecoded.0).flatten() {
        found();
    }
}

/// Somebody asks how large the messages are: they are found out, and count on.
pub fn measure(p: &mut Running<'_>) {
    let Some(extra) = p.own().extra.as_mut() else { return };
    let Some(undecoded) = extra.slots.get_mut::<Undecoded>() else { return };
    let found: Vec<_> = undecoded.0.iter_mut().filter_map(Option::take).collect();
    for found in found {
        found();
    }
}
