//! Receive markers: a receive that waits for a new reference need not look at messages that came
//! before there was that reference.

use crate::by_ref::RefKey;
use crate::mailbox::Place;
use crate::system;
use term::Term;

/// Markers that a process may have; the oldest goes for another.
const MOST: usize = 8;

/// A receive marker: messages before its place cannot have the reference that it is bound to.
#[derive(Copy, Clone, Debug)]
struct Marker {
    /// Its number.
    id: u64,
    /// The reference, once it is bound.
    reference: Option<RefKey>,
    /// The place in the mailbox.
    place: Place,
}

/// The markers of a process, the newest last.
#[derive(Default)]
pub struct Markers(Vec<Marker>);

fn key(t: Term<'_>) -> Option<RefKey> {
    t.as_ref().map(|r| r.numbers())
}

impl Markers {
    /// Makes a marker of a place: its number.
    pub(super) fn reserve(&mut self, place: Place) -> Term<'static> {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        let id = system::new_number();
        self.0.push(Marker { id, reference: None, place });
        Term::small(id as i64)
    }

    /// Ties a marker, by its number, to a reference.
    pub(super) fn bind(&mut self, marker: Term<'_>, reference: Term<'_>) {
        if let Some(id) = marker.as_small()
            && let Some(m) = self.0.iter_mut().find(|m| m.id == id as u64)
        {
            m.reference = key(reference);
        }
    }

    /// Forgets a marker, by its number or its reference.
    pub(super) fn clear(&mut self, of: Term<'_>) {
        let reference = key(of);
        self.0.retain(|m| match reference {
            Some(_) => m.reference != reference,
            None => Some(m.id as i64) != of.as_small(),
        });
    }

    /// The place of the marker of a reference, if it has one.
    pub(super) fn place(&self, reference: Term<'_>) -> Option<Place> {
        let reference = key(reference)?;
        self.0.iter().find(|m| m.reference == Some(reference)).map(|m| m.place)
    }
}
