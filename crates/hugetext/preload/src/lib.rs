//! `libhugetext.so`: named in `LD_PRELOAD`, moves the code of a program onto huge pages before the
//! program begins.

use std::env::var_os;
use std::io::{self, Write};
use std::path::Path;
use text::{Options, move_text, perf_map};

/// The function that the dynamic loader calls before the program's `main`, while there is one
/// thread only.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    let is = |name: &str, value: &str| var_os(name).is_some_and(|v| v == value);
    if is("HUGETEXT", "off") {
        return;
    }
    let copy = !is("HUGETEXT", "in_place");
    let options = Options { copy, libraries: is("HUGETEXT_LIBRARIES", "1") };
    let outcome = move_text(options);
    let pid = std::process::id();
    if is("HUGETEXT_VERBOSE", "1") {
        eprintln!("hugetext: {pid}: {outcome}");
    } else if outcome.none_free {
        eprintln!("hugetext: no huge page is free: the code of this program stays where it is");
    }
    if is("HUGETEXT_PERF_MAP", "1") && outcome.moved > 0 {
        let file = trust::fresh(Path::new(&format!("/tmp/perf-{pid}.map")));
        let written = file
            .map_err(io::Error::from)
            .and_then(|mut file| file.write_all(perf_map(&outcome).as_bytes()));
        // A failure costs names in perf only.
        if let Err(why) = written {
            eprintln!("hugetext: {pid}: perf does not see this code: {why}");
        }
    }
}
