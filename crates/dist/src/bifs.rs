//! The built-ins of distribution: names of nodes, channels, and their carriers.

use crate::channel::{Carrier, Channel, Stage};
use crate::connection::ForPort;
use crate::flags::Flags;
use crate::incoming::arrived;
use crate::nodes::{self, Options, Wish, is_this};
use bifs::link::badarg_because;
use bifs::persistent_term;
use bifs::references;
use std::sync::Arc;
use term::etf::Part;
use term::node::{this_creation, this_node};
use term::{Atom, Export, Mfa, Term, View, am, atom, map};
use vm::bif::{BifResult, BifRow, Exception, row};
use vm::log::log_of_process;
use vm::port::IoData;
use vm::port::carried::carry;
use vm::process::Running;
use vm::registry;

/// The built-ins of this file.
pub const ROWS: &[BifRow] = &[
    row("erlang", "nodes", 0, nodes_0),
    row("erlang", "nodes", 1, nodes_1),
    row("erlang", "nodes", 2, nodes_2),
    row("erlang", "setnode", 2, setnode_2),
    row("erlang", "monitor_node", 2, monitor_node_2),
    row("erlang", "monitor_node", 3, monitor_node_3),
    row("erlang", "dist_ctrl_get_data", 1, dist_ctrl_get_data_1),
    row("erlang", "dist_ctrl_get_data_notification", 1, dist_ctrl_get_data_notification_1),
    row("erlang", "dist_ctrl_get_opt", 2, dist_ctrl_get_opt_2),
    row("erlang", "dist_ctrl_input_handler", 2, dist_ctrl_input_handler_2),
    row("erlang", "dist_ctrl_put_data", 2, dist_ctrl_put_data_2),
    row("erlang", "dist_ctrl_set_opt", 3, dist_ctrl_set_opt_3),
    row("erlang", "dist_get_stat", 1, dist_get_stat_1),
    row("erts_internal", "get_dflags", 0, get_dflags_0),
    row("erts_internal", "get_creation", 0, get_creation_0),
    row("erts_internal", "new_connection", 1, new_connection_1),
    row("erts_internal", "abort_pending_connection", 2, abort_pending_connection_2),
    row("erts_internal", "create_dist_channel", 3, create_dist_channel_3),
];

/// Which nodes are asked for.
#[derive(Copy, Clone, Default)]
struct Asked {
    this: bool,
    visible: bool,
    hidden: bool,
    known: bool,
}

/// The nodes asked for; none if the question is malformed.
fn asked(t: Term<'_>) -> Option<Asked> {
    let list = match t.as_atom() {
        Some(_) => vec![t],
        None => t.to_vec()?,
    };
    let mut asked = Asked::default();
    for t in list {
        match t.as_atom()? {
            a if a == atom!("this") => asked.this = true,
            a if a == atom!("visible") => asked.visible = true,
            a if a == atom!("hidden") => asked.hidden = true,
            a if a == atom!("known") => {
                asked = Asked { this: true, visible: true, hidden: true, known: true };
            }
            am::CONNECTED => (asked.visible, asked.hidden) = (true, true),
            _ => return None,
        }
    }
    Some(asked)
}

/// A node, and what kind it is; its channel's number if it is connected.
type Found = (Atom, Atom, Option<u32>);

fn find(p: &mut Running<'_>, args: &[Term<'_>], asked: Asked) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for channel in nodes::connected() {
        let visible = nodes::is_visible(channel.state().flags);
        let kind = if visible { atom!("visible") } else { atom!("hidden") };
        if if visible { asked.visible } else { asked.hidden } {
            found.push((channel.node, kind, Some(channel.number)));
        }
    }
    if asked.this {
        found.push((this_node(), atom!("this"), None));
    }
    if asked.known {
        let referred = references::forgets().then(|| references::nodes_referred(p, args));
        for name in nodes::known(referred) {
            if !found.iter().any(|f| f.0 == name) {
                found.push((name, atom!("known"), None));
            }
        }
    }
    found
}

fn nodes_0<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let found = find(p, args, Asked { visible: true, ..Asked::default() });
    Ok(p.heap().list(&found.iter().map(|f| Term::atom(f.0)).collect::<Vec<_>>()))
}

fn nodes_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let asked = asked(args[0]).ok_or(Exception::BADARG)?;
    let found = find(p, args, asked);
    Ok(p.heap().list(&found.iter().map(|f| Term::atom(f.0)).collect::<Vec<_>>()))
}

fn nodes_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let asked = asked(args[0]).ok_or(Exception::BADARG)?;
    if !args[1].is_map() {
        return Err(Exception::BADARG);
    }
    let (mut with_id, mut with_type) = (false, false);
    for (key, value) in map::entries(args[1]) {
        let wanted = value.as_bool().ok_or(Exception::BADARG)?;
        if key.is(atom!("connection_id")) {
            with_id = wanted;
        } else if key.is(atom!("node_type")) {
            with_type = wanted;
        } else {
            return Err(Exception::BADARG);
        }
    }
    let found = find(p, args, asked);
    let heap = p.heap();
    let found: Vec<_> = found
        .into_iter()
        .map(|(node, kind, number)| {
            let mut info = Vec::new();
            if with_id {
                let id = number.map_or(Term::UNDEFINED, |n| Term::small(i64::from(n)));
                info.push((Term::atom(atom!("connection_id")), id));
            }
            if with_type {
                info.push((Term::atom(atom!("node_type")), Term::atom(kind)));
            }
            heap.tuple(&[Term::atom(node), map::from_pairs(heap, &info)])
        })
        .collect();
    Ok(heap.list(&found))
}

/// Whether an atom is `Name@Host`.
fn is_node_name(a: Atom) -> bool {
    a.name()
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
}

/// Gives this node a name.
fn setnode_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let name = args[0].as_atom().filter(|a| is_node_name(*a)).ok_or(Exception::BADARG)?;
    let creation = args[1].as_u64().and_then(|c| u32::try_from(c).ok());
    let creation = creation.ok_or(Exception::BADARG)?;
    let kernel = registry::whereis(atom!("net_kernel")).and_then(|p| p.as_pid());
    let kernel = kernel.ok_or(Exception::BADARG)?;
    match nodes::named(name, creation, kernel) {
        true => Ok(Term::TRUE),
        false => Err(Exception::BADARG),
    }
}

fn monitor_node_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let node = args[0].as_atom().ok_or(Exception::BADARG)?;
    let on = args[1].as_bool().ok_or(Exception::BADARG)?;
    if node != this_node() && !nodes::is_alive() && !persistent_term::is_to_be_named() {
        return Err(Exception::Error(Term::atom(atom!("notalive"))));
    }
    if node != this_node() {
        nodes::watch(p.id, node, on);
    }
    Ok(Term::TRUE)
}

fn monitor_node_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let mut passive = false;
    for option in args[2].to_vec().ok_or(Exception::BADARG)? {
        if !option.is(atom!("allow_passive_connect")) {
            return Err(badarg_because(atom!("badopt")));
        }
        passive = true;
    }
    // A connection that the other node may make is waited for.
    let node = args[0].as_atom().ok_or(Exception::BADARG)?;
    let on = args[1].as_bool().ok_or(Exception::BADARG)?;
    if passive && on && nodes::is_alive() && !is_this(node) && !nodes::has_channel(node) {
        let wait = Mfa::new(am::ERLANG, atom!("dmonitor_node"), 3);
        return Err(Exception::trap(Export::get(wait), args.to_vec()));
    }
    monitor_node_2(p, args)
}

/// `process_flag({monitor_nodes, Options}, On)`.
pub fn monitor_nodes<'h>(p: &mut Running<'h>, on: bool, options: Term<'h>) -> BifResult<'h> {
    let wish = Wish { pid: p.id, options: wanted(options).ok_or(Exception::BADARG)? };
    Ok(Term::small(i64::from(nodes::wish(wish, on))))
}

fn wanted(t: Term<'_>) -> Option<Options> {
    if t.is_nil() {
        return Some(Options::default());
    }
    if !t.is_map() {
        return None;
    }
    let mut options = Options { any: true, as_map: true, ..Options::default() };
    for (key, value) in map::entries(t) {
        if key.is(atom!("node_type")) {
            let kind = value.as_atom()?;
            let all = kind == atom!("all");
            options.visible = all || kind == atom!("visible");
            options.hidden = all || kind == atom!("hidden");
            if !options.visible && !options.hidden {
                return None;
            }
        } else if key.is(atom!("list")) {
            options.as_map = !value.as_bool()?;
        } else if key.is(atom!("connection_id")) {
            options.connection_id = value.as_bool()?;
        } else if key.is(atom!("nodedown_reason")) {
            options.reason = value.as_bool()?;
        } else {
            return None;
        }
    }
    // An empty list is none.
    let list = Options { any: true, ..Options::default() };
    Some(if options == list { Options::default() } else { options })
}

/// The distribution flags of the release: default, mandatory, addable, rejectable, strict order.
fn get_dflags_0<'h>(p: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    let mut t = vec![Term::atom(atom!("erts_dflags"))];
    let all = [
        Flags::offered(),
        Flags::mandatory(),
        Flags::offered(),
        Flags::REJECTABLE,
        Flags::STRICT_ORDER,
    ];
    t.extend(all.map(|flags| p.heap().unsigned(flags.bits())));
    Ok(p.heap().tuple(&t))
}

fn get_creation_0<'h>(_: &mut Running<'h>, _: &[Term<'h>]) -> BifResult<'h> {
    Ok(match this_creation() {
        0 => Term::UNDEFINED,
        creation => Term::small(i64::from(creation)),
    })
}

fn new_connection_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let node = args[0].as_atom().filter(|a| is_node_name(*a)).ok_or(Exception::BADARG)?;
    let channel = nodes::pending(node).ok_or(Exception::BADARG)?;
    Ok(channel.handle(p.heap()))
}

fn abort_pending_connection_2<'h>(_: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let node = args[0].as_atom().ok_or(Exception::BADARG)?;
    let number = nodes::handle_number(args[1]).ok_or(Exception::BADARG)?;
    let channel = nodes::of_number(number).filter(|c| c.node == node);
    let channel = channel.filter(|c| c.state().stage == Stage::Pending);
    if let Some(channel) = &channel {
        nodes::over(channel, Term::atom(am::NOCONNECTION));
    }
    Ok(Term::bool(channel.is_some()))
}

/// Makes a channel that a port or process carries; `{ok, Handle}`, or an atom that `erlang.erl`
/// makes an error of.
fn create_dist_channel_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let created = create(p, args);
    Ok(match created {
        Some(channel) => {
            let handle = channel.handle(p.heap());
            p.heap().tuple(&[Term::OK, handle])
        }
        None => Term::atom(am::BADARG),
    })
}

fn create<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> Option<Arc<Channel>> {
    let node = args[0].as_atom().filter(|a| is_node_name(*a) && !is_this(*a))?;
    let &[flags, creation] = args[2].as_tuple_of::<2>()?;
    let flags = Flags::from_bits(flags.as_u64()?);
    u32::try_from(creation.as_u64()?).ok()?;
    if !flags.contains(Flags::mandatory()) {
        let name = registry::name_of(p.peer()).map(|name| format!(" ({})", Term::atom(name)));
        let (me, name, node) = (p.pid(), name.unwrap_or_default(), Term::atom(node));
        let text = format!(
            "{me}{name} attempted to enable connection to node {node} \
             which does not support all mandatory capabilities.\n"
        );
        log_of_process(p, text.as_bytes());
        return None;
    }
    let channel = nodes::pending(node)?;
    let carrier = match args[1].view() {
        View::Port(port) => {
            carry(port, Arc::new(ForPort(channel.clone()))).then_some(Carrier::Port(port))?
        }
        View::Pid(pid) => vm::process_table::contains(pid).then_some(Carrier::Process(pid))?,
        _ => return None,
    };
    let flags = flags.intersection(Flags::offered().union(Flags::PUBLISHED));
    if !nodes::now_up(&channel, p.id, carrier, flags) {
        return None;
    }
    // A carrier that has gone meanwhile has told nobody.
    if let Carrier::Process(pid) = carrier
        && !vm::process_table::contains(pid)
    {
        nodes::over(&channel, Term::atom(atom!("connection_closed")));
    }
    Some(channel)
}

/// The channel of a handle. A channel that is over is nobody's any more.
fn channel_of<'h>(handle: Term<'h>) -> Result<Arc<Channel>, Exception<'h>> {
    let number = nodes::handle_number(handle).ok_or(Exception::BADARG)?;
    nodes::of_number(number).ok_or(Exception::NOTSUP)
}

/// The channel of a handle that this process carries.
fn carried<'h>(p: &Running<'h>, handle: Term<'h>) -> Result<Arc<Channel>, Exception<'h>> {
    // A term that is no handle at all is nothing that this process carries, either.
    let channel = channel_of(handle).map_err(|_| Exception::NOTSUP)?;
    let mine = channel.state().carrier == Carrier::Process(p.id);
    if mine { Ok(channel) } else { Err(Exception::NOTSUP) }
}

/// A packet for the other node, or `none`.
fn dist_ctrl_get_data_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = carried(p, args[0])?;
    let with_size = channel.state().output.with_size;
    let Some(packet) = channel.take_packet() else { return Ok(Term::atom(atom!("none"))) };
    let heap = p.heap();
    let mut data = vec![heap.binary(&packet.head)];
    data.extend(packet.rest.into_iter().map(|part| match part {
        Part::Bytes(bytes) => heap.binary(&bytes),
        Part::Shared(bin, from, n) => heap.part_of(bin, from, n),
    }));
    let data = heap.list(&data);
    Ok(if with_size { heap.tuple(&[Term::small(packet.len as i64), data]) } else { data })
}

fn dist_ctrl_get_data_notification_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = carried(p, args[0])?;
    if channel.state().output.tell() {
        vm::signal::send_built(p.id, |_| Term::atom(atom!("dist_data")));
    }
    Ok(Term::OK)
}

fn dist_ctrl_get_opt_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = carried(p, args[0])?;
    if !args[1].is(atom!("get_size")) {
        return Err(Exception::BADARG);
    }
    let with_size = channel.state().output.with_size;
    Ok(Term::bool(with_size))
}

fn dist_ctrl_set_opt_3<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = carried(p, args[0])?;
    let on = args[2].as_bool().filter(|_| args[1].is(atom!("get_size")));
    let on = on.ok_or(Exception::BADARG)?;
    let before = std::mem::replace(&mut channel.state().output.with_size, on);
    Ok(Term::bool(before))
}

/// Another process puts the data in.
fn dist_ctrl_input_handler_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = carried(p, args[0])?;
    let handler = args[1].as_pid().ok_or(Exception::BADARG)?;
    channel.state().input_handler = Some(handler);
    Ok(Term::OK)
}

fn dist_ctrl_put_data_2<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = channel_of(args[0])?;
    let handler = {
        let state = channel.state();
        let carrier = match state.carrier {
            Carrier::Process(pid) => Some(pid),
            _ => None,
        };
        state.input_handler.or(carrier)
    };
    if handler != Some(p.id) {
        return Err(Exception::NOTSUP);
    }
    let data = IoData::new(args[1]).ok_or(Exception::BADARG)?;
    arrived(&channel, &data.slices().collect::<Vec<_>>().concat());
    Ok(Term::OK)
}

/// `{ok, PacketsIn, PacketsOut, PacketsThatWait}`.
fn dist_get_stat_1<'h>(p: &mut Running<'h>, args: &[Term<'h>]) -> BifResult<'h> {
    let channel = nodes::handle_number(args[0]).and_then(nodes::of_number);
    let channel = channel.ok_or(Exception::BADARG)?;
    let counts = {
        let state = channel.state();
        [state.packets_in, state.output.sent(), state.output.packets() as u64]
    };
    let heap = p.heap();
    let [packets, sent, waiting] = counts.map(|n| heap.unsigned(n));
    Ok(heap.tuple(&[Term::OK, packets, sent, waiting]))
}
