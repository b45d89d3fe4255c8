//! The few instructions that exchange mappings: they run from a page of their own, for what called
//! them may be unmapped for a moment, or, if the kernel fails half-way, until it is restored.

use crate::PAGE;
use std::ptr::null_mut;

/// A system call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    number: usize,
    arguments: [usize; 6],
}

impl Call {
    /// Puts the memory at one address, so many bytes, to another, in place of what is there.
    pub fn mremap(from: usize, size: usize, to: usize) -> Call {
        let how = (libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED) as usize;
        let arguments = [from, size, size, how, to, 0];
        Call { number: libc::SYS_mremap as usize, arguments }
    }

    /// Maps part of a file, in place of what is there.
    pub fn map_file(at: usize, size: usize, rights: i32, file: i32, offset: usize) -> Call {
        let how = (libc::MAP_PRIVATE | libc::MAP_FIXED) as usize;
        let arguments = [at, size, rights as usize, how, file as usize, offset];
        Call { number: libc::SYS_mmap as usize, arguments }
    }
}

// The first call; if it fails the others, which restore, and whose failure leaves nothing to go on
// with. Gives what the first gave.
std::arch::global_asm!(
    ".pushsection .text.hugetext_stub, \"ax\", @progbits",
    ".hidden hugetext_stub",
    ".globl hugetext_stub",
    "hugetext_stub:",
    "push rbx",
    "push rbp",
    "push r12",
    "mov rbx, rdi",
    "mov rbp, rsi",
    "xor r12d, r12d",
    "2:",
    "mov rax, [rbx]",
    "mov rdi, [rbx + 8]",
    "mov rsi, [rbx + 16]",
    "mov rdx, [rbx + 24]",
    "mov r10, [rbx + 32]",
    "mov r8, [rbx + 40]",
    "mov r9, [rbx + 48]",
    "syscall",
    "cmp rax, -4095",
    "jae 4f",
    "test r12, r12",
    "jz 5f",
    "3:",
    "add rbx, 56",
    "dec rbp",
    "jnz 2b",
    "mov rax, r12",
    "5:",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
    "4:",
    "test r12, r12",
    "jnz 6f",
    "mov r12, rax",
    "jmp 3b",
    "6:",
    "ud2",
    ".hidden hugetext_stub_end",
    ".globl hugetext_stub_end",
    "hugetext_stub_end:",
    ".popsection",
);

unsafe extern "C" {
    static hugetext_stub: u8;
    static hugetext_stub_end: u8;
}

/// The copy of the instructions.
pub(crate) struct Stub(*mut libc::c_void);

impl Stub {
    /// A copy, if there is memory.
    pub fn new() -> Option<Stub> {
        let (rights, how) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let first = &raw const hugetext_stub;
        let size = (&raw const hugetext_stub_end) as usize - first as usize;
        assert!(size < PAGE, "the instructions fit into a page");
        // SAFETY: a new page, and instructions that do not depend on where they are.
        unsafe {
            let at = libc::mmap(null_mut(), PAGE, rights, how, -1, 0);
            if at == libc::MAP_FAILED {
                return None;
            }
            let stub = Stub(at);
            at.cast::<u8>().copy_from_nonoverlapping(first, size);
            let rights = libc::PROT_READ | libc::PROT_EXEC;
            (libc::mprotect(at, PAGE, rights) == 0).then_some(stub)
        }
    }

    /// Makes the first call; if that fails the others. Whether the first has succeeded.
    ///
    /// # Safety
    /// After the first, or after the others, all memory that is in use must be as it was.
    pub unsafe fn run(&self, calls: &[Call]) -> bool {
        assert!(!calls.is_empty());
        // SAFETY: it is these instructions that are there, which keep to the convention of C.
        let run: extern "C" fn(*const Call, usize) -> isize =
            unsafe { std::mem::transmute(self.0) };
        let result = run(calls.as_ptr(), calls.len());
        !(-4095..0).contains(&result)
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        // SAFETY: nobody else knows of the page.
        unsafe { libc::munmap(self.0, PAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_restored() {
        let stub = Stub::new().expect("memory");
        let how = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let rights = libc::PROT_READ | libc::PROT_WRITE;
        let file = std::fs::File::open("/proc/self/exe").unwrap();
        let file = std::os::fd::AsRawFd::as_raw_fd(&file);
        // SAFETY: memory of this test alone.
        unsafe {
            let at = libc::mmap(null_mut(), 2 * PAGE, rights, how, -1, 0);
            assert_ne!(at, libc::MAP_FAILED);
            let (from, to) = (at as usize, at as usize + PAGE);
            at.cast::<u8>().write(42);
            assert!(stub.run(&[Call::mremap(from, PAGE, to)]));
            assert_eq!((to as *const u8).read(), 42);
            // The old place is free after the move; then comes the beginning of this program.
            let restore = Call::map_file(to, PAGE, libc::PROT_READ, file, 0);
            assert!(!stub.run(&[Call::mremap(from, PAGE, to), restore]));
            assert_eq!(std::slice::from_raw_parts(to as *const u8, 4), b"\x7fELF");
            libc::munmap(to as *mut libc::c_void, PAGE);
        }
    }
}
