//! Work that a process does for the system, asked for with a priority: what has been asked for
//! before the process comes to it is done in the order of priorities. Of low priority is one piece
//! after eight of normal priority, so that it does not wait for ever.

use std::collections::VecDeque;
use vm::process::Running;
use vm::{relations, signal};

/// Work that a process does for another one.
pub(crate) type Task = Box<dyn FnOnce(&mut Running<'_>) + Send>;

/// The priorities, of which the last are normal and low.
const PRIORITIES: usize = 4;
const NORMAL: usize = 2;
const LOW: usize = 3;

/// Pieces of normal priority that are done before one of low priority.
const LOW_PERIOD: usize = 8;

/// The work that a process has still to do, by priority.
#[derive(Default)]
struct Tasks {
    queues: [VecDeque<Task>; PRIORITIES],
    /// Pieces of normal priority since the last one of low priority.
    normal_in_row: usize,
}

impl Tasks {
    /// The priority of the next piece.
    fn turn(&mut self) -> Option<usize> {
        let first = self.queues.iter().position(|queue| !queue.is_empty())?;
        let low_waits = !self.queues[LOW].is_empty();
        let now = match first {
            NORMAL if low_waits && self.normal_in_row >= LOW_PERIOD => LOW,
            first => first,
        };
        self.normal_in_row = if now == NORMAL { self.normal_in_row + 1 } else { 0 };
        Some(now)
    }

    fn next(&mut self) -> Option<Task> {
        let now = self.turn()?;
        self.queues[now].pop_front()
    }
}

/// Has a process do something, at this priority at least. False if there is no such process; one
/// that is on its way out does it as well.
pub(crate) fn ask(pid: u64, priority: u8, task: Task) -> bool {
    let queued: Task = Box::new(move |p| {
        if relations::is_exiting(p) {
            return task(p);
        }
        let queues = &mut p.extra().slots.get_or_default::<Tasks>().queues;
        let is_first = queues.iter().all(VecDeque::is_empty);
        queues[usize::from(priority).min(LOW)].push_back(task);
        // Signals that have come already are handled before this one.
        if is_first && signal::request(p.id, priority, Box::new(do_all)).is_err() {
            do_all(p);
        }
    });
    signal::request(pid, priority, queued).is_ok()
}

fn do_all(p: &mut Running<'_>) {
    let mut tasks = p.extra().slots.take::<Tasks>().unwrap_or_default();
    while let Some(task) = tasks.next() {
        task(p);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order in which so many pieces of each priority are done.
    fn order(numbers: [usize; PRIORITIES]) -> Vec<usize> {
        let mut tasks = Tasks::default();
        for (queue, &n) in tasks.queues.iter_mut().zip(&numbers) {
            queue.extend((0..n).map(|_| Box::new(|_: &mut Running<'_>| {}) as Task));
        }
        let mut done = Vec::new();
        while let Some(priority) = tasks.turn() {
            tasks.queues[priority].pop_front();
            done.push(priority);
        }
        done
    }

    #[test]
    fn low_priority_has_its_turns() {
        assert_eq!(order([1, 1, 2, 1]), [0, 1, 2, 2, 3]);
        assert_eq!(order([0, 0, 17, 4])[..18], [&[2; 8][..], &[3], &[2; 8], &[3]].concat());
        assert_eq!(order([0, 0, 9, 2])[8..], [3, 2, 3]);
    }
}
