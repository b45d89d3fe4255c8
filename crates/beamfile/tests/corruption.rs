//! Damaged files give an error (or, if the damage does not matter, a module), never a panic.

mod common;

use common::*;

/// Reads, verifies and lists what was accepted: neither must trip over it.
fn survives(bytes: &[u8]) -> bool {
    match beamfile::read(bytes) {
        Ok(mut file) => {
            if let Err(error) = beamfile::verify(&mut file) {
                assert!(!error.to_string().is_empty());
            }
            let listing = beamfile::disasm::module(&file);
            assert!(!listing.is_empty());
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// The hand-made module and some small ones of OTP.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![sample().build()];
    let mut files: Vec<_> =
        otp_files().iter().filter_map(|path| std::fs::read(path).ok()).collect();
    files.sort_by_key(Vec::len);
    // From the small ones on, each twice as large as the one before.
    let mut size = 500;
    for file in files {
        if file.len() >= size && size <= 16_000 {
            size = file.len() * 2;
            seeds.push(file);
        }
    }
    seeds
}

#[test]
fn truncated_at_every_offset() {
    for seed in seeds().iter().take(3) {
        assert!(survives(seed));
        for len in 0..seed.len() {
            assert!(!survives(&seed[..len]), "the first {len} bytes were accepted");
        }
    }
}

#[test]
fn every_bit_flipped() {
    let mut seed = sample().build();
    for at in 0..seed.len() * 8 {
        seed[at / 8] ^= 1 << (at % 8);
        survives(&seed);
        seed[at / 8] ^= 1 << (at % 8);
    }
}

/// Seeded mutations of the kinds that a fuzzer does. `MASER_FUZZ_ROUNDS` makes it run longer.
#[test]
fn mutated() {
    let rounds = std::env::var("MASER_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok());
    let seeds = seeds();
    let mut random = Random(0x6d61_7365_7221);
    let mut accepted = 0;
    for _ in 0..rounds.unwrap_or(20_000) {
        let mut file = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut file, &seeds, &mut random);
        }
        accepted += u32::from(survives(&file));
    }
    println!("{accepted} of the damaged files were accepted");
}

fn mutate(file: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    const WORDS: [u32; 8] = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let at = random.below(file.len());
    let len = random.below(16).min(file.len() - at);
    match random.below(6) {
        0 => file[at] ^= 1 << random.below(8),
        1 => file[at] = random.below(256) as u8,
        2 => {
            let at = at & !3;
            let word = WORDS[random.below(WORDS.len())].to_be_bytes();
            if let Some(slot) = file.get_mut(at..at + 4) {
                slot.copy_from_slice(&word);
            }
        }
        3 => drop(file.drain(at..at + len)),
        4 => {
            let copy = file[at..at + len].to_vec();
            let to = random.below(file.len());
            file.splice(to..to, copy);
        }
        _ => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            let copy = &other[from..(from + len).min(other.len())];
            let end = (at + copy.len()).min(file.len());
            file[at..end].copy_from_slice(&copy[..end - at]);
        }
    }
    if file.is_empty() {
        file.push(0);
    }
}
