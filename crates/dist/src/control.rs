//! Control messages: what a message between nodes does; one table of all operations.

use crate::flags::Flags;
use std::fmt;
use term::{Heap, Term, am};

/// The kind of a field of a control message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A pid.
    Pid,
    /// A reference.
    Ref,
    /// An atom.
    Atom,
    /// A pid or the name of a process.
    Process,
    /// A pid, the name of a process, or an alias.
    Receiver,
    /// A module, a function and an arity.
    Mfa,
    /// The number of an unlink: 1 to 2^64 - 1.
    Id,
    /// A number that is sent back: 0 to 2^64 - 1.
    IdBack,
    /// Bits of a number below 2^27.
    Bits,
    /// A token of sequential tracing.
    Token,
    /// Any term.
    Any,
    /// A term that nobody looks at; the empty atom is written.
    Unused,
}

/// Flags in numbers are below this.
const BITS_END: i64 = 1 << 27;

impl Kind {
    fn fits(self, t: Term<'_>) -> bool {
        match self {
            Kind::Pid => t.is_pid(),
            Kind::Ref => t.is_reference(),
            Kind::Atom => t.as_atom().is_some(),
            Kind::Process => t.is_pid() || t.as_atom().is_some(),
            Kind::Receiver => t.is_pid() || t.as_atom().is_some() || t.is_reference(),
            Kind::Mfa => is_mfa(t),
            Kind::Id => t.as_u64().is_some_and(|id| id != 0),
            Kind::IdBack => t.as_u64().is_some(),
            Kind::Bits => t.as_small().is_some_and(|bits| (0..BITS_END).contains(&bits)),
            Kind::Token => is_token(t),
            Kind::Any | Kind::Unused => true,
        }
    }

    /// In words.
    fn expected(self) -> &'static str {
        match self {
            Kind::Pid => "a pid",
            Kind::Ref => "a reference",
            Kind::Atom => "an atom",
            Kind::Process => "a pid or an atom",
            Kind::Receiver => "a pid, an atom or a reference",
            Kind::Mfa => "a module, a function and an arity",
            Kind::Id => "an integer from 1 to 2^64 - 1",
            Kind::IdBack => "an integer from 0 to 2^64 - 1",
            Kind::Bits => "an integer from 0 to 2^27 - 1",
            Kind::Token => "a token of sequential tracing",
            Kind::Any | Kind::Unused => "a term",
        }
    }
}

fn is_mfa(t: Term<'_>) -> bool {
    t.as_tuple_of::<3>().is_some_and(|[module, function, arity]| {
        let names = module.as_atom().is_some() && function.as_atom().is_some();
        names && arity.as_small().is_some_and(|arity| arity >= 0)
    })
}

/// `{Flags, Label, Serial, From, LastCount}`; it comes from a process, a port or a node.
fn is_token(t: Term<'_>) -> bool {
    t.as_tuple_of::<5>().is_some_and(|[flags, _, serial, from, last]| {
        let numbers = [flags, serial, last].iter().all(|n| n.as_small().is_some());
        numbers && (from.is_pid() || from.is_port() || from.as_atom().is_some())
    })
}

/// An operation.
#[derive(PartialEq, Eq, Debug)]
pub struct Op {
    /// Its number, the first element of the control message.
    pub number: u8,
    /// OTP's name, without the `DOP_` in front.
    pub name: &'static str,
    /// The elements behind the number.
    pub fields: &'static [(&'static str, Kind)],
    /// Whether another term follows the control message: the message, the reason or the arguments.
    pub payload: bool,
    /// The first release of OTP that has it; 0 for those that are older than R13.
    pub since: u8,
    /// The flags that both nodes must have for it to be sent.
    pub flags: Flags,
}

impl Op {
    /// Elements of the control message.
    pub fn arity(&self) -> usize {
        1 + self.fields.len()
    }
}

macro_rules! ops {
    ($($name:ident = $number:literal, $since:literal, $flags:expr, $payload:literal,
        ($($field:ident: $kind:ident),*);)*) => {
        /// All operations, in the order of their numbers. An operation that has its token only
        /// sometimes has two rows.
        pub const OPS: &[Op] = &[$(Op {
            number: $number,
            name: stringify!($name),
            fields: &[$((stringify!($field), Kind::$kind)),*],
            payload: $payload,
            since: $since,
            flags: $flags,
        }),*];
    };
}

const NONE: Flags = Flags::empty();
const NAMED: Flags = Flags::DIST_MONITOR.union(Flags::DIST_MONITOR_NAME);

ops! {
    LINK = 1, 0, NONE, false, (from: Pid, to: Pid);
    SEND = 2, 0, NONE, true, (unused: Unused, to: Pid);
    EXIT = 3, 0, NONE, false, (from: Pid, to: Pid, reason: Any);
    UNLINK = 4, 0, NONE, false, (from: Pid, to: Pid);
    REG_SEND = 6, 0, NONE, true, (from: Pid, unused: Unused, to: Atom);
    GROUP_LEADER = 7, 0, NONE, false, (from: Pid, to: Pid);
    EXIT2 = 8, 0, NONE, false, (from: Pid, to: Pid, reason: Any);
    SEND_TT = 12, 0, NONE, true, (unused: Unused, to: Pid, token: Token);
    EXIT_TT = 13, 0, NONE, false, (from: Pid, to: Pid, token: Token, reason: Any);
    REG_SEND_TT = 16, 0, NONE, true, (from: Pid, unused: Unused, to: Atom, token: Token);
    EXIT2_TT = 18, 0, NONE, false, (from: Pid, to: Pid, token: Token, reason: Any);
    MONITOR_P = 19, 0, NAMED, false, (from: Pid, to: Process, reference: Ref);
    DEMONITOR_P = 20, 0, NAMED, false, (from: Pid, to: Process, reference: Ref);
    MONITOR_P_EXIT = 21, 0, NAMED, false, (from: Process, to: Pid, reference: Ref, reason: Any);
    SEND_SENDER = 22, 21, Flags::SEND_SENDER, true, (from: Pid, to: Pid);
    SEND_SENDER_TT = 23, 21, Flags::SEND_SENDER, true, (from: Pid, to: Pid, token: Token);
    PAYLOAD_EXIT = 24, 22, Flags::EXIT_PAYLOAD, true, (from: Pid, to: Pid);
    PAYLOAD_EXIT_TT = 25, 22, Flags::EXIT_PAYLOAD, true, (from: Pid, to: Pid, token: Token);
    PAYLOAD_EXIT2 = 26, 22, Flags::EXIT_PAYLOAD, true, (from: Pid, to: Pid);
    PAYLOAD_EXIT2_TT = 27, 22, Flags::EXIT_PAYLOAD, true, (from: Pid, to: Pid, token: Token);
    PAYLOAD_MONITOR_P_EXIT = 28, 22, Flags::EXIT_PAYLOAD.union(NAMED), true,
        (from: Process, to: Pid, reference: Ref);
    SPAWN_REQUEST = 29, 23, Flags::SPAWN, true,
        (id: Ref, from: Pid, group_leader: Pid, mfa: Mfa, options: Any);
    SPAWN_REQUEST_TT = 30, 23, Flags::SPAWN, true,
        (id: Ref, from: Pid, group_leader: Pid, mfa: Mfa, options: Any, token: Token);
    SPAWN_REPLY = 31, 23, Flags::SPAWN, false, (id: Ref, to: Pid, flags: Bits, result: Process);
    SPAWN_REPLY_TT = 32, 23, Flags::SPAWN, false,
        (id: Ref, to: Pid, flags: Bits, result: Process, token: Token);
    ALIAS_SEND = 33, 24, Flags::ALIAS, true, (from: Pid, alias: Ref);
    ALIAS_SEND_TT = 34, 24, Flags::ALIAS, true, (from: Pid, alias: Ref, token: Token);
    UNLINK_ID = 35, 24, Flags::UNLINK_ID, false, (id: Id, from: Pid, to: Pid);
    UNLINK_ID_ACK = 36, 24, Flags::UNLINK_ID, false, (id: IdBack, from: Pid, to: Pid);
    ALTACT_SIG_SEND = 37, 28, Flags::ALTACT_SIG, true,
        (flags: Bits, from: Pid, to: Receiver);
    ALTACT_SIG_SEND = 37, 28, Flags::ALTACT_SIG, true,
        (flags: Bits, from: Pid, to: Receiver, token: Token);
}

const NUMBERS_END: usize = 38;

/// Where the rows of each number begin; `OPS.len()` where there are none.
const FIRST_ROW: [u8; NUMBERS_END] = {
    let mut first = [OPS.len() as u8; NUMBERS_END];
    let mut i = OPS.len();
    while i > 0 {
        i -= 1;
        first[OPS[i].number as usize] = i as u8;
    }
    first
};

/// The rows of a number; none if there is no such operation.
fn rows(number: i64) -> impl Iterator<Item = &'static Op> {
    let first = usize::try_from(number).ok().and_then(|n| FIRST_ROW.get(n));
    let rows = &OPS[first.map_or(OPS.len(), |&first| usize::from(first))..];
    rows.iter().take_while(move |op| i64::from(op.number) == number)
}

/// Bits of [`Control::SpawnReply`]'s flags.
pub mod spawn_reply {
    /// The new process is linked.
    pub const LINK: u32 = 1;
    /// The new process is monitored.
    pub const MONITOR: u32 = 2;
}

/// Bits of [`Control::AltactSigSend`]'s flags.
pub mod altact {
    /// It goes before others.
    pub const PRIO: u32 = 1;
    /// There is a token.
    pub const TOKEN: u32 = 2;
    /// To an alias.
    pub const ALIAS: u32 = 4;
    /// To a name.
    pub const NAME: u32 = 8;
    /// An exit signal; its reason follows.
    pub const EXIT: u32 = 16;
}

/// A control message whose fields are what they have to be. Whether a pid is of the node that has
/// sent it, and the receiver is here, is for the receiver to see.
#[derive(Copy, Clone, Debug)]
#[allow(missing_docs, reason = "the fields are those of the table")]
pub enum Control<'h> {
    /// A process links itself to another.
    Link { from: Term<'h>, to: Term<'h> },
    /// A message, which follows, from nobody that is known.
    Send { to: Term<'h>, token: Option<Term<'h>> },
    /// A linked process has ended.
    Exit { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>>, reason: Term<'h> },
    /// A link ends, without an answer.
    Unlink { from: Term<'h>, to: Term<'h> },
    /// A message, which follows, to a name.
    RegSend { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>> },
    /// A process gets another group leader: `from`.
    GroupLeader { from: Term<'h>, to: Term<'h> },
    /// A call of `exit/2`.
    Exit2 { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>>, reason: Term<'h> },
    /// A process monitors another.
    Monitor { from: Term<'h>, to: Term<'h>, reference: Term<'h> },
    /// It does not any more.
    Demonitor { from: Term<'h>, to: Term<'h>, reference: Term<'h> },
    /// A monitored process has ended.
    MonitorExit { from: Term<'h>, to: Term<'h>, reference: Term<'h>, reason: Term<'h> },
    /// A message, which follows.
    SendSender { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>> },
    /// A linked process has ended; the reason follows.
    PayloadExit { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>> },
    /// A call of `exit/2`; the reason follows.
    PayloadExit2 { from: Term<'h>, to: Term<'h>, token: Option<Term<'h>> },
    /// A monitored process has ended; the reason follows.
    PayloadMonitorExit { from: Term<'h>, to: Term<'h>, reference: Term<'h> },
    /// A process is to be spawned; the arguments follow.
    SpawnRequest {
        id: Term<'h>,
        from: Term<'h>,
        group_leader: Term<'h>,
        /// `{Module, Function, Arity}`, the arity 0 or more.
        mfa: Term<'h>,
        options: Term<'h>,
        token: Option<Term<'h>>,
    },
    /// The outcome of that: a pid, or the reason why there is none.
    SpawnReply {
        id: Term<'h>,
        to: Term<'h>,
        /// Of [`spawn_reply`]; below 2^27.
        flags: u32,
        result: Term<'h>,
        token: Option<Term<'h>>,
    },
    /// A message, which follows, to an alias.
    AliasSend { from: Term<'h>, alias: Term<'h>, token: Option<Term<'h>> },
    /// A link ends; the number is sent back. It is not 0.
    UnlinkId { id: u64, from: Term<'h>, to: Term<'h> },
    /// The answer to that.
    UnlinkIdAck { id: u64, from: Term<'h>, to: Term<'h> },
    /// A message or the reason of an exit, which follows, with flags of [`altact`]; below 2^27.
    AltactSigSend { flags: u32, from: Term<'h>, to: Term<'h>, token: Option<Term<'h>> },
}

/// Why a term is no control message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ControlError {
    /// It is no tuple with a small integer in front.
    Form,
    /// There is no operation with this number.
    Unknown(i64),
    /// The operation has not so many elements.
    Arity {
        /// The operation.
        op: &'static Op,
        /// Elements that the tuple has.
        arity: usize,
    },
    /// A field is not what it has to be.
    Field {
        /// The operation.
        op: &'static Op,
        /// The field.
        field: &'static str,
        /// The kind that it has to be of.
        expected: &'static str,
    },
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ControlError::Form => f.write_str("no tuple that begins with an operation"),
            ControlError::Unknown(number) => write!(f, "unknown operation {number}"),
            ControlError::Arity { op, arity } => {
                write!(f, "{} ({}) with {arity} elements", op.name, op.number)
            }
            ControlError::Field { op, field, expected } => {
                write!(f, "{} ({}): {field} is not {expected}", op.name, op.number)
            }
        }
    }
}

impl std::error::Error for ControlError {}

/// Finds the row of a control message, and looks whether the fields are as it says.
fn check<'h>(t: Term<'h>) -> Result<(&'static Op, &'h [Term<'h>]), ControlError> {
    let Some([number, fields @ ..]) = t.as_tuple() else { return Err(ControlError::Form) };
    let number = number.as_small().ok_or(ControlError::Form)?;
    let any = rows(number).next().ok_or(ControlError::Unknown(number))?;
    let op = rows(number)
        .find(|op| op.fields.len() == fields.len())
        .ok_or(ControlError::Arity { op: any, arity: 1 + fields.len() })?;
    for (&(field, kind), &value) in op.fields.iter().zip(fields) {
        if !kind.fits(value) {
            return Err(ControlError::Field { op, field, expected: kind.expected() });
        }
    }
    Ok((op, fields))
}

/// Reads a control message.
pub fn parse(t: Term<'_>) -> Result<Control<'_>, ControlError> {
    let (op, fields) = check(t)?;
    let n = |t: Term<'_>| t.as_u64().unwrap_or(0);
    let bits = |t: Term<'_>| n(t) as u32;
    Ok(match (op.number, fields) {
        (1, &[from, to]) => Control::Link { from, to },
        (2, &[_, to]) => Control::Send { to, token: None },
        (3, &[from, to, reason]) => Control::Exit { from, to, token: None, reason },
        (4, &[from, to]) => Control::Unlink { from, to },
        (6, &[from, _, to]) => Control::RegSend { from, to, token: None },
        (7, &[from, to]) => Control::GroupLeader { from, to },
        (8, &[from, to, reason]) => Control::Exit2 { from, to, token: None, reason },
        (12, &[_, to, token]) => Control::Send { to, token: Some(token) },
        (13, &[from, to, token, reason]) => Control::Exit { from, to, token: Some(token), reason },
        (16, &[from, _, to, token]) => Control::RegSend { from, to, token: Some(token) },
        (18, &[from, to, token, reason]) => Control::Exit2 { from, to, token: Some(token), reason },
        (19, &[from, to, reference]) => Control::Monitor { from, to, reference },
        (20, &[from, to, reference]) => Control::Demonitor { from, to, reference },
        (21, &[from, to, reference, reason]) => {
            Control::MonitorExit { from, to, reference, reason }
        }
        (22, &[from, to]) => Control::SendSender { from, to, token: None },
        (23, &[from, to, token]) => Control::SendSender { from, to, token: Some(token) },
        (24, &[from, to]) => Control::PayloadExit { from, to, token: None },
        (25, &[from, to, token]) => Control::PayloadExit { from, to, token: Some(token) },
        (26, &[from, to]) => Control::PayloadExit2 { from, to, token: None },
        (27, &[from, to, token]) => Control::PayloadExit2 { from, to, token: Some(token) },
        (28, &[from, to, reference]) => Control::PayloadMonitorExit { from, to, reference },
        (29 | 30, &[id, from, group_leader, mfa, options, ref token @ ..]) => {
            let token = token.first().copied();
            Control::SpawnRequest { id, from, group_leader, mfa, options, token }
        }
        (31 | 32, &[id, to, flags, result, ref token @ ..]) => {
            let token = token.first().copied();
            Control::SpawnReply { id, to, flags: bits(flags), result, token }
        }
        (33, &[from, alias]) => Control::AliasSend { from, alias, token: None },
        (34, &[from, alias, token]) => Control::AliasSend { from, alias, token: Some(token) },
        (35, &[id, from, to]) => Control::UnlinkId { id: n(id), from, to },
        (36, &[id, from, to]) => Control::UnlinkIdAck { id: n(id), from, to },
        (37, &[flags, from, to, ref token @ ..]) => {
            return altact_sig_send(op, bits(flags), (from, to, token.first().copied()));
        }
        _ => unreachable!("the table has rows of other lengths"),
    })
}

/// The receiver and the token have to be what the flags say.
fn altact_sig_send<'h>(
    op: &'static Op,
    flags: u32,
    (from, to, token): (Term<'h>, Term<'h>, Option<Term<'h>>),
) -> Result<Control<'h>, ControlError> {
    let kind = match flags & (altact::ALIAS | altact::NAME) {
        0 => Kind::Pid,
        altact::ALIAS => Kind::Ref,
        altact::NAME => Kind::Atom,
        _ => return Err(ControlError::Field { op, field: "flags", expected: "of one receiver" }),
    };
    if !kind.fits(to) {
        return Err(ControlError::Field { op, field: "to", expected: kind.expected() });
    }
    if (flags & altact::TOKEN != 0) != token.is_some() {
        return Err(ControlError::Arity { op, arity: op.arity() });
    }
    Ok(Control::AltactSigSend { flags, from, to, token })
}

impl<'h> Control<'h> {
    /// The row of its operation.
    pub fn op(&self) -> &'static Op {
        let (number, arity) = match self {
            Control::Link { .. } => (1, 3),
            Control::Send { token: None, .. } => (2, 3),
            Control::Exit { token: None, .. } => (3, 4),
            Control::Unlink { .. } => (4, 3),
            Control::RegSend { token: None, .. } => (6, 4),
            Control::GroupLeader { .. } => (7, 3),
            Control::Exit2 { token: None, .. } => (8, 4),
            Control::Send { .. } => (12, 4),
            Control::Exit { .. } => (13, 5),
            Control::RegSend { .. } => (16, 5),
            Control::Exit2 { .. } => (18, 5),
            Control::Monitor { .. } => (19, 4),
            Control::Demonitor { .. } => (20, 4),
            Control::MonitorExit { .. } => (21, 5),
            Control::SendSender { token: None, .. } => (22, 3),
            Control::SendSender { .. } => (23, 4),
            Control::PayloadExit { token: None, .. } => (24, 3),
            Control::PayloadExit { .. } => (25, 4),
            Control::PayloadExit2 { token: None, .. } => (26, 3),
            Control::PayloadExit2 { .. } => (27, 4),
            Control::PayloadMonitorExit { .. } => (28, 4),
            Control::SpawnRequest { token: None, .. } => (29, 6),
            Control::SpawnRequest { .. } => (30, 7),
            Control::SpawnReply { token: None, .. } => (31, 5),
            Control::SpawnReply { .. } => (32, 6),
            Control::AliasSend { token: None, .. } => (33, 3),
            Control::AliasSend { .. } => (34, 4),
            Control::UnlinkId { .. } => (35, 4),
            Control::UnlinkIdAck { .. } => (36, 4),
            Control::AltactSigSend { token: None, .. } => (37, 4),
            Control::AltactSigSend { .. } => (37, 5),
        };
        rows(number).find(|op| op.arity() == arity).expect("a row of the table")
    }

    /// The control message as a term.
    pub fn build(&self, heap: &'h Heap) -> Term<'h> {
        const UNUSED: Term<'static> = Term::atom(am::EMPTY);
        let bits = |flags: u32| Term::small(i64::from(flags));
        let (fields, token): (&[Term<'h>], _) = match *self {
            Control::Link { from, to }
            | Control::Unlink { from, to }
            | Control::GroupLeader { from, to } => (&[from, to], None),
            Control::Send { to, token } => (&[UNUSED, to], token),
            Control::Exit { from, to, token, reason }
            | Control::Exit2 { from, to, token, reason } => match token {
                Some(token) => (&[from, to, token, reason], None),
                None => (&[from, to, reason], None),
            },
            Control::RegSend { from, to, token } => (&[from, UNUSED, to], token),
            Control::Monitor { from, to, reference }
            | Control::Demonitor { from, to, reference }
            | Control::PayloadMonitorExit { from, to, reference } => (&[from, to, reference], None),
            Control::MonitorExit { from, to, reference, reason } => {
                (&[from, to, reference, reason], None)
            }
            Control::SendSender { from, to, token }
            | Control::PayloadExit { from, to, token }
            | Control::PayloadExit2 { from, to, token } => (&[from, to], token),
            Control::SpawnRequest { id, from, group_leader, mfa, options, token } => {
                (&[id, from, group_leader, mfa, options], token)
            }
            Control::SpawnReply { id, to, flags, result, token } => {
                (&[id, to, bits(flags), result], token)
            }
            Control::AliasSend { from, alias, token } => (&[from, alias], token),
            Control::UnlinkId { id, from, to } | Control::UnlinkIdAck { id, from, to } => {
                (&[heap.unsigned(id), from, to], None)
            }
            Control::AltactSigSend { flags, from, to, token } => (&[bits(flags), from, to], token),
        };
        let mut elements = [Term::NIL; 7];
        let number = Term::small(i64::from(self.op().number));
        let all = [number].into_iter().chain(fields.iter().copied()).chain(token);
        let n = all.zip(&mut elements).map(|(t, place)| *place = t).count();
        heap.tuple(&elements[..n])
    }
}

#[cfg(test)]
mod tests;
