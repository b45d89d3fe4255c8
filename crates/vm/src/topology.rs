//! Which processors there are, and where: as the kernel tells, or as `+sct` and
//! `erlang:system_flag(cpu_topology, _)` do.

use std::fs;

/// The levels at which processors lie within others, outermost first: NUMA nodes, packages, nodes
/// within a package, cores, hardware threads.
pub const LEVELS: [&str; 5] = ["node", "processor", "node", "core", "thread"];
/// The level of packages, which is always shown.
pub const PACKAGE: usize = 1;

/// Where the NUMA node is in which a logical processor lies.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Node {
    /// There is none.
    #[default]
    None,
    /// Packages lie in it.
    Outer,
    /// It lies in a package.
    Inner,
}

/// A logical processor, and its numbers at all levels.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its numbers, outermost first. Where nodes stand beside packages, the first one numbers both.
    pub at: [u32; LEVELS.len()],
    /// Where its node is.
    pub node: Node,
    /// The kernel's number for it.
    pub logical: u32,
}

/// Greater numbers than this are none of a processor.
pub const MOST: u32 = 65_535;

/// How schedulers are spread over processors (`+sbt`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Spread {
    /// They are not bound.
    Unbound,
    /// Neighbours are close together.
    No,
    /// First the first hardware thread of all cores, then the second ones.
    Thread,
    /// As `Thread`, and over packages, too.
    Processor,
    /// As much as possible.
    Full,
    /// As `Thread`, one NUMA node after the other.
    NoNodeThread,
    /// As `Processor`, one NUMA node after the other.
    NoNodeProcessor,
    /// Over all hardware threads, but over packages within one NUMA node at a time.
    ThreadNoNodeProcessor,
}

/// Their names: in full, and as `+sbt` has them.
const NAMES: [(Spread, &str, &str); 8] = [
    (Spread::Unbound, "unbound", "u"),
    (Spread::No, "no_spread", "ns"),
    (Spread::Thread, "thread_spread", "ts"),
    (Spread::Processor, "processor_spread", "ps"),
    (Spread::Full, "spread", "s"),
    (Spread::NoNodeThread, "no_node_thread_spread", "nnts"),
    (Spread::NoNodeProcessor, "no_node_processor_spread", "nnps"),
    (Spread::ThreadNoNodeProcessor, "thread_no_node_processor_spread", "tnnps"),
];

impl Spread {
    /// The spread with this name in full, or that of `default_bind`.
    pub fn named(name: &str) -> Option<Spread> {
        if name == "default_bind" {
            return Some(Spread::ThreadNoNodeProcessor);
        }
        NAMES.iter().find(|(_, full, _)| *full == name).map(|n| n.0)
    }

    /// The spread that a value of `+sbt` means.
    pub fn of_flag(value: &str) -> Option<Spread> {
        let short = NAMES.iter().find(|(_, _, short)| *short == value).map(|n| n.0);
        short.or_else(|| (value == "db").then_some(Spread::ThreadNoNodeProcessor))
    }

    /// Its name in full.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(spread, ..)| *spread == self).map_or("unbound", |n| n.1)
    }

    /// The processors in the order in which schedulers are bound to them.
    pub fn order(self, places: &[Place]) -> Vec<u32> {
        let mut sorted = places.to_vec();
        // The number that changes from one scheduler to the next stands last.
        sorted.sort_by_key(|place| {
            let [node, package, inner, core, thread] = place.at;
            // Nodes within packages are nodes, too, one of which is filled after the other.
            let whole = match place.node {
                Node::None => [0; 3],
                Node::Outer => [node, 0, 0],
                Node::Inner => [node, package, inner],
            };
            let key: [&[u32]; 5] = match self {
                Spread::Unbound | Spread::No => [&place.at, &[], &[], &[], &[]],
                Spread::Thread => [&[thread], &[node, package, inner], &[core], &[], &[]],
                Spread::Processor => [&[thread], &[inner], &[core], &[node], &[package]],
                Spread::Full => [&[thread], &[core], &[inner], &[package], &[node]],
                Spread::NoNodeThread => [&whole, &[thread], &[package], &[core], &[]],
                Spread::NoNodeProcessor => [&whole, &[thread], &[core], &[package], &[]],
                Spread::ThreadNoNodeProcessor => [&[thread], &whole, &[core], &[package], &[]],
            };
            key.concat()
        });
        sorted.iter().map(|place| place.logical).collect()
    }
}

/// Gives the places of each level numbers from 0 within what they are in.
fn numbered(mut places: Vec<Place>) -> Vec<Place> {
    places.sort_by_key(|place| place.at);
    let whole = places.clone();
    for (i, place) in places.iter_mut().enumerate() {
        for level in 0..LEVELS.len() {
            let mut before: Vec<u32> = whole[..i]
                .iter()
                .filter(|p| p.at[..level] == whole[i].at[..level])
                .map(|p| p.at[level])
                .filter(|&n| n != whole[i].at[level])
                .collect();
            before.dedup();
            place.at[level] = before.len() as u32;
        }
    }
    places
}

/// Where some packages lie in nodes and others do not, numbers both together, in the order of the
/// packages' numbers.
fn order_mixed(places: &mut [Place]) {
    let is_outer = |place: &Place| place.node == Node::Outer;
    if !places.iter().any(is_outer) || places.iter().all(is_outer) {
        return;
    }
    let whole = places.to_vec();
    for place in places {
        let same = |p: &&Place| match is_outer(place) {
            true => is_outer(p) && p.at[0] == place.at[0],
            false => !is_outer(p) && p.at[PACKAGE] == place.at[PACKAGE],
        };
        let first = whole.iter().filter(same).map(|p| p.at[PACKAGE]).min();
        place.at[0] = first.unwrap_or(0);
    }
}

/// The topology that the kernel tells.
pub fn detected() -> Vec<Place> {
    const CPUS: &str = "/sys/devices/system/cpu";
    let listed = |file: &str| -> Vec<u32> {
        let text = fs::read_to_string(file).unwrap_or_default();
        ids(text.trim()).unwrap_or_default()
    };
    let number = |file: String| -> Option<u32> {
        fs::read_to_string(file).ok()?.trim().parse::<i64>().ok().map(|n| n.max(0) as u32)
    };
    let mut cpus = listed(&format!("{CPUS}/online"));
    if cpus.is_empty() {
        let n = std::thread::available_parallelism().map_or(1, |n| n.get());
        cpus = (0..n as u32).collect();
    }
    let nodes: Vec<(u32, Vec<u32>)> = listed("/sys/devices/system/node/online")
        .into_iter()
        .map(|node| (node, listed(&format!("/sys/devices/system/node/node{node}/cpulist"))))
        .collect();
    let places = cpus.iter().map(|&logical| {
        let about =
            |what: &str| number(format!("{CPUS}/cpu{logical}/topology/{what}")).unwrap_or(0);
        let node = nodes.iter().find(|(_, cpus)| cpus.contains(&logical)).map_or(0, |n| n.0);
        // A hardware thread has no number of its own.
        let at = [node, about("physical_package_id"), 0, about("core_id"), logical];
        Place { at, node: Node::Outer, logical }
    });
    numbered(places.collect())
}

/// Numbers as `0-3,6`.
fn ids(text: &str) -> Option<Vec<u32>> {
    let number = |s: &str| s.parse::<u32>().ok().filter(|&n| n <= MOST);
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            None => all.push(number(part)?),
            Some((a, b)) => match (number(a)?, number(b)?) {
                (a, b) if a <= b => all.extend(a..=b),
                (a, b) => all.extend((b..=a).rev()),
            },
        }
    }
    Some(all)
}

/// The topology that `+sct` says: parts as `L0-3c0-3p0`, with colons between them. Letters, each
/// with numbers: logical processors (L), hardware threads (t), cores (c), packages (p), NUMA nodes
/// (n). Of each there are as many as of L, or one for all.
pub fn parse(text: &str) -> Result<Vec<Place>, &'static str> {
    let mut all = Vec::new();
    for part in text.split(':') {
        let mut logical = None;
        let mut levels: [Option<Vec<u32>>; LEVELS.len()] = [const { None }; LEVELS.len()];
        let mut rest = part;
        while let Some(letter) = rest.chars().next() {
            let end =
                rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
            let slot = match letter {
                'L' => &mut logical,
                't' | 'T' => &mut levels[4],
                'c' | 'C' => &mut levels[3],
                // Inner ones stand first: there are nodes within packages.
                'n' | 'N' if rest.contains(['p', 'P']) => &mut levels[2],
                'n' | 'N' => &mut levels[0],
                'p' | 'P' => &mut levels[PACKAGE],
                _ => return Err("invalid identifier type"),
            };
            let numbers = ids(&rest[1..end]).ok_or("invalid identifier")?;
            if slot.replace(numbers).is_some() {
                return Err("identifier type given twice");
            }
            rest = &rest[end..];
        }
        let logical = logical.ok_or("missing logical processor identifiers")?;
        for (i, &id) in logical.iter().enumerate() {
            let mut at = [0; LEVELS.len()];
            for (number, ids) in at.iter_mut().zip(&levels) {
                *number = match ids.as_deref() {
                    None => 0,
                    Some([one]) => *one,
                    Some(ids) if ids.len() == logical.len() => ids[i],
                    Some(_) => return Err("invalid identifier range"),
                };
            }
            let node = match (&levels[0], &levels[2]) {
                (Some(_), _) => Node::Outer,
                (None, Some(_)) => Node::Inner,
                (None, None) => Node::None,
            };
            all.push(Place { at, node, logical: id });
        }
    }
    let mut logical: Vec<u32> = all.iter().map(|place| place.logical).collect();
    logical.sort_unstable();
    if logical.windows(2).any(|two| two[0] == two[1]) {
        return Err("not unique logical identifiers");
    }
    order_mixed(&mut all);
    all.sort_by_key(|place| place.at);
    match all.windows(2).any(|two| two[0].at == two[1].at) {
        true => Err("not unique entities"),
        false => Ok(numbered(all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topologies_are_read() {
        let logical = |text| -> Vec<u32> {
            parse(text).expect(text).iter().map(|place| place.logical).collect()
        };
        assert_eq!(logical("L0-1c0-1p0n0"), [0, 1]);
        assert_eq!(logical("L1,0c0-1p0"), [1, 0]);
        assert_eq!(logical("L3-0c0-3p0:L4-7c4-7p1"), [3, 2, 1, 0, 4, 5, 6, 7]);
        let two = parse("L0-3c0-3p0:L4-7c4-7p1").unwrap();
        assert_eq!(two[5].at, [0, 1, 0, 1, 0]);
        for (wrong, why) in [
            ("x", "type"),
            ("", "missing"),
            ("L0-1", "entities"),
            ("L0c0:L0c1", "logical"),
            ("L0-3t0-1c0", "range"),
            ("L0-c0", "identifier"),
            ("Lc", "identifier"),
            ("L99999999c0", "identifier"),
            ("L0c0c1", "twice"),
        ] {
            assert!(parse(wrong).expect_err(wrong).contains(why), "{wrong}");
        }
    }

    #[test]
    fn processors_have_an_order_for_each_spread() {
        // Two nodes, each with two packages of two cores of two threads.
        let all = parse(
            "L0-7t0,1,0,1,0,1,0,1c0,0,1,1,0,0,1,1p0,0,0,0,1,1,1,1n0:\
             L8-15t0,1,0,1,0,1,0,1c0,0,1,1,0,0,1,1p2,2,2,2,3,3,3,3n1",
        );
        let all = all.unwrap();
        let first = |flag: &str| Spread::of_flag(flag).unwrap().order(&all)[..5].to_vec();
        assert_eq!(first("ns"), [0, 1, 2, 3, 4]);
        assert_eq!(first("ts"), [0, 2, 4, 6, 8]);
        assert_eq!(first("ps"), [0, 4, 8, 12, 2]);
        assert_eq!(first("s"), [0, 8, 4, 12, 2]);
        assert_eq!(first("nnts"), [0, 2, 4, 6, 1]);
        assert_eq!(first("nnps"), [0, 4, 2, 6, 1]);
        assert_eq!(first("tnnps"), [0, 4, 2, 6, 8]);
        assert_eq!(first("db"), first("tnnps"));
        assert_eq!(
            Spread::named("default_bind").unwrap().name(),
            Spread::of_flag("db").unwrap().name()
        );
    }

    #[test]
    fn this_machine_has_processors() {
        let all = detected();
        assert!(!all.is_empty());
        assert!(all.iter().all(|place| place.logical <= MOST));
    }
}
