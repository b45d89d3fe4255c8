//! The native half of the module `socket`: what `prim_socket` and `prim_net` call.
//!
//! A socket is a magic reference to a [`socket::Socket`]: a descriptor, settings and the processes
//! that wait for it, behind one lock. A process that wants something takes the lock and tries it at
//! once; one that finds nothing to do is told by a *select message* when it is worth another try
//! (`select.rs`). Bytes from outside are read in `address.rs` and `cmsg.rs`, without system calls.

pub mod address;
pub mod cmsg;
mod connection;
mod counts;
mod info;
mod interfaces;
mod ioctl;
mod line;
mod names;
pub mod option_values;
mod options;
mod recv;
mod reply;
mod select;
mod send;
mod sendfile;
mod socket;
mod sys;
pub mod tables;

use vm::bif::{BifRow, dirty_io, row};

/// The rows of this module.
pub const ROWS: &[BifRow] = &[
    row("prim_socket", "nif_info", 0, info::info_0),
    row("prim_socket", "nif_info", 1, info::info_1),
    row("prim_socket", "nif_supports", 0, tables::supports_0),
    row("prim_socket", "nif_supports", 1, tables::supports_1),
    row("prim_socket", "nif_command", 1, info::command_1),
    row("prim_socket", "nif_open", 2, connection::open_2),
    row("prim_socket", "nif_open", 4, connection::open_4),
    row("prim_socket", "nif_bind", 2, connection::bind_2),
    row("prim_socket", "nif_connect", 1, connection::connect_1),
    row("prim_socket", "nif_connect", 3, connection::connect_3),
    row("prim_socket", "nif_listen", 2, connection::listen_2),
    row("prim_socket", "nif_accept", 2, connection::accept_2),
    row("prim_socket", "nif_send", 4, send::send_4),
    row("prim_socket", "nif_sendto", 5, send::sendto_5),
    row("prim_socket", "nif_sendmsg", 5, send::sendmsg_5),
    row("prim_socket", "nif_sendv", 3, send::sendv_3).since(27),
    dirty_io("prim_socket", "nif_sendfile", 5, sendfile::start_5),
    dirty_io("prim_socket", "nif_sendfile", 4, sendfile::continue_4),
    row("prim_socket", "nif_sendfile", 1, sendfile::deferred_close_1),
    row("prim_socket", "nif_recv", 4, recv::recv_4),
    row("prim_socket", "nif_recvfrom", 4, recv::recvfrom_4),
    row("prim_socket", "nif_recvmsg", 5, recv::recvmsg_5),
    row("prim_socket", "nif_close", 1, connection::close_1),
    row("prim_socket", "nif_finalize_close", 1, connection::finalize_close_1),
    row("prim_socket", "nif_shutdown", 2, connection::shutdown_2),
    row("prim_socket", "nif_setopt", 5, options::setopt_5),
    row("prim_socket", "nif_getopt", 3, options::getopt_3),
    row("prim_socket", "nif_getopt", 4, options::getopt_4).until(28),
    row("prim_socket", "nif_getopt", 5, options::getopt_5).since(28),
    row("prim_socket", "nif_sockname", 1, connection::sockname_1),
    row("prim_socket", "nif_peername", 1, connection::peername_1),
    row("prim_socket", "nif_ioctl", 2, ioctl::ioctl_2),
    row("prim_socket", "nif_ioctl", 3, ioctl::ioctl_3),
    row("prim_socket", "nif_ioctl", 4, ioctl::ioctl_4),
    row("prim_socket", "nif_cancel", 3, connection::cancel_3),
    row("prim_net", "nif_info", 0, names::info_0),
    row("prim_net", "nif_command", 1, names::command_1),
    dirty_io("prim_net", "nif_getnameinfo", 2, names::getnameinfo_2),
    dirty_io("prim_net", "nif_getaddrinfo", 3, names::getaddrinfo_3),
    dirty_io("prim_net", "nif_getifaddrs", 1, interfaces::getifaddrs_1),
    dirty_io("prim_net", "nif_getservbyname", 2, names::getservbyname_2).since(27),
    dirty_io("prim_net", "nif_getservbyport", 2, names::getservbyport_2).since(27),
    row("prim_net", "nif_if_name2index", 1, interfaces::name2index_1),
    row("prim_net", "nif_if_index2name", 1, interfaces::index2name_1),
    row("prim_net", "nif_if_names", 0, interfaces::names_0),
];

/// At start.
pub fn init() {
    vm::sched::add_exit_hook(|p, _| socket::process_gone(p));
    vm::poller::set_handler(vm::poller::Kind::Socket, select::on_ready);
}
