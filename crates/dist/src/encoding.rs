//! A control message and its payload as bytes, made in turns.

use crate::control::{Control, altact};
use crate::flags::Flags;
use crate::fragments::FRAGMENT_SIZE;
use term::etf::{self, AtomTable, EncodeOptions, EncodingParts, Part, TooLarge, VERSION};
use term::{Heap, Term};

/// A message as bytes, without its header.
pub struct Encoded {
    /// The atoms that it refers to.
    pub atoms: AtomTable,
    /// The bytes; the control message is in the first part.
    pub parts: Vec<Part>,
    /// How many bytes there are.
    pub len: usize,
}

/// Bytes that are written in a turn.
pub const TURN: usize = 128 << 10;

/// Binaries are shared from this length on.
const SHARED: usize = 2048;

/// A part that is being written ends when a step is over and it has that many bytes, so that most
/// fragments have one of them.
const PART: usize = FRAGMENT_SIZE / 2;

/// Bytes that are written between two looks at the size of a part.
const STEP: usize = FRAGMENT_SIZE / 4;

/// A message, as far as it has been encoded.
pub enum Encoding<'h> {
    /// All of it.
    Done(Encoded),
    /// A part.
    Begun(EncodingParts<'h>),
}

/// The reason why something is not sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The peer understands no form of it.
    Unknown,
    /// There is no form for a term that is so large.
    TooLarge,
}

impl From<TooLarge> for Refused {
    fn from(_: TooLarge) -> Refused {
        Refused::TooLarge
    }
}

/// Begins to encode a control message and what follows it, in a form that a node with these flags
/// understands.
///
/// # Errors
/// There is none.
pub fn begin<'h>(
    flags: Flags,
    control: Control<'h>,
    payload: Option<Term<'h>>,
) -> Result<Encoding<'h>, Refused> {
    let (control, payload) = for_peer(flags, control, payload).ok_or(Refused::Unknown)?;
    let control = with_token_for(flags, control);
    let options = EncodeOptions::DISTRIBUTION;
    let with_headers = flags.intersects(Flags::HEADERS);
    let mut atoms = flags.contains(Flags::DIST_HDR_ATOM_CACHE).then(AtomTable::new);
    let mut bytes = Vec::new();
    if !with_headers {
        bytes.push(VERSION);
    }
    let scratch = Heap::new(0);
    let control = control.build(&scratch);
    match &mut atoms {
        Some(atoms) => etf::encode_body_with(control, options, atoms, &mut bytes)?,
        None => etf::encode_body(control, options, &mut bytes)?,
    }
    let Some(payload) = payload else {
        let len = bytes.len();
        let parts = vec![Part::Bytes(bytes)];
        return Ok(Encoding::Done(Encoded { atoms: atoms.unwrap_or_default(), parts, len }));
    };
    if !with_headers {
        bytes.push(VERSION);
    }
    Ok(Encoding::Begun(EncodingParts::behind(bytes, atoms, payload, options, SHARED)))
}

/// Encodes on, about as many bytes as `work`; all of it, if nothing is left.
///
/// # Errors
/// There is no form for it.
pub fn go_on(mut encoding: EncodingParts<'_>, work: usize) -> Result<Encoding<'_>, TooLarge> {
    let from = encoding.written();
    while !encoding.go_on(STEP)? {
        encoding.cut(PART);
        if encoding.written() - from >= work {
            return Ok(Encoding::Begun(encoding));
        }
    }
    let len = encoding.written();
    let (parts, atoms) = encoding.done_with_atoms();
    Ok(Encoding::Done(Encoded { atoms: atoms.unwrap_or_default(), parts, len }))
}

/// The bytes of a control message and what follows it at once.
///
/// # Errors
/// As [`begin`] and [`go_on`].
pub fn encode(
    flags: Flags,
    control: Control<'_>,
    payload: Option<Term<'_>>,
) -> Result<Encoded, Refused> {
    let mut encoding = begin(flags, control, payload)?;
    loop {
        match encoding {
            Encoding::Done(encoded) => return Ok(encoded),
            Encoding::Begun(begun) => encoding = go_on(begun, usize::MAX)?,
        }
    }
}

/// The largest label of a token that an emulator of 32 bits has as a small integer.
const LABEL_MAX: i64 = (1 << 27) - 1;

/// A message goes without its token to a peer that does not know labels such as this one.
fn with_token_for(flags: Flags, control: Control<'_>) -> Control<'_> {
    if flags.contains(Flags::BIG_SEQTRACE_LABELS) {
        return control;
    }
    let known = |token: &Term<'_>| {
        let label = token.as_tuple_of::<5>().and_then(|t| t[1].as_small());
        label.is_some_and(|label| (-LABEL_MAX - 1..=LABEL_MAX).contains(&label))
    };
    let kept = |token: Option<_>| token.filter(known);
    match control {
        Control::Send { to, token } => Control::Send { to, token: kept(token) },
        Control::SendSender { from, to, token } => {
            Control::SendSender { from, to, token: kept(token) }
        }
        Control::RegSend { from, to, token } => Control::RegSend { from, to, token: kept(token) },
        Control::AliasSend { from, alias, token } => {
            Control::AliasSend { from, alias, token: kept(token) }
        }
        Control::AltactSigSend { flags, from, to, token } if kept(token).is_none() => {
            Control::AltactSigSend { flags: flags & !altact::TOKEN, from, to, token: None }
        }
        _ => control,
    }
}

/// The older form of a control message where the peer does not know the newer one.
fn for_peer<'h>(
    flags: Flags,
    control: Control<'h>,
    payload: Option<Term<'h>>,
) -> Option<(Control<'h>, Option<Term<'h>>)> {
    let knows = flags.contains(control.op().flags);
    let reason = payload.unwrap_or(Term::NIL);
    Some(match control {
        _ if knows => (control, payload),
        Control::SendSender { to, token, .. } => (Control::Send { to, token }, payload),
        Control::PayloadExit { from, to, token } => {
            (Control::Exit { from, to, token, reason }, None)
        }
        Control::PayloadExit2 { from, to, token } => {
            (Control::Exit2 { from, to, token, reason }, None)
        }
        Control::PayloadMonitorExit { from, to, reference } => {
            (Control::MonitorExit { from, to, reference, reason }, None)
        }
        Control::UnlinkId { from, to, .. } => (Control::Unlink { from, to }, None),
        Control::AltactSigSend { flags: how, from, to, token } => {
            return for_peer(flags, without_flags(how, from, to, token)?, payload);
        }
        _ => return None,
    })
}

/// The older form of a signal with flags: without priority. None if it is an exit signal to an
/// alias.
fn without_flags<'h>(
    flags: u32,
    from: Term<'h>,
    to: Term<'h>,
    token: Option<Term<'h>>,
) -> Option<Control<'h>> {
    Some(match flags & (altact::EXIT | altact::ALIAS | altact::NAME) {
        0 => Control::SendSender { from, to, token },
        altact::ALIAS => Control::AliasSend { from, alias: to, token },
        altact::NAME => Control::RegSend { from, to, token },
        altact::EXIT => Control::PayloadExit2 { from, to, token },
        _ => return None,
    })
}
