//! Measures the solvers over a folder of real puzzles with known answers, and compares every answer with them.
//!
//! `cargo bench -p azulejo-flow` prints the figures of BENCHMARKS.md when the folder is there, and those of our own
//! boards always. `cargo bench -p azulejo-flow -- QUESTION [ENGINE] [FILTER] [REPEAT] [SECONDS]` looks closer, where
//! QUESTION is `first`, `unique`, `touch-first`, `touch-unique`, `touch-count` or `free-unique`, and FILTER some words
//! with `&` between them; `turned-first` and `turned-unique` take the mean over the eight ways to lay down a plain board,
//! so that a change is not judged by one lucky order. Times are CPU time of one thread, the least of REPEAT runs, parsing excluded.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::outcome::Outcome;
use azulejo_flow::position::{Fill, Puzzle, Rules, Touch};
use azulejo_flow::solve::{self, Engine, Found};
use azulejo_flow::{format, generate};
use cpu_time::ThreadTime;

/// What to measure.
struct Job {
    question: String,
    engine: Engine,
    filter: String,
    repeat: u32,
    seconds: f64,
}

impl Job {
    fn new(question: &str, filter: &str, repeat: u32, seconds: f64) -> Self {
        let (question, filter) = (question.to_owned(), filter.to_owned());
        Self { question, engine: Engine::Auto, filter, repeat, seconds }
    }

    fn rules(&self) -> Rules {
        let touch = if self.question.starts_with("touch") { Touch::Allow } else { Touch::Forbid };
        let fill = if self.question.starts_with("free") { Fill::Free } else { Fill::Full };
        Rules { fill, touch }
    }

    /// The puzzle as it is, or in all eight ways when that was asked.
    fn variants(&self, puzzle: Puzzle) -> Vec<Puzzle> {
        if self.question.starts_with("turned") { turned(&puzzle) } else { vec![puzzle] }
    }

    fn limit(&self) -> u64 {
        match self.question.rsplit('-').next() {
            Some("first") => 1,
            Some("unique") => 2,
            _ => u64::MAX,
        }
    }

    /// Solves a puzzle; gives what was found and the milliseconds it took.
    fn run(&self, puzzle: &Puzzle) -> (Found, f64) {
        let mut best = f64::INFINITY;
        let mut found = Found::none();
        for _ in 0..self.repeat {
            let budget = Budget::unlimited().with_time(Duration::from_secs_f64(self.seconds)).with_memory(1 << 30);
            // Short runs are repeated within one reading of the clock.
            let times = if self.repeat > 1 { 10 } else { 1 };
            let start = ThreadTime::now();
            for _ in 0..times {
                found = solve::run(puzzle, self.rules(), self.limit(), self.engine, &budget).1;
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e3 / f64::from(times));
        }
        (found, best)
    }
}

/// A plain board turned and mirrored.
fn turned(puzzle: &Puzzle) -> Vec<Puzzle> {
    let mut grids = vec![puzzle.tiles().clone(), puzzle.tiles().mirrored()];
    for index in 0..6 {
        grids.push(grids[index].rotated());
    }
    let lay = |tiles| Puzzle::new(tiles, puzzle.topology(), Vec::new(), puzzle.labels().to_vec());
    grids.into_iter().map(|tiles| lay(tiles).expect("a plain board")).collect()
}

#[derive(Default)]
struct Group {
    puzzles: u32,
    right: u32,
    unknown: u32,
    wrong: u32,
    gave_up: u32,
    total: f64,
    most: f64,
    nodes: u64,
}

impl Group {
    fn add(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.right += other.right;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.gave_up += other.gave_up;
        self.total += other.total;
        self.most = self.most.max(other.most);
        self.nodes += other.nodes;
    }

    fn print(&self, name: &str) {
        println!(
            "{name:<34} {:>5} {:>6} {:>5} {:>7} {:>6} {:>11.4} {:>11.4} {:>11.3} {:>11}",
            self.puzzles,
            self.right,
            self.wrong,
            self.unknown,
            self.gave_up,
            self.total / f64::from(self.puzzles.max(1)),
            self.most,
            self.total,
            self.nodes
        );
    }
}

fn folder() -> Option<PathBuf> {
    azulejo_bench::shared_data("flow")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let word = |index: usize, default: &str| words.get(index).map_or(default.to_owned(), Clone::clone);
    let jobs = if words.is_empty() {
        vec![
            Job::new("first", "square+&c 196", 20, 1.0),
            Job::new("unique", "square+&c 196", 20, 1.0),
            Job::new("unique", "", 1, 5.0),
            Job::new("touch-first", "", 1, 0.5),
            Job::new("touch-unique", "seed", 1, 2.0),
            Job::new("free-unique", "seed&c 196", 1, 2.0),
        ]
    } else {
        let engine = named(&word(1, "auto"));
        let (repeat, seconds) = (word(3, "1").parse().unwrap(), word(4, "10").parse().unwrap());
        vec![Job { question: word(0, "unique"), engine, filter: word(2, ""), repeat, seconds }]
    };
    own_boards();
    let Some(folder) = folder() else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).expect("manifest.csv");
    for job in &jobs {
        println!("\n{} with {} {}", job.question, job.engine, job.filter);
        measure(job, &folder, &manifest);
    }
}

fn named(engine: &str) -> Engine {
    Engine::ALL.into_iter().find(|known| known.name() == engine).expect("an engine")
}

/// Boards of our own making, so that there is something to measure everywhere.
fn own_boards() {
    println!("our own boards, solved and proven unique without self-touch");
    for side in [7, 9, 11] {
        let mut group = Group::default();
        for seed in 0..10 {
            let made = generate::make(&generate::Wish::plain(side, side), seed, &Budget::unlimited());
            let Outcome::Solved { solution: generate::Made { puzzle, .. }, .. } = made else { continue };
            let (found, milliseconds) = Job::new("unique", "", 10, 1.0).run(&puzzle);
            let right = u32::from(found.count == 1);
            let (total, most) = (milliseconds, milliseconds);
            group.add(&Group {
                puzzles: 1,
                right,
                wrong: 1 - right,
                total,
                most,
                nodes: found.nodes,
                ..Group::default()
            });
        }
        group.print(&format!("{side}x{side}"));
    }
}

fn measure(job: &Job, folder: &Path, manifest: &str) {
    let verbose = std::env::var_os("VERBOSE").is_some();
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for row in manifest.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let file = fields[0];
        let features = format!("{}+{}", fields[4], fields[5]);
        let size = fields[1].parse::<usize>().unwrap() * fields[2].parse::<usize>().unwrap();
        let band = match size {
            0..=100 => "a <=100",
            101..=195 => "b 101-195",
            196 => "c 196",
            197..=225 => "d 197-225",
            226..=400 => "e 226-400",
            401..=1200 => "f 401-1200",
            1201..=3000 => "g 1201-3000",
            _ => "h giant",
        };
        if !job.filter.split('&').all(|part| row.contains(part) || features.contains(part) || band.contains(part)) {
            continue;
        }
        let source = file.split('/').next().unwrap();
        let key = if features == "square+" {
            format!("{source:<11} plain {band}")
        } else {
            format!("{source:<11} {features}")
        };
        let content = std::fs::read_to_string(folder.join(file)).unwrap();
        let puzzle = format::read(&content).unwrap_or_else(|problems| panic!("{file}: {problems}"));
        let expected = match (job.rules().fill, job.rules().touch) {
            (Fill::Free, _) => "?",
            (_, Touch::Allow) => fields[7],
            _ => fields[6],
        };
        let limit = u128::from(job.limit());
        for puzzle in job.variants(puzzle) {
            let (found, milliseconds) = job.run(&puzzle);
            let mut one =
                Group { puzzles: 1, total: milliseconds, most: milliseconds, nodes: found.nodes, ..Group::default() };
            let verdict = if !found.answers(job.limit()) {
                one.gave_up = 1;
                "gave up"
            } else if expected == "?" {
                one.unknown = 1;
                "unknown"
            } else if expected == "2+" && found.count >= limit.min(2)
                || expected.parse().is_ok_and(|known: u128| found.count == known.min(limit))
            {
                one.right = 1;
                "right"
            } else {
                one.wrong = 1;
                "WRONG"
            };
            if verbose || one.wrong > 0 {
                println!("{file} {verdict} {} of {expected}, {milliseconds:.4} ms, {} nodes", found.count, found.nodes);
            }
            groups.entry(key.clone()).or_default().add(&one);
        }
    }
    println!(
        "{:<34} {:>5} {:>6} {:>5} {:>7} {:>6} {:>11} {:>11} {:>11} {:>11}",
        "group", "n", "right", "wrong", "unknown", "gaveup", "mean ms", "max ms", "total ms", "nodes"
    );
    let mut all = Group::default();
    for (name, group) in &groups {
        group.print(name);
        all.add(group);
    }
    all.print("all");
}
