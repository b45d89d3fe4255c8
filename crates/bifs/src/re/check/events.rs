//! Faults of a pattern each of whose items is right: the older library notices them when all groups
//! are known.

use super::tree::{Kind, NoLength, Place, Target, Tree};
use super::{Event, Fault, Parsed, Parser, UNKNOWN};

/// Items that are looked at again and again for one pattern.
const STEPS: usize = 1_000_000;

/// Looks at them in their order.
pub(super) fn check(parser: &Parser<'_>) -> Parsed {
    let end = parser.at.min(parser.pattern.len());
    let mut checker = Checker {
        parser,
        tree: Tree {
            groups: &parser.groups,
            calls: &parser.calls,
            targets: vec![Target::Later; parser.calls.len()],
            ended: vec![false; parser.groups.len()],
            steps: STEPS,
        },
        by_number: vec![None; parser.count as usize + 1],
        behind: Vec::new(),
    };
    for event in &parser.events {
        checker.event(event)?;
    }
    let fault = |number| Err(Fault { number, at: end });
    if end < parser.pattern.len() {
        return fault(22);
    }
    if parser.back > parser.count {
        return fault(15);
    }
    // Groups that came later are known now.
    for (call, target) in parser.calls.iter().zip(&mut checker.tree.targets) {
        if *target == Target::Later {
            let number = number_of(parser, call.number, call.name).unwrap_or(0);
            if let Some(Some(group)) = checker.by_number.get(number as usize) {
                *target = Target::Group(*group);
            }
        }
    }
    let groups = &parser.groups;
    for (group, branch) in std::mem::take(&mut checker.behind) {
        let branch = &groups[group].branches[branch..=branch];
        match checker.tree.length(branch, true, &mut Vec::new()) {
            Ok(_) => {}
            Err(NoLength::Unknown) => return fault(UNKNOWN),
            Err(NoLength::Bytes) => return fault(36),
            Err(_) => return fault(25),
        }
    }
    Ok(())
}

/// The number of a group that is named or numbered.
fn number_of(parser: &Parser<'_>, number: u32, name: Option<&[u8]>) -> Option<u32> {
    let Some(name) = name else { return Some(number) };
    // Of several groups of the same name, the first by number.
    parser.names.iter().filter(|(n, _)| *n == name).map(|(_, number)| *number).min()
}

struct Checker<'t, 'p> {
    parser: &'t Parser<'p>,
    tree: Tree<'t, 'p>,
    /// The first group of each number that has begun; 0 is the whole.
    by_number: Vec<Option<usize>>,
    /// Branches that look behind and call groups.
    behind: Vec<(usize, usize)>,
}

impl Checker<'_, '_> {
    fn event(&mut self, event: &Event<'_>) -> Parsed {
        let parser = self.parser;
        let missing = |at| Err(Fault { number: 15, at });
        match *event {
            Event::Enter(group) => {
                let number = parser.groups[group].number as usize;
                if number > 0 || group == 0 {
                    self.by_number[number].get_or_insert(group);
                }
            }
            Event::Leave(group, at) => {
                self.tree.ended[group] = true;
                return self.left(group, at);
            }
            Event::Branch { group, branch, at } => return self.branch(group, branch, at),
            Event::Name(name, at) => {
                if number_of(parser, 0, Some(name)).is_none() {
                    return missing(at);
                }
            }
            Event::Number { written: 0, at, .. } => return Err(Fault { number: 35, at }),
            Event::Number { group, at, .. } => {
                if group <= 0 || group > i64::from(parser.count) {
                    return missing(at);
                }
            }
            Event::Condition { name, plain, at } => {
                let digits = name.get(1..).unwrap_or_default();
                let recursion = name.starts_with(b"R") && digits.iter().all(u8::is_ascii_digit);
                let known = number_of(parser, 0, Some(name)).is_some();
                if !known && !(plain && (recursion || name == b"DEFINE")) {
                    return missing(at);
                }
                let large = digits.iter().fold(0_i64, |n, b| {
                    n.saturating_mul(10).saturating_add(i64::from(b.wrapping_sub(b'0')))
                });
                if !known && recursion && large > i64::from(i32::MAX) {
                    return Err(Fault { number: 61, at });
                }
            }
            Event::Call(n) => return self.call(n),
        }
        Ok(())
    }

    /// A group has ended: a condition has not too many branches.
    fn left(&self, group: usize, at: usize) -> Parsed {
        let groups = &self.parser.groups;
        let Kind::Condition { define } = groups[group].kind else { return Ok(()) };
        let define = define && number_of(self.parser, 0, Some(b"DEFINE")).is_none();
        match groups[group].branches.len() {
            2.. if define => Err(Fault { number: 54, at }),
            3.. => Err(Fault { number: 27, at }),
            _ => Ok(()),
        }
    }

    fn branch(&mut self, group: usize, branch: usize, at: usize) -> Parsed {
        let groups = &self.parser.groups;
        if groups[group].kind != (Kind::Assertion { behind: true }) {
            return Ok(());
        }
        let this = &groups[group].branches[branch..=branch];
        match self.tree.length(this, false, &mut Vec::new()) {
            Ok(_) => Ok(()),
            Err(NoLength::Later) => {
                self.behind.push((group, branch));
                Ok(())
            }
            Err(NoLength::Unknown) => Err(Fault { number: UNKNOWN, at }),
            Err(NoLength::Bytes) => Err(Fault { number: 36, at }),
            Err(NoLength::Varies) => Err(Fault { number: 25, at }),
        }
    }

    fn call(&mut self, n: usize) -> Parsed {
        let call = &self.parser.calls[n];
        let fault = |number| Err(Fault { number, at: call.at });
        let Some(number) = number_of(self.parser, call.number, call.name) else {
            return fault(15);
        };
        let Some(known) = self.by_number.get(number as usize) else { return fault(15) };
        let Some(target) = *known else { return Ok(()) };
        self.tree.targets[n] = Target::Group(target);
        if self.tree.ended[target] || self.is_conditional(call.place) {
            return Ok(());
        }
        match self.may_loop(call.place, target) {
            None => fault(UNKNOWN),
            Some(true) => fault(40),
            Some(false) => Ok(()),
        }
    }

    /// Whether a place is in a condition's branch: that may be about calls.
    fn is_conditional(&self, place: Place) -> bool {
        let groups = &self.parser.groups;
        let mut group = place.group;
        loop {
            if matches!(groups[group].kind, Kind::Condition { .. }) {
                return true;
            }
            match groups[group].outer {
                Some(outer) => group = outer.group,
                None => return false,
            }
        }
    }

    /// Whether nothing need be matched from the beginning of a group that has not ended to here.
    fn may_loop(&mut self, mut place: Place, target: usize) -> Option<bool> {
        let groups = &self.parser.groups;
        loop {
            let before = &groups[place.group].branches[place.branch];
            let before = &before[..place.index.min(before.len())];
            if !self.tree.may_be_empty(before, &mut Vec::new())? {
                return Some(false);
            }
            if place.group == target {
                return Some(true);
            }
            let Some(outer) = groups[place.group].outer else { return Some(true) };
            place = outer;
        }
    }
}
