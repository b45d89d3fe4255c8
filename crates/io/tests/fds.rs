//! Ports of open descriptors.

mod common;

use common::{a, open, owner, receive};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use term::Term;
use vm::peer::Peer;
use vm::port::commands::{self, Commanded};

#[test]
fn pipes_in_both_directions() {
    let p = &mut owner();
    p.own().flags.trap_exit = true;
    let (from_port, to_port) = (std::io::pipe().expect("a pipe"), std::io::pipe().expect("a pipe"));
    let (mut reader, out) = from_port;
    let (input, mut writer) = to_port;
    let h = p.heap();
    let fd = |fd: i32| Term::small(i64::from(fd));
    let name = h.tuple(&[a("fd"), fd(input.as_raw_fd()), fd(out.as_raw_fd())]);
    let port = open(p, name, &[a("binary"), a("eof")]);
    writer.write_all(b"to the port").expect("a write");
    assert_eq!(receive(p), "{P,{data,<<\"to the port\">>}}");
    // More than the pipe takes: the rest is written by the thread, also after closing.
    let data = vec![b'z'; 300_000];
    let term = h.binary(&data);
    assert_eq!(commands::command(p, port, term, false, false), Commanded::Done);
    assert_eq!(commands::command(p, port, term, false, true), Commanded::Refused);
    assert!(commands::close(Peer::process(1), port));
    assert_eq!(receive(p), "{EXIT,P,normal}");
    let mut got = vec![0; data.len()];
    reader.read_exact(&mut got).expect("all data");
    assert!(got == data);
    let name = h.tuple(&[a("fd"), fd(input.as_raw_fd()), fd(out.as_raw_fd())]);
    open(p, name, &[a("binary"), a("eof"), a("in")]);
    drop(writer);
    assert_eq!(receive(p), "{P,eof}");
}

#[test]
fn descriptors_that_are_not_open() {
    let p = &mut owner();
    let name = p.heap().tuple(&[a("fd"), Term::small(900), Term::small(901)]);
    let t = commands::open(p, name, Term::NIL);
    assert_eq!(common::text(t), "ebadf");
}
