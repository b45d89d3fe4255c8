//! The target `peer` survives its corpus and some thousands of other inputs. It is a program of its
//! own, for it fills the table of processes.

use fuzz::mutate::mutate;
use fuzz::random::Random;
use fuzz::{corpus, targets};

#[test]
fn a_peer_that_sends_anything_does_no_harm() {
    let target = targets::find("peer").expect("the target");
    let inputs: Vec<Vec<u8>> = corpus::files(&corpus::directory("peer"))
        .expect("a corpus")
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect();
    assert!(!inputs.is_empty());
    inputs.iter().for_each(|input| (target.run)(input));
    let mut random = Random::new(1);
    for i in 0..4000 {
        let mut input = (target.make)(&mut random);
        if i % 2 == 0 {
            mutate(&mut input, &inputs, &mut random);
        }
        (target.run)(&input);
    }
}
