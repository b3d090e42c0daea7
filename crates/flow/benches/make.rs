//! Measures making and rating puzzles: how fast, how often right, and how ratings follow the order of published packs.
//!
//! `cargo bench -p azulejo-flow --bench make` makes 10,000 puzzles over sizes and kinds and verifies each by two engines
//! that share nothing but the graph; `-- 500` makes so many. Times are CPU time of one thread.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::float_cmp, missing_docs)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use azulejo_core::budget::Budget;
use azulejo_core::outcome::Outcome;
use azulejo_flow::format;
use azulejo_flow::generate::{Made, make};
use azulejo_flow::position::Rules;
use azulejo_flow::rate;
use azulejo_flow::rules;
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{Engine, run};
use cpu_time::ThreadTime;

/// Kinds, and how many in 1,000 puzzles are of each.
const KINDS: [(&str, u64); 23] = [
    ("5x5", 100),
    ("6x6", 100),
    ("7x7", 100),
    ("8x8", 100),
    ("9x9", 100),
    ("6x10", 50),
    ("10x10", 30),
    ("12x12", 8),
    ("14x14", 4),
    ("15x15", 2),
    ("20x20", 5),
    ("40x40", 1),
    ("7x7-hex", 60),
    ("10x8-hex", 40),
    ("6x6-torus", 60),
    ("7x7-torus", 20),
    ("8x8-walls", 50),
    ("8x8-holes", 50),
    ("8x8-bridges", 50),
    ("9x9-walls-holes-bridges", 30),
    ("7x6-torus-walls-bridges", 20),
    ("8x8-hex-walls-holes", 10),
    ("8x8-hard", 10),
];

fn main() {
    let number = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(10_000);
    speeds();
    verify(number);
    correlation();
}

fn made(setup: &str, seed: u64) -> Option<Made> {
    let setup: Setup = setup.parse().expect("a setup");
    match make(&setup.wish, seed, &Budget::unlimited()) {
        Outcome::Solved { solution, .. } => Some(solution),
        _ => None,
    }
}

fn speeds() {
    println!("{:<22} {:>8} {:>12} {:>10} {:>10}", "made, proven unique", "puzzles", "a second", "mean ms", "max ms");
    for (setup, number) in [
        ("9x9", 400),
        ("14x14", 60),
        ("40x40", 8),
        ("9x9-easy", 100),
        ("9x9-medium", 50),
        ("9x9-hard", 50),
        ("9x9-expert", 50),
        ("9x9-hex", 100),
        ("9x9-torus", 20),
        ("9x9-bridges", 100),
        ("9x9-walls-holes", 100),
    ] {
        let (mut total, mut most, mut right) = (0.0_f64, 0.0_f64, 0);
        for seed in 0..number {
            let start = ThreadTime::now();
            right += u32::from(made(setup, seed).is_some());
            let seconds = start.elapsed().as_secs_f64();
            total += seconds;
            most = most.max(seconds);
        }
        let mean = total / number as f64;
        println!("{setup:<22} {right:>8} {:>12.1} {:>10.2} {:>10.1}", f64::from(right) / total, 1e3 * mean, 1e3 * most);
    }
}

/// Makes puzzles and lets two engines look for a second solution.
fn verify(number: u64) {
    let (mut total, mut right) = (0_u64, 0_u64);
    let start = ThreadTime::now();
    for (setup, share) in KINDS {
        let (mut good, mut asked) = (0, 0);
        for seed in 0..(number * share).div_ceil(1000) {
            asked += 1;
            let Some(made) = made(setup, seed) else { continue };
            let unique = |engine| {
                let found =
                    run(&made.puzzle, made.unique_under, 2, engine, &Budget::unlimited().with_memory(1 << 30)).1;
                found.stop.is_none() && found.count == 1
            };
            let solved = rules::check(&made.puzzle, Rules::STRICT, &made.solution).is_empty();
            if solved && unique(Engine::Auto) && unique(Engine::Edges) {
                good += 1;
            } else {
                println!("WRONG: {setup} seed {seed}\n{}", format::grid::write(&made.puzzle));
            }
        }
        total += asked;
        right += good;
        println!("{setup:<26} {good:>6} of {asked:>6} unique by two engines");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:<26} {right:>6} of {total:>6} in {seconds:.1} s of CPU time", "all");
}

fn folder() -> Option<PathBuf> {
    azulejo_bench::shared_data("flow")
}

/// Rates the published packs and compares the scores with the levels' numbers: within each pack whose boards are not all
/// of one size, and between packs of one size and those of the next.
fn correlation() {
    let Some(folder) = folder() else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).expect("manifest.csv");
    let mut packs: BTreeMap<String, Vec<(f64, f64, f64)>> = BTreeMap::new();
    let mut levels: BTreeMap<&str, u32> = BTreeMap::new();
    let mut all: Vec<(f64, f64)> = Vec::new();
    for row in manifest.lines().skip(1).filter(|row| row.starts_with("official/")) {
        let file = row.split(',').next().unwrap();
        let puzzle = format::read(&std::fs::read_to_string(folder.join(file)).unwrap()).unwrap();
        let cells = puzzle.tiles().len();
        let Ok(rate::Verdict::Rated(rated)) = rate::judge(&puzzle, Rules::STRICT, &Budget::unlimited()) else {
            continue;
        };
        let words: Vec<&str> = file.trim_start_matches("official/").split('_').collect();
        let (pack, number) = (words[..words.len() - 2].join("_"), words[words.len() - 2]);
        let score = rated.effort.score();
        *levels.entry(rated.effort.difficulty(cells).name()).or_default() += 1;
        all.push((cells as f64, score));
        packs.entry(pack).or_default().push((number.parse().unwrap_or(0.0), score, cells as f64));
    }
    let (mut sum, mut puzzles, mut graded) = (0.0, 0.0, 0);
    let mut means = Vec::new();
    for levels in packs.values() {
        let sizes = |pick: fn(f64, f64) -> f64| levels.iter().map(|level| level.2).reduce(pick).unwrap_or(0.0);
        let mean = levels.iter().map(|level| level.1).sum::<f64>() / levels.len() as f64;
        if sizes(f64::min) == sizes(f64::max) {
            means.push((sizes(f64::max), mean));
        } else if levels.len() >= 8 {
            let pairs: Vec<(f64, f64)> = levels.iter().map(|level| (level.0, level.1)).collect();
            sum += spearman(&pairs) * levels.len() as f64;
            puzzles += levels.len() as f64;
            graded += 1;
        }
    }
    println!("\n{} published puzzles rated: {levels:?}", all.len());
    println!("rank correlation of score and number, within {graded} packs of mixed sizes: {:.2}", sum / puzzles);
    println!("of mean score and size, over {} packs of one size: {:.2}", means.len(), spearman(&means));
    println!("of score and size, over all puzzles: {:.2}", spearman(&all));
}

/// Spearman's rank correlation; equal values share their mean rank.
fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let rank = |value: &f64| {
            let below = values.iter().filter(|other| *other < value).count() as f64;
            let equal = values.iter().filter(|other| *other == value).count() as f64;
            below + (equal - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (one, other) =
        (ranks(pairs.iter().map(|pair| pair.0).collect()), ranks(pairs.iter().map(|pair| pair.1).collect()));
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |left: &[f64], right: &[f64]| -> f64 {
        left.iter().zip(right).map(|(left, right)| (left - middle) * (right - middle)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}
