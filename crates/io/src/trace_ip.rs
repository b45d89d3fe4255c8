//! The driver `trace_ip_drv`: messages of tracers for whoever connects to a port of TCP.
//!
//! `dbg` opens it with the command `trace_ip_drv PORT LIMIT FLAGS`. One client at a time is sent
//! what comes, each behind a 0 and its length. So many messages wait; of those that come when it is
//! full the client is told by a 1 and their number.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use vm::errno;
use vm::poller::{self, Ready};
use vm::port::open::{OpenError, Options, Target};
use vm::port::{BadArg, Core, Driver, IoData, Reply};

/// The name of the driver.
pub const NAME: &str = "trace_ip_drv";
/// `port_control/3`: which port it is.
const GET_PORT: u32 = b'p' as u32;
/// Flag: messages wait even if nobody is connected.
const WAIT_ALWAYS: u32 = 2;

struct TraceIp {
    listener: TcpListener,
    client: Option<TcpStream>,
    queue: VecDeque<Entry>,
    /// Bytes of the first in the queue that have been sent.
    sent: usize,
    limit: usize,
    wait_always: bool,
}

enum Entry {
    Message(Vec<u8>),
    /// So many have been dropped here.
    Dropped(u32),
}

impl Entry {
    fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Entry::Message(bytes) => bytes.into(),
            Entry::Dropped(n) => [&[1], &n.to_be_bytes()[..]].concat().into(),
        }
    }
}

/// Port, limit, flags.
fn parse(command: &[u8]) -> Option<(u16, usize, u32)> {
    let text = std::str::from_utf8(command).ok()?.strip_prefix(NAME)?;
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let [port, limit, flags, ..] = words[..] else { return None };
    let flags = flags.parse().ok().filter(|&f| f <= 3)?;
    Some((port.parse().ok()?, limit.parse().ok()?, flags))
}

/// Makes an instance.
pub fn open(_: &mut Core, target: &Target, _: &Options) -> Result<Box<dyn Driver>, OpenError> {
    let Target::Driver(_, command) = target else { return Err(OpenError::BadArg) };
    // All faults are told in the same way.
    let wrong = || OpenError::Errno(libc::EINVAL);
    let (port, limit, flags) = parse(command).ok_or_else(wrong)?;
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).map_err(|_| wrong())?;
    listener.set_nonblocking(true).map_err(|_| wrong())?;
    Ok(Box::new(TraceIp {
        listener,
        client: None,
        queue: VecDeque::new(),
        sent: 0,
        limit,
        wait_always: flags & WAIT_ALWAYS != 0,
    }))
}

impl TraceIp {
    fn add(&mut self, data: &IoData<'_>) {
        if self.queue.len() < self.limit.max(1) {
            let mut bytes = Vec::with_capacity(data.len() + 5);
            bytes.push(0);
            bytes.extend_from_slice(&(data.len() as u32).to_be_bytes());
            data.slices().for_each(|slice| bytes.extend_from_slice(slice));
            return self.queue.push_back(Entry::Message(bytes));
        }
        let being_sent = self.queue.len() == 1 && self.sent != 0;
        match self.queue.back_mut() {
            Some(Entry::Dropped(n)) if !being_sent => *n = n.saturating_add(1),
            _ => self.queue.push_back(Entry::Dropped(1)),
        }
    }

    fn lose_client(&mut self) {
        (self.client, self.sent) = (None, 0);
        if !self.wait_always {
            self.queue.clear();
        }
    }

    fn send_queue(&mut self) {
        while let (Some(client), Some(first)) = (&mut self.client, self.queue.front()) {
            let bytes = first.bytes();
            let left = &bytes[self.sent..];
            match client.write(left) {
                Ok(n) if n == left.len() => {
                    self.queue.pop_front();
                    self.sent = 0;
                }
                Ok(n) => self.sent += n,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.lose_client(),
            }
        }
    }

    /// Takes a client if there is none; others are turned away.
    fn accept(&mut self, core: &mut Core) {
        while let Ok((stream, _)) = self.listener.accept() {
            if self.client.is_some() || stream.set_nonblocking(true).is_err() {
                continue;
            }
            if poller::register(stream.as_raw_fd(), core.id, true).is_ok() {
                self.client = Some(stream);
            }
        }
    }

    /// A client has nothing to say; but it may have gone.
    fn listen_to_client(&mut self) {
        let mut bytes = [0; 128];
        while let Some(client) = &mut self.client {
            match client.read(&mut bytes) {
                Ok(0) => self.lose_client(),
                Ok(_) => {}
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.lose_client(),
            }
        }
    }
}

impl Driver for TraceIp {
    fn name(&self) -> &'static str {
        NAME
    }

    fn locks_each_port(&self) -> bool {
        false
    }

    fn start(&mut self, core: &mut Core) {
        if let Err(e) = poller::register(self.listener.as_raw_fd(), core.id, false) {
            core.fail_errno(errno::number(&e));
        }
    }

    fn output(&mut self, _: &mut Core, data: &IoData<'_>) {
        if self.client.is_some() || self.wait_always {
            self.add(data);
            self.send_queue();
        }
    }

    fn ready(&mut self, core: &mut Core, _: Ready) {
        // Of which descriptor it is told is not known. A client that has gone makes room.
        self.listen_to_client();
        self.accept(core);
        self.send_queue();
    }

    fn control(&mut self, _: &mut Core, op: u32, _: &[u8]) -> Result<Reply, BadArg> {
        if op != GET_PORT {
            return Err(BadArg);
        }
        let port = self.listener.local_addr().map_err(|_| BadArg)?.port();
        Ok(Reply::Binary([&[0], &port.to_be_bytes()[..]].concat()))
    }
}
