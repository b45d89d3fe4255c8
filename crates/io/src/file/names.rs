//! File names between terms and the operating system's bytes.

use term::{Export, Mfa, Term, am, atom};
use vm::bif::{BifResult, Exception};
use vm::filename;
use vm::process::Running;

/// `internal_name2native(Name)`: the bytes, with a 0 at their end.
pub(super) fn name2native_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut name = filename::to_native(args[0], false).ok_or(Exception::BADARG)?;
    if name.contains(&0) {
        return Err(Exception::BADARG);
    }
    name.push(0);
    Ok(p.heap().binary(&name))
}

/// `internal_native2name(Bytes)`: the characters, or `{error, How}` as the `+fn` flag says.
pub(super) fn native2name_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args[0].as_binary().ok_or(Exception::BADARG)?;
    Ok(match filename::from_native(p.heap(), &bytes) {
        Some(name) => name,
        None => {
            let how = term::Atom::new(vm::system::config().bad_file_names);
            p.heap().tuple(&[Term::atom(am::ERROR), Term::atom(how)])
        }
    })
}

/// `internal_normalize_utf8(Bytes)`: the characters, composed as far as they can be; `unicode` does
/// that.
pub(super) fn normalize_utf8_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args[0].as_binary().ok_or(Exception::BADARG)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Exception::BADARG)?;
    if text.is_ascii() {
        return Ok(p.heap().string(text));
    }
    let nfc = Mfa::new(atom!("unicode"), atom!("characters_to_nfc_list"), 1);
    Err(Exception::trap(Export::get(nfc), vec![args[0]]))
}

/// `is_translatable(Bytes)`.
pub(super) fn is_translatable_1<'h>(_p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let bytes = args[0].as_binary().ok_or(Exception::BADARG)?;
    Ok(Term::bool(filename::is_translatable(&bytes)))
}
