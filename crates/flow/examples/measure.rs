//! Measures the solvers over a folder of puzzles with a manifest, and compares every answer with it.
//!
//! `measure DIR QUESTION [ENGINE] [FILTER] [REPEAT] [SECONDS]`, where QUESTION is `first`, `unique`, `touch-first`,
//! `touch-unique`, `touch-count` or `free-unique`. Times are CPU time of this thread, the least of REPEAT runs.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use azulejo_core::budget::Budget;
use azulejo_flow::format;
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::solve::{self, Engine, Found};

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

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = |index: usize, default: &str| arguments.get(index).map_or(default.to_owned(), Clone::clone);
    let directory = text(1, "../shared/data/flow");
    let question = text(2, "unique");
    let engine: Engine = text(3, "auto").parse().expect("an engine");
    let filter = text(4, "");
    let repeat: u32 = text(5, "1").parse().unwrap();
    let seconds: f64 = text(6, "10").parse().unwrap();
    let verbose = std::env::var_os("VERBOSE").is_some();

    let touch = if question.starts_with("touch") { Touch::Allow } else { Touch::Forbid };
    let fill = if question.starts_with("free") { Fill::Free } else { Fill::Full };
    let rules = Rules { fill, touch };
    let limit = match question.rsplit('-').next() {
        Some("first") => 1,
        Some("unique") => 2,
        _ => u64::MAX,
    };
    let manifest = std::fs::read_to_string(Path::new(&directory).join("manifest.csv")).expect("manifest.csv");
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for row in manifest.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (file, width, height) = (fields[0], fields[1], fields[2]);
        let features = format!("{}+{}", fields[4], fields[5]);
        let size = width.parse::<usize>().unwrap() * height.parse::<usize>().unwrap();
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
        if !filter.split('&').all(|part| row.contains(part) || features.contains(part) || band.contains(part)) {
            continue;
        }
        let key = if features == "square+" {
            format!("{:<11} plain {band}", file.split('/').next().unwrap())
        } else {
            format!("{:<11} {features}", file.split('/').next().unwrap())
        };
        let content = std::fs::read_to_string(Path::new(&directory).join(file)).unwrap();
        let puzzle = format::read(&content).unwrap_or_else(|problems| panic!("{file}: {problems}"));
        let mut best = u64::MAX;
        let mut found = Found::none();
        for _ in 0..repeat {
            let budget = Budget::unlimited().with_time(Duration::from_secs_f64(seconds)).with_memory(2 << 30);
            let start = ThreadTime::now();
            // Short runs are repeated within one reading of the clock.
            let times = if repeat > 1 { 10 } else { 1 };
            for _ in 0..times {
                found = solve::run(&puzzle, rules, limit, engine, &budget).1;
            }
            best = best.min(start.elapsed().as_nanos() as u64 / times);
        }
        let expected = match (fill, touch) {
            (Fill::Free, _) => "?",
            (_, Touch::Allow) => fields[7],
            _ => fields[6],
        };
        let group = groups.entry(key).or_default();
        let milliseconds = best as f64 / 1e6;
        group.puzzles += 1;
        group.total += milliseconds;
        group.most = group.most.max(milliseconds);
        group.nodes += found.nodes;
        let verdict = match (found.stop, expected) {
            (Some(_), _) if found.count < u128::from(limit) => "gave up",
            (_, "?") => "unknown",
            (_, "2+") => if found.count >= u128::from(limit.min(2)) { "right" } else { "WRONG" },
            (_, number) => {
                if found.count == number.parse::<u128>().unwrap().min(u128::from(limit)) { "right" } else { "WRONG" }
            }
        };
        match verdict {
            "gave up" => group.gave_up += 1,
            "unknown" => group.unknown += 1,
            "right" => group.right += 1,
            _ => group.wrong += 1,
        }
        if verbose || verdict == "WRONG" {
            println!("{file} {verdict} {} of {expected}, {milliseconds:.4} ms, {} nodes", found.count, found.nodes);
        }
    }
    println!("{:<34} {:>5} {:>6} {:>5} {:>7} {:>6} {:>11} {:>11} {:>11} {:>10}", "group", "n", "right", "wrong", "unknown", "gaveup", "mean ms", "max ms", "total ms", "nodes");
    let mut all = Group::default();
    let line = |name: &str, group: &Group| {
        println!(
            "{name:<34} {:>5} {:>6} {:>5} {:>7} {:>6} {:>11.4} {:>11.4} {:>11.3} {:>10}",
            group.puzzles, group.right, group.wrong, group.unknown, group.gave_up,
            group.total / f64::from(group.puzzles.max(1)), group.most, group.total, group.nodes
        );
    };
    for (name, group) in &groups {
        line(name, group);
        all.puzzles += group.puzzles;
        all.right += group.right;
        all.wrong += group.wrong;
        all.unknown += group.unknown;
        all.gave_up += group.gave_up;
        all.total += group.total;
        all.most = all.most.max(group.most);
        all.nodes += group.nodes;
    }
    line("all", &all);
}
