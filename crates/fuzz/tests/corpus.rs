//! Every target survives its corpus, which has what was found once, and some of what it makes
//! itself.

use fuzz::corpus;
use fuzz::mutate::mutate;
use fuzz::random::Random;
use fuzz::targets::{TARGETS, Target};

/// Inputs by chance for each target.
const MADE: usize = 2000;
/// Bytes of a target's corpus.
const BYTES: usize = 64 << 10;

fn check(target: &Target) {
    let inputs = corpus::files(&corpus::directory(target.name)).expect("a corpus");
    assert!(!inputs.is_empty(), "{} has no corpus", target.name);
    let size: usize = inputs.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(size <= BYTES, "{}: {size} bytes of corpus", target.name);
    for (file, bytes) in &inputs {
        let survived = std::panic::catch_unwind(|| (target.run)(bytes));
        assert!(survived.is_ok(), "{}", file.display());
    }
    let inputs: Vec<Vec<u8>> = inputs.into_iter().map(|(_, bytes)| bytes).collect();
    let mut random = Random::new(1);
    for i in 0..MADE {
        let mut input = (target.make)(&mut random);
        if i % 2 == 0 {
            mutate(&mut input, &inputs, &mut random);
        }
        let survived = std::panic::catch_unwind(|| (target.run)(&input));
        assert!(survived.is_ok(), "{}: {input:?}", target.name);
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(fuzz::targets::find(stringify!($name)).expect("a target")); })*

        #[test]
        fn all_targets_are_here_and_no_corpus_is_left_over() {
            // The target `peer` wants a table of processes of its own: see `peer.rs`.
            let mut here = vec!["peer", $(stringify!($name)),*];
            let mut names: Vec<_> = TARGETS.iter().map(|t| t.name).collect();
            here.sort();
            names.sort();
            assert_eq!(here, names);
            let all = corpus::directory("");
            for entry in std::fs::read_dir(all).expect("a corpus").flatten() {
                let name = entry.file_name().into_string().expect("a name");
                assert!(names.contains(&name.as_str()), "corpus/{name} is of no target");
            }
        }
    };
}

targets! {
    beam bits calls crash elf flags frames image inflate match_spec packets
    pattern profile requests sockets tables term terminal text zstd
}
