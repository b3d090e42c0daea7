//! Measures reading screenshots: how many are right, and the CPU time of each with decoding.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../tests/common/screens.rs"]
mod screens;

use std::path::{Path, PathBuf};

use azulejo_core::budget::Budget;
use azulejo_flow::format::{self, grid};
use azulejo_flow::import::{self, Hints};
use cpu_time::ThreadTime;

fn folder() -> Option<PathBuf> {
    azulejo_bench::shared_data("flow")
}

fn main() {
    let verbose = std::env::var_os("VERBOSE").is_some();
    drawn(verbose);
    let Some(folder) = folder() else { return };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.join("screenshots")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut right, mut all, mut total, mut most) = (0, 0, 0.0_f64, 0.0_f64);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let Ok(known) = std::fs::read_to_string(folder.join("shots").join(format!("{name}.txt"))) else { continue };
        let known = format::read(&known).unwrap();
        if std::env::var("ONLY").is_ok_and(|only| !name.contains(&only)) {
            continue;
        }
        let bytes = std::fs::read(&file).unwrap();
        let mut best = f64::INFINITY;
        let mut reading = None;
        for _ in 0..5 {
            let start = ThreadTime::now();
            reading = Some(import::read(&bytes, &Hints::default(), &Budget::unlimited()));
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        all += 1;
        total += best;
        most = most.max(best);
        let reading = reading.unwrap();
        let good = reading.as_ref().is_ok_and(|reading| {
            reading.puzzle.dots() == known.dots() && reading.puzzle.tiles().rows() == known.tiles().rows()
        });
        right += i32::from(good);
        if verbose || !good {
            match reading {
                Ok(reading) => println!(
                    "{name} {} {best:.1} ms, confidence {:.3}, {} unsure {:?} {:?}\n{}",
                    if good { "right" } else { "WRONG" },
                    reading.confidence,
                    reading.verdict.name(),
                    reading.unsure,
                    reading.lattice,
                    if good { String::new() } else { grid::write(&reading.puzzle) }
                ),
                Err(problem) => println!("{name}: {problem}"),
            }
        }
    }
    println!("real screenshots: {right} of {all} right, mean {:.1} ms, most {most:.1} ms", total / f64::from(all));
}

fn drawn(verbose: bool) {
    let words: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    // Not those of the tests, on which the reader was built.
    let (first, count) = (words.first().copied().unwrap_or(5_000), words.get(1).copied().unwrap_or(500));
    let (mut right, mut all, mut total, mut most) = (0, 0, 0.0_f64, 0.0_f64);
    for number in first..first + count {
        let screen = screens::screen(number);
        let start = ThreadTime::now();
        let reading = import::read(&screen.bytes, &Hints::default(), &Budget::unlimited());
        let time = start.elapsed().as_secs_f64() * 1e3;
        let known = &screen.puzzle;
        let good = reading.as_ref().is_ok_and(|reading| {
            reading.puzzle.dots() == known.dots()
                && reading.puzzle.tiles().rows() == known.tiles().rows()
                && reading.puzzle.tiles().columns() == known.tiles().columns()
        });
        (all, total, most) = (all + 1, total + time, most.max(time));
        right += u32::from(good);
        if verbose || !good {
            let (rows, columns) = (known.tiles().rows(), known.tiles().columns());
            println!("{number} {rows}x{columns} {time:.1} ms {:?}", screen.style);
            if let Some(out) = std::env::var_os("OUT") {
                let end = if screen.style.jpeg.is_some() { "jpg" } else { "png" };
                std::fs::write(Path::new(&out).join(format!("{number}.{end}")), &screen.bytes).unwrap();
            }
            match reading {
                Ok(reading) => {
                    let has = |puzzle: &azulejo_flow::position::Puzzle, cell| {
                        puzzle.dots().iter().flatten().any(|dot| *dot == cell)
                    };
                    let missed: Vec<String> = known
                        .dots()
                        .iter()
                        .flatten()
                        .filter(|cell| !has(&reading.puzzle, **cell))
                        .map(ToString::to_string)
                        .collect();
                    let extra: Vec<String> = reading
                        .puzzle
                        .dots()
                        .iter()
                        .flatten()
                        .filter(|cell| !has(known, **cell))
                        .map(ToString::to_string)
                        .collect();
                    println!("   MISSED {missed:?} EXTRA {extra:?}");
                    let wrong = reading.puzzle.dots().len();
                    println!(
                        "   {good} {wrong} of {} pairs, confidence {:.3} {} {:?}",
                        known.dots().len(),
                        reading.confidence,
                        reading.verdict.name(),
                        reading.lattice
                    );
                }
                Err(problem) => println!("   {problem}"),
            }
        }
    }
    println!("drawn screenshots: {right} of {all} right, mean {:.1} ms, most {most:.1} ms", total / f64::from(all));
}
