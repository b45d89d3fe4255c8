//! A control message and its payload as bytes.

use crate::control::Control;
use crate::flags::Flags;
use term::etf::{self, AtomTable, EncodeOptions, VERSION};
use term::{Heap, Term};

/// A message as bytes, without its header.
pub struct Encoded {
    /// The atoms that it refers to.
    pub atoms: AtomTable,
    /// Bytes of the control message.
    pub control: usize,
    /// All bytes.
    pub bytes: Vec<u8>,
}

/// The bytes of a control message and what follows it, in a form that a node with these flags
/// understands. None if it understands none.
pub fn encode(flags: Flags, control: Control<'_>, payload: Option<Term<'_>>) -> Option<Encoded> {
    let scratch = Heap::new(0);
    let (control, payload) = for_peer(flags, control, payload)?;
    let control = with_token_for(flags, control);
    let control = control.build(&scratch);
    let (mut atoms, mut bytes) = (AtomTable::new(), Vec::new());
    let options = EncodeOptions::DISTRIBUTION;
    let with_atoms = flags.contains(Flags::DIST_HDR_ATOM_CACHE);
    let with_headers = flags.intersects(Flags::HEADERS);
    let mut write = |t: Term<'_>, bytes: &mut Vec<u8>| {
        if !with_headers {
            bytes.push(VERSION);
        }
        match with_atoms {
            true => etf::encode_body_with(t, options, &mut atoms, bytes),
            false => etf::encode_body(t, options, bytes),
        }
    };
    write(control, &mut bytes);
    let control = bytes.len();
    if let Some(payload) = payload {
        write(payload, &mut bytes);
    }
    Some(Encoded { atoms, control, bytes })
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
        _ => return None,
    })
}
