//! Values: constants, registers, parts of objects, and room on the heap.

use crate::ir::{Body, HEAP, STACK};
use crate::operands::known;
use beamfile::Arg;
use native_abi::image::Slot;
use native_abi::{CONTROL_WORDS, Registers};
use std::fmt::Display;
use std::mem::offset_of;
use term::Term;
use term::word::*;

impl Body<'_> {
    /// Calls what makes a term on the heap; [`native_abi::NOT_FOUND`] if it makes none.
    pub(crate) fn make(&mut self, helper: usize, args: &[&str]) -> String {
        let f = self.get_field(helper, "ptr");
        // Where the heap ends.
        let e = self.value("load ptr, ptr %E");
        self.set_field(offset_of!(Registers, stack), "ptr", &e);
        let h = self.value("load ptr, ptr %H");
        let args: String = args.iter().map(|a| format!(", i64 {a}")).collect();
        let made = self.value(&format!("call preserve_mostcc i64 {f}(ptr %r, ptr {h}{args}) #0"));
        let h = self.get_field(offset_of!(Registers, heap), "ptr");
        self.line(&format!("store ptr {h}, ptr %H"));
        made
    }

    /// Writes an instruction that makes another term of X0.
    pub(crate) fn remake_x0(&mut self, helper: usize) {
        let v = self.source(&Arg::X(0));
        let made = self.make(helper, &[&v]);
        self.set(&Arg::X(0), &made);
    }

    /// Sees to it that an instruction that says what is live has so many words of the heap; to be
    /// called before it reads anything. It may begin anew.
    pub(crate) fn reserve(&mut self, at: usize, words: u64) {
        // Room that had been reserved before is none any more.
        self.roomy = 0;
        let (again, full) = (self.name(), self.name());
        self.line(&format!("br label %{again}"));
        self.begin(&again);
        let lacks = self.lacks(words);
        self.go_if(&lacks, &full);
        self.rare(&full, |b| {
            b.collect(at, words);
            b.line(&format!("br label %{again}"));
        });
    }

    /// Keeps what was made; the interpreter executes the instruction if nothing was.
    pub(crate) fn keep(&mut self, at: usize, made: &str, dst: &Arg) {
        let none = self.is(made, native_abi::NOT_FOUND);
        self.unless(&none, at, |b| b.set(dst, made));
    }

    /// Whether something was made.
    pub(crate) fn was_made(&mut self, made: &str) -> String {
        self.value(&format!("icmp ne i64 {made}, {}", native_abi::NOT_FOUND))
    }

    /// The value of a source.
    pub(crate) fn source(&mut self, a: &Arg) -> String {
        if let Some(word) = known(a) {
            return (word as i64).to_string();
        }
        match a {
            Arg::X(x) | Arg::TypedX(x, _) => self.value(&format!("load i64, ptr %X{x}")),
            Arg::Y(y) | Arg::TypedY(y, _) => {
                let p = self.y(*y);
                self.value(&format!("load i64, ptr {p}, align 8, {STACK}"))
            }
            Arg::Atom(n) => {
                let word = match self.file.atom(*n) {
                    "true" => Some(Term::TRUE.word()),
                    "false" => Some(Term::FALSE.word()),
                    _ => None,
                };
                word.map_or_else(|| self.constant(Slot::Atom(*n)), |w| w.to_string())
            }
            _ => match template::operands::constant(a) {
                Some(slot) => self.constant(slot),
                None => "poison".into(),
            },
        }
    }

    pub(crate) fn y(&mut self, y: u16) -> String {
        let e = self.value("load ptr, ptr %E");
        let at = usize::from(y) + CONTROL_WORDS;
        self.value(&format!("getelementptr i64, ptr {e}, i64 {at}"))
    }

    /// Stores into a register.
    pub(crate) fn set(&mut self, a: &Arg, value: &str) {
        match a {
            Arg::X(x) | Arg::TypedX(x, _) => self.line(&format!("store i64 {value}, ptr %X{x}")),
            Arg::Y(y) | Arg::TypedY(y, _) => {
                let p = self.y(*y);
                self.line(&format!("store i64 {value}, ptr {p}, align 8, {STACK}"));
            }
            _ => {}
        }
    }

    /// The bits of a value under a mask.
    pub(crate) fn and(&mut self, v: &str, mask: u64) -> String {
        self.value(&format!("and i64 {v}, {mask}"))
    }

    /// Whether a value is this word.
    pub(crate) fn is(&mut self, v: &str, word: Word) -> String {
        self.value(&format!("icmp eq i64 {v}, {}", word as i64))
    }

    /// The word that so many words lie behind where a pointer with this tag points.
    pub(crate) fn element(&mut self, pointer: &str, tag: Word, n: u64) -> String {
        let p = self.value(&format!("inttoptr i64 {pointer} to ptr"));
        let p =
            self.value(&format!("getelementptr i8, ptr {p}, i64 {}", 8 * n as i64 - tag as i64));
        self.value(&format!("load i64, ptr {p}, align 8, {HEAP}"))
    }

    /// Writes a word at the top of the heap, so many words on.
    pub(crate) fn put(&mut self, n: impl Display, value: &str) {
        let h = self.value("load ptr, ptr %H");
        let p = self.value(&format!("getelementptr i64, ptr {h}, i64 {n}"));
        self.line(&format!("store i64 {value}, ptr {p}, align 8, {HEAP}"));
    }

    /// Takes what has been put: a pointer to it.
    pub(crate) fn take(&mut self, words: u64, tag: Word) -> String {
        let h = self.value("load ptr, ptr %H");
        let top = self.value(&format!("getelementptr i64, ptr {h}, i64 {words}"));
        self.line(&format!("store ptr {top}, ptr %H"));
        let h = self.value(&format!("ptrtoint ptr {h} to i64"));
        self.value(&format!("or disjoint i64 {h}, {tag}"))
    }

    /// Whether so many words are not free on the heap. It compares with where its top will be if
    /// they are taken, which is not computed again then.
    pub(crate) fn lacks(&mut self, words: u64) -> String {
        let (e, h) = (self.value("load ptr, ptr %E"), self.value("load ptr, ptr %H"));
        let top = self.value(&format!("getelementptr i64, ptr {h}, i64 {words}"));
        self.value(&format!("icmp ugt ptr {top}, {e}"))
    }

    /// The same for a frame of so many words and others for the heap, with where the stack will
    /// end.
    pub(crate) fn lacks_frame(&mut self, words: u64, others: u64) -> String {
        let (e, h) = (self.value("load ptr, ptr %E"), self.value("load ptr, ptr %H"));
        let end = self.value(&format!("getelementptr i64, ptr {e}, i64 -{words}"));
        let top = match others {
            0 => h,
            _ => self.value(&format!("getelementptr i64, ptr {h}, i64 {others}")),
        };
        self.value(&format!("icmp ult ptr {end}, {top}"))
    }

    /// The header of a boxed object; 0 if the value is none.
    pub(crate) fn header_or_zero(&mut self, v: &str) -> String {
        let tag = self.and(v, TAG_MASK);
        let boxed = self.is(&tag, TAG_BOXED);
        let (from, load, join) = (self.name(), self.name(), self.name());
        self.line(&format!("br label %{from}"));
        self.begin(&from);
        self.branch(&boxed, &load, &join, Some(true));
        self.begin(&load);
        let head = self.element(v, TAG_BOXED, 0);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        self.value(&format!("phi i64 [ 0, %{from} ], [ {head}, %{load} ]"))
    }
}
