//! From an object to an image: sections behind each other, references between them resolved.

use crate::ir::Module;
use beamfile::BeamFile;
use native_abi::image::{Function, Image};
use object::read::elf::ElfFile64;
use object::{
    Object, ObjectSection, ObjectSymbol, Relocation, RelocationKind, RelocationTarget,
    SectionIndex, SectionKind, SymbolSection,
};
use std::collections::HashMap;

/// The largest alignment of a section that is heeded: more would not survive in the image.
const ALIGNED: u64 = 4096;

/// Where the sections that are kept begin in the code.
type Places = HashMap<SectionIndex, usize>;

fn wrong(what: &str) -> String {
    format!("unexpected object: {what}")
}

/// Links an object of a module.
pub fn image(object: &[u8], beam: &BeamFile, module: Module) -> Result<Image, String> {
    let file: ElfFile64 = ElfFile64::parse(object).map_err(|e| e.to_string())?;
    let (mut code, places) = sections(&file)?;
    let table = native_abi::image::TABLE;
    let needed = code.len().max(8 * module.slots.len());
    if needed > table {
        return Err(format!("{needed} bytes of native code or slots are more than {table}"));
    }
    let mut functions: HashMap<&str, usize> = HashMap::new();
    for symbol in file.symbols() {
        if let (SymbolSection::Section(s), Ok(name)) = (symbol.section(), symbol.name())
            && let Some(place) = places.get(&s)
        {
            functions.insert(name, place.wrapping_add(symbol.address() as usize));
        }
    }
    for section in file.sections() {
        let Some(&place) = places.get(&section.index()) else { continue };
        for (at, relocation) in section.relocations() {
            let target = target(&file, &places, &relocation)?;
            let at = place.wrapping_add(at as usize);
            relocate(&mut code, at, target, &relocation)?;
        }
    }
    let address = |name: String| {
        functions.get(name.as_str()).map(|&at| at as u32).ok_or_else(|| wrong(&name))
    };
    let function = |index| Ok(Function { index, entry: address(format!("f{index}"))? });
    let owners = functions.iter().filter_map(|(name, &at)| Some((at as u32, owner(beam, name)?)));
    let mut owners: Vec<(u32, u32)> = owners.filter(|o| (o.0 as usize) < code.len()).collect();
    owners.sort_unstable();
    let functions = (0..module.functions).map(function).collect::<Result<_, String>>()?;
    let code = code.into();
    let (left, stays, slots) = (module.left, module.notes.stays(beam), module.slots);
    let (md5, checks) = (beam.md5, beamfile::checks_to_bytes(beam));
    Ok(Image { md5, code, slots, functions, owners, left, stays, checks, milliseconds: 0 })
}

/// The sections with code and constants behind each other, and where each begins.
fn sections(file: &ElfFile64) -> Result<(Vec<u8>, Places), String> {
    let (mut code, mut places) = (Vec::new(), Places::new());
    for section in file.sections() {
        let kept = [SectionKind::Text, SectionKind::ReadOnlyData, SectionKind::ReadOnlyString];
        if kept.contains(&section.kind())
            && section.size() != 0
            && section.name() != Ok(".eh_frame")
        {
            code.resize(code.len().next_multiple_of(section.align().clamp(1, ALIGNED) as usize), 0);
            places.insert(section.index(), code.len());
            code.extend(section.data().map_err(|e| e.to_string())?);
        }
    }
    Ok((code, places))
}

/// The place to which a relocation refers.
fn target(file: &ElfFile64, places: &Places, relocation: &Relocation) -> Result<usize, String> {
    let RelocationTarget::Symbol(target) = relocation.target() else {
        return Err(wrong("a relocation without a symbol"));
    };
    let symbol = file.symbol_by_index(target).map_err(|e| e.to_string())?;
    match symbol.section() {
        SymbolSection::Section(s) => {
            let place = places.get(&s).ok_or_else(|| wrong("a reference to data"))?;
            Ok(place.wrapping_add(symbol.address() as usize))
        }
        _ if symbol.name() == Ok("T") => Ok(native_abi::image::TABLE),
        _ => Err(wrong(symbol.name().unwrap_or("a symbol"))),
    }
}

/// Writes the distance from `at` to a target, in the four bytes there.
fn relocate(
    code: &mut [u8],
    at: usize,
    target: usize,
    relocation: &Relocation,
) -> Result<(), String> {
    let relative =
        matches!(relocation.kind(), RelocationKind::Relative | RelocationKind::PltRelative);
    if !relative || relocation.size() != 32 {
        return Err(wrong(&format!("{relocation:?}")));
    }
    let value = (target as i64).wrapping_add(relocation.addend()).wrapping_sub(at as i64);
    let value = i32::try_from(value).map_err(|_| wrong("too large"))?;
    let there = code.get_mut(at..at.wrapping_add(4));
    there.ok_or_else(|| wrong("a relocation outside"))?.copy_from_slice(&value.to_le_bytes());
    Ok(())
}

/// The function that a symbol is of: `f` and its number, or `r` and that of one of its
/// instructions; with something behind a dot or not.
pub fn owner(beam: &BeamFile, symbol: &str) -> Option<u32> {
    let (kind, rest) = symbol.split_at_checked(1)?;
    let number: u32 = rest.split('.').next()?.parse().ok()?;
    match kind {
        "f" => Some(number),
        "r" => beam.code.function_at(number as usize),
        _ => None,
    }
}
