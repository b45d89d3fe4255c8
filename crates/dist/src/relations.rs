//! Links and monitors between processes of this node and parties of another, on one channel: what
//! has to be told when the channel is lost.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Weak};
use term::etf::{self, EncodeOptions};
use term::{OwnedTerm, Term, View, am};
use vm::peer::Peer;
use vm::process::RefKey;
use vm::remote::{Connection, Party};
use vm::signal::{self, Signal};

/// A link, as far as it is not given up by both ends.
struct Link {
    party: Arc<Party>,
    /// Neither end has given it up.
    active: bool,
    /// The end here has given it up, and waits for the answer.
    unlinking: bool,
    /// How often the other end has given it up without having been answered.
    unanswered: u32,
    /// It has linked again since.
    relinked: bool,
}

/// A monitor that a party has on a process or port of this node.
pub struct Watched {
    /// The reference, as the party knows it.
    pub reference: OwnedTerm,
    /// The object as the party has named it: a pid, or the name.
    pub item: OwnedTerm,
    /// The process or port.
    pub target: Peer,
    /// The party, which the process or port names as its watcher.
    party: Arc<Party>,
}

/// The relations of a channel.
#[derive(Default)]
pub struct Relations {
    /// The parties that there are, by their identities as bytes.
    parties: HashMap<Vec<u8>, Weak<Party>>,
    /// How many parties there may be before those that are no more are looked for.
    room: usize,
    links: HashMap<(Peer, Peer), Link>,
    /// Monitors of processes here, with the process that watches.
    watches: HashMap<RefKey, (u64, Arc<Party>)>,
    /// Monitors of parties.
    watched: HashMap<RefKey, Watched>,
    /// Their keys, by the references as bytes.
    keys: HashMap<Vec<u8>, RefKey>,
}

fn bytes_of(t: Term<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = etf::encode_body(t, EncodeOptions::DISTRIBUTION, &mut bytes);
    debug_assert!(written.is_ok(), "references are short");
    bytes
}

impl Relations {
    /// The party that has an identity.
    pub fn party(&mut self, identity: OwnedTerm, on: &Arc<dyn Connection>) -> Arc<Party> {
        let key = bytes_of(identity.term());
        if let Some(party) = self.parties.get(&key).and_then(Weak::upgrade) {
            return party;
        }
        if self.parties.len() >= self.room {
            self.parties.retain(|_, party| party.strong_count() > 0);
            self.room = (2 * self.parties.len()).max(32);
        }
        let party = Party::new(identity, Some(on.clone()));
        self.parties.insert(key, Arc::downgrade(&party));
        party
    }

    fn link_of(&mut self, me: Peer, party: &Arc<Party>) -> &mut Link {
        self.links.entry((me, party.peer())).or_insert_with(|| Link {
            party: party.clone(),
            active: false,
            unlinking: false,
            unanswered: 0,
            relinked: false,
        })
    }

    /// Somebody here links to a party.
    pub fn link(&mut self, me: Peer, party: &Arc<Party>) {
        self.link_of(me, party).active = true;
    }

    /// A party links to somebody here. If that one has just given the link up, it was older, and
    /// does not count.
    pub fn linked_by_party(&mut self, me: Peer, party: &Arc<Party>) {
        let link = self.link_of(me, party);
        if link.active || !link.unlinking {
            (link.active, link.relinked) = (true, true);
        }
    }

    /// Somebody here gives up a link; `at_once`: without an answer from the other end.
    pub fn unlink(&mut self, me: Peer, party: &Arc<Party>, at_once: bool) {
        self.change(me, party, |link| (link.active, link.unlinking) = (false, !at_once));
    }

    /// A party has given up a link, and is to be answered.
    pub fn unlinked_by_party(&mut self, me: Peer, party: &Arc<Party>) {
        self.change(me, party, |link| {
            link.unanswered += 1;
            (link.active, link.relinked) = (false, false);
        });
    }

    /// The answer to that goes out: the end here has seen it, and whatever it had done before about
    /// this link is over.
    pub fn answered(&mut self, me: Peer, party: &Arc<Party>) {
        self.change(me, party, |link| {
            link.unanswered = link.unanswered.saturating_sub(1);
            link.active = link.relinked;
        });
    }

    /// A party has seen that a link is given up.
    pub fn unlink_seen(&mut self, me: Peer, party: &Arc<Party>) {
        self.change(me, party, |link| link.unlinking = false);
    }

    /// One of the ends of a link has gone; whether there was a link.
    pub fn end_link(&mut self, me: Peer, party: &Arc<Party>) -> bool {
        self.links.remove(&(me, party.peer())).is_some()
    }

    fn change(&mut self, me: Peer, party: &Arc<Party>, change: impl FnOnce(&mut Link)) {
        let key = (me, party.peer());
        if let Some(link) = self.links.get_mut(&key) {
            change(link);
            if !link.active && !link.unlinking && link.unanswered == 0 {
                self.links.remove(&key);
            }
        }
    }

    /// A process here watches a party.
    pub fn watch(&mut self, key: RefKey, pid: u64, party: &Arc<Party>) {
        self.watches.insert(key, (pid, party.clone()));
    }

    /// It does not any more, or the party has gone.
    pub fn end_watch(&mut self, key: RefKey) -> Option<(u64, Arc<Party>)> {
        self.watches.remove(&key)
    }

    /// A party watches somebody here.
    pub fn watched(
        &mut self,
        key: RefKey,
        reference: OwnedTerm,
        item: OwnedTerm,
        target: Peer,
        party: Arc<Party>,
    ) {
        self.keys.insert(bytes_of(reference.term()), key);
        self.watched.insert(key, Watched { reference, item, target, party });
    }

    /// The monitor of a party has ended.
    pub fn end_watched(&mut self, key: RefKey) -> Option<Watched> {
        let watched = self.watched.remove(&key)?;
        self.keys.remove(&bytes_of(watched.reference.term()));
        Some(watched)
    }

    /// The key of a party's monitor.
    pub fn key_of(&self, reference: Term<'_>) -> Option<RefKey> {
        self.keys.get(&bytes_of(reference)).copied()
    }

    /// Writes a line for each monitor and link, as crash dumps have them.
    pub fn describe(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        for (watcher, party) in self.watches.values() {
            write!(out, "Remote monitoring: {} ", Term::pid(*watcher))?;
            match party.identity().view() {
                View::Tuple(&[name, node]) => writeln!(out, "{{{name}, {node}}}")?,
                _ => writeln!(out, "{}", party.identity())?,
            }
        }
        for Watched { target, party, .. } in self.watched.values() {
            writeln!(out, "Remotely monitored by: {} {}", target.term(), party.identity())?;
        }
        for ((me, _), link) in &self.links {
            writeln!(out, "Remote link: {} {}", link.party.identity(), me.term())?;
        }
        Ok(())
    }

    /// The links that at least one end of this node has not seen the end of: who is linked here,
    /// with whom, and whether it is giving the link up.
    pub fn links(&self) -> impl Iterator<Item = (Peer, Peer, bool)> {
        let seen = self.links.iter().filter(|(_, l)| l.active || l.unlinking);
        seen.map(|(&(me, party), l)| (me, party, !l.active))
    }

    /// The monitors of processes here: their keys, who watches, and whom.
    pub fn watches(&self) -> impl Iterator<Item = (RefKey, u64, &Party)> {
        self.watches.iter().map(|(&key, (pid, party))| (key, *pid, &**party))
    }

    /// The monitors of parties.
    pub fn all_watched(&self) -> impl Iterator<Item = &Watched> {
        self.watched.values()
    }

    /// The monitor of a party that has this key here.
    pub fn watched_as(&self, key: RefKey) -> Option<&Watched> {
        self.watched.get(&key)
    }

    /// Tells everybody here that the channel is lost.
    pub fn lost(self) {
        let lost = || OwnedTerm::from(Term::atom(am::NOCONNECTION));
        for ((me, peer), link) in self.links {
            let exit = Signal::LinkExit(peer, lost(), None);
            signal::send_to_peer(me, link.party.signal(exit));
        }
        for (key, (pid, _)) in self.watches {
            let _ = signal::send(pid, Signal::Down(key, lost()));
        }
        for (key, watched) in self.watched {
            signal::demonitor(watched.target, key);
        }
    }
}

/// The key of a reference of this node.
pub(crate) fn key(reference: Term<'_>) -> Option<RefKey> {
    match reference.view() {
        View::Ref(r) => Some(r.numbers()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does some things to a link that both ends have made; whether anything of it is left then.
    fn is_linked(things: &[fn(&mut Relations, Peer, &Arc<Party>)]) -> bool {
        let mut relations = Relations::default();
        let (me, party) = (Peer::process(7), Party::new(Term::small(1).into(), None));
        relations.link(me, &party);
        for thing in things {
            thing(&mut relations, me, &party);
        }
        let active = relations.links().any(|(_, _, gives_up)| !gives_up);
        assert_eq!(active, !relations.links.is_empty());
        active
    }

    #[test]
    fn links_and_unlinking_cross() {
        use Relations as R;
        // A link of the party that has crossed our unlinking.
        let unlink: fn(&mut R, Peer, &Arc<Party>) = |r, me, p| r.unlink(me, p, false);
        assert!(!is_linked(&[unlink, R::linked_by_party, R::unlink_seen]));
        // A link that it has made after it has seen our unlinking.
        assert!(is_linked(&[unlink, R::unlink_seen, R::linked_by_party]));
        // A link of ours before we have seen the party's unlinking.
        assert!(!is_linked(&[R::unlinked_by_party, R::link, R::answered]));
        assert!(is_linked(&[R::unlinked_by_party, R::answered, R::link]));
        // The party has linked again at once.
        assert!(is_linked(&[R::unlinked_by_party, R::linked_by_party, R::answered]));
        let twice = [R::unlinked_by_party, R::linked_by_party, R::unlinked_by_party];
        assert!(!is_linked(&[&twice[..], &[R::answered, R::answered]].concat()));
        // Both give it up.
        assert!(!is_linked(&[unlink, R::unlinked_by_party, R::unlink_seen, R::answered]));
    }
}
