//! Types that `erl_driver.h` declares, laid out as C has them.
//!
//! The functions of a driver are of ordinary function types: who gives an entry promises that they
//! may be called as `erl_driver.h` says, with what `start` has given.

use crate::abi::{IoVec, Monitor};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use term::{RefBin, Term, Word};

/// `ErlDrvData`: what a driver's `start` gives and each of its functions gets.
pub type DrvData = *mut c_void;
/// `ErlDrvEvent`: a descriptor.
pub type DrvEvent = isize;

/// Results of `start`: -1, -2, -3.
pub const ERROR_GENERAL: isize = -1;
/// As above: `errno` says more.
pub const ERROR_ERRNO: isize = -2;
/// As above.
pub const ERROR_BADARG: isize = -3;

/// `driver_flags`: each port has its own lock.
pub const USE_PORT_LOCKING: c_int = 1;
/// `driver_flags`: `port_command/3` may be forced.
pub const SOFT_BUSY: c_int = 2;
/// `driver_flags`: the limits on messages that wait do not concern it.
pub const NO_BUSY_MSGQ: c_int = 4;
/// `driver_flags`: it calls `erl_drv_init_ack`.
pub const USE_INIT_ACK: c_int = 8;

/// `ERL_DRV_EXTENDED_MARKER`.
pub const MARKER: c_int = 0xfeee_eeed_u32.cast_signed();
/// Version of the interface.
pub const MAJOR: c_int = 3;
/// As above.
pub const MINOR: c_int = 3;
/// The least version that is taken.
pub const LEAST_MAJOR: c_int = 2;

/// `ErlDrvEntry` without its last member, which older drivers do not have.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct DrvEntry {
    /// Called when the driver has been loaded; 0 unless it fails.
    pub init: Option<extern "C" fn() -> c_int>,
    /// Opens a port.
    pub start: Option<extern "C" fn(PortHandle, *mut c_char) -> DrvData>,
    /// The port has ended.
    pub stop: Option<extern "C" fn(DrvData)>,
    /// Data from a process.
    pub output: Option<extern "C" fn(DrvData, *mut c_char, usize)>,
    /// A descriptor can be read.
    pub ready_input: Option<extern "C" fn(DrvData, DrvEvent)>,
    /// A descriptor can be written.
    pub ready_output: Option<extern "C" fn(DrvData, DrvEvent)>,
    /// Its name.
    pub driver_name: *const c_char,
    /// Called before the driver is unloaded.
    pub finish: Option<extern "C" fn()>,
    /// The emulator's; not used here.
    pub handle: *mut c_void,
    /// `port_control/3`.
    pub control: Option<
        extern "C" fn(DrvData, c_uint, *mut c_char, usize, *mut *mut c_char, usize) -> isize,
    >,
    /// The time is up.
    pub timeout: Option<extern "C" fn(DrvData)>,
    /// Data from a process, in pieces.
    pub outputv: Option<extern "C" fn(DrvData, *mut ErlIoVec)>,
    /// A job of `driver_async` is done.
    pub ready_async: Option<extern "C" fn(DrvData, *mut c_void)>,
    /// The port has been closed while something is in the queue.
    pub flush: Option<extern "C" fn(DrvData)>,
    /// `port_call/3`.
    pub call: Option<
        extern "C" fn(
            DrvData,
            c_uint,
            *mut c_char,
            usize,
            *mut *mut c_char,
            usize,
            *mut c_uint,
        ) -> isize,
    >,
    /// Not used.
    pub unused_event_callback: *const c_void,
    /// [`MARKER`].
    pub extended_marker: c_int,
    /// Version that it has been compiled for.
    pub major_version: c_int,
    /// As above.
    pub minor_version: c_int,
    /// Flags.
    pub driver_flags: c_int,
    /// The emulator's; not used here.
    pub handle2: *mut c_void,
    /// A process that is monitored has gone.
    pub process_exit: Option<extern "C" fn(DrvData, *mut Monitor)>,
    /// A descriptor may be closed.
    pub stop_select: Option<extern "C" fn(DrvEvent, *mut c_void)>,
}

/// The address of an `ErlDrvEntry`.
#[derive(Copy, Clone, PartialEq, Eq)]
#[repr(transparent)]
pub struct EntryAddress(NonNull<DrvEntry>);

// SAFETY: it is compared and read; the entry is a constant of its library as far as the emulator is
// concerned.
unsafe impl Send for EntryAddress {}
// SAFETY: reading an entry changes nothing.
unsafe impl Sync for EntryAddress {}

/// The function of the last member of `ErlDrvEntry`.
pub type EmergencyClose = extern "C" fn(DrvData);

impl EntryAddress {
    /// The address.
    pub fn address(&self) -> *const c_void {
        self.0.as_ptr().cast_const().cast()
    }

    /// The entry at an address that a library gives.
    pub fn of(address: *mut c_void) -> Option<EntryAddress> {
        NonNull::new(address.cast()).map(EntryAddress)
    }

    /// Whether it has the form of the versions that are taken.
    pub fn is_compatible(self) -> bool {
        // SAFETY: entries of all versions have the members up to the versions, and C code gives the
        // address of one.
        let (marker, major, minor) = unsafe {
            let entry = self.0.as_ptr();
            ((*entry).extended_marker, (*entry).major_version, (*entry).minor_version)
        };
        marker == MARKER
            && major >= LEAST_MAJOR
            && (major < MAJOR || major == MAJOR && minor <= MINOR)
    }

    /// The entry, which is compatible.
    pub fn read(self) -> (DrvEntry, Option<EmergencyClose>) {
        // SAFETY: C code gives the address of an entry, which has these members since version 2.
        let entry = unsafe { self.0.as_ptr().read() };
        if (entry.major_version, entry.minor_version) < (3, 2) {
            return (entry, None);
        }
        // SAFETY: since version 3.2 this member follows the others, as the next function pointer.
        let emergency = unsafe { self.0.as_ptr().add(1).cast::<Option<EmergencyClose>>().read() };
        (entry, emergency)
    }
}

impl DrvEntry {
    /// Its name; None if it has none.
    pub fn name<'a>(&self) -> Option<&'a CStr> {
        // SAFETY: if there is a name, it is a string of the library, which stays while the driver
        // is used.
        (!self.driver_name.is_null()).then(|| unsafe { CStr::from_ptr(self.driver_name) })
    }
}

/// `ErlDrvPort`: a port, as C code names it. It is no address but the port's number, so the name of
/// a port that has gone does no harm.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct PortHandle(usize);

/// The lower bits of a handle, by which it is told from numbers that are none.
const HANDLE_TAG: usize = 0b1010;

impl PortHandle {
    /// No port.
    pub const NONE: PortHandle = PortHandle(usize::MAX);

    /// The handle of the port of this number.
    pub fn of(id: u64) -> PortHandle {
        PortHandle((id as usize) << 4 | HANDLE_TAG)
    }

    /// The port's number; None if it is no port's handle.
    pub fn id(self) -> Option<u64> {
        (self != PortHandle::NONE && self.0 & 0xf == HANDLE_TAG).then_some(self.0 as u64 >> 4)
    }
}

/// `ErlDrvTermData`: a number, an address, or a term that is no object on a heap: an atom, a pid, a
/// port, `[]`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct TermData(pub Word);

impl TermData {
    /// `[]`.
    pub const NIL: TermData = TermData(Term::NIL.word());

    /// A term that is no object.
    pub fn of(t: Term<'static>) -> TermData {
        TermData(t.word())
    }

    /// The atom, pid, port or `[]` that C code says this is; None if it is none.
    pub fn immediate(self) -> Option<Term<'static>> {
        if term::word::is_pointer(self.0) || self.0 == term::word::NON_VALUE {
            return None;
        }
        // SAFETY: a word that is no pointer is a term by itself, on no heap.
        let t = unsafe { Term::from_word(self.0) };
        (t.as_atom().is_some() || t.as_pid().is_some() || t.as_port().is_some() || t.is_nil())
            .then_some(t)
    }

    /// The payload of the pid that it is.
    pub fn pid(self) -> Option<u64> {
        self.immediate()?.as_pid()
    }

    /// The number of the port that it is.
    pub fn port(self) -> Option<u64> {
        self.immediate()?.as_port()
    }
}

/// `ErlDrvBinary*`: a counted binary. C code sees its size, which is all that there is room for,
/// and behind it the bytes; so the address is that of the capacity in the head of a [`RefBin`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct DrvBinary(NonNull<u8>);

const _: () = assert!(RefBin::DATA == RefBin::CAPACITY + size_of::<usize>());

// SAFETY: it is a reference to a counted binary, which threads may share.
unsafe impl Send for DrvBinary {}

impl DrvBinary {
    /// Hands a reference over to C code.
    pub fn give(bin: RefBin) -> DrvBinary {
        let raw = bin.into_raw();
        // SAFETY: the head is in the binary's allocation, and so is its capacity.
        let address = unsafe { raw.add(RefBin::CAPACITY) };
        DrvBinary(NonNull::new(address).expect("a binary's address"))
    }

    /// A binary that C code may use as long as the emulator keeps its reference.
    pub fn of(bin: &RefBin) -> DrvBinary {
        let given = DrvBinary::give(bin.clone());
        drop(given.take());
        given
    }

    /// The binary at an address that C code has; None if that is null.
    pub fn at(address: *mut c_void) -> Option<DrvBinary> {
        NonNull::new(address.cast()).map(DrvBinary)
    }

    /// The address, for C code.
    pub fn address(self) -> *mut c_void {
        self.0.as_ptr().cast()
    }

    fn raw(self) -> *mut u8 {
        // SAFETY: C code passes what `give` has made, which is so far behind the head.
        unsafe { self.0.as_ptr().sub(RefBin::CAPACITY) }
    }

    /// Looks at it while C code has its reference.
    pub fn with<R>(self, f: impl FnOnce(&RefBin) -> R) -> R {
        // SAFETY: C code passes binaries of which it has a reference, and keeps that during the
        // call.
        unsafe { RefBin::with_raw(self.raw(), f) }
    }

    /// Another reference to it.
    pub fn share(self) -> RefBin {
        self.with(RefBin::clone)
    }

    /// Takes a reference of C code's.
    pub fn take(self) -> RefBin {
        // SAFETY: C code gives up one of its references and does not use it again.
        unsafe { RefBin::from_raw(self.raw()) }.whole()
    }

    /// `orig_size`. Drivers may have made it smaller, as that of `esdl` does.
    pub fn size(self) -> usize {
        self.with(RefBin::capacity)
    }

    /// The address of the first byte.
    pub fn data(self) -> *mut u8 {
        self.with(RefBin::data)
    }
}

/// `ErlIOVec`.
#[repr(C)]
pub struct ErlIoVec {
    /// Number of pieces.
    pub count: c_int,
    /// Bytes in all.
    pub size: usize,
    /// The pieces.
    pub iov: *mut IoVec,
    /// The binaries that they are part of.
    pub binv: *mut Option<DrvBinary>,
}

impl ErlIoVec {
    /// The pieces, with the binaries that they are in. C code has them filled in, and changes
    /// nothing during the call.
    pub fn pieces<'a>(&self) -> impl Iterator<Item = (&'a mut IoVec, Option<DrvBinary>)> {
        let n = if self.iov.is_null() { 0 } else { self.count.max(0) as usize };
        let (iov, binv) = (self.iov, self.binv);
        (0..n).map(move |i| {
            // SAFETY: C code passes arrays of so many pieces and binaries, which are its own during
            // the call; each piece is given out once.
            unsafe { (&mut *iov.add(i), if binv.is_null() { None } else { *binv.add(i) }) }
        })
    }
}

/// The bytes of a piece.
pub fn bytes_of<'a>(piece: &IoVec) -> &'a [u8] {
    if piece.len == 0 {
        return &[];
    }
    // SAFETY: C code passes pieces of memory with so many bytes, which do not change during the
    // call.
    unsafe { std::slice::from_raw_parts(piece.base, piece.len) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_numbers() {
        for id in [1, 2, (1 << 28) - 1] {
            assert_eq!(PortHandle::of(id).id(), Some(id));
            assert!(PortHandle::of(id).0 <= u32::MAX as usize, "as drivers cast them");
        }
        assert_eq!(PortHandle::NONE.id(), None);
        assert_eq!(PortHandle(0).id(), None);
    }

    #[test]
    fn binaries_are_where_c_code_expects_them() {
        let given = DrvBinary::give(RefBin::from_slice(b"some bytes"));
        let address = given.address().cast::<u8>();
        // SAFETY: the size and the bytes behind it are in the binary's allocation.
        unsafe {
            assert_eq!(address.cast::<isize>().read(), 10);
            assert_eq!(std::slice::from_raw_parts(address.add(8), 10), b"some bytes");
        }
        let shared = given.share();
        assert_eq!(shared.ref_count(), 2);
        drop(given.take());
        assert_eq!(shared.ref_count(), 1);
    }

    #[test]
    fn term_data_takes_only_what_is_on_no_heap() {
        assert_eq!(TermData::of(Term::pid(7)).pid(), Some(7));
        assert_eq!(TermData::of(Term::port(7)).port(), Some(7));
        assert_eq!(
            TermData::of(Term::TRUE).immediate().and_then(|t| t.as_atom()),
            Term::TRUE.as_atom()
        );
        assert!(TermData(0).immediate().is_none());
        assert!(TermData::of(Term::small(5)).immediate().is_none());
        assert!(
            TermData(DrvBinary::give(RefBin::from_slice(b"x")).address() as u64)
                .immediate()
                .is_none()
        );
    }
}
