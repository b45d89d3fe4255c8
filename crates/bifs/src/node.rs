//! This node's name and connections to others: there are none without distribution.

use crate::link::badarg_because;
use term::node::{this_creation, this_node};
use term::{OwnedTerm, Term, View, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, guard, row};
use vm::log::log_to_logger;
use vm::process::Running;
use vm::signal::{self, Signal};

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    guard("erlang", "node", 0, node_0),
    guard("erlang", "node", 1, node_1),
    row("erlang", "nodes", 0, nodes_0),
    row("erlang", "nodes", 1, nodes_1),
    row("erlang", "nodes", 2, nodes_2),
    row("erlang", "setnode", 2, setnode_2),
    row("erlang", "monitor_node", 2, monitor_node_2),
    row("erlang", "monitor_node", 3, monitor_node_3),
    row("erlang", "dist_ctrl_get_data", 1, no_channel),
    row("erlang", "dist_ctrl_get_data_notification", 1, no_channel),
    row("erlang", "dist_ctrl_get_opt", 2, no_channel),
    row("erlang", "dist_ctrl_input_handler", 2, no_channel),
    row("erlang", "dist_ctrl_put_data", 2, no_channel),
    row("erlang", "dist_ctrl_set_opt", 3, no_channel),
    row("erlang", "dist_get_stat", 1, no_channel),
    row("erts_internal", "get_dflags", 0, get_dflags_0),
    row("erts_internal", "get_creation", 0, get_creation_0),
    row("erts_internal", "new_connection", 1, no_distribution),
    row("erts_internal", "abort_pending_connection", 2, abort_pending_connection_2),
    row("erts_internal", "create_dist_channel", 3, create_dist_channel_3),
];

fn node_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(this_node()))
}

fn node_1<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    match args[0].view() {
        View::Pid(_) | View::Port(_) | View::Ref(_) => Ok(Term::atom(this_node())),
        View::ExternalPid(node, ..) | View::ExternalPort(node, _) | View::ExternalRef(node) => {
            Ok(Term::atom(node.name))
        }
        _ => Err(Exception::BADARG),
    }
}

fn nodes_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::NIL)
}

/// Whether the node itself is among those asked for; none if the question is malformed.
fn asks_for_this(t: Term<'_>) -> Option<Term<'static>> {
    let list = match t.as_atom() {
        Some(_) => vec![t],
        None => t.to_vec()?,
    };
    let mut kind = None;
    for t in list {
        let a = t.as_atom()?;
        if a == atom!("this") || a == atom!("known") {
            kind = Some(Term::atom(a));
        } else if a != atom!("visible") && a != atom!("hidden") && a != am::CONNECTED {
            return None;
        }
    }
    Some(kind.unwrap_or(Term::NIL))
}

fn nodes_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let kind = asks_for_this(args[0]).ok_or(Exception::BADARG)?;
    Ok(if kind.is_nil() { Term::NIL } else { p.heap().list(&[Term::atom(this_node())]) })
}

fn nodes_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let kind = asks_for_this(args[0]).ok_or(Exception::BADARG)?;
    if !args[1].is_map() {
        return Err(Exception::BADARG);
    }
    let mut info = Vec::new();
    for (key, value) in map::entries(args[1]) {
        let wanted = value.as_bool().ok_or(Exception::BADARG)?;
        if key.is(atom!("connection_id")) {
            info.extend(wanted.then_some((key, Term::UNDEFINED)));
        } else if key.is(atom!("node_type")) {
            info.extend(wanted.then_some((key, Term::atom(atom!("this")))));
        } else {
            return Err(Exception::BADARG);
        }
    }
    if kind.is_nil() {
        return Ok(Term::NIL);
    }
    let info = map::from_pairs(p.heap(), &info);
    Ok(p.heap().list(&[p.heap().tuple(&[Term::atom(this_node()), info])]))
}

/// Would make the node distributed. The logger is told that there is no distribution.
fn setnode_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    args[0].as_atom().filter(|a| a.name().contains('@')).ok_or(Exception::BADARG)?;
    args[1].as_u64().and_then(|c| u32::try_from(c).ok()).ok_or(Exception::BADARG)?;
    log_to_logger(p, "This version has no distribution: the node stays nonode@nohost~n", |_| {
        Vec::new()
    });
    Err(Exception::Error(Term::atom(atom!("nodistribution"))))
}

/// Without a connection the node counts as gone at once.
fn monitor_node_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let node = args[0].as_atom().ok_or(Exception::BADARG)?;
    let on = args[1].as_bool().ok_or(Exception::BADARG)?;
    if this_node() == am::NONODE_NOHOST && node != this_node() {
        return Err(Exception::Error(Term::atom(atom!("notalive"))));
    }
    if on && node != this_node() {
        let message =
            OwnedTerm::build(|h| h.tuple(&[Term::atom(atom!("nodedown")), Term::atom(node)]));
        let _ = signal::send_to(p, Signal::Message(message));
    }
    Ok(Term::TRUE)
}

fn monitor_node_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    for option in args[2].to_vec().ok_or(Exception::BADARG)? {
        if !option.is(atom!("allow_passive_connect")) {
            return Err(badarg_because(atom!("badopt")));
        }
    }
    monitor_node_2(p, args)
}

/// `process_flag({monitor_nodes, Options}, Bool)`: no node ever comes or goes.
pub(crate) fn monitor_nodes<'h>(p: &mut Running<'h>, on: bool, options: Term<'h>) -> BifResult<'h> {
    if options.list_length().is_none() && !options.is_map() {
        return Err(Exception::BADARG);
    }
    let old = {
        let extra = p.extra();
        let new = if on { extra.monitor_nodes + 1 } else { 0 };
        std::mem::replace(&mut extra.monitor_nodes, new)
    };
    Ok(Term::small(i64::from(old)))
}

fn no_channel<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::BADARG)
}

fn no_distribution<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Err(Exception::NOTSUP)
}

fn abort_pending_connection_2<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::FALSE)
}

fn create_dist_channel_3<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(Term::atom(am::BADARG))
}

/// The distribution flags of OTP 25: default, mandatory, addable, rejectable, strict order.
fn get_dflags_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    const DEFAULT: i64 = 55_966_662_588;
    const MANDATORY: i64 = 17_239_956;
    const ADDABLE: i64 = 55_966_662_588;
    const REJECTABLE: i64 = 8_396_866;
    const STRICT_ORDER: i64 = 8_192;
    let mut t = vec![Term::atom(atom!("erts_dflags"))];
    t.extend([DEFAULT, MANDATORY, ADDABLE, REJECTABLE, STRICT_ORDER].map(Term::small));
    Ok(p.heap().tuple(&t))
}

fn get_creation_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(match this_creation() {
        0 => Term::UNDEFINED,
        creation => Term::small(i64::from(creation)),
    })
}
