//! Changes inputs: bytes, runs of bytes, numbers, and pieces of other inputs.

use crate::random::Random;
use crate::terms::INTERESTING;

/// The longest input.
pub const LONGEST: usize = 4096;

/// Numbers of several bytes at which things happen.
const NUMBERS: [u64; 12] = [
    0,
    0x7f,
    0xff,
    0x100,
    0x7fff,
    0xffff,
    0x3_ffff,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    i64::MAX as u64,
    u64::MAX,
];

/// Changes an input a few times; `others` are inputs to take pieces from.
pub fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    for _ in 0..1 << random.below(4) {
        once(bytes, others, random);
        bytes.truncate(LONGEST);
    }
}

fn once(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let len = bytes.len();
    let at = random.below(len + 1);
    match random.below(12) {
        0 if at < len => bytes[at] ^= 1 << random.below(8),
        1 if at < len => bytes[at] = random.byte(),
        2 | 3 if at < len => bytes[at] = INTERESTING[random.below(INTERESTING.len())],
        4 if at < len => bytes[at] = bytes[at].wrapping_add([1, 255, 16, 240][random.below(4)]),
        5 if at < len => drop(bytes.drain(at..(at + 1 + random.below(8)).min(len))),
        6 => {
            let n = 1 + random.below(4);
            let new = random.bytes(n);
            drop(bytes.splice(at..at, new));
        }
        7 if at < len => {
            // Bytes that are there already, once more, or many times.
            let run = bytes[at..(at + 1 + random.below(16)).min(len)].to_vec();
            let times = if random.once_in(8) { 1 + random.below(64) } else { 1 };
            let to = random.below(len + 1);
            drop(bytes.splice(to..to, run.repeat(times)));
        }
        8 => {
            let size = [1, 2, 4, 8][random.below(4)];
            let number = NUMBERS[random.below(NUMBERS.len())].wrapping_add(random.below(3) as u64);
            let big = number.to_be_bytes();
            let little = number.to_le_bytes();
            let new = if random.once_in(2) { &big[8 - size..] } else { &little[..size] };
            let to = (at + size).min(len);
            drop(bytes.splice(at..to, new.iter().copied()));
        }
        9 | 10 if !others.is_empty() => {
            let other = &others[random.below(others.len())];
            let from = random.below(other.len() + 1);
            let to = from + random.below(other.len() - from + 1);
            let end = if random.once_in(2) { at } else { (at + to - from).min(len) };
            drop(bytes.splice(at..end, other[from..to].iter().copied()));
        }
        11 if at < len => bytes.truncate(at),
        _ => bytes.insert(at, INTERESTING[random.below(INTERESTING.len())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_change_and_stay_short() {
        let mut random = Random::new(3);
        let others = [vec![1; 3000], vec![]];
        let mut bytes = Vec::new();
        for _ in 0..10_000 {
            let before = bytes.clone();
            mutate(&mut bytes, &others, &mut random);
            assert!(bytes.len() <= LONGEST);
            if before.is_empty() {
                bytes = vec![7; 20];
            }
        }
    }
}
