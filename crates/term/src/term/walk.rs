//! Walking along lists.

use super::Term;
use crate::word::*;
use std::arch::asm;

/// A walk along the cells of a list. Where the next one is stands in the cell, and reading that
/// takes longer than copying it; but cells that have been made or collected one after the other are
/// at the same distance from each other. So the walk goes on where the next one has to be then,
/// before the word has been read that confirms it.
pub(crate) struct Walk<'h> {
    /// The cell, or what ends the list.
    rest: Term<'h>,
    /// From the last cell to this one, in bytes.
    stride: Word,
}

/// The words of a cell that something refers to.
#[inline(always)]
fn cell(list: Word) -> *mut Word {
    debug_assert!(is_list(list));
    list.wrapping_sub(TAG_LIST) as *mut Word
}

impl<'h> Walk<'h> {
    /// To the beginning of what may be a list.
    #[inline(always)]
    pub fn new(list: Term<'h>) -> Walk<'h> {
        Walk { rest: list, stride: 16 }
    }

    /// The rest of the list: a cell and the cells behind it, or the term that ends the list.
    #[inline(always)]
    pub fn rest(&self) -> Term<'h> {
        self.rest
    }

    /// Copies the cell, in front of what follows the copy in memory, and goes on to the next one;
    /// false if there is none.
    ///
    /// # Safety
    /// There is a cell, and two words may be written.
    #[inline(always)]
    pub(crate) unsafe fn copy_to(&mut self, at: *mut Word) -> bool {
        // SAFETY: the caller has made sure that `rest` is a cell and that two words at `at` may be
        // written.
        unsafe {
            at.write(*cell(self.rest.word()));
            at.add(1).write(at.add(2) as Word | TAG_LIST);
            self.step()
        }
    }

    /// The first element.
    ///
    /// # Safety
    /// There is a cell.
    #[inline(always)]
    unsafe fn head(&self) -> Word {
        // SAFETY: the caller has made sure that `rest` is a cell.
        unsafe { *cell(self.rest.word()) }
    }

    /// Goes on to the next cell; false if there is none.
    ///
    /// # Safety
    /// There is a cell.
    #[inline(always)]
    pub unsafe fn step(&mut self) -> bool {
        let here = self.rest.word();
        let expected = here.wrapping_add(self.stride);
        let mut guess = expected;
        // SAFETY: the caller has made sure that `rest` is a cell; its second word is a term as long
        // as the list is. The instructions are none: one hides from the compiler that the guess is
        // what it is compared with, lest it take the word that has been read; the other one has it
        // jump where it would choose between the two.
        unsafe {
            asm!("/* {0} */", inout(reg) guess, options(pure, nomem, nostack, preserves_flags));
            let next = *cell(here).add(1);
            if next == expected {
                // A word as far from a cell as that cell was from the one before refers to the next
                // cell.
                self.rest = Term::from_word(guess);
                true
            } else {
                asm!("", options(nomem, nostack, preserves_flags));
                self.stride = next.wrapping_sub(here);
                self.rest = Term::from_word(next);
                is_list(next)
            }
        }
    }
}

impl Term<'_> {
    /// The length, if it is a proper list of bytes, and not longer than that.
    #[inline]
    pub fn byte_list_length(self, most: usize) -> Option<usize> {
        let (mut walk, mut n) = (Walk::new(self), 0);
        let mut goes_on = self.is_cons();
        while goes_on {
            // SAFETY: there is a cell.
            if n == most || unsafe { walk.head() } & !small(0xff) != 0 {
                return None;
            }
            // SAFETY: there is a cell.
            goes_on = unsafe { walk.step() };
            n += 1;
        }
        walk.rest().is_nil().then_some(n)
    }

    /// Copies the elements of a list of bytes, as far as there is room for them.
    #[inline]
    pub fn copy_byte_list(self, to: &mut [u8]) {
        let mut walk = Walk::new(self);
        let mut goes_on = self.is_cons();
        for to in to {
            if !goes_on {
                break;
            }
            // SAFETY: there is a cell.
            unsafe {
                *to = (walk.head() >> 1) as u8;
                goes_on = walk.step();
            }
        }
    }
}
