//! A port whose driver is C code, as the emulator sees it.

use super::abi::{ERROR_BADARG, ERROR_ERRNO, ERROR_GENERAL, PortHandle, TermData};
use super::instance::{CDriver, Life, forget};
use super::{calls, output, pdl, timer};
use crate::abi::Monitor;
use std::ffi::CString;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use term::{OwnedTerm, Term};
use vm::port::open::OpenError;
use vm::port::{BadArg, Core, Driver, DriverLock, IoData, Reply, watch};
use vm::process::RefKey;

impl Drop for CDriver {
    fn drop(&mut self) {
        self.0.set_life(Life::Gone);
        forget(self.0.id);
        timer::cancel(&self.0);
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
        pdl::end(&self.0);
        super::ddll::port_gone(&self.0.driver);
    }
}

fn pid(id: u64) -> TermData {
    TermData::of(Term::pid(id))
}

impl Driver for CDriver {
    fn name(&self) -> &str {
        &self.0.driver.name
    }

    fn takes_pieces(&self) -> bool {
        self.0.driver.entry.outputv.is_some()
    }

    fn shared_lock(&self) -> Option<Arc<DriverLock>> {
        self.0.driver.lock.clone()
    }

    fn open(&mut self, core: &mut Core) -> Result<(), OpenError> {
        if self.0.life() == Life::Open {
            return Ok(());
        }
        let mut errno = 0;
        let driver = self.0.driver.clone();
        let mut data = std::ptr::null_mut();
        if let Some(start) = driver.entry.start {
            let command = core.name.split(|b| *b == 0).next().unwrap_or_default().to_vec();
            let command = CString::new(command).unwrap_or_default().into_raw();
            data = self.0.call(core, pid(core.connected), |_| {
                let data = start(PortHandle::of(self.0.id), command);
                errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
                data
            });
            // SAFETY: made by `into_raw` above. A driver may write to the string, but may not make
            // it longer.
            drop(unsafe { CString::from_raw(command) });
            match data as isize {
                ERROR_GENERAL => return Err(OpenError::Refused),
                ERROR_ERRNO => return Err(OpenError::Errno(errno)),
                ERROR_BADARG => return Err(OpenError::BadArg),
                _ => {}
            }
        }
        self.0.set_data(data);
        if self.0.life() == Life::Starting {
            self.0.set_life(Life::Open);
        }
        if driver.wants_init_ack() {
            core.opener = Some((core.connected, vm::system::new_ref()));
        }
        Ok(())
    }

    fn output(&mut self, core: &mut Core, data: &IoData<'_>) {
        if self.answers() {
            output::to_driver(&self.0, core, data);
        }
    }

    fn control(&mut self, core: &mut Core, op: u32, data: &[u8]) -> Result<Reply, BadArg> {
        if !self.answers() {
            return Err(BadArg);
        }
        calls::control(&self.0, core, op, data)
    }

    fn call(&mut self, core: &mut Core, op: u32, data: Term<'_>) -> Result<OwnedTerm, BadArg> {
        if !self.answers() {
            return Err(BadArg);
        }
        calls::call(&self.0, core, op, data)
    }

    fn queued(&self) -> usize {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner).size()
    }

    fn closing(&mut self, core: &mut Core) {
        if self.0.life() == Life::Failed {
            return;
        }
        self.0.set_life(Life::Flushing);
        self.0.silent.store(true, Ordering::Release);
        if let Some(flush) = self.0.driver.entry.flush {
            self.0.call(core, TermData::NIL, |data| flush(data));
        }
    }

    fn stop(&mut self, core: &mut Core) {
        self.0.set_life(Life::Stopping);
        timer::cancel(&self.0);
        if let Some(stop) = self.0.driver.entry.stop {
            self.0.call(core, TermData::NIL, |data| stop(data));
        }
    }

    fn down(&mut self, core: &mut Core, monitor: RefKey) {
        let Some(process_exit) = self.0.driver.entry.process_exit else { return };
        if self.answers() {
            watch::process_exit(core);
            let mut monitor = Monitor::new(monitor, self.0.id);
            let monitor: *mut Monitor = &raw mut monitor;
            self.0.call(core, TermData::NIL, |data| process_exit(data, monitor));
        }
    }

    fn owner_changed(&mut self, core: &mut Core) {
        self.0.owner.store(core.connected, Ordering::Release);
    }

    fn emergency_close(&mut self, core: &mut Core) {
        if let Some(close) = self.0.driver.emergency_close
            && self.answers()
        {
            self.0.call(core, TermData::NIL, |data| close(data));
        }
    }

    fn soft_busy(&self) -> bool {
        self.0.driver.is_soft_busy()
    }
}
