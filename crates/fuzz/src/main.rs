//! Fuzzes without guidance: `azulejo-fuzz SECONDS [TARGET]`; `azulejo-fuzz seeds FOLDER` writes the seeds for the guided one.
#![allow(clippy::print_stdout, reason = "it is a tool for people")]

use std::time::{Duration, Instant};

use azulejo_core::random::Random;
use azulejo_fuzz::{TARGETS, Target, mutate::mutated};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder] = &arguments[..]
        && word == "seeds"
    {
        return TARGETS.iter().try_for_each(|target| write_seeds(target, folder));
    }
    let seconds = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(30);
    let chosen = arguments.get(1);
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = since_epoch.map_or(0, |time| time.as_secs());
    for target in TARGETS.iter().filter(|target| chosen.is_none_or(|name| name == target.name)) {
        let (start, mut random, mut runs) = (Instant::now(), Random::new(seed), 0_u64);
        while start.elapsed() < Duration::from_secs(seconds) {
            for _ in 0..256 {
                let text = mutated(target.seeds, &mut random);
                let broke = std::panic::catch_unwind(|| target.feed(&target.bytes(&text))).is_err();
                assert!(!broke, "{} broke on {text:?}", target.name);
                runs += 1;
            }
        }
        println!("{:<20} {runs} texts, none broke it (seed {seed})", target.name);
    }
    Ok(())
}

/// One file a seed, in a folder of the target's name, which is printed.
fn write_seeds(target: &Target, folder: &str) -> std::io::Result<()> {
    let folder = std::path::Path::new(folder).join(target.name);
    std::fs::create_dir_all(&folder)?;
    println!("{}", target.name);
    let mut seeds = target.seeds.iter().enumerate();
    seeds.try_for_each(|(number, seed)| std::fs::write(folder.join(format!("seed-{number}")), target.bytes(seed)))
}
