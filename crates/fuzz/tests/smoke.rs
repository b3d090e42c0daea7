//! Every target on its seeds, on thousands of seeded mutations of them, and on what guided fuzzing found worth keeping.

use std::path::Path;

use azulejo_core::random::Random;
use azulejo_fuzz::{TARGETS, Target, mutate::mutated};

fn unharmed(target: &Target, bytes: &[u8]) {
    let result = std::panic::catch_unwind(|| target.feed(bytes));
    assert!(result.is_ok(), "{} broke on {:?}", target.name, String::from_utf8_lossy(bytes));
}

#[test]
fn no_mutation_of_a_good_text_breaks_a_parser() {
    for target in TARGETS {
        target.seeds.iter().for_each(|seed| unharmed(target, &target.bytes(seed)));
        let mut random = Random::new(99);
        for _ in 0..4_000 {
            unharmed(target, &target.bytes(&mutated(target.seeds, &mut random)));
        }
    }
}

#[test]
fn what_guided_fuzzing_kept_breaks_nothing() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for folder in std::fs::read_dir(&corpus).unwrap().map(Result::unwrap) {
        let name = folder.file_name().into_string().unwrap();
        let target = Target::find(&name).unwrap_or_else(|| panic!("fuzz/corpus has a folder for no target: {name}"));
        for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
            unharmed(target, &std::fs::read(file.path()).unwrap());
        }
    }
}
