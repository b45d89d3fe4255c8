//! Whatever a file says that may be a program, reading its symbols and notes ends.

use crate::random::Random;
use crate::texts;
use hugetext::Range;

/// A byte that says where it is in memory, and the file.
pub fn run(bytes: &[u8]) {
    let [base, file @ ..] = bytes else { return };
    let base = usize::from(*base).wrapping_shl(56) | 0x40_0000;
    let pages =
        [Range { from: 0, to: usize::MAX }, Range { from: base, to: base + hugetext::HUGE }];
    if let Some(lines) = hugetext::perf_lines(file, base, &pages) {
        for line in lines.split_terminator('\n') {
            let number = line.split(' ').next().unwrap_or_default();
            assert!(usize::from_str_radix(number, 16).is_ok(), "{line}");
        }
    }
    let _ = maser::probe::notes_in(file);
}

const HEADER: usize = 64;

/// A section: name, type, contents, the section that it refers to, the size of its entries.
struct Section {
    name: u32,
    kind: u32,
    contents: Vec<u8>,
    link: u32,
    entry: u64,
}

/// A program with symbols and notes, damaged or not.
pub fn make(random: &mut Random) -> Vec<u8> {
    const NAMES: &[u8] = b"\0.symtab\0.strtab\0.note.stapsdt\0.text\0";
    let mut names = vec![0];
    let mut symbols = vec![0; 24];
    for _ in 0..random.small(6) {
        let name = names.len() as u32;
        names.extend(random.one(&["main", "_ZN4term4Atom3newE", "_R", "f1", "", "\u{e9}"]).bytes());
        names.push(0);
        let info = [2, 0x12, 1, random.byte()][random.below(4)];
        let number = |random: &mut Random| random.bits() >> random.below(64);
        symbols.extend(name.to_le_bytes());
        symbols.extend([info, 0, 4, 0]);
        symbols.extend(number(random).to_le_bytes());
        symbols.extend(number(random).to_le_bytes());
    }
    let mut notes = Vec::new();
    for _ in 0..random.small(4) {
        let mut text = vec![0; 24];
        text.extend(b"maser\0probe\0-8@%rax\0".iter().take(random.below(26)));
        notes.extend([8, text.len() as u32, 3].iter().flat_map(|n| n.to_le_bytes()));
        notes.extend(b"stapsdt\0");
        text.resize(text.len().next_multiple_of(4), 0);
        notes.extend(text);
    }
    let sections = [
        Section { name: 0, kind: 0, contents: Vec::new(), link: 0, entry: 0 },
        Section { name: 1, kind: 2, contents: symbols, link: 2, entry: 24 },
        Section { name: 9, kind: 3, contents: names, link: 0, entry: 0 },
        Section { name: 17, kind: 7, contents: notes, link: 0, entry: 0 },
        Section { name: 31, kind: 1, contents: vec![0xc3], link: 0, entry: 0 },
        Section { name: 0, kind: 3, contents: NAMES.to_vec(), link: 0, entry: 0 },
    ];
    let mut bytes = vec![random.byte() & 0x7f];
    bytes.extend(file(&sections));
    for _ in 0..random.below(3) {
        texts::damage(&mut bytes, random);
    }
    bytes
}

/// The file of these sections, the last of which has their names.
fn file(sections: &[Section]) -> Vec<u8> {
    let mut contents = vec![0; HEADER];
    let mut table = Vec::new();
    for section in sections {
        table.extend([section.name, section.kind].iter().flat_map(|n| n.to_le_bytes()));
        let place = [0, 0, contents.len() as u64, section.contents.len() as u64];
        table.extend(place.iter().flat_map(|n| n.to_le_bytes()));
        table.extend([section.link, 0].iter().flat_map(|n| n.to_le_bytes()));
        table.extend([4, section.entry].iter().flat_map(|n| n.to_le_bytes()));
        contents.extend(&section.contents);
        contents.resize(contents.len().next_multiple_of(8), 0);
    }
    let mut header = b"\x7fELF\x02\x01\x01".to_vec();
    header.resize(16, 0);
    header.extend([2_u16, 62].iter().flat_map(|n| n.to_le_bytes()));
    header.extend(1_u32.to_le_bytes());
    header.extend([0, 0, contents.len() as u64].iter().flat_map(|n| n.to_le_bytes()));
    header.extend(0_u32.to_le_bytes());
    let last = sections.len() as u16;
    header.extend([64, 56, 0, 64, last, last - 1].iter().flat_map(|n| n.to_le_bytes()));
    contents[..HEADER].copy_from_slice(&header);
    contents.extend(table);
    contents
}
