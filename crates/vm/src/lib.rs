//! The machine: processes, collector, signals, scheduler, code server, base tier, ETS, timers.
