//! Matching of bit strings: written out but for what is rare.
//!
//! A match context is an object `[original, position, end, bytes]`: position and end in bits, as
//! small integers, and the address of the original's first byte.

use crate::flow::contexts::{IN_A_WORD, LITTLE, NATIVE, context_moved, field_size, matched};
use crate::flow::number;
use crate::ir::{Body, CONTEXT, FIXED, HEAP};
use beamfile::{Arg, Instr, Op};
use native_abi::Registers;
use std::mem::offset_of;
use term::RefBin;
use term::heap::HEAP_BIN_MAX;
use term::word::*;

const ORIGINAL: u64 = 1;
const POSITION: u64 = 2;
const END: u64 = 3;
const BYTES: u64 = 4;

/// Words of a context, with its header.
const CONTEXT_WORDS: u64 = 5;

/// Words that bits of a context take: more if they are copied.
const PART_WORDS: u64 = 2 + HEAP_BIN_MAX as u64 / 8;

/// A flag of a field.
const SIGNED: u64 = 4;

/// Eight bytes from an address can be read whatever the last of them are, if it is not one of the
/// last in its page.
const PAGE: u64 = 4096;

/// Strings up to so many bytes are compared in place.
const SHORT_STRING: usize = 64;

impl Body<'_> {
    /// A word of a match context. Nothing else refers to these words.
    fn context_word(&mut self, context: &str, n: u64) -> String {
        let p = self.context_place(context, n);
        let kind = if n == POSITION { CONTEXT } else { FIXED };
        self.value(&format!("load i64, ptr {p}, align 8, {kind}"))
    }

    fn context_place(&mut self, context: &str, n: u64) -> String {
        let p = self.value(&format!("inttoptr i64 {context} to ptr"));
        self.value(&format!("getelementptr i8, ptr {p}, i64 {}", 8 * n as i64 - TAG_BOXED as i64))
    }

    /// Writes the position into a context itself.
    pub(crate) fn store_position(&mut self, context: &str, position: &str) {
        let p = self.context_place(context, POSITION);
        self.line(&format!("store i64 {position}, ptr {p}, align 8, {CONTEXT}"));
    }

    /// The position that stands in a context itself.
    pub(crate) fn stored_position(&mut self, context: &str) -> String {
        self.context_word(context, POSITION)
    }

    fn set_position(&mut self, context: &str, position: &str) {
        match self.cursor {
            Some(x) => self.line(&format!("store i64 {position}, ptr %P{x}")),
            None => self.store_position(context, position),
        }
    }

    fn position(&mut self, context: &str) -> String {
        match self.cursor {
            Some(x) if self.unboxed >> x & 1 != 0 => self.value(&format!("load i64, ptr %P{x}")),
            _ => self.stored_position(context),
        }
    }

    /// The position, and the bits that are left, as small integers.
    fn left(&mut self, context: &str) -> (String, String) {
        let position = self.position(context);
        let end = self.context_word(context, END);
        let left = self.value(&format!("sub nsw i64 {end}, {position}"));
        (position, left)
    }

    /// Writes an instruction that matches.
    pub fn binary(&mut self, at: usize, i: &Instr) {
        if self.cursor.is_some() && matched(i).is_none() {
            // The context that is gone on with is there already.
            if let Some((from, to)) = context_moved(i) {
                self.move_unboxed(from, to);
            }
            return;
        }
        let a = i.args();
        match i.op {
            Op::BsStartMatch3 => self.start(at, Some(&a[0]), &a[1], &a[3]),
            Op::BsStartMatch4 if matches!(a[0], Arg::Atom(n) if self.file.atom(n) == "resume") => {
                let v = self.source(&a[2]);
                self.set(&a[3], &v);
            }
            Op::BsStartMatch4 => self.start(at, Some(&a[0]), &a[2], &a[3]),
            Op::BsGetPosition => {
                let context = self.source(&a[0]);
                let position = self.position(&context);
                self.set(&a[1], &position);
            }
            Op::BsSetPosition => self.go_to_position(at, &a[0], &a[1]),
            Op::BsTestTail2 => {
                let context = self.source(&a[1]);
                let (_, left) = self.left(&context);
                let is = self.is(&left, small(number(&a[2]) as i64));
                self.test(&is, &a[0]);
            }
            Op::BsTestUnit => {
                let unit = number(&a[2]).max(1);
                let context = self.source(&a[1]);
                let (_, left) = self.left(&context);
                let whole = self.is_multiple(&left, unit);
                self.test(&whole, &a[0]);
            }
            Op::BsSkipBits2 => match self.field_bits(&a[2], number(&a[3]), &a[0]) {
                Some(bits) => {
                    let context = self.source(&a[1]);
                    let position = self.room(&context, &bits, &a[0]);
                    self.move_position(&context, &position, &bits);
                }
                None => self.step(at),
            },
            Op::BsGetInteger2 => self.integer(at, i),
            Op::BsGetFloat2 => self.match_float(at, i),
            Op::BsGetBinary2 => self.match_part(at, i),
            Op::BsMatchString => self.string(at, i),
            Op::BsGetUtf8 | Op::BsSkipUtf8 => self.utf8(i),
            Op::BsGetUtf16 | Op::BsSkipUtf16 | Op::BsGetUtf32 | Op::BsSkipUtf32 => {
                let bits = if matches!(i.op, Op::BsGetUtf16 | Op::BsSkipUtf16) { 16 } else { 32 };
                let context = self.source(&a[1]);
                self.character(i, &context, bits, number(&a[3]));
            }
            Op::BsGetTail => self.match_tail(at, &a[0], &a[1]),
            _ => self.step(at),
        }
    }

    fn go_to_position(&mut self, at: usize, context: &Arg, position: &Arg) {
        let (context, position) = (self.source(context), self.source(position));
        // Any other word than a position of this context: the base tier raises.
        let end = self.context_word(&context, END);
        let within = self.value(&format!("icmp ule i64 {position}, {end}"));
        let low = self.and(&position, 1);
        let small = self.is(&low, 0);
        let right = self.value(&format!("and i1 {within}, {small}"));
        let (on, out) = (self.name(), self.name());
        self.branch(&right, &on, &out, Some(true));
        self.rare(&out, |b| b.leave_at(at));
        self.begin(&on);
        self.set_position(&context, &position);
    }

    fn match_tail(&mut self, at: usize, context: &Arg, dst: &Arg) {
        self.reserve(at, PART_WORDS);
        let context = self.source(context);
        let (position, left) = self.left(&context);
        let join = self.name();
        let tail = |b: &mut Self| {
            let made = b.make(offset_of!(Registers, match_tail), &[&context]);
            b.set(dst, &made);
        };
        let made = self.bits_from(&context, &position, &left, &join, tail);
        self.set(dst, &made);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Whether a number of bits, as a small integer, is a multiple of this.
    pub(crate) fn is_multiple(&mut self, bits: &str, unit: u64) -> String {
        let rest = match unit.is_power_of_two() {
            true => self.and(bits, 2 * unit - 1),
            false => self.value(&format!("urem i64 {bits}, {}", 2 * unit)),
        };
        self.is(&rest, 0)
    }

    /// The bits of a field as a small integer, known now or not. Goes to the label if the size
    /// makes no sense, or is larger than any bit string.
    fn field_bits(&mut self, size: &Arg, unit: u64, fail: &Arg) -> Option<String> {
        if let Some(bits) = field_size(size, unit) {
            return Some((2 * bits).to_string());
        }
        if !matches!(size, Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..)) {
            return None;
        }
        let size = self.source(size);
        // Neither is the lowest bit set, nor one of the highest.
        let other = self.and(&size, !((1 << 40) - 2));
        let right = self.is(&other, 0);
        self.test(&right, fail);
        Some(self.value(&format!("mul nuw nsw i64 {size}, {unit}")))
    }

    fn start(&mut self, at: usize, fail: Option<&Arg>, src: &Arg, dst: &Arg) {
        let v = self.source(src);
        let head = self.header_or_zero(&v);
        let context = self.is(&head, header(Kind::MatchCtx, 4));
        let (again, new, join) = (self.name(), self.name(), self.name());
        self.branch(&context, &again, &new, None);
        self.begin(&again);
        self.set(dst, &v);
        self.line(&format!("br label %{join}"));

        self.begin(&new);
        self.reserve(at, CONTEXT_WORDS);
        let v = self.source(src);
        let head = self.header_or_zero(&v);
        let other = match fail {
            Some(Arg::F(label)) if *label != 0 => self.block_of_label(*label),
            // The compiler knows that it is a bit string.
            _ => self.name(),
        };
        let words = self.words_of_context(&v, &head, &other, fail);
        self.put(0, &header(Kind::MatchCtx, words.len()).to_string());
        for (n, word) in (1..).zip(&words) {
            let h = self.value("load ptr, ptr %H");
            let p = self.value(&format!("getelementptr i64, ptr {h}, i64 {n}"));
            let kind = if n == POSITION { CONTEXT } else { FIXED };
            self.line(&format!("store i64 {word}, ptr {p}, align 8, {kind}"));
        }
        let made = self.take(CONTEXT_WORDS, TAG_BOXED);
        self.set(dst, &made);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// The words of a new context for a bit string with this header; goes to `other` with anything
    /// else.
    fn words_of_context(
        &mut self,
        v: &str,
        head: &str,
        other: &str,
        fail: Option<&Arg>,
    ) -> [String; 4] {
        let (near, far, part) = (self.name(), self.name(), self.name());
        let kind = self.and(head, 0xff);
        let mut text = format!("switch i64 {kind}, label %{other} [");
        for (kind, block) in [(Kind::HeapBin, &near), (Kind::RefcBin, &far), (Kind::SubBits, &part)]
        {
            text += &format!(" i64 {}, label %{block}", header(kind, 0));
        }
        self.line(&(text + " ]"));
        if !matches!(fail, Some(Arg::F(label)) if *label != 0) {
            self.begin(other);
            self.line("unreachable");
        }
        let (whole, made) = (self.name(), self.name());
        // Its bytes, and where they end.
        self.begin(&near);
        let near_bytes = self.value(&format!("add i64 {v}, {}", 16 - TAG_BOXED as i64));
        self.line(&format!("br label %{whole}"));
        self.begin(&far);
        let far_bytes = self.shared_bytes(v);
        self.line(&format!("br label %{whole}"));
        self.begin(&whole);
        let whole_bytes =
            self.value(&format!("phi i64 [ {near_bytes}, %{near} ], [ {far_bytes}, %{far} ]"));
        let size = self.element(v, TAG_BOXED, 1);
        let whole_end = self.value(&format!("shl i64 {size}, 3"));
        self.line(&format!("br label %{made}"));

        self.begin(&part);
        let original = self.element(v, TAG_BOXED, 1);
        let position = self.element(v, TAG_BOXED, 2);
        let bits = self.element(v, TAG_BOXED, 3);
        let part_end = self.value(&format!("add i64 {position}, {bits}"));
        let part_bytes = self.bytes_of(&original);
        let part = self.join(&made);

        self.begin(&made);
        [
            self.value(&format!("phi i64 [ {v}, %{whole} ], [ {original}, %{part} ]")),
            self.value(&format!("phi i64 [ 0, %{whole} ], [ {position}, %{part} ]")),
            self.value(&format!("phi i64 [ {whole_end}, %{whole} ], [ {part_end}, %{part} ]")),
            self.value(&format!("phi i64 [ {whole_bytes}, %{whole} ], [ {part_bytes}, %{part} ]")),
        ]
    }

    /// The address of the first byte of a whole binary.
    pub(crate) fn bytes_of(&mut self, v: &str) -> String {
        let head = self.element(v, TAG_BOXED, 0);
        let kind = self.and(&head, 0xff);
        let near = self.is(&kind, header(Kind::HeapBin, 0));
        let (here, there, join) = (self.name(), self.name(), self.name());
        self.branch(&near, &here, &there, None);
        self.begin(&here);
        let near_bytes = self.value(&format!("add i64 {v}, {}", 16 - TAG_BOXED as i64));
        self.line(&format!("br label %{join}"));
        self.begin(&there);
        let far_bytes = self.shared_bytes(v);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
        self.value(&format!("phi i64 [ {near_bytes}, %{here} ], [ {far_bytes}, %{there} ]"))
    }

    /// The address of the first byte of a binary outside the heap.
    fn shared_bytes(&mut self, v: &str) -> String {
        let shared = self.element(v, TAG_BOXED, 2);
        self.value(&format!("add i64 {shared}, {}", RefBin::DATA))
    }

    /// The position of a context with so many bits left; goes to the label if there are fewer.
    fn room(&mut self, context: &str, bits: &str, fail: &Arg) -> String {
        let position = self.position(context);
        let end = self.context_word(context, END);
        let after = self.value(&format!("add nuw nsw i64 {position}, {bits}"));
        let enough = self.value(&format!("icmp sle i64 {after}, {end}"));
        self.test(&enough, fail);
        position
    }

    /// The next bits (1 to 64, if so many are left; else it goes to the label) of a context, and
    /// their position, which stays.
    fn next_bits(&mut self, context: &str, bits: u64, fail: &Arg) -> (String, String) {
        // Read before it is known to be needed, as then a loop can read it once.
        let bytes = self.context_word(context, BYTES);
        let position = self.room(context, &(2 * bits).to_string(), fail);
        let position = position.as_str();
        let (slow, join) = (self.name(), self.name());
        let inside = self.and(position, 14);
        let quick = match bits {
            8 | 16 | 32 | 64 => {
                let shifted = self.value(&format!("icmp ne i64 {inside}, 0"));
                self.go_if(&shifted, &slow);
                let p = self.byte_at(&bytes, position);
                let v = self.value(&format!("load i{bits}, ptr {p}, align 1, {HEAP}"));
                let v = match bits {
                    8 => v,
                    _ => self.value(&format!("call i{bits} @llvm.bswap.i{bits}(i{bits} {v})")),
                };
                match bits {
                    64 => v,
                    _ => self.value(&format!("zext i{bits} {v} to i64")),
                }
            }
            0..=IN_A_WORD => {
                let p = self.byte_at(&bytes, position);
                let v = self.eight_bytes(&p, &slow);
                let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
                let inside = self.value(&format!("lshr i64 {inside}, 1"));
                let v = self.value(&format!("shl i64 {v}, {inside}"));
                self.value(&format!("lshr i64 {v}, {}", 64 - bits))
            }
            _ => {
                self.go_if("true", &slow);
                "0".into()
            }
        };
        let last = self.join(&join);
        let mut slow_bits = String::new();
        self.rare(&slow, |b| {
            if b.cursor.is_some() {
                b.store_position(context, position);
            }
            let f = b.get_field(offset_of!(Registers, match_bits), "ptr");
            let all = format!("call preserve_mostcc i64 {f}(i64 {context}, i64 {bits}) #2");
            slow_bits = b.value(&all);
            b.line(&format!("br label %{join}"));
        });
        self.begin(&join);
        let bits = self.value(&format!("phi i64 [ {quick}, %{last} ], [ {slow_bits}, %{slow} ]"));
        (bits, position.to_owned())
    }

    /// The eight bytes from an address on as they lie in memory, the last of which mean nothing if
    /// they are not the bit string's; goes to `slow` if they cannot be read.
    pub(crate) fn eight_bytes(&mut self, p: &str, slow: &str) -> String {
        let address = self.value(&format!("ptrtoint ptr {p} to i64"));
        let in_page = self.and(&address, PAGE - 1);
        let over = self.value(&format!("icmp ugt i64 {in_page}, {}", PAGE - 8));
        self.go_if(&over, slow);
        self.value(&format!("load i64, ptr {p}, align 1, {HEAP}"))
    }

    /// Goes to a block through a new one, whose name it gives.
    pub(crate) fn join(&mut self, to: &str) -> String {
        let last = self.name();
        self.line(&format!("br label %{last}"));
        self.begin(&last);
        self.line(&format!("br label %{to}"));
        last
    }

    fn move_position(&mut self, context: &str, position: &str, bits: &str) {
        let after = self.value(&format!("add nuw nsw i64 {position}, {bits}"));
        self.set_position(context, &after);
    }

    /// The address of the byte that a position is in, of a context whose first byte is there.
    fn byte_at(&mut self, bytes: &str, position: &str) -> String {
        let bytes = self.value(&format!("inttoptr i64 {bytes} to ptr"));
        let offset = self.value(&format!("lshr i64 {position}, 4"));
        self.value(&format!("getelementptr i8, ptr {bytes}, i64 {offset}"))
    }

    /// Little-endian, if that is what a field of so many bits is, as it would be read big-endian.
    fn in_order(&mut self, v: String, bits: u64, flags: u64) -> String {
        if flags & (LITTLE | NATIVE) == 0 {
            return v;
        }
        let v = self.value(&format!("call i64 @llvm.bswap.i64(i64 {v})"));
        self.value(&format!("lshr i64 {v}, {}", 64 - bits))
    }

    fn integer(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let flags = number(&a[5]);
        let known = field_size(&a[3], number(&a[4]));
        let Some(size) = self.field_bits(&a[3], number(&a[4]), &a[0]) else {
            return self.step(at);
        };
        let context = self.source(&a[1]);
        let join = self.name();
        let little = flags & (LITTLE | NATIVE) != 0;
        match known {
            Some(bits @ 1..=64) if !little || bits.is_multiple_of(8) => {
                let (v, position) = self.next_bits(&context, bits, &a[0]);
                let v = self.in_order(v, bits, flags);
                let signed = flags & SIGNED != 0;
                let v = match signed {
                    true if bits < 64 => {
                        let v = self.value(&format!("shl i64 {v}, {}", 64 - bits));
                        self.value(&format!("ashr i64 {v}, {}", 64 - bits))
                    }
                    _ => v,
                };
                let small = self.value(&format!("shl i64 {v}, 1"));
                let slow = self.name();
                if bits > if signed { 63 } else { 62 } {
                    let shift = if signed { "ashr" } else { "lshr" };
                    let back = self.value(&format!("{shift} i64 {small}, 1"));
                    let back = match signed {
                        true => back,
                        // The sign must not come to be set either.
                        false => self.and(&back, (1 << 62) - 1),
                    };
                    let large = self.value(&format!("icmp ne i64 {back}, {v}"));
                    let quick = self.name();
                    self.branch(&large, &slow, &quick, None);
                    self.begin(&quick);
                }
                self.move_position(&context, &position, &size);
                self.set(&a[6], &small);
                self.line(&format!("br label %{join}"));
                if bits <= if signed { 63 } else { 62 } {
                    return self.begin(&join);
                }
                self.begin(&slow);
            }
            _ => {}
        }
        let bits = self.value(&format!("lshr i64 {size}, 1"));
        let helper = offset_of!(Registers, match_integer);
        let made = self.make(helper, &[&context, &bits, &flags.to_string()]);
        let right = self.was_made(&made);
        self.test(&right, &a[0]);
        self.set(&a[6], &made);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// `bs_get_float2`.
    fn match_float(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (bits, flags) = (field_size(&a[3], number(&a[4])), number(&a[5]));
        let Some(bits @ (32 | 64)) = bits else { return self.step(at) };
        self.reserve(at, 2);
        let context = self.source(&a[1]);
        let size = (2 * bits).to_string();
        let (v, position) = self.next_bits(&context, bits, &a[0]);
        let mut v = self.in_order(v, bits, flags);
        // Neither infinite nor no number.
        let exponent = if bits == 64 { 0x7ff << 52 } else { 0xff << 23 };
        let of_all = self.and(&v, exponent);
        let finite = self.value(&format!("icmp ne i64 {of_all}, {exponent}"));
        self.test(&finite, &a[0]);
        if bits == 32 {
            let w = self.value(&format!("trunc i64 {v} to i32"));
            let f = self.value(&format!("bitcast i32 {w} to float"));
            let f = self.value(&format!("fpext float {f} to double"));
            v = self.value(&format!("bitcast double {f} to i64"));
        }
        self.move_position(&context, &position, &size);
        let float = self.float_on_heap(&v);
        self.set(&a[6], &float);
    }

    /// `bs_get_binary2`.
    fn match_part(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        self.reserve(at, PART_WORDS);
        let unit = number(&a[4]).max(1);
        let all = matches!(a[3], Arg::Atom(n) if self.file.atom(n) == "all");
        let (context, position, bits);
        if all {
            context = self.source(&a[1]);
            (position, bits) = self.left(&context);
            let whole = self.is_multiple(&bits, unit);
            self.test(&whole, &a[0]);
        } else {
            let Some(size) = self.field_bits(&a[3], unit, &a[0]) else { return self.step(at) };
            bits = size;
            context = self.source(&a[1]);
            position = self.room(&context, &bits, &a[0]);
        }
        let join = self.name();
        let any = |b: &mut Self| {
            let bits = b.value(&format!("lshr i64 {bits}, 1"));
            let made = b.make(offset_of!(Registers, match_binary), &[&context, &bits]);
            b.set(&a[6], &made);
        };
        let made = self.bits_from(&context, &position, &bits, &join, any);
        self.move_position(&context, &position, &bits);
        self.set(&a[6], &made);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// Bits of a context from a position on (they are left), as a term, for which there is room.
    /// Few bytes are copied, as that takes no more room than sharing and does not keep the
    /// original alive. The rare cases are done by `slow` instead, which `join` follows.
    fn bits_from(
        &mut self,
        context: &str,
        position: &str,
        bits: &str,
        join: &str,
        slow: impl FnOnce(&mut Self),
    ) -> String {
        let (rare, shared, copied, made) = (self.name(), self.name(), self.name(), self.name());
        let inside = self.and(bits, 14);
        let odd = self.value(&format!("icmp ne i64 {inside}, 0"));
        let many = self.value(&format!("icmp sgt i64 {bits}, {}", 2 * 8 * HEAP_BIN_MAX));
        let shares = self.value(&format!("or i1 {odd}, {many}"));
        let few = self.name();
        self.branch(&shares, &shared, &few, None);

        self.begin(&shared);
        let original = self.context_word(context, ORIGINAL);
        self.put(0, &header(Kind::SubBits, 3).to_string());
        self.put(1, &original);
        self.put(2, position);
        self.put(3, bits);
        let part = self.take(4, TAG_BOXED);
        self.line(&format!("br label %{made}"));

        // One word of bytes, from a byte's boundary on.
        self.begin(&few);
        let less = self.value(&format!("sub i64 {bits}, 2"));
        let one_word = self.value(&format!("icmp ult i64 {less}, {}", 2 * 64 - 1));
        let inside = self.and(position, 14);
        let aligned = self.is(&inside, 0);
        let simple = self.value(&format!("and i1 {one_word}, {aligned}"));
        self.branch(&simple, &copied, &rare, None);
        self.begin(&copied);
        let bytes = self.context_word(context, BYTES);
        let p = self.byte_at(&bytes, position);
        let v = self.eight_bytes(&p, &rare);
        let without = self.value(&format!("lshr i64 {bits}, 1"));
        let without = self.value(&format!("sub nuw nsw i64 64, {without}"));
        let mask = self.value(&format!("lshr i64 -1, {without}"));
        let v = self.value(&format!("and i64 {v}, {mask}"));
        let size = self.value(&format!("lshr i64 {bits}, 3"));
        self.put(0, &header(Kind::HeapBin, 2).to_string());
        self.put(1, &size);
        self.put(2, &v);
        let copy = self.take(3, TAG_BOXED);
        let copied = self.join(&made);
        self.rare(&rare, |b| {
            slow(b);
            b.line(&format!("br label %{join}"));
        });
        self.begin(&made);
        self.value(&format!("phi i64 [ {part}, %{shared} ], [ {copy}, %{copied} ]"))
    }

    /// `bs_match_string`.
    fn string(&mut self, at: usize, i: &Instr) {
        let a = i.args();
        let (bits, from) = (number(&a[2]), number(&a[3]) as usize);
        let file = self.file;
        let bytes = file.strings.get(from..from.saturating_add(bits.div_ceil(8) as usize));
        let Some(bytes) = bytes.filter(|b| (1..=SHORT_STRING).contains(&b.len())) else {
            self.step(at);
            return self.unbox(self.cursor.map_or(0, |x| 1 << x));
        };
        let whole = bits.is_multiple_of(8);
        if bits > IN_A_WORD && !whole {
            return self.step(at);
        }
        let context = self.source(&a[1]);
        let size = (2 * bits).to_string();
        if bits <= IN_A_WORD {
            let (v, position) = self.next_bits(&context, bits, &a[0]);
            let all = bytes.iter().fold(0_u64, |v, &b| v << 8 | u64::from(b));
            let same = self.is(&v, all >> (8 * bytes.len() as u64 - bits));
            self.test(&same, &a[0]);
            return self.move_position(&context, &position, &size);
        }
        let position = self.room(&context, &size, &a[0]);
        let inside = self.and(&position, 14);
        let shifted = self.value(&format!("icmp ne i64 {inside}, 0"));
        self.unless(&shifted, at, |b| {
            let first = b.context_word(&context, BYTES);
            let p = b.byte_at(&first, &position);
            let mut at = 0;
            while at < bytes.len() {
                // The last ones may have been compared before.
                let from = at.min(bytes.len() - 8);
                let eight: [u8; 8] = bytes[from..from + 8].try_into().expect("eight bytes");
                let q = b.value(&format!("getelementptr i8, ptr {p}, i64 {from}"));
                let v = b.value(&format!("load i64, ptr {q}, align 1, {HEAP}"));
                let same = b.is(&v, u64::from_le_bytes(eight));
                b.test(&same, &a[0]);
                at = from + 8;
            }
            b.move_position(&context, &position, &size);
        });
    }

    /// `bs_get_utf8`, `bs_skip_utf8`.
    fn utf8(&mut self, i: &Instr) {
        let a = i.args();
        let context = self.source(&a[1]);
        let bytes = self.context_word(&context, BYTES);
        let (position, left) = self.left(&context);
        let inside = self.and(&position, 14);
        let (any, some, quick, join) = (self.name(), self.name(), self.name(), self.name());
        let aligned = self.is(&inside, 0);
        let enough = self.value(&format!("icmp sge i64 {left}, 16"));
        let simple = self.value(&format!("and i1 {aligned}, {enough}"));
        self.branch(&simple, &some, &any, None);
        self.begin(&some);
        let p = self.byte_at(&bytes, &position);
        let byte = self.value(&format!("load i8, ptr {p}, align 1, {HEAP}"));
        let ascii = self.value(&format!("icmp sge i8 {byte}, 0"));
        self.branch(&ascii, &quick, &any, None);
        self.begin(&quick);
        self.move_position(&context, &position, "16");
        if i.op == Op::BsGetUtf8 {
            let byte = self.value(&format!("zext i8 {byte} to i64"));
            let v = self.value(&format!("shl i64 {byte}, 1"));
            self.set(&a[4], &v);
        }
        self.line(&format!("br label %{join}"));
        self.begin(&any);
        self.character(i, &context, 8, 0);
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }

    /// The next character, whose smallest part has so many bits.
    fn character(&mut self, i: &Instr, context: &str, bits: u64, flags: u64) {
        let a = i.args();
        let f = self.get_field(offset_of!(Registers, match_character), "ptr");
        let v = self.value(&format!(
            "call preserve_mostcc i64 {f}(i64 {context}, i64 {bits}, i64 {flags}) #0"
        ));
        let right = self.was_made(&v);
        self.test(&right, &a[0]);
        if matches!(i.op, Op::BsGetUtf8 | Op::BsGetUtf16 | Op::BsGetUtf32) {
            self.set(&a[4], &v);
        }
    }

    /// Writes a test for binaries or bit strings.
    pub(crate) fn is_bits(&mut self, i: &Instr) {
        let a = i.args();
        let v = self.source(&a[1]);
        let head = self.header_or_zero(&v);
        let kind = self.and(&head, 0xff);
        let near = self.is(&kind, header(Kind::HeapBin, 0));
        let far = self.is(&kind, header(Kind::RefcBin, 0));
        let whole = self.value(&format!("or i1 {near}, {far}"));
        let (part, join) = (self.name(), self.name());
        self.branch(&whole, &join, &part, None);
        self.begin(&part);
        let mut sub = self.is(&kind, header(Kind::SubBits, 0));
        if i.op == Op::IsBitstr {
            // A context of matching passes a test for bit strings, too.
            let context = self.is(&kind, header(Kind::MatchCtx, 0));
            sub = self.value(&format!("or i1 {sub}, {context}"));
        }
        self.test(&sub, &a[0]);
        if i.op == Op::IsBinary {
            let bits = self.element(&v, TAG_BOXED, 3);
            let inside = self.and(&bits, 14);
            let bytes = self.is(&inside, 0);
            self.test(&bytes, &a[0]);
        }
        self.line(&format!("br label %{join}"));
        self.begin(&join);
    }
}
