//! A pattern as groups of branches of items: whether they may match nothing, and how long they are.

/// Where an item is: the group, its branch, the number in it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub group: usize,
    pub branch: usize,
    pub index: usize,
}

/// The kinds of items.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// One character.
    One,
    /// Some characters.
    Sequence,
    /// A byte of a character.
    Byte,
    /// The text that a group has matched.
    Reference,
    /// An item that matches no character.
    Nothing,
    /// The end of a match.
    Accept,
    /// The group of this number.
    Group(usize),
    /// The call of this number.
    Call(usize),
}

/// An item, and how often.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    pub what: What,
    pub least: u32,
    /// None for as often as can be.
    pub most: Option<u32>,
}

impl Node {
    pub(super) fn once(what: What) -> Node {
        Node { what, least: 1, most: Some(1) }
    }
}

/// The kinds of groups.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Plain,
    Condition { define: bool },
    Assertion { behind: bool },
}

pub(super) struct Group {
    pub kind: Kind,
    /// 0 for those that have none.
    pub number: u32,
    /// None for the whole pattern.
    pub outer: Option<Place>,
    pub branches: Vec<Vec<Node>>,
}

/// A call of a group, the whole being 0.
pub(super) struct Call<'p> {
    pub number: u32,
    pub name: Option<&'p [u8]>,
    pub place: Place,
    pub at: usize,
}

/// The target of a call, as far as it is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// It comes later.
    Later,
    Group(usize),
}

/// Groups and calls, at some time while they are compiled.
pub(super) struct Tree<'t, 'p> {
    pub groups: &'t [Group],
    pub calls: &'t [Call<'p>],
    pub targets: Vec<Target>,
    /// Groups that have ended.
    pub ended: Vec<bool>,
    /// Steps that may still be taken.
    pub steps: usize,
}

/// Why a length is not known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum NoLength {
    Varies,
    Bytes,
    /// Not before all groups are known.
    Later,
    /// It takes too long to find out.
    Unknown,
}

impl Tree<'_, '_> {
    /// Whether a place is in a group.
    fn is_in(&self, place: Place, group: usize) -> bool {
        let mut inner = place.group;
        loop {
            if inner == group {
                return true;
            }
            match self.groups[inner].outer {
                Some(outer) => inner = outer.group,
                None => return false,
            }
        }
    }

    /// The group's branches: whether one may match nothing.
    fn may_group_be_empty(&mut self, group: usize, chain: &mut Vec<usize>) -> Option<bool> {
        let groups = self.groups;
        for branch in &groups[group].branches {
            if self.may_be_empty(branch, chain)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether items may match nothing; `chain` has the groups that are being called.
    pub(super) fn may_be_empty(&mut self, nodes: &[Node], chain: &mut Vec<usize>) -> Option<bool> {
        for node in nodes {
            self.steps = self.steps.checked_sub(1)?;
            if node.least == 0 {
                continue;
            }
            match node.what {
                What::One | What::Sequence | What::Byte => return Some(false),
                What::Reference | What::Nothing | What::Accept => {}
                What::Group(n) => match self.groups[n].kind {
                    Kind::Assertion { .. } => {}
                    _ if !self.ended[n] => return Some(true),
                    Kind::Condition { .. } if self.groups[n].branches.len() == 1 => {}
                    _ => {
                        if !self.may_group_be_empty(n, chain)? {
                            return Some(false);
                        }
                    }
                },
                What::Call(n) => {
                    let Target::Group(target) = self.targets[n] else { return Some(true) };
                    if !self.ended[target] {
                        return Some(true);
                    }
                    if self.is_in(self.calls[n].place, target) || chain.contains(&target) {
                        continue;
                    }
                    chain.push(target);
                    let empty = self.may_group_be_empty(target, chain)?;
                    chain.pop();
                    if !empty {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// The length of branches that all have the same; `end` when all groups are known.
    pub(super) fn length(
        &mut self,
        branches: &[Vec<Node>],
        end: bool,
        chain: &mut Vec<usize>,
    ) -> Result<u64, NoLength> {
        let mut all = None;
        for branch in branches {
            let mut length = 0;
            let mut accepted = false;
            for node in branch {
                if node.what == What::Accept {
                    accepted = true;
                    break;
                }
                length += self.node_length(node, end, chain)?;
            }
            if all.is_some_and(|all| all != length) {
                return Err(NoLength::Varies);
            }
            all = Some(length);
            // The rest is not looked at behind that.
            if accepted {
                break;
            }
        }
        Ok(all.unwrap_or(0))
    }

    fn node_length(
        &mut self,
        node: &Node,
        end: bool,
        chain: &mut Vec<usize>,
    ) -> Result<u64, NoLength> {
        self.steps = self.steps.checked_sub(1).ok_or(NoLength::Unknown)?;
        let groups = self.groups;
        let times = u64::from(node.least);
        let fixed = node.most == Some(node.least);
        let once = match node.what {
            What::Nothing | What::Accept => return Ok(0),
            What::Reference => return Err(NoLength::Varies),
            What::Byte if fixed && times == 1 => return Err(NoLength::Bytes),
            What::Sequence if fixed && times == 1 => return Err(NoLength::Varies),
            What::One | What::Byte | What::Sequence => 1,
            What::Group(n) => match groups[n].kind {
                Kind::Assertion { .. } if fixed => return Ok(0),
                _ if times == 0 => return Err(NoLength::Varies),
                _ => self.length(&groups[n].branches, end, chain)?,
            },
            What::Call(_) if times == 0 => return Err(NoLength::Varies),
            What::Call(_) if !end => return Err(NoLength::Later),
            What::Call(n) => {
                let Target::Group(target) = self.targets[n] else { return Err(NoLength::Varies) };
                if self.is_in(self.calls[n].place, target) || chain.contains(&target) {
                    return Err(NoLength::Varies);
                }
                // A group that may be repeated without end is so when it is called, too.
                let itself = groups[target]
                    .outer
                    .map(|place| groups[place.group].branches[place.branch].get(place.index));
                if let Some(Some(node)) = itself
                    && node.most.is_none()
                    && node.least <= 1
                {
                    return Err(NoLength::Varies);
                }
                chain.push(target);
                let length = self.length(&groups[target].branches, end, chain)?;
                chain.pop();
                length
            }
        };
        if fixed { Ok(once.saturating_mul(times)) } else { Err(NoLength::Varies) }
    }
}
