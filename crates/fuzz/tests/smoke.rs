//! Every target on its seeds and on thousands of seeded mutations of them.

use azulejo_core::random::Random;
use azulejo_fuzz::{TARGETS, mutate::mutated};

#[test]
fn no_mutation_of_a_good_text_breaks_a_parser() {
    for target in TARGETS {
        target.seeds.iter().for_each(|seed| (target.run)(seed));
        let mut random = Random::new(99);
        for _ in 0..4_000 {
            let text = mutated(target.seeds, &mut random);
            let result = std::panic::catch_unwind(|| (target.run)(&text));
            assert!(result.is_ok(), "{} broke on {text:?}", target.name);
        }
    }
}

#[test]
fn every_target_has_a_harness_for_guided_fuzzing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for target in TARGETS {
        assert!(folder.join(format!("{}.rs", target.name)).exists(), "{}", target.name);
    }
}
