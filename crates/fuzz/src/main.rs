//! Fuzzes on stable Rust: `azulejo-fuzz SECONDS [TARGET]`.
#![allow(clippy::print_stdout, reason = "it is a tool for people")]

use std::time::{Duration, Instant};

use azulejo_core::random::Random;
use azulejo_fuzz::{TARGETS, mutate::mutated};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(30);
    let chosen = arguments.get(1);
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = since_epoch.map_or(0, |time| time.as_secs());
    for target in TARGETS.iter().filter(|target| chosen.is_none_or(|name| name == target.name)) {
        let (start, mut random, mut runs) = (Instant::now(), Random::new(seed), 0_u64);
        while start.elapsed() < Duration::from_secs(seconds) {
            for _ in 0..256 {
                let text = mutated(target.seeds, &mut random);
                let broke = std::panic::catch_unwind(|| (target.run)(&text)).is_err();
                assert!(!broke, "{} broke on {text:?}", target.name);
                runs += 1;
            }
        }
        println!("{:<20} {runs} texts, none broke it (seed {seed})", target.name);
    }
}
