//! Threads that execute what would block or hold up a scheduler.

use super::{Entry, enqueue};
use crate::bif::BifKind;
use crate::process::state;
use crate::{interp, system};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, OnceLock};

#[derive(Default)]
struct Pool {
    queue: Mutex<(VecDeque<Entry>, usize, usize)>,
    condvar: Condvar,
}

static IO: OnceLock<Pool> = OnceLock::new();
static CPU: OnceLock<Pool> = OnceLock::new();

/// Hands a process with a dirty built-in to execute to a pool, which gets another thread if all
/// are busy and there may be more.
pub(super) fn submit(entry: Entry, kind: BifKind) {
    let (pool, limit, name) = if kind == BifKind::DirtyCpu {
        (CPU.get_or_init(Pool::default), system::config().dirty_cpu, "dcpu")
    } else {
        (IO.get_or_init(Pool::default), system::config().dirty_io, "dio")
    };
    let mut q = pool.queue.lock().expect("dirty queue");
    q.0.push_back(entry);
    let (threads, idle) = (q.1, q.2);
    if idle < q.0.len() && threads < limit {
        q.1 += 1;
        std::thread::Builder::new()
            .name(format!("{}_{name}", threads + 1))
            .spawn(move || work(pool))
            .expect("cannot start a dirty scheduler thread");
    }
    drop(q);
    pool.condvar.notify_one();
}

fn work(pool: &'static Pool) {
    loop {
        let Entry(raw) = {
            let mut q = pool.queue.lock().expect("dirty queue");
            q.2 += 1;
            while q.0.is_empty() {
                q = pool.condvar.wait(q).expect("dirty queue");
            }
            q.2 -= 1;
            q.0.pop_front().expect("not empty")
        };
        // SAFETY: submitted by a scheduler that has given it up; it is ours until we put it
        // back.
        let p = unsafe { &*raw };
        interp::execute_dirty(p);
        p.state.fetch_and(!state::DIRTY, Ordering::SeqCst);
        enqueue(p);
    }
}
