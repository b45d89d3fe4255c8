//! Placeholder until the real file of this name is merged: take that one whole when rebasing conflicts here.
use term::{Heap, Term};
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum SegmentKind {
    Integer,
    Float,
    Binary,
    Append,
    PrivateAppend,
    String,
    Utf8,
    Utf16,
    Utf32,
}
pub struct Segment<'h> {
    pub kind: SegmentKind,
    pub flags: u64,
    pub unit: u64,
    pub src: Term<'h>,
    pub size: Term<'h>,
    pub string: &'h [u8],
}
pub enum CreateError<'h> {
    BadArg { v: Term<'h> },
    SystemLimit,
}
pub fn start_match<'h>(heap: &'h Heap, t: Term<'h>) -> Option<Term<'h>> {
    todo!()
}
pub fn remaining(ctx: Term<'_>) -> usize {
    todo!()
}
pub fn position(ctx: Term<'_>) -> usize {
    todo!()
}
pub fn set_position(ctx: Term<'_>, pos: usize) {}
pub fn get_byte(ctx: Term<'_>) -> Option<u8> {
    todo!()
}
pub fn get_integer<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize, flags: u64) -> Option<Term<'h>> {
    todo!()
}
pub fn get_float<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize, flags: u64) -> Option<Term<'h>> {
    todo!()
}
pub fn get_binary<'h>(heap: &'h Heap, ctx: Term<'h>, bits: usize) -> Option<Term<'h>> {
    todo!()
}
pub fn get_rest<'h>(heap: &'h Heap, ctx: Term<'h>) -> Term<'h> {
    todo!()
}
pub fn skip(ctx: Term<'_>, bits: usize) -> bool {
    todo!()
}
pub fn segment_bits(size: Term<'_>, unit: u64) -> Option<usize> {
    todo!()
}
pub fn match_string(ctx: Term<'_>, bytes: &[u8], bits: usize) -> bool {
    todo!()
}
pub fn get_utf8(ctx: Term<'_>) -> Option<i64> {
    todo!()
}
pub fn get_utf16(ctx: Term<'_>, flags: u64) -> Option<i64> {
    todo!()
}
pub fn get_utf32(ctx: Term<'_>, flags: u64) -> Option<i64> {
    todo!()
}
pub fn create_bin<'h>(
    heap: &'h Heap,
    segments: &[Segment<'h>],
) -> Result<Term<'h>, CreateError<'h>> {
    todo!()
}
pub fn initial_writable<'h>(heap: &'h Heap, capacity: usize) -> Term<'h> {
    todo!()
}
