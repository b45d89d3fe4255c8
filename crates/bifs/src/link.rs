//! Links, monitors, aliases, exit signals.

use crate::persistent_term;
use release::Difference;
use term::node::this_node;
use term::{Atom, OwnedTerm, Ref, Term, View, am, atom};
use vm::bif::{BifResult, BifRow, Exception, Other, row};
use vm::mailbox::Rank;
use vm::process::{HeldUp, Running};
use vm::relations::{self, MonitorOptions};
use vm::remote;
use vm::signal::{Alias, AliasKind};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "link", 1, link_1),
    row("erlang", "unlink", 1, unlink_1),
    row("erlang", "monitor", 2, monitor_2),
    row("erlang", "monitor", 3, monitor_3),
    row("erlang", "demonitor", 1, demonitor_1),
    row("erlang", "demonitor", 2, demonitor_2),
    row("erlang", "alias", 0, alias_0),
    row("erlang", "alias", 1, alias_1),
    row("erlang", "unalias", 1, unalias_1),
    row("erlang", "exit", 2, exit_2),
    row("erlang", "exit_signal", 2, exit_2),
    row("erlang", "exit_signal", 3, exit_3).since(28),
    row("erlang", "exit", 3, exit_3).since(28),
    row("erlang", "link", 2, link_2).since(28),
    row("erlang", "bif_return_trap", 1, bif_return_trap_1),
];

/// `badarg`, with a cause for the error's explanation.
pub fn badarg_because<'h>(cause: Atom) -> Exception<'h> {
    Exception::Other(Box::new(Other::ErrorCause(Term::atom(am::BADARG), Term::atom(cause))))
}

/// Whether it is the option `priority`, in a release that has it.
pub(crate) fn is_priority(option: Term<'_>) -> bool {
    option.is(atom!("priority")) && Difference::SignalPriority.is_on()
}

/// The options of a link, or of an exit signal: there is `priority`. None if there is any other.
pub(crate) fn rank_of(options: Term<'_>) -> Option<Rank> {
    let n = options.list_length()?;
    options.list().all(is_priority).then_some(Rank::priority_if(n > 0))
}

fn link<'h>(p: &mut Running<'h>, to: Term<'h>, rank: Rank) -> BifResult<'h> {
    relations::link(p, to, rank)?;
    remote::sent(p, Term::TRUE)
}

fn link_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    link(p, args[0], Rank::Usual)
}

fn link_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let rank = rank_of(args[1]).ok_or_else(|| badarg_because(atom!("badopt")))?;
    link(p, args[0], rank)
}

fn unlink_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    relations::unlink(p, args[0])?;
    remote::sent(p, Term::TRUE)
}

/// Only these can be monitored.
fn check_kind<'h>(t: Term<'_>) -> Result<(), Exception<'h>> {
    match t.as_atom() {
        Some(am::PROCESS | am::PORT | am::TIME_OFFSET) => Ok(()),
        _ => Err(badarg_because(atom!("badtype"))),
    }
}

/// A name at another node is none as long as this node has no name and gets none.
fn check_node<'h>(item: Term<'_>) -> Result<(), Exception<'h>> {
    let node = item.as_tuple_of::<2>().and_then(|t| t[1].as_atom());
    let lonely = |node| {
        node != this_node()
            && this_node() == am::NONODE_NOHOST
            && !persistent_term::is_to_be_named()
    };
    if node.is_some_and(lonely) { Err(Exception::BADARG) } else { Ok(()) }
}

/// Monitors an object of a kind, which are the first two arguments.
fn monitor<'h>(p: &mut Running<'h>, args: &[Term<'h>], options: MonitorOptions) -> BifResult<'h> {
    check_kind(args[0])?;
    check_node(args[1])?;
    let reference = relations::monitor(p, args[0], args[1], options)?;
    remote::sent(p, reference)
}

fn monitor_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    monitor(p, args, MonitorOptions::default())
}

/// An `alias` option's value.
pub(crate) fn alias_kind(t: Term<'_>) -> Option<AliasKind> {
    let a = t.as_atom()?;
    if a == atom!("explicit_unalias") {
        Some(AliasKind::Explicit)
    } else if a == am::DEMONITOR {
        Some(AliasKind::Demonitor)
    } else if a == atom!("reply_demonitor") {
        Some(AliasKind::Reply)
    } else {
        None
    }
}

/// The options of a monitor: tag, alias, priority. None if there is anything else.
pub(crate) fn monitor_options(list: Term<'_>) -> Option<MonitorOptions> {
    let mut options = MonitorOptions::default();
    let mut tag = None;
    list.list_length()?;
    for option in list.list() {
        if is_priority(option) {
            options.rank = Rank::Priority;
            continue;
        }
        let &[key, value] = option.as_tuple_of::<2>()?;
        if key.is(am::TAG) {
            tag = Some(value);
        } else if key.is(am::ALIAS) {
            options.alias = Some(alias_kind(value)?);
        } else {
            return None;
        }
    }
    options.tag = tag.map(OwnedTerm::new);
    Some(options)
}

fn monitor_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let options = monitor_options(args[2]).ok_or_else(|| badarg_because(atom!("badopt")))?;
    monitor(p, args, options)
}

fn demonitor_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    end_monitor(p, args[0])?;
    remote::sent(p, Term::TRUE)
}

/// Ends a monitor of this process; its kind, if there was one. A reference that another node has
/// made is none of a monitor; one that an earlier incarnation of this node has made may have been.
fn end_monitor<'h>(
    p: &mut Running<'h>,
    reference: Term<'h>,
) -> Result<Option<Atom>, Exception<'h>> {
    match reference.view() {
        View::Ref(r) => Ok(relations::demonitor(p, r.numbers())),
        View::ExternalRef(node) if node.name == this_node() => Ok(None),
        _ => Err(Exception::BADARG),
    }
}

fn demonitor_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let (mut flush, mut info) = (false, false);
    args[1].list_length().ok_or(Exception::BADARG)?;
    for option in args[1].list() {
        match option.as_atom() {
            Some(am::FLUSH) => flush = true,
            Some(am::INFO) => info = true,
            _ => return Err(badarg_because(atom!("badopt"))),
        }
    }
    let ended = end_monitor(p, args[0])?;
    // A monitor of the time offset tells again and again.
    let tells_often = ended == Some(am::TIME_OFFSET);
    if flush && (ended.is_none() || tells_often) {
        // It may have fired, and its message may be anywhere between there and the mailbox.
        relations::handle_signals(p)?;
        relations::flush_monitor(p, args[0], tells_often);
    }
    remote::sent(p, Term::bool(!info || ended.is_some()))
}

fn alias_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(relations::alias(p, AliasKind::Explicit.into()))
}

fn alias_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut alias = Alias::from(AliasKind::Explicit);
    for option in args[0].to_vec().ok_or(Exception::BADARG)? {
        if option.is(atom!("explicit_unalias")) {
            alias.kind = AliasKind::Explicit;
        } else if option.is(am::REPLY) {
            alias.kind = AliasKind::Reply;
        } else if is_priority(option) {
            alias.rank = Rank::Priority;
        } else {
            return Err(Exception::BADARG);
        }
    }
    Ok(relations::alias(p, alias))
}

fn unalias_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Ref(r) => Ok(Term::bool(is_mine(p, r) && relations::unalias(p, r.numbers()))),
        View::ExternalRef(_) => Ok(Term::FALSE),
        _ => Err(Exception::BADARG),
    }
}

fn is_mine(p: &Running<'_>, r: Ref<'_>) -> bool {
    r.alias_pid() == Some(p.id)
}

fn exit<'h>(p: &mut Running<'h>, args: &[Term<'h>], rank: Rank) -> BifResult<'h> {
    if args[0].is_reference() && !Difference::SignalPriority.is_on() {
        return Err(Exception::BADARG);
    }
    relations::exit(p, args[0], args[1], rank)?;
    remote::sent(p, Term::TRUE)
}

fn exit_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    exit(p, args, Rank::Usual)
}

fn exit_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let rank = rank_of(args[2]).ok_or_else(|| badarg_because(atom!("badopt")))?;
    exit(p, args, rank)
}

/// The value of a built-in that has sent a signal, as soon as nothing holds the process up.
fn bif_return_trap_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match p.own_ref().held_up() {
        HeldUp::AfterSending => Err(Exception::wait_with(args.to_vec())),
        HeldUp::BeforeSending | HeldUp::No => Ok(args[0]),
    }
}
