//! The knowledge at one place of the code: registers, frame, heap, catches.

use super::Result_;
use super::kinds::Ty;

/// Which catches are open: an index into [`Catches`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Open(pub u32);

impl Open {
    pub const NONE: Open = Open(0);
}

/// Handlers that one instruction may go to: of compilers' code, seldom more than one.
const MOST_HANDLERS: usize = 64;

/// Handlers, with what is open there.
pub(super) type SmallList = Vec<(u32, Open)>;

/// How catches lie within each other, each once.
#[derive(Default)]
pub(super) struct Catches {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// A catch: its handler, where its tag is, and those around it.
    Catch { handler: u32, slot: u16, around: Open },
    /// Ways with different catches meet here: only code that raises may follow.
    Either(Open, Open),
}

impl Catches {
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    pub fn node(&self, open: Open) -> Option<Node> {
        self.nodes.get((open.0 as usize).checked_sub(1)?).copied()
    }

    pub fn add(&mut self, node: Node) -> Open {
        // The same one again: a loop comes here, or a label is reached by several ways.
        let recent = self.nodes.len().saturating_sub(32);
        let found = self.nodes[recent..].iter().position(|n| *n == node);
        match found {
            Some(at) => Open((recent + at) as u32 + 1),
            None => {
                self.nodes.push(node);
                Open(self.nodes.len() as u32)
            }
        }
    }

    /// The handlers that an exception may go to, with what is open there; None if those are too
    /// many.
    pub fn handlers(&self, open: Open) -> Option<SmallList> {
        let mut found = SmallList::new();
        let mut todo = vec![open];
        while let Some(open) = todo.pop() {
            match self.node(open) {
                Some(Node::Catch { handler, .. }) if !found.contains(&(handler, open)) => {
                    found.push((handler, open));
                }
                Some(Node::Either(a, b)) => todo.extend([a, b]),
                _ => {}
            }
            if found.len() + todo.len() > MOST_HANDLERS {
                return None;
            }
        }
        Some(found)
    }
}

/// Whether a receive looks at a message that it has not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Looking {
    #[default]
    No,
    Yes,
    Maybe,
}

/// Knowledge of a place, but for its registers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    /// Whether there is a frame.
    pub frame: bool,
    /// Heap words that are reserved.
    pub heap: u64,
    /// The floating-point registers below 64 that have been set.
    pub floats: u64,
    pub open: Open,
    pub looking: Looking,
    /// Whether handlers have not been told of the slots as they are now.
    pub untold: bool,
    /// Whether any tuple is the newest object.
    pub fresh: bool,
}

impl Rest {
    /// As [`Known::join`].
    fn join(&mut self, other: &Rest, catches: &mut Catches, widen: bool) -> bool {
        let mut changed = false;
        if other.heap < self.heap {
            self.heap = if widen { 0 } else { other.heap };
            changed = true;
        }
        let floats = self.floats & other.floats;
        changed |= floats != self.floats;
        self.floats = floats;
        if self.open != other.open {
            let known = match catches.node(self.open) {
                Some(Node::Either(a, b)) => a == other.open || b == other.open,
                _ => false,
            };
            if !known {
                self.open = catches.add(Node::Either(self.open, other.open));
                changed = true;
            }
        }
        if self.looking != other.looking && self.looking != Looking::Maybe {
            self.looking = Looking::Maybe;
            changed = true;
        }
        self.untold |= other.untold;
        self.fresh |= other.fresh;
        changed
    }
}

/// Knowledge of a place.
#[derive(Default)]
pub(super) struct State {
    /// The X registers that have been set; those behind have not.
    pub x: Vec<Ty>,
    /// The slots of the frame.
    pub y: Vec<Ty>,
    pub rest: Rest,
}

impl State {
    /// Makes it that of a place of which nothing is known.
    pub fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.rest = Rest::default();
    }

    pub fn frame_size(&self) -> Option<usize> {
        self.rest.frame.then_some(self.y.len())
    }

    /// Forgets the X registers from `live` on.
    pub fn keep(&mut self, live: usize) {
        self.x.truncate(live);
    }

    /// Something has been allocated: no tuple is the newest any more, and nothing is reserved.
    pub fn allocated(&mut self) {
        self.rest.heap = 0;
        self.age();
    }

    /// No tuple is the newest any more.
    pub fn age(&mut self) {
        if !std::mem::take(&mut self.rest.fresh) {
            return;
        }
        for ty in self.x.iter_mut().chain(&mut self.y) {
            *ty = ty.aged();
        }
    }
}

/// Knowledge of the labels of a function that have been seen.
#[derive(Default)]
pub(super) struct Labels {
    known: Vec<Known>,
    /// The registers of all of them.
    types: Vec<Ty>,
}

/// Knowledge of a label.
struct Known {
    label: u32,
    /// Whether it has been passed through with that.
    done: bool,
    /// Where its registers are: slots first.
    start: usize,
    y: usize,
    x: usize,
    rest: Rest,
}

impl Known {
    fn frame_size(&self) -> Option<usize> {
        self.rest.frame.then_some(self.y)
    }

    /// Makes this what holds whether one or the other way was taken; whether that is any less than
    /// before. Both have the same frame.
    fn join(&mut self, types: &mut [Ty], other: &State, catches: &mut Catches) -> bool {
        let widen = self.done;
        let mut changed = false;
        let mut set = |mine: &mut Ty, theirs: Ty| {
            let both = mine.join(theirs);
            if both != *mine {
                *mine = if widen { both.widened() } else { both };
                changed = true;
            }
        };
        let (y, x) = types[self.start..self.start + self.y + self.x].split_at_mut(self.y);
        y.iter_mut().zip(&other.y).for_each(|(mine, theirs)| set(mine, *theirs));
        x.iter_mut().zip(&other.x).for_each(|(mine, theirs)| set(mine, *theirs));
        if self.x > other.x.len() {
            self.x = other.x.len();
            changed = true;
        }
        self.rest.join(&other.rest, catches, widen) || changed
    }
}

impl Labels {
    /// Forgets all; gives their labels.
    pub fn clear(&mut self, mut forget: impl FnMut(u32)) {
        self.known.drain(..).for_each(|known| forget(known.label));
        self.types.clear();
    }

    /// Remembers what is known at one more label, which has not been passed through; gives its
    /// index. None if that would be more than so many registers.
    pub fn remember(&mut self, label: u32, state: &State, most: usize) -> Option<usize> {
        let start = self.types.len();
        if start + 4 * self.known.len() > most {
            return None;
        }
        self.types.extend_from_slice(&state.y);
        self.types.extend_from_slice(&state.x);
        let (y, x) = (state.y.len(), state.x.len());
        self.known.push(Known { label, done: false, start, y, x, rest: state.rest });
        Some(self.known.len() - 1)
    }

    /// Whether a label has been passed through with what is known there, which is noted to be so
    /// or not.
    pub fn set_done(&mut self, index: usize, done: bool) -> bool {
        std::mem::replace(&mut self.known[index].done, done)
    }

    /// Makes a state what is known at a label.
    pub fn recall(&self, index: usize, state: &mut State) {
        let known = &self.known[index];
        let (y, x) = self.types[known.start..][..known.y + known.x].split_at(known.y);
        state.y.clear();
        state.y.extend_from_slice(y);
        state.x.clear();
        state.x.extend_from_slice(x);
        state.rest = known.rest;
    }

    /// Joins a state with what is known at a label; whether that is less than before, and whether
    /// it had been passed through.
    pub fn meet(
        &mut self,
        index: usize,
        state: &State,
        catches: &mut Catches,
    ) -> Result_<(bool, bool)> {
        let known = &mut self.known[index];
        if known.frame_size() != state.frame_size() {
            let slots =
                |size: Option<usize>| size.map_or("no frame".into(), |n| format!("{n} slots"));
            let (this, that) = (slots(known.frame_size()), slots(state.frame_size()));
            let label = known.label;
            return Err(format!("label {label} is reached with {this} and with {that}").into());
        }
        let done = known.done;
        Ok((known.join(&mut self.types, state, catches), done))
    }
}
