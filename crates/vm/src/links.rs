//! The links of a process: few in a list, many with a table beside it.

use crate::mailbox::Rank;
use crate::peer::Peer;
use smallvec::SmallVec;
use std::collections::HashMap;

/// A link as one of its ends sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The other end.
    pub peer: Peer,
    /// Number of the `Unlink` that has been sent and not been acknowledged; 0 while the link is
    /// active.
    pub unlinking: u64,
    /// How the message comes that tells this end of the other's.
    pub rank: Rank,
}

/// Links beyond which they are looked up in a table.
const FEW: usize = 16;

/// All links of a process, at most one for each peer.
#[derive(Default)]
pub struct Links(
    /// None until there is one.
    Option<Box<Linked>>,
);

#[derive(Default)]
struct Linked {
    /// With room for one: its parent, as a rule.
    list: SmallVec<[Link; 1]>,
    /// Peers' places in the list, when it has been long.
    places: Option<HashMap<Peer, usize>>,
}

impl Links {
    /// The link with this peer.
    pub fn get_mut(&mut self, peer: Peer) -> Option<&mut Link> {
        self.0.as_mut()?.get_mut(peer)
    }

    /// Adds a link that is active; false if there is one, active or not.
    pub fn add(&mut self, peer: Peer) -> bool {
        self.0.get_or_insert_default().add(peer)
    }

    /// As [`Links::add`]; whether there has been a link or not, its end is told with this rank.
    pub fn add_with(&mut self, peer: Peer, rank: Rank) -> bool {
        let links = self.0.get_or_insert_default();
        let new = links.add(peer);
        if let Some(link) = links.get_mut(peer) {
            link.rank = rank;
        }
        new
    }

    /// Removes the link with this peer.
    pub fn remove(&mut self, peer: Peer) -> Option<Link> {
        self.0.as_mut()?.remove(peer)
    }

    /// Removes the link with this peer if it is in this state: 0 for active, or the number of an
    /// `Unlink`.
    pub fn remove_if(&mut self, peer: Peer, unlinking: u64) {
        if self.get_mut(peer).is_some_and(|l| l.unlinking == unlinking) {
            self.remove(peer);
        }
    }

    /// All links, active or not, the oldest first unless others have gone.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Link> {
        self.0.iter().flat_map(|linked| &linked.list)
    }

    /// The peers of the active links.
    pub fn active(&self) -> impl DoubleEndedIterator<Item = Peer> {
        self.all().filter(|l| l.unlinking == 0).map(|l| l.peer)
    }

    /// Whether the end of one of those is told with priority.
    pub fn active_with_priority(&self) -> bool {
        self.all().any(|l| l.unlinking == 0 && l.rank == Rank::Priority)
    }
}

impl Linked {
    fn place(&self, peer: Peer) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(&peer).copied(),
            None => self.list.iter().position(|l| l.peer == peer),
        }
    }

    fn get_mut(&mut self, peer: Peer) -> Option<&mut Link> {
        let i = self.place(peer)?;
        Some(&mut self.list[i])
    }

    fn add(&mut self, peer: Peer) -> bool {
        if self.place(peer).is_some() {
            return false;
        }
        if let Some(places) = &mut self.places {
            places.insert(peer, self.list.len());
        }
        self.list.push(Link { peer, unlinking: 0, rank: Rank::Usual });
        if self.list.len() > FEW && self.places.is_none() {
            self.places = Some(self.list.iter().enumerate().map(|(i, l)| (l.peer, i)).collect());
        }
        true
    }

    fn remove(&mut self, peer: Peer) -> Option<Link> {
        let i = self.place(peer)?;
        let link = self.list.swap_remove(i);
        if let Some(places) = &mut self.places {
            places.remove(&peer);
            if let Some(moved) = self.list.get(i) {
                places.insert(moved.peer, i);
            }
            if self.list.is_empty() {
                *self = Linked::default();
            }
        }
        Some(link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_links() {
        let mut links = Links::default();
        let mut model = HashMap::new();
        let mut seed = 1_u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let peer = Peer::process(seed >> 33 & 63);
            match seed >> 60 {
                0..8 => assert_eq!(links.add(peer), model.insert(peer, ()).is_none()),
                8..15 => assert_eq!(links.remove(peer).is_some(), model.remove(&peer).is_some()),
                _ => {
                    let removed = model.keys().copied().collect::<Vec<_>>();
                    removed.iter().for_each(|&p| links.remove_if(p, 0));
                    model.clear();
                }
            }
            let mut active: Vec<_> = links.active().collect();
            let mut expected: Vec<_> = model.keys().copied().collect();
            active.sort_unstable_by_key(|p| p.word());
            expected.sort_unstable_by_key(|p| p.word());
            assert_eq!(active, expected);
        }
    }
}
