//! The base tier's instructions: one table of name, length and meaning.
//!
//! An instruction is a word `op | a << 16 | b << 32 | c << 48`, followed by `length - 1` more words
//! (`w1`, `w2` …). Operands `a`, `b`, `c` are registers or constants where the table says `src` or
//! `dst`:
//!
//! | bits 15-14 | bits 13-0 |
//! |---|---|
//! | 00 | X register |
//! | 01 | Y register, counted from the stack pointer (2 more than its number) |
//! | 1x | constant, so many words before the instruction |
//!
//! Where there is `to`, it is a distance in words from the instruction, in the upper 32 bits of the
//! word named; 0 stands for no label.

use term::{Atom, Term, View, atom};

/// The kinds of terms that `Check` tests for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Needed {
    /// A non-empty list.
    Cons,
    /// A tuple of just so many elements.
    TupleOf,
    /// A map.
    Map,
    /// A float.
    Float,
    /// A match context.
    Context,
    /// A bit string or a match context.
    Bits,
}

impl Needed {
    const ALL: [Needed; 6] =
        [Needed::Cons, Needed::TupleOf, Needed::Map, Needed::Float, Needed::Context, Needed::Bits];

    /// The one of this number.
    pub fn of(number: usize) -> Needed {
        Needed::ALL[number.min(Needed::ALL.len() - 1)]
    }

    /// Whether a term is of this kind; a tuple must have `size` elements.
    pub fn is(self, t: Term<'_>, size: usize) -> bool {
        match self {
            Needed::Cons => t.as_cons().is_some(),
            Needed::TupleOf => t.as_tuple().is_some_and(|elements| elements.len() == size),
            Needed::Map => t.is_map(),
            Needed::Float => matches!(t.view(), View::Float(_)),
            Needed::Context => t.boxed_kind() == Some(term::word::Kind::MatchCtx),
            Needed::Bits => t.as_bits().is_some(),
        }
    }

    /// The name that exceptions have for it.
    pub fn name(self) -> Atom {
        match self {
            Needed::Cons => atom!("nonempty_list"),
            Needed::TupleOf => atom!("tuple"),
            Needed::Map => atom!("map"),
            Needed::Float => atom!("float"),
            Needed::Context => atom!("match_context"),
            Needed::Bits => atom!("bitstring"),
        }
    }
}

macro_rules! ops {
    ($($name:ident $length:literal $doc:literal;)*) => {
        /// An instruction of the base tier.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum Op { $(#[doc = $doc] $name,)* }

        /// The instructions, by number.
        pub const ALL: &[Op] = &[$(Op::$name),*];

        impl Op {
            /// Its words.
            pub const fn length(self) -> usize {
                const LENGTHS: &[u8] = &[$($length),*];
                LENGTHS[self as usize] as usize
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($name)),*];
                NAMES[self as usize]
            }
        }
    };
}

impl Op {
    /// Whether the instruction of this number calls a built-in that is not one of guards.
    #[inline(always)]
    pub fn calls_built_in(op: u16) -> bool {
        [Op::CallBif, Op::CallBifOnly, Op::CallBifLast].iter().any(|&call| op == call as u16)
    }
}

ops! {
    EnterNative 2 "a arity; w1 address of native code: go there, with the arguments in X registers";
    Breakpoint 2 "a arity, b called through the export; w1 breakpoint: tell, count, and go on at the function's entry";
    Move 1 "a src, b dst";
    MoveXX 1 "a X, b X";
    MoveXY 1 "a X, b Y";
    MoveYX 1 "a Y, b X";
    MoveCX 1 "a constant, b X";
    Swap 1 "a dst, b dst: exchange them";
    Init 1 "a dst becomes []";
    Jump 1 "to in the upper half";
    Call 2 "a arity; w1 address: call with a frame";
    CallOnly 2 "a arity; w1 address: go there, there is no frame";
    CallLast 2 "a arity, b words of the frame; w1 address: drop the frame, go there";
    CallExt 2 "a arity; w1 export";
    CallExtOnly 2 "a arity; w1 export";
    CallExtLast 2 "a arity, b words of the frame; w1 export";
    CallBif 2 "a arity; w1 built-in: call it with a frame";
    CallBifOnly 2 "a arity; w1 built-in: call it and return, there is no frame";
    CallBifLast 2 "a arity, b words of the frame; w1 built-in: call it, drop the frame, return";
    CallFun 1 "a arity, b src the fun";
    CallFunLast 1 "a arity, b src the fun, c words of the frame, 0 for none: tail call";
    Apply 1 "a arity: call x(a):x(a+1)";
    ApplyLast 1 "a arity, b words of the frame";
    ApplyList 1 "b words of the frame, 1 for none and 0 for a call: x0:x1 with the arguments in the list x2";
    ApplyFunList 1 "b words of the frame, 1 for none and 0 for a call: fun x0 with the arguments in the list x1";
    Hibernate 1 "drop the stack and the heap's garbage, wait, then go on with x0:x1 and the list x2";
    CallErrorHandler 2 "w1 export: it has no code; ask the error handler";
    NormalExit 1 "the first function has returned: the process ends";
    TracedReturn 1 "a function has returned through the frame of a breakpoint";
    Return 1 "to the address in the frame on top";
    Allocate 2 "a words of the frame, b live; w1 words of heap needed";
    AllocateZero 2 "as Allocate, slots become []";
    Deallocate 1 "a words of the frame";
    TestHeap 2 "b live; w1 words of heap needed";
    Trim 1 "a words to drop below the control words";
    FuncInfo 1 "raise function_clause; a arity";
    IsLt 2 "a src, b src; w1 to";
    IsGe 2 "a src, b src; w1 to";
    IsEq 2 "a src, b src; w1 to";
    IsNe 2 "a src, b src; w1 to";
    IsEqExact 2 "a src, b src; w1 to";
    IsNeExact 2 "a src, b src; w1 to";
    IsEqImm 2 "a src, b constant that is an immediate; w1 to";
    IsNeImm 2 "a src, b constant that is an immediate; w1 to";
    IsLtXX 2 "as IsLt, both X";
    IsLtXC 2 "as IsLt, X and a small constant";
    IsLtCX 2 "as IsLt, a small constant and X";
    IsGeXX 2 "as IsGe, both X";
    IsGeXC 2 "as IsGe, X and a small constant";
    IsGeCX 2 "as IsGe, a small constant and X";
    IsEqImmX 2 "as IsEqImm, a X";
    IsNeImmX 2 "as IsNeImm, a X";
    IsNilX 1 "as IsNil, a X";
    IsNonemptyListX 1 "as IsNonemptyList, a X";
    IsTupleX 1 "as IsTuple, a X";
    IsTaggedTupleX 2 "as IsTaggedTuple, a X";
    TestArityX 2 "as TestArity, a X";
    IsInteger 1 "a src; to";
    IsFloat 1 "a src; to";
    IsNumber 1 "a src; to";
    IsAtom 1 "a src; to";
    IsPid 1 "a src; to";
    IsReference 1 "a src; to";
    IsPort 1 "a src; to";
    IsNil 1 "a src; to";
    IsBinary 1 "a src; to";
    IsBitstr 1 "a src; to";
    IsList 1 "a src; to";
    IsNonemptyList 1 "a src; to";
    IsTuple 1 "a src; to";
    IsFunction 1 "a src; to";
    IsBoolean 1 "a src; to";
    IsMap 1 "a src; to";
    IsFunction2 2 "a src, b src arity; w1 to";
    TestArity 2 "a src a tuple; w1 to, low half the size";
    IsTupleOfArity 2 "a src; w1 to, low half the size";
    IsTaggedTuple 2 "a src, b constant tag; w1 to, low half the size";
    SelectVal 2 "a src; w1 to, low half n; then n values in order, n distances";
    SelectSmall 2 "a src, b number of values, c constant the first; w1 to; then b distances";
    SelectTupleArity 2 "a src; w1 to, low half n; then n sizes, n distances";
    CheckTuple 2 "a src; w1 elements: raise bad_code unless it is a tuple of so many or more";
    Check 2 "a src, b what it has to be (`Needed`); w1 elements of a tuple: raise bad_code unless it is";
    LendMessage 1 "put the message that a receive looks at onto the heap";
    GetList 1 "a src, b dst head, c dst tail";
    GetHd 1 "a src, b dst";
    GetTl 1 "a src, b dst";
    GetTupleElement 1 "a src, b dst, c element from 0";
    GetListXXX 1 "as GetList, all X";
    GetTupleElementXX 1 "as GetTupleElement, both X";
    PutListXXX 1 "as PutList, all X";
    AddXC 2 "as Add, X and a small constant to X";
    SubXC 2 "as Sub, X and a small constant to X";
    AddXX 2 "as Add, all X";
    SubXX 2 "as Sub, all X";
    DeallocateReturn 1 "a words of the frame: Deallocate and Return";
    MoveDeallocateReturn 1 "a src to x0, b words of the frame";
    MoveCall 2 "a arity, b src, c X; w1 address: move, then call";
    MoveCallOnly 2 "a arity, b src, c X; w1 address: move, then go there";
    Move2XX 2 "a X to b X, then c X to w1 X";
    Move2XY 2 "a X to b Y, then c X to w1 Y";
    Move2YX 2 "a Y to b X, then c Y to w1 X";
    GetNonemptyListXXX 2 "a X, b X head, c X tail; w1 to";
    GetTupleElements2 2 "a X, b X, c X; w1 the elements from 0, low and upper half";
    MoveReturn 1 "a src: to x0, then Return";
    SetTupleElement 1 "a src value, b src tuple, c element from 0";
    PutList 1 "a src head, b src tail, c dst";
    PutTuple 2 "a dst, b size; then the operands, four to a word";
    UpdateRecord 2 "a src, b dst; w1 size, upper half n; then n pairs of operands, two to a word";
    Badmatch 1 "a src";
    IfEnd 1 "raise if_clause";
    CaseEnd 1 "a src";
    TryCaseEnd 1 "a src";
    Badrecord 1 "a src";
    Catch 1 "a dst; to: the handler";
    CatchEnd 1 "a dst";
    TryEnd 1 "a dst";
    TryCase 1 "a dst";
    Raise 1 "a src trace, b src reason";
    RawRaise 1 "raise again with class, reason and trace in x0 to x2";
    BuildStacktrace 1 "make the raw trace in x0 a list";
    MakeFun 2 "a dst, b number of free variables; w1 fun entry; then the operands, four to a word";
    Bif0 2 "c dst; w1 built-in";
    Bif1 3 "a src, c dst; w1 built-in; w2 to";
    Length 3 "a src, b live, c dst; w1 length/1; w2 to; a LengthOn follows";
    LengthOn 3 "a X(live), b live, c dst; w1 length/1; w2 to: goes on where it has paused, with what is live kept";
    Bif2 3 "a src, b src, c dst; w1 built-in; w2 to";
    Bif3 4 "a src, b src, c dst; w1 built-in; w2 to, low bits src; w3 unused";
    Add 2 "a src, b src, c dst; w1 to";
    Sub 2 "a src, b src, c dst; w1 to";
    Mul 2 "a src, b src, c dst; w1 to";
    IntDiv 2 "a src, b src, c dst; w1 to";
    Rem 2 "a src, b src, c dst; w1 to";
    Band 2 "a src, b src, c dst; w1 to";
    Bor 2 "a src, b src, c dst; w1 to";
    Bxor 2 "a src, b src, c dst; w1 to";
    Bsl 2 "a src, b src, c dst; w1 to";
    Bsr 2 "a src, b src, c dst; w1 to";
    Hd 2 "a src, c dst; w1 to";
    Tl 2 "a src, c dst; w1 to";
    TupleSize 2 "a src, c dst; w1 to";
    Element 2 "a src index, b src tuple, c dst; w1 to";
    SelfPid 1 "c dst";
    Fmove 1 "a src a float, c float register";
    FmoveOut 1 "a float register, c dst: box it";
    Fconv 1 "a src, c float register";
    Fadd 1 "a, b, c float registers";
    Fsub 1 "a, b, c float registers";
    Fmul 1 "a, b, c float registers";
    Fdiv 1 "a, b, c float registers";
    Fneg 1 "a, c float registers";
    Send 1 "x1 to x0";
    LoopRec 1 "to: where to wait";
    RemoveMessage 1 "take the message that is looked at out of the mailbox";
    LoopRecEnd 1 "to: the LoopRec";
    Wait 1 "to: the LoopRec";
    WaitTimeout 1 "a src; to: the LoopRec";
    Timeout 1 "the receive has timed out: rewind the mailbox";
    MarkerReserve 1 "a dst";
    MarkerBind 1 "a src marker, b src reference";
    MarkerClear 1 "a src";
    MarkerUse 1 "a src";
    PutMap 3 "a src map, c dst; w1 to, low half n operands; w2 1 for exact, live in the upper half; then operands";
    HasMapFields 2 "a src; w1 to, low half n; then operands";
    GetMapElements 2 "a src; w1 to, low half n operands (key, dst…); then operands";
    GetMapElement 2 "a src, b src key, c dst; w1 to";
    IsRecord 1 "a src; to";
    IsRecordOf 2 "a src, b module, c name; w1 to";
    IsRecordOpen 2 "a src, b module that may see its own, or []; w1 to";
    GetRecordElements 2 "a src; w1 to, low half n operands (field, dst…); then operands";
    GetRecordField 3 "a src, b name or {module, name}, c dst; w1 to; w2 field";
    MakeRecord 2 "a dst; w1 n operands: the definition and the values; then they";
    PutRecord 3 "a src or [], b name or {module, name}, c dst; w1 to, low half n operands; w2 the module's own record; then operands (field, value…)";
    StartMatch 2 "a src, c dst; w1 to, low half live";
    GetInteger 3 "a context, b src size, c dst; w1 to, low half live; w2 unit, flags in the upper half";
    GetInteger8 2 "a context, c dst; w1 to: an unsigned byte";
    GetFloat 3 "as GetInteger";
    GetBinary 3 "as GetInteger";
    GetBinaryAll 2 "a context, c dst; w1 to, b unit: the rest, if it is a multiple of the unit";
    SkipBits 3 "a context, b src size; w1 to; w2 unit";
    TestTail 2 "a context; w1 to, low half bits";
    TestUnit 2 "a context; w1 to, low half unit";
    MatchString 4 "a context; w1 to; w2 bits; w3 address of bytes";
    GetTail 1 "a context, c dst";
    GetPosition 1 "a context, c dst";
    SetPosition 1 "a context, b src";
    GetUtf8 2 "a context, c dst; w1 to";
    GetUtf16 2 "a context, c dst; w1 to, low half flags";
    GetUtf32 2 "a context, c dst; w1 to, low half flags";
    SkipUtf8 2 "a context; w1 to";
    SkipUtf16 2 "a context; w1 to, low half flags";
    SkipUtf32 2 "a context; w1 to, low half flags";
    EnsureAtLeast 3 "a context; w1 to, low half unit; w2 bits";
    EnsureExactly 3 "a context; w1 to; w2 bits";
    CreateBin 3 "c dst, a number of segments; w1 to, low half live; w2 first unit for append; then 3 words a segment";
    SizeAdd 3 "a src, b src, c dst; w1 to; w2 unit: a and b units, the size of what is to be built";
    UtfSize 2 "a src, c dst; w1 16 or 8: bytes that a character takes";
    InitWritable 1 "x0 becomes an empty binary";
    ExecutableLine 1 "nothing";
    Count 2 "w1 address of a counter: one more";
    Kinds 2 "a src, b src; w1 address of a counter: which kinds of operands there have been";
}

// Native code looks for it where it calls other modules.
const _: () = assert!(
    Op::EnterNative as u64 == native_abi::ENTER
        && Op::Breakpoint as u64 == native_abi::BREAKPOINT
        && Op::CallBifOnly as u64 == native_abi::CALL_BUILT_IN
);

/// The kind of value that a segment of `bs_create_bin` is made from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SegmentKind {
    /// Integer.
    Integer,
    /// Float.
    Float,
    /// Bit string.
    Binary,
    /// Bit string at the front, which may be grown in place.
    Append,
    /// As `Append`, known not to be used again.
    PrivateAppend,
    /// Bytes of the module.
    String,
    /// Character in UTF-8.
    Utf8,
    /// Character in UTF-16.
    Utf16,
    /// Character in UTF-32.
    Utf32,
}

impl SegmentKind {
    /// Whether the others are put behind it.
    pub(crate) fn appends(self) -> bool {
        matches!(self, SegmentKind::Append | SegmentKind::PrivateAppend)
    }
}
