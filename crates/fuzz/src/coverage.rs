//! Which code has been reached: counters that LLVM puts into what is compiled with
//! `-Cpasses=sancov-module`, as `scripts/fuzz` does. Without these there are none.

use std::sync::Mutex;

/// Regions of counters: first address and number.
static REGIONS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called at start, for each unit of code with counters.
///
/// # Safety
/// The counters between the addresses have to be there as long as the program runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let region = (start as usize, stop as usize - start as usize);
    let mut regions = REGIONS.lock().expect("regions");
    if !regions.contains(&region) {
        regions.push(region);
    }
}

/// The edges of the program that have been reached so far, each with its greatest count in one
/// input.
#[derive(Default)]
pub struct Seen(Vec<u8>);

impl Seen {
    /// Whether code is compiled so that this is known.
    pub fn is_known() -> bool {
        !REGIONS.lock().expect("regions").is_empty()
    }

    /// The number of places that have been reached.
    pub fn places(&self) -> usize {
        self.0.iter().filter(|&&bits| bits != 0).count()
    }

    /// Takes what was reached since the last time; whether any of it is new.
    pub fn update(&mut self) -> bool {
        let mut new = false;
        let mut begin = 0;
        for &(start, n) in REGIONS.lock().expect("regions").iter() {
            if self.0.len() < begin + n {
                self.0.resize(begin + n, 0);
            }
            // SAFETY: the compiler's call of `__sanitizer_cov_8bit_counters_init` gave the bounds
            // of this array of counters, which is there as long as the program; bytes that other
            // threads count up meanwhile have some value or another.
            let counters = unsafe { std::slice::from_raw_parts_mut(start as *mut u8, n) };
            for (counter, seen) in counters.iter_mut().zip(&mut self.0[begin..begin + n]) {
                if *counter == 0 {
                    continue;
                }
                // Once, twice, and then powers of two count as different.
                let bit = 1 << (8 - counter.leading_zeros()).saturating_sub(1);
                new |= *seen & bit == 0;
                *seen |= bit;
                *counter = 0;
            }
            begin += n;
        }
        new
    }
}
