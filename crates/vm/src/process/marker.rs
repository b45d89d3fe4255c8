//! Receive markers: a receive that waits for a new reference need not look at messages that came
//! before there was that reference.

use super::{Own, RefKey};
use crate::mailbox::Place;
use crate::system;
use term::Term;

/// Markers that a process may have; the oldest goes for another.
const MOST: usize = 8;

/// A receive marker: messages before its place cannot have the reference that it is bound to.
#[derive(Copy, Clone, Debug)]
pub struct Marker {
    /// Its number.
    id: u64,
    /// The reference, once it is bound.
    reference: Option<RefKey>,
    /// The place in the mailbox.
    place: Place,
}

fn key(t: Term<'_>) -> Option<RefKey> {
    t.as_ref().map(|r| r.numbers())
}

impl Own {
    /// Makes a marker at the end of the message queue: its number.
    pub fn reserve_marker(&mut self) -> Term<'static> {
        let place = self.mailbox.end();
        let markers = &mut self.extra.get_or_insert_default().markers;
        if markers.len() >= MOST {
            markers.remove(0);
        }
        let id = system::new_number();
        markers.push(Marker { id, reference: None, place });
        Term::small(id as i64)
    }

    /// Ties a marker to a reference.
    pub fn bind_marker(&mut self, marker: Term<'_>, reference: Term<'_>) {
        if let (Some(id), Some(extra)) = (marker.as_small(), &mut self.extra)
            && let Some(m) = extra.markers.iter_mut().find(|m| m.id == id as u64)
        {
            m.reference = key(reference);
        }
    }

    /// Forgets a marker, by its number or its reference.
    pub fn clear_marker(&mut self, of: Term<'_>) {
        let reference = key(of);
        if let Some(extra) = &mut self.extra {
            extra.markers.retain(|m| match reference {
                Some(_) => m.reference != reference,
                None => Some(m.id as i64) != of.as_small(),
            });
        }
    }

    /// Has the next receive begin at the marker of a reference, if it has one.
    pub fn use_marker(&mut self, reference: Term<'_>) {
        let reference = key(reference);
        if let (Some(_), Some(extra)) = (reference, &self.extra)
            && let Some(m) = extra.markers.iter().find(|m| m.reference == reference)
        {
            self.mailbox.start_at(m.place);
        }
    }
}
