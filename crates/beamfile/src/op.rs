//! The generic instructions of OTP 25 to 29, in one table: number, name, operands, release.

/// The demand on an operand of a generic instruction.
///
/// The parser checks each operand against its kind, so that a loader may use the indexes in it
/// without checking them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `U`: the number of the label being defined.
    LabelDef,
    /// `F`: a label, or 0 for none (raise an exception instead of jumping).
    Fail,
    /// `F`: a label, never 0.
    Target,
    /// `F`: the entry label of a function in this module.
    Entry,
    /// `U`: an index into the import table.
    Import,
    /// `U`: an index into the lambda table.
    Lambda,
    /// `U` (an index into the lambda table) or an atom.
    FunTag,
    /// `U`: a byte offset into the string table.
    Str,
    /// `U`: an index into the line table (unchecked where the file has no line table).
    Line,
    /// `U`: a number of arguments, at most 255.
    Arity,
    /// `U`: a number of live X registers, at most 1,024.
    Live,
    /// `U`: a number of stack slots, at most 1,024.
    Slots,
    /// `U`: any unsigned number.
    Num,
    /// `U` or an allocation list: how much heap is needed.
    Need,
    /// A term: a register, or a constant.
    Src,
    /// A term, or an unsigned number.
    SrcOrNum,
    /// A label or an atom.
    FailOrAtom,
    /// An X or Y register to write to.
    Dst,
    /// A floating-point register.
    FReg,
    /// A term or a floating-point register.
    FSrc,
    /// An X, Y or floating-point register to write to.
    FDst,
    /// An atom (or `[]`).
    Atom,
    /// A list of operands.
    List,
    /// Operand of an obsolete instruction; never accepted.
    Gone,
}

/// A generic instruction: a row of the table.
#[derive(Debug)]
pub struct OpInfo {
    /// Its number in the code chunk.
    pub opcode: u8,
    /// OTP's name for it, without the arity.
    pub name: &'static str,
    /// Its operands.
    pub operands: &'static [Kind],
    /// The first release to have it (5 for R5, 17 for OTP 17).
    pub since: u8,
    /// True for one that OTP 25's loader no longer accepts.
    pub obsolete: bool,
    /// The effect, in a line.
    pub doc: &'static str,
}

macro_rules! status {
    (now) => {
        false
    };
    (old) => {
        true
    };
}

macro_rules! ops {
    ($($number:literal $variant:ident $name:literal [$($kind:ident),*] $since:literal $status:ident $doc:literal;)*) => {
        /// A generic instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $variant = $number,)*
        }

        /// Every generic instruction, ordered by number from 1 on without a hole.
        pub static OPS: &[OpInfo] = &[
            $(OpInfo {
                opcode: $number,
                name: $name,
                operands: &[$(Kind::$kind),*],
                since: $since,
                obsolete: status!($status),
                doc: $doc,
            },)*
        ];

        const ALL: &[Op] = &[$(Op::$variant),*];
    };
}

const NAMES_LABELS: [bool; OPS.len()] = {
    let mut names = [false; OPS.len()];
    let mut op = 0;
    while op < OPS.len() {
        let mut rest = OPS[op].operands;
        while let [kind, others @ ..] = rest {
            names[op] |= matches!(
                kind,
                Kind::Fail | Kind::Target | Kind::Entry | Kind::FailOrAtom | Kind::List
            );
            rest = others;
        }
        op += 1;
    }
    names
};

impl Op {
    /// The highest opcode known.
    pub const MAX: u8 = OPS.len() as u8;

    /// The instruction with this number.
    pub fn from_u8(opcode: u8) -> Option<Op> {
        ALL.get(usize::from(opcode).checked_sub(1)?).copied()
    }

    /// The instruction with this name and arity.
    pub fn from_name(name: &str, arity: usize) -> Option<Op> {
        let found = |info: &&OpInfo| info.name == name && info.operands.len() == arity;
        OPS.iter().find(found).and_then(|info| Op::from_u8(info.opcode))
    }

    /// Its entry in the table.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize - 1]
    }

    /// Whether an operand of it may be a label, or a list in which some are.
    pub fn names_labels(self) -> bool {
        NAMES_LABELS[self as usize - 1]
    }

    /// OTP's name for it.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether what stands behind it is reached from it.
    pub fn falls_through(self) -> bool {
        !matches!(
            self,
            Op::Return
                | Op::Jump
                | Op::CallOnly
                | Op::CallLast
                | Op::CallExtOnly
                | Op::CallExtLast
                | Op::ApplyLast
                | Op::SelectVal
                | Op::SelectTupleArity
                | Op::Badmatch
                | Op::IfEnd
                | Op::CaseEnd
                | Op::TryCaseEnd
                | Op::Badrecord
                | Op::Raise
                | Op::Wait
                | Op::LoopRecEnd
                | Op::FuncInfo
                | Op::IntCodeEnd
        )
    }

    /// How many operands it has.
    pub fn arity(self) -> usize {
        self.info().operands.len()
    }
}

ops! {
    1 Label "label" [LabelDef] 5 now "Mark this place with a label; a basic block starts here.";
    2 FuncInfo "func_info" [Atom, Atom, Arity] 5 now "Head of a function: its name; running it raises function_clause.";
    3 IntCodeEnd "int_code_end" [] 5 now "The last instruction of the code.";
    4 Call "call" [Arity, Entry] 5 now "Call a function of this module.";
    5 CallLast "call_last" [Arity, Entry, Slots] 5 now "Drop the frame and tail-call a function of this module.";
    6 CallOnly "call_only" [Arity, Entry] 5 now "Tail-call a function of this module; there is no frame.";
    7 CallExt "call_ext" [Arity, Import] 5 now "Call an imported function.";
    8 CallExtLast "call_ext_last" [Arity, Import, Slots] 5 now "Drop the frame and tail-call an imported function.";
    9 Bif0 "bif0" [Import, Dst] 5 now "Run a guard built-in without arguments.";
    10 Bif1 "bif1" [Fail, Import, Src, Dst] 5 now "Run a guard built-in of one argument that needs no heap.";
    11 Bif2 "bif2" [Fail, Import, Src, Src, Dst] 5 now "Run a guard built-in of two arguments that needs no heap.";
    12 Allocate "allocate" [Slots, Live] 5 now "Make a stack frame; its slots are not initialized.";
    13 AllocateHeap "allocate_heap" [Slots, Need, Live] 5 now "Make a stack frame and reserve heap.";
    14 AllocateZero "allocate_zero" [Slots, Live] 5 now "Make a stack frame of empty slots.";
    15 AllocateHeapZero "allocate_heap_zero" [Slots, Need, Live] 5 now "Make a stack frame of empty slots and reserve heap.";
    16 TestHeap "test_heap" [Need, Live] 5 now "Reserve heap.";
    17 Init "init" [Dst] 5 now "Empty a stack slot.";
    18 Deallocate "deallocate" [Slots] 5 now "Drop the stack frame.";
    19 Return "return" [] 5 now "Return x(0) to the caller.";
    20 Send "send" [] 5 now "Send x(1) to x(0); the message becomes x(0).";
    21 RemoveMessage "remove_message" [] 5 now "Take the current message out of the queue.";
    22 Timeout "timeout" [] 5 now "A receive timed out: rewind the message queue.";
    23 LoopRec "loop_rec" [Target, Dst] 5 now "Fetch the next message, or jump if there is none.";
    24 LoopRecEnd "loop_rec_end" [Target] 5 now "Step over the current message and jump back.";
    25 Wait "wait" [Target] 5 now "Suspend until a message arrives, then jump.";
    26 WaitTimeout "wait_timeout" [Target, Src] 5 now "Suspend until a message arrives (jump) or time is up.";
    27 MPlus "m_plus" [Gone, Gone, Gone, Gone] 5 old "Old addition.";
    28 MMinus "m_minus" [Gone, Gone, Gone, Gone] 5 old "Old subtraction.";
    29 MTimes "m_times" [Gone, Gone, Gone, Gone] 5 old "Old multiplication.";
    30 MDiv "m_div" [Gone, Gone, Gone, Gone] 5 old "Old division.";
    31 IntDiv "int_div" [Gone, Gone, Gone, Gone] 5 old "Old integer division.";
    32 IntRem "int_rem" [Gone, Gone, Gone, Gone] 5 old "Old remainder.";
    33 IntBand "int_band" [Gone, Gone, Gone, Gone] 5 old "Old bitwise and.";
    34 IntBor "int_bor" [Gone, Gone, Gone, Gone] 5 old "Old bitwise or.";
    35 IntBxor "int_bxor" [Gone, Gone, Gone, Gone] 5 old "Old bitwise exclusive or.";
    36 IntBsl "int_bsl" [Gone, Gone, Gone, Gone] 5 old "Old left shift.";
    37 IntBsr "int_bsr" [Gone, Gone, Gone, Gone] 5 old "Old right shift.";
    38 IntBnot "int_bnot" [Gone, Gone, Gone] 5 old "Old bitwise not.";
    39 IsLt "is_lt" [Fail, Src, Src] 5 now "Jump unless the first is less than the second.";
    40 IsGe "is_ge" [Fail, Src, Src] 5 now "Jump if the first is less than the second.";
    41 IsEq "is_eq" [Fail, Src, Src] 5 now "Jump unless both compare equal (==).";
    42 IsNe "is_ne" [Fail, Src, Src] 5 now "Jump if both compare equal (==).";
    43 IsEqExact "is_eq_exact" [Fail, Src, Src] 5 now "Jump unless both are the same term (=:=).";
    44 IsNeExact "is_ne_exact" [Fail, Src, Src] 5 now "Jump if both are the same term (=:=).";
    45 IsInteger "is_integer" [Fail, Src] 5 now "Jump unless an integer.";
    46 IsFloat "is_float" [Fail, Src] 5 now "Jump unless a float.";
    47 IsNumber "is_number" [Fail, Src] 5 now "Jump unless a number.";
    48 IsAtom "is_atom" [Fail, Src] 5 now "Jump unless an atom.";
    49 IsPid "is_pid" [Fail, Src] 5 now "Jump unless a pid.";
    50 IsReference "is_reference" [Fail, Src] 5 now "Jump unless a reference.";
    51 IsPort "is_port" [Fail, Src] 5 now "Jump unless a port.";
    52 IsNil "is_nil" [Fail, Src] 5 now "Jump unless the empty list.";
    53 IsBinary "is_binary" [Fail, Src] 5 now "Jump unless a binary (whole bytes).";
    54 IsConstant "is_constant" [Gone, Gone] 5 old "Old test.";
    55 IsList "is_list" [Fail, Src] 5 now "Jump unless a cons cell or the empty list.";
    56 IsNonemptyList "is_nonempty_list" [Fail, Src] 5 now "Jump unless a cons cell.";
    57 IsTuple "is_tuple" [Fail, Src] 5 now "Jump unless a tuple.";
    58 TestArity "test_arity" [Fail, Src, Num] 5 now "Jump unless the tuple has this many elements.";
    59 SelectVal "select_val" [Src, Fail, List] 5 now "Jump to the label that the value selects.";
    60 SelectTupleArity "select_tuple_arity" [Src, Fail, List] 5 now "Jump to the label that the tuple's size selects.";
    61 Jump "jump" [Target] 5 now "Jump.";
    62 Catch "catch" [Dst, Target] 5 now "Start a catch; its tag goes to a stack slot.";
    63 CatchEnd "catch_end" [Dst] 5 now "End of a catch: make the exception a value.";
    64 Move "move" [Src, Dst] 5 now "Copy a term to a register.";
    65 GetList "get_list" [Src, Dst, Dst] 5 now "Take a cons cell apart.";
    66 GetTupleElement "get_tuple_element" [Src, Num, Dst] 5 now "Read an element (from 0) of a tuple.";
    67 SetTupleElement "set_tuple_element" [Src, Src, Num] 5 now "Overwrite an element (from 0) of a fresh tuple.";
    68 PutString "put_string" [Gone, Gone, Gone] 5 old "Old string construction.";
    69 PutList "put_list" [Src, Src, Dst] 5 now "Build a cons cell.";
    70 PutTuple "put_tuple" [Gone, Gone] 5 old "Old tuple construction.";
    71 Put "put" [Gone] 5 old "Old tuple construction: one element.";
    72 Badmatch "badmatch" [Src] 5 now "Raise {badmatch, Value}.";
    73 IfEnd "if_end" [] 5 now "Raise if_clause.";
    74 CaseEnd "case_end" [Src] 5 now "Raise {case_clause, Value}.";
    75 CallFun "call_fun" [Arity] 5 now "Call the fun in x(Arity).";
    76 MakeFun "make_fun" [Gone, Gone, Gone] 5 old "Old fun construction.";
    77 IsFunction "is_function" [Fail, Src] 5 now "Jump unless a fun.";
    78 CallExtOnly "call_ext_only" [Arity, Import] 5 now "Tail-call an imported function; there is no frame.";
    79 BsStartMatch "bs_start_match" [Gone, Gone] 7 old "Old binary matching.";
    80 BsGetInteger "bs_get_integer" [Gone, Gone, Gone, Gone, Gone] 7 old "Old binary matching.";
    81 BsGetFloat "bs_get_float" [Gone, Gone, Gone, Gone, Gone] 7 old "Old binary matching.";
    82 BsGetBinary "bs_get_binary" [Gone, Gone, Gone, Gone, Gone] 7 old "Old binary matching.";
    83 BsSkipBits "bs_skip_bits" [Gone, Gone, Gone, Gone] 7 old "Old binary matching.";
    84 BsTestTail "bs_test_tail" [Gone, Gone] 7 old "Old binary matching.";
    85 BsSave "bs_save" [Gone] 7 old "Old binary matching.";
    86 BsRestore "bs_restore" [Gone] 7 old "Old binary matching.";
    87 BsInit "bs_init" [Gone, Gone] 7 old "Old binary construction.";
    88 BsFinal "bs_final" [Gone, Gone] 7 old "Old binary construction.";
    89 BsPutInteger "bs_put_integer" [Fail, Src, Num, Num, Src] 7 now "Append an integer segment: size, unit, flags, value.";
    90 BsPutBinary "bs_put_binary" [Fail, Src, Num, Num, Src] 7 now "Append a binary segment: size, unit, flags, value.";
    91 BsPutFloat "bs_put_float" [Fail, Src, Num, Num, Src] 7 now "Append a float segment: size, unit, flags, value.";
    92 BsPutString "bs_put_string" [Num, Str] 7 now "Append bytes of the string table.";
    93 BsNeedBuf "bs_need_buf" [Gone] 7 old "Old binary construction.";
    94 Fclearerror "fclearerror" [] 8 now "Clear the floating-point error.";
    95 Fcheckerror "fcheckerror" [Fail] 8 now "Raise if a floating-point operation failed.";
    96 Fmove "fmove" [FSrc, FDst] 8 now "Move a float into or out of a floating-point register.";
    97 Fconv "fconv" [FSrc, FReg] 8 now "Convert a number to a float.";
    98 Fadd "fadd" [Fail, FReg, FReg, FReg] 8 now "Floating-point addition.";
    99 Fsub "fsub" [Fail, FReg, FReg, FReg] 8 now "Floating-point subtraction.";
    100 Fmul "fmul" [Fail, FReg, FReg, FReg] 8 now "Floating-point multiplication.";
    101 Fdiv "fdiv" [Fail, FReg, FReg, FReg] 8 now "Floating-point division.";
    102 Fnegate "fnegate" [Fail, FReg, FReg] 8 now "Floating-point negation.";
    103 MakeFun2 "make_fun2" [Lambda] 8 now "Build a fun; its free variables are in X registers.";
    104 Try "try" [Dst, Target] 10 now "Start a try; its tag goes to a stack slot.";
    105 TryEnd "try_end" [Dst] 10 now "End of the protected part of a try.";
    106 TryCase "try_case" [Dst] 10 now "Exception handler: class, reason, trace in x(0) to x(2).";
    107 TryCaseEnd "try_case_end" [Src] 10 now "Raise {try_clause, Value}.";
    108 Raise "raise" [Src, Src] 10 now "Raise again: raw stack trace, reason.";
    109 BsInit2 "bs_init2" [Fail, SrcOrNum, Need, Live, Num, Dst] 10 now "Start building a binary of a size in bytes.";
    110 BsBitsToBytes "bs_bits_to_bytes" [Gone, Gone, Gone] 10 old "Old binary construction.";
    111 BsAdd "bs_add" [Fail, Src, Src, Num, Dst] 10 now "First plus second times unit, for a binary's size.";
    112 Apply "apply" [Arity] 10 now "Call x(Arity):x(Arity+1).";
    113 ApplyLast "apply_last" [Arity, Slots] 10 now "Drop the frame and tail-call x(Arity):x(Arity+1).";
    114 IsBoolean "is_boolean" [Fail, Src] 10 now "Jump unless true or false.";
    115 IsFunction2 "is_function2" [Fail, Src, SrcOrNum] 10 now "Jump unless a fun of this arity.";
    116 BsStartMatch2 "bs_start_match2" [Gone, Gone, Gone, Gone, Gone] 11 old "Old start of a match.";
    117 BsGetInteger2 "bs_get_integer2" [Fail, Src, Live, Src, Num, Num, Dst] 11 now "Match an integer segment: context, live, size, unit, flags.";
    118 BsGetFloat2 "bs_get_float2" [Fail, Src, Live, Src, Num, Num, Dst] 11 now "Match a float segment: context, live, size, unit, flags.";
    119 BsGetBinary2 "bs_get_binary2" [Fail, Src, Live, Src, Num, Num, Dst] 11 now "Match a binary segment: context, live, size, unit, flags.";
    120 BsSkipBits2 "bs_skip_bits2" [Fail, Src, Src, Num, Num] 11 now "Skip a segment: context, size, unit, flags.";
    121 BsTestTail2 "bs_test_tail2" [Fail, Src, Num] 11 now "Jump unless exactly this many bits are left.";
    122 BsSave2 "bs_save2" [Gone, Gone] 11 old "Old save of a match position.";
    123 BsRestore2 "bs_restore2" [Gone, Gone] 11 old "Old restore of a match position.";
    124 GcBif1 "gc_bif1" [Fail, Live, Import, Src, Dst] 11 now "Run a built-in of one argument that may need heap.";
    125 GcBif2 "gc_bif2" [Fail, Live, Import, Src, Src, Dst] 11 now "Run a built-in of two arguments that may need heap.";
    126 BsFinal2 "bs_final2" [Gone, Gone] 11 old "Old binary construction.";
    127 BsBitsToBytes2 "bs_bits_to_bytes2" [Gone, Gone] 11 old "Old binary construction.";
    128 PutLiteral "put_literal" [Gone, Gone] 11 old "Old literal.";
    129 IsBitstr "is_bitstr" [Fail, Src] 11 now "Jump unless a bitstring.";
    130 BsContextToBinary "bs_context_to_binary" [Gone] 12 old "Old end of a match.";
    131 BsTestUnit "bs_test_unit" [Fail, Src, Num] 12 now "Jump unless the bits left are a multiple of the unit.";
    132 BsMatchString "bs_match_string" [Fail, Src, Num, Str] 12 now "Match bits of the string table: context, bits, offset.";
    133 BsInitWritable "bs_init_writable" [] 12 now "Make x(0), a size, an empty binary that grows.";
    134 BsAppend "bs_append" [Fail, Src, Need, Live, Num, Src, Num, Dst] 12 now "Append to a binary: size, heap, live, unit, binary, flags.";
    135 BsPrivateAppend "bs_private_append" [Fail, Src, Num, Src, Num, Dst] 12 now "Append to a binary that nobody else sees: size, unit, binary, flags.";
    136 Trim "trim" [Slots, Slots] 12 now "Drop the first slots of the stack frame, keeping the others.";
    137 BsInitBits "bs_init_bits" [Fail, SrcOrNum, Need, Live, Num, Dst] 12 now "Start building a bitstring of a size in bits.";
    138 BsGetUtf8 "bs_get_utf8" [Fail, Src, Live, Num, Dst] 12 now "Match a UTF-8 character.";
    139 BsSkipUtf8 "bs_skip_utf8" [Fail, Src, Live, Num] 12 now "Skip a UTF-8 character.";
    140 BsGetUtf16 "bs_get_utf16" [Fail, Src, Live, Num, Dst] 12 now "Match a UTF-16 character.";
    141 BsSkipUtf16 "bs_skip_utf16" [Fail, Src, Live, Num] 12 now "Skip a UTF-16 character.";
    142 BsGetUtf32 "bs_get_utf32" [Fail, Src, Live, Num, Dst] 12 now "Match a UTF-32 character.";
    143 BsSkipUtf32 "bs_skip_utf32" [Fail, Src, Live, Num] 12 now "Skip a UTF-32 character.";
    144 BsUtf8Size "bs_utf8_size" [Fail, Src, Dst] 12 now "Bytes that a character takes in UTF-8.";
    145 BsPutUtf8 "bs_put_utf8" [Fail, Num, Src] 12 now "Append a character in UTF-8.";
    146 BsUtf16Size "bs_utf16_size" [Fail, Src, Dst] 12 now "Bytes that a character takes in UTF-16.";
    147 BsPutUtf16 "bs_put_utf16" [Fail, Num, Src] 12 now "Append a character in UTF-16.";
    148 BsPutUtf32 "bs_put_utf32" [Fail, Num, Src] 12 now "Append a character in UTF-32.";
    149 OnLoad "on_load" [] 13 now "The function that starts here is the module's on_load.";
    150 RecvMark "recv_mark" [Target] 14 now "Old receive optimization: remember the end of the queue.";
    151 RecvSet "recv_set" [Target] 14 now "Old receive optimization: go to the remembered place.";
    152 GcBif3 "gc_bif3" [Fail, Live, Import, Src, Src, Src, Dst] 14 now "Run a built-in of three arguments that may need heap.";
    153 Line "line" [Line] 15 now "The source line of what follows.";
    154 PutMapAssoc "put_map_assoc" [Fail, Src, Dst, Live, List] 17 now "Copy a map with keys added or changed.";
    155 PutMapExact "put_map_exact" [Fail, Src, Dst, Live, List] 17 now "Copy a map with existing keys changed.";
    156 IsMap "is_map" [Fail, Src] 17 now "Jump unless a map.";
    157 HasMapFields "has_map_fields" [Fail, Src, List] 17 now "Jump unless the map has all these keys.";
    158 GetMapElements "get_map_elements" [Fail, Src, List] 17 now "Fetch values of keys from a map; jump if one is missing.";
    159 IsTaggedTuple "is_tagged_tuple" [Fail, Src, Num, Atom] 20 now "Jump unless a tuple of this size whose first element is the atom.";
    160 BuildStacktrace "build_stacktrace" [] 21 now "Make the raw stack trace in x(0) a term.";
    161 RawRaise "raw_raise" [] 21 now "Raise with class, reason and raw stack trace in x(0) to x(2).";
    162 GetHd "get_hd" [Src, Dst] 21 now "Head of a cons cell.";
    163 GetTl "get_tl" [Src, Dst] 21 now "Tail of a cons cell.";
    164 PutTuple2 "put_tuple2" [Dst, List] 22 now "Build a tuple.";
    165 BsGetTail "bs_get_tail" [Src, Dst, Live] 22 now "The rest of a match context, as a bitstring.";
    166 BsStartMatch3 "bs_start_match3" [Fail, Src, Live, Dst] 22 now "Start a match; jump unless a bitstring.";
    167 BsGetPosition "bs_get_position" [Src, Dst, Live] 22 now "Remember the position of a match context.";
    168 BsSetPosition "bs_set_position" [Src, Src] 22 now "Set a match context to a remembered position.";
    169 Swap "swap" [Dst, Dst] 23 now "Swap two registers.";
    170 BsStartMatch4 "bs_start_match4" [FailOrAtom, Live, Src, Dst] 23 now "Start or (atom resume) resume a match, which (atom no_fail) cannot fail.";
    171 MakeFun3 "make_fun3" [Lambda, Dst, List] 24 now "Build a fun with the listed free variables.";
    172 InitYregs "init_yregs" [List] 24 now "Empty the listed stack slots.";
    173 RecvMarkerBind "recv_marker_bind" [Src, Src] 24 now "Tie a receive marker to a reference.";
    174 RecvMarkerClear "recv_marker_clear" [Src] 24 now "Drop the receive marker of a reference.";
    175 RecvMarkerReserve "recv_marker_reserve" [Dst] 24 now "Make a receive marker at the end of the queue.";
    176 RecvMarkerUse "recv_marker_use" [Src] 24 now "Continue the receive at a reference's marker.";
    177 BsCreateBin "bs_create_bin" [Fail, Need, Live, Num, Dst, List] 25 now "Build a binary from all its segments at once.";
    178 CallFun2 "call_fun2" [FunTag, Arity, Src] 25 now "Call a fun; the tag tells what is known of it.";
    179 NifStart "nif_start" [] 25 now "Start of a function that a NIF may replace.";
    180 Badrecord "badrecord" [Src] 25 now "Raise {badrecord, Value}.";
    181 UpdateRecord "update_record" [Atom, Num, Src, Dst, List] 26 now "Copy a tuple with elements (from 1) changed.";
    182 BsMatch "bs_match" [Fail, Src, List] 26 now "Match several segments of fixed size at once.";
    183 ExecutableLine "executable_line" [Line, Num] 27 now "An executable line, for coverage.";
    184 DebugLine "debug_line" [Atom, Line, Num, Live] 28 now "A place for a breakpoint.";
    185 Bif3 "bif3" [Fail, Import, Src, Src, Src, Dst] 29 now "Run a guard built-in of three arguments that needs no heap.";
    186 IsAnyNativeRecord "is_any_native_record" [Fail, Src] 29 now "Jump unless a native record.";
    187 IsNativeRecord "is_native_record" [Fail, Src, Atom, Atom] 29 now "Jump unless the native record of this module and name.";
    188 GetRecordElements "get_record_elements" [Fail, Src, List] 29 now "Fetch fields of a native record; jump if one is missing.";
    189 PutRecord "put_record" [Fail, Src, Src, Dst, Live, List] 29 now "Create or update a native record.";
    190 IsRecordAccessible "is_record_accessible" [Fail, Src, Atom] 29 now "Jump unless this module may see the fields of the native record.";
    191 GetRecordField "get_record_field" [Fail, Src, Src, Atom, Dst] 29 now "Fetch one field of a native record.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_dense() {
        for (i, info) in OPS.iter().enumerate() {
            assert_eq!(usize::from(info.opcode), i + 1);
            let op = Op::from_u8(info.opcode).unwrap();
            assert_eq!(op as u8, info.opcode);
            assert_eq!(Op::from_name(info.name, info.operands.len()), Some(op));
            assert_eq!(info.obsolete, info.operands.contains(&Kind::Gone), "{}", info.name);
        }
        assert_eq!(Op::from_u8(0), None);
        assert_eq!(Op::from_u8(Op::MAX + 1), None);
    }
}
