//! The built-ins that code calls: the types of their results, whether they allocate, and which of
//! them never return.

use super::kinds::Ty;
use crate::frames::raises;
use crate::model::{BeamFile, Import};

/// The knowledge about an import.
#[derive(Clone, Copy)]
pub(super) struct Bif {
    pub result: Ty,
    /// The types of the arguments if it has succeeded in a guard.
    pub takes: [Option<Ty>; 2],
    /// Whether it leaves the heap alone.
    pub is_light: bool,
    /// Whether it always raises: compilers put nothing behind a call of it.
    pub raises: bool,
    /// Whether it never fails: the label of a guard that calls it is no way on.
    pub succeeds: bool,
    /// `element/2`, `setelement/3` and `is_map_key/2`.
    pub kind: Special,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Special {
    None,
    Element,
    SetElement,
    IsMapKey,
}

impl Bif {
    pub fn of(file: &BeamFile, import: &Import) -> Bif {
        let (module, name) = (file.atom(import.module), file.atom(import.function));
        let mut bif = Bif {
            result: Ty::ANY,
            takes: [None, None],
            is_light: false,
            raises: raises(file, import),
            succeeds: false,
            kind: Special::None,
        };
        if module == "erlang" {
            bif.erlang(name, import.arity);
        }
        bif
    }

    fn erlang(&mut self, name: &str, arity: u32) {
        let (result, light) = match (name, arity) {
            ("=:=" | "=/=" | "==" | "/=" | "<" | ">" | ">=" | "=<", 2)
            | ("and" | "or" | "xor", 2)
            | ("not", 1) => (Ty::ATOM, true),
            (name, _) if name.starts_with("is_") => (Ty::ATOM, true),
            ("self", 0) => (Ty::PID, true),
            ("node", 0 | 1) => (Ty::ATOM, true),
            ("get", 1) => (Ty::ANY, true),
            ("hd" | "tl", 1) | ("element" | "map_get" | "min" | "max", 2) => (Ty::ANY, true),
            ("tuple_size", 1) => (Ty::INTEGER, true),
            ("length" | "size" | "byte_size" | "bit_size" | "map_size", 1) => (Ty::INTEGER, false),
            ("div" | "rem" | "band" | "bor" | "bxor" | "bsl" | "bsr", 2)
            | ("bnot" | "trunc" | "round" | "ceil" | "floor", 1) => (Ty::INTEGER, false),
            ("+" | "-" | "*", 2) | ("+" | "-" | "abs", 1) => (Ty::NUMBER, false),
            ("/", 2) | ("float", 1) => (Ty::FLOAT, false),
            ("binary_part", 2 | 3) => (Ty::BITS, false),
            ("setelement", 3) => (Ty::TUPLE, false),
            ("list_to_tuple", 1) | ("make_tuple", 2 | 3) => (Ty::TUPLE, false),
            ("atom_to_list" | "integer_to_list" | "tuple_to_list" | "binary_to_list", 1) => {
                (Ty::LIST, false)
            }
            _ => (Ty::ANY, false),
        };
        (self.result, self.is_light) = (result, light);
        self.succeeds = succeeds(name, arity);
        match (name, arity) {
            ("hd" | "tl", 1) => self.takes[0] = Some(Ty::CONS),
            ("tuple_size", 1) => self.takes[0] = Some(Ty::TUPLE),
            ("map_size", 1) => self.takes[0] = Some(Ty::MAP),
            ("length", 1) => self.takes[0] = Some(Ty::LIST),
            ("map_get", 2) => self.takes[1] = Some(Ty::MAP),
            ("is_map_key", 2) => {
                self.takes[1] = Some(Ty::MAP);
                self.kind = Special::IsMapKey;
            }
            ("+" | "-" | "*" | "/", 2) => self.takes = [Some(Ty::NUMBER); 2],
            ("element", 2) => self.kind = Special::Element,
            ("setelement", 3) => self.kind = Special::SetElement,
            _ => {}
        }
    }
}

/// Whether a built-in of erlang has a value for all arguments.
fn succeeds(name: &str, arity: u32) -> bool {
    const TESTS: [&str; 14] = [
        "is_atom",
        "is_binary",
        "is_bitstring",
        "is_boolean",
        "is_float",
        "is_function",
        "is_integer",
        "is_list",
        "is_map",
        "is_number",
        "is_pid",
        "is_port",
        "is_reference",
        "is_tuple",
    ];
    match arity {
        0 => matches!(name, "self" | "node"),
        1 => TESTS.contains(&name),
        2 => matches!(name, "=:=" | "=/=" | "==" | "/=" | "<" | ">" | ">=" | "=<"),
        _ => false,
    }
}
