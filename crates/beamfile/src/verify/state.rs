//! What is known at one place of the code: registers, frame, heap, catches.

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

/// What is known at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// The X registers that have been set; those behind have not.
    pub x: Vec<Ty>,
    /// The slots of the frame.
    pub y: Vec<Ty>,
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

impl State {
    pub fn copy_from(&mut self, other: &State) {
        self.x.clone_from(&other.x);
        self.y.clone_from(&other.y);
        self.frame = other.frame;
        self.heap = other.heap;
        self.floats = other.floats;
        self.open = other.open;
        self.looking = other.looking;
        self.untold = other.untold;
        self.fresh = other.fresh;
    }

    /// Registers, for the reckoning of what all this costs.
    pub fn size(&self) -> usize {
        self.x.len() + self.y.len() + 4
    }

    pub fn frame_size(&self) -> Option<usize> {
        self.frame.then_some(self.y.len())
    }

    /// Makes this what holds whether one or the other way was taken; whether that is any less than
    /// before. Both have the same frame.
    pub fn join(&mut self, other: &State, catches: &mut Catches, widen: bool) -> bool {
        let mut changed = false;
        let mut set = |mine: &mut Ty, theirs: Ty| {
            let both = mine.join(theirs);
            if both != *mine {
                *mine = if widen { both.widened() } else { both };
                changed = true;
            }
        };
        for (mine, theirs) in self.y.iter_mut().zip(&other.y) {
            set(mine, *theirs);
        }
        for (mine, theirs) in self.x.iter_mut().zip(&other.x) {
            set(mine, *theirs);
        }
        if self.x.len() > other.x.len() {
            self.x.truncate(other.x.len());
            changed = true;
        }
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

    /// Forgets the X registers from `live` on.
    pub fn keep(&mut self, live: usize) {
        self.x.truncate(live);
    }

    /// Something has been allocated: no tuple is the newest any more, and nothing is reserved.
    pub fn allocated(&mut self) {
        self.heap = 0;
        self.age();
    }

    /// No tuple is the newest any more.
    pub fn age(&mut self) {
        if !std::mem::take(&mut self.fresh) {
            return;
        }
        for ty in self.x.iter_mut().chain(&mut self.y) {
            *ty = ty.aged();
        }
    }
}
