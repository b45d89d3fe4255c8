//! The stack of a process that stands still, frame by frame, for those who print it.

use crate::breakpoint::Breakpoint;
use crate::code;
use crate::interp::frames;
use crate::process::Running;
use std::fmt::{self, Write};
use term::{Mfa, Term, Word, print, word};

/// Words of a frame before its registers.
const CONTROL: usize = 2;

/// Words of an instruction that calls a built-in.
const BUILT_IN_CALL: usize = 2;

/// A place in code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address, as it is on the stack.
    pub address: *const u64,
    /// The function there.
    pub what: What,
}

/// The function at a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A function, and bytes from its begin.
    Function(Mfa, usize),
    /// The place to which a process's first function returns.
    NormalExit,
    /// No function.
    Unknown,
}

impl Place {
    /// The place at an address that a process goes on from.
    pub fn of(address: *const u64) -> Place {
        Place::by(address, address)
    }

    /// The place that a call returns to. A function may end with the call: it is found by the
    /// address before.
    fn of_return(address: *const u64) -> Place {
        Place::by(address, address.wrapping_byte_sub(1))
    }

    fn by(address: *const u64, inside: *const u64) -> Place {
        let found = code::find(inside).and_then(|(instance, offset)| {
            let f = instance.function_at(offset)?;
            let begin = instance.address(f.start);
            let bytes = address.addr().checked_sub(begin.addr());
            // The stub of a function that a library has is elsewhere.
            let known = bytes.filter(|_| instance.range().contains(&inside.addr()));
            Some(What::Function(f.mfa, known.unwrap_or(0)))
        });
        let what = match found {
            Some(what) => what,
            None if address == code::normal_exit() => What::NormalExit,
            None => What::Unknown,
        };
        Place { address, what }
    }
}

/// As OTP writes it, in a backtrace as in a crash dump: `0x00007f9ed2da33e0 (lists:map/2 + 80)`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x} (", self.address.addr())?;
        match self.what {
            What::Function(mfa, bytes) => {
                print::write_atom(f, mfa.module)?;
                f.write_char(':')?;
                print::write_atom(f, mfa.function)?;
                write!(f, "/{} + {bytes}", mfa.arity)?;
            }
            What::NormalExit => f.write_str("<terminate process normally>")?,
            What::Unknown => f.write_str("unknown function")?,
        }
        f.write_char(')')
    }
}

/// A Y register of a frame.
#[derive(Clone, Copy)]
pub enum Slot<'p> {
    /// A value.
    Term(Term<'p>),
    /// The mark of a catch, with the place where it goes on.
    Catch(Place),
}

/// A function that a process is in.
pub struct Frame<'p> {
    /// Where on the stack the address is that the function goes on from; of the innermost one,
    /// whose address is not there, nowhere.
    pub on_stack: Option<usize>,
    /// Where it goes on.
    pub place: Place,
    /// Its Y registers, from Y0.
    pub slots: Vec<Slot<'p>>,
}

/// Calls `visit` with the functions that a process is in, the innermost first, until it fails. The
/// last is the place to which its first function returns. A built-in that is being called is the
/// first, without registers.
///
/// # Errors
/// The error of `visit`.
pub fn each_frame<'p>(
    p: &'p Running<'_>,
    visit: impl FnMut(Frame<'p>) -> fmt::Result,
) -> fmt::Result {
    let saved = p.own_ref().pc;
    let pc = Breakpoint::at(saved).map_or(saved, Breakpoint::entry);
    let mut walk = Walk { p, at: p.heap().stack(), visit };
    // SAFETY: a process stands at an instruction, of a module or of the code that no module has.
    match unsafe { code::built_in_at(pc) } {
        Some(mfa) => {
            let what = What::Function(mfa, 0);
            let place = Place { address: code::start_address(mfa), what };
            (walk.visit)(Frame { on_stack: None, place, slots: Vec::new() })?;
            // Code that no module has has no frame: the call is in the frame above.
            if code::find(pc).is_some() {
                let on_stack = Some(walk.at.wrapping_add(1).addr());
                walk.frame(on_stack, Place::of_return(pc.wrapping_add(BUILT_IN_CALL)), pc)?;
            }
        }
        None => {
            walk.frame(None, Place::of(pc), pc)?;
        }
    }
    walk.rest()
}

struct Walk<'p, 'h, F> {
    p: &'p Running<'h>,
    /// The frame that comes next.
    at: *mut Word,
    visit: F,
}

impl<'p, F: FnMut(Frame<'p>) -> fmt::Result> Walk<'p, '_, F> {
    /// The frames whose return address says which they are.
    fn rest(&mut self) -> fmt::Result {
        loop {
            self.at = frames::skip_trace_frames(self.p.heap(), self.at);
            if self.at.wrapping_add(CONTROL) > self.p.heap().stack_end() {
                return Ok(());
            }
            // SAFETY: within the stack; the second word of a frame is a return address.
            let address = unsafe { *self.at.wrapping_add(1) } as *const u64;
            let inside = address.wrapping_byte_sub(1);
            let on_stack = Some(self.at.wrapping_add(1).addr());
            if !self.frame(on_stack, Place::of_return(address), inside)? {
                return Ok(());
            }
        }
    }

    /// The frame of a function that goes on at a place, whose size is known by an address. Whether
    /// it is known where the next one is.
    fn frame(
        &mut self,
        on_stack: Option<usize>,
        place: Place,
        inside: *const u64,
    ) -> Result<bool, fmt::Error> {
        let slots = self.slots(inside);
        let known = slots.is_some();
        (self.visit)(Frame { on_stack, place, slots: slots.unwrap_or_default() })?;
        Ok(known)
    }

    /// The registers of the frame, if its size is known; goes to the frame behind it.
    fn slots(&mut self, inside: *const u64) -> Option<Vec<Slot<'p>>> {
        let words = code::with_known_frames(|known| known.words(inside))?;
        let end = self.at.wrapping_add(words);
        if end > self.p.heap().stack_end() {
            return None;
        }
        let own = self.p.own_ref();
        let slots = (CONTROL..words).map(|i| {
            // SAFETY: within the stack, whose words are terms and marks of catches, of a process
            // that stands still.
            let slot = unsafe { *self.at.wrapping_add(i) };
            let handler = || own.handlers.get((slot >> word::IMM_SHIFT) as usize);
            match (slot & word::IMM_MASK == word::IMM_CATCH).then(handler).flatten() {
                Some(handler) => Slot::Catch(Place::of(handler.pc)),
                // SAFETY: all words of a stack that are not marks are terms, which live as long as
                // the process stands still.
                None => Slot::Term(unsafe { Term::from_word(slot) }),
            }
        });
        let slots = slots.collect();
        self.at = end;
        Some(slots)
    }
}

/// A process's stack as text, as `process_info(P, backtrace)` gives it.
pub fn text(p: &Running<'_>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = each_frame(p, |frame| {
        match frame.on_stack {
            Some(at) => writeln!(text, "\n{at:#018x} Return addr {}", frame.place)?,
            None => writeln!(text, "Program counter: {}", frame.place)?,
        }
        for (i, slot) in frame.slots.iter().enumerate() {
            write!(text, "{:<8} ", format!("y({i})"))?;
            match slot {
                Slot::Term(t) => print::write_term(&mut text, *t, usize::MAX)?,
                Slot::Catch(place) => write!(text, "Catch {place}")?,
            }
            text.push('\n');
        }
        Ok(())
    });
    text
}
