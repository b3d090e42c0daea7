//! The planner on known states and on seeded boards: what is right, what is wrong, and what it costs in CPU time.
//!
//! `cargo bench -p azulejo-tetris [-- right|inputs|random|exhaustive|perft]` (`--workload NAME` for counting); known states are looked for beside the
//! repository, in `../shared/data/tetris`.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a tool for people at the bench")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use azulejo_core::budget::Budget;
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::outcome::{Answer, Outcome};
use azulejo_core::random::Random;
use azulejo_tetris::format::{Play, State};
use azulejo_tetris::position::{Board, Mark, Piece};
use azulejo_tetris::rules::{self, FullRows, Placement};
use azulejo_tetris::score::Score;
use azulejo_tetris::solve::{Engine, Mapping, Method, Plan, Pruning, Rule, Task, plan};
use azulejo_tetris::srs::perft::perft;
use azulejo_tetris::srs::reach::{Stack, Turns};
use cpu_time::ProcessTime;
use serde_json::Value;

fn main() {
    let mut after = std::env::args().skip_while(|argument| argument != "--workload").skip(1);
    if let Some(name) = after.next() {
        return workload(&name);
    }
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    let data = azulejo_bench::shared_data("tetris");
    if let Some(data) = &data {
        if wanted("right") {
            plans(data);
            counts(data);
            partial(data);
            expected_files(data);
        }
        if wanted("inputs") {
            inputs(data);
        }
    }
    if wanted("random") {
        random_boards();
    }
    if wanted("exhaustive") {
        exhaustive(data.as_deref());
    }
    if wanted("perft") {
        srs_perft();
    }
}

/// The published count of the Super Rotation System's placements, all seven pieces from an empty board.
fn srs_perft() {
    let start = ProcessTime::now();
    let counts = perft(&Stack::default(), &letters("IOLJSZT"), Turns::Quarters, &Budget::unlimited()).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let nodes: u64 = counts.iter().sum();
    let verdict = if counts.last() == Some(&2_647_076_135) { "as published" } else { "WRONG" };
    println!(
        "perft IOLJSZT: {counts:?} ({verdict}), {seconds:.2} CPU s, {:.0} M nodes/s",
        nodes as f64 / seconds / 1e6
    );
}

/// Fixed work on boards of our own, done once: what `cargo xtask bench tetris --counts` counts the instructions of.
fn workload(name: &str) {
    let (engine, count) = match name {
        "plan 11 pieces" => (Engine::Bounded, 11),
        "exhaustive 4 pieces" => (Engine::Exhaustive, 4),
        _ => return,
    };
    let mut random = Random::new(4);
    let board = random_board(&mut random, 20, 10);
    let pieces = letters("LTJSOZILTJS");
    let score = Score::default();
    let task = Task { board: &board, pieces: &pieces[..count], score: &score, full_rows: FullRows::Keep };
    std::hint::black_box(plan(&task, engine.into(), &Budget::unlimited()));
}

fn letters(text: &str) -> Vec<Piece> {
    text.chars().map(|letter| Piece::from_letter(letter).unwrap()).collect()
}

fn read_lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn full_rows(value: &Value) -> FullRows {
    if value == "clear" { FullRows::Clear } else { FullRows::Keep }
}

const SCORES: [(&str, &str); 5] = [
    ("doc", "doc"),
    ("doc_cov", "covered"),
    ("seed_c", "seed-c"),
    ("takado8", "takado8"),
    ("seed_c_int", "seed-c-int"),
];

fn agrees(found: Option<&Plan>, expected: &Value) -> bool {
    let path: Option<Vec<Placement>> = expected.get("path").and_then(|path| serde_json::from_value(path.clone()).ok());
    match (found, path) {
        (Some(found), Some(path)) => {
            found.path == path && expected["best"].as_f64().is_some_and(|value| (found.value - value).abs() < 1e-9)
        }
        (None, None) => true,
        _ => false,
    }
}

fn plans(data: &Path) {
    let (mut right, mut wrong) = (0, 0);
    for case in read_lines(&data.join("plans.jsonl")) {
        let board: Board = serde_json::from_value(case["board"].clone()).unwrap();
        let pieces = letters(case["seq"].as_str().unwrap());
        for (theirs, ours) in SCORES {
            let score = Score::named(ours).unwrap();
            let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: full_rows(&case["mode"]) };
            for engine in [Engine::Exhaustive, Engine::Bounded] {
                let answer = plan(&task, engine.into(), &Budget::unlimited());
                let full = answer.outcome.solution().filter(|plan| plan.path.len() == pieces.len());
                if agrees(full, &case["best"][theirs]) {
                    right += 1;
                } else {
                    wrong += 1;
                    println!("  wrong: {ours} {engine:?} {} {:?}", case["best"][theirs], answer.outcome);
                }
            }
        }
    }
    println!("plans of five scores by two engines: {right} right, {wrong} wrong");
}

fn counts(data: &Path) {
    let (mut right, mut wrong) = (0, 0);
    for case in read_lines(&data.join("perft_levels.jsonl")) {
        let (rows, columns) = (case["n"].as_u64().unwrap() as u16, case["m"].as_u64().unwrap() as u16);
        let board = serde_json::from_value(case["board"].clone());
        let board = board.unwrap_or_else(|_| Board::empty(rows, columns).unwrap());
        let pieces = letters(case["seq"].as_str().unwrap());
        let levels = rules::perft(&board, &pieces, full_rows(&case["mode"]), &Budget::unlimited()).unwrap();
        let expected = case["levels"].as_array().unwrap();
        let equal = levels.iter().zip(expected).all(|(level, expected)| {
            expected["paths"] == level.paths
                && expected["distinct_coloured"] == level.distinct_boards
                && expected["distinct_occupancy"] == level.distinct_occupancies
                && expected["distinct_profiles"] == level.distinct_profiles
        });
        if equal { right += 1 } else { wrong += 1 }
    }
    println!("perft: {right} right, {wrong} wrong");
}

fn read_state(path: &Path) -> State {
    State::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn partial(data: &Path) {
    let path = data.join("partial_morales_20x10_d5.json");
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let state = read_state(&data.join("inputs").join(case["input"].as_str().unwrap()));
    for (theirs, ours) in SCORES {
        let score = Score::named(ours).unwrap();
        for engine in [Engine::Exhaustive, Engine::Bounded] {
            let answer = solve(&state, &score, engine.into(), 1);
            let right = agrees(answer.outcome.solution(), &case["best"][theirs]);
            println!("partial plan, {ours}, {engine:?}: {}", if right { "right" } else { "WRONG" });
        }
    }
}

fn expected_files(data: &Path) {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(data.join("expected_seed_c_program")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let mut state = read_state(&data.join("inputs").join(format!("{name}.txt")));
        let depth = std::fs::read_to_string(folder.join("DEPTH")).unwrap();
        state.depth = depth.trim().strip_prefix("depth_used=").unwrap().parse().unwrap();
        let answer = solve(&state, &Score::named("seed-c-int").unwrap(), Engine::Auto.into(), 1);
        let found = answer.outcome.solution().unwrap();
        let plays = state.plays(&found.path, &found.landings);
        let right = plays.iter().enumerate().all(|(level, play)| {
            let expected = std::fs::read_to_string(folder.join(format!("tetris_play_{level}.txt"))).unwrap();
            expected == play.to_string() && Play::read(&expected).as_ref() == Ok(play)
        });
        println!("files of the C program, {name}: {}", if right { "right" } else { "WRONG" });
    }
}

fn solve(state: &State, score: &Score, method: Method, threads: usize) -> Answer<Plan> {
    let task = Task { board: &state.board, pieces: state.planned(), score, full_rows: FullRows::Keep };
    plan(&task, method, &Budget::unlimited().with_threads(threads))
}

/// The CPU time of a run in milliseconds, the least of as many as fit into a moment, and the answer.
fn timed(mut run: impl FnMut() -> Answer<Plan>) -> (f64, Answer<Plan>) {
    let first = ProcessTime::now();
    let mut least = f64::INFINITY;
    loop {
        let start = ProcessTime::now();
        let answer = run();
        least = least.min(start.elapsed().as_secs_f64());
        if first.elapsed().as_secs_f64() > 0.1 {
            return (least * 1e3, answer);
        }
    }
}

fn inputs(data: &Path) {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(data.join("inputs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let state = match State::read(&std::fs::read_to_string(&file).unwrap()) {
            Ok(state) => state,
            Err(problems) => {
                println!("{name}: {problems}");
                continue;
            }
        };
        for score in Score::NAMES {
            let score = Score::named(score).unwrap();
            let (time, answer) = timed(|| solve(&state, &score, Method::default(), 1));
            let found = answer.outcome.solution().unwrap();
            let path: Vec<String> =
                found.path.iter().map(|placement| format!("{placement}").replace(' ', ".")).collect();
            println!(
                "{name:34} {:10} {time:8.2} ms {:8} nodes  {} of {} placed, {:.6} by {}",
                score.name(),
                answer.nodes,
                found.path.len(),
                state.depth + 1,
                found.value,
                path.join(" ")
            );
        }
        for rule in Rule::ALL {
            if rule == Rule::Bound && state.depth > 4 {
                continue;
            }
            let method = Method { pruning: Pruning::ALL.without(rule), ..Method::default() };
            let (time, answer) = timed(|| solve(&state, &Score::default(), method, 1));
            println!("{name:34} without {rule:?}: {time:8.2} ms {:8} nodes", answer.nodes);
        }
    }
}

/// A board with a ragged and holey lower part.
fn random_board(random: &mut Random, rows: u16, columns: u16) -> Board {
    let heights: Vec<u16> = (0..columns).map(|_| random.below(u64::from(rows) / 2) as u16).collect();
    let holes = random.below(4);
    let cells = Grid::from_fn(rows, columns, |cell: Cell| {
        let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(10) >= holes;
        Mark::from_char(if filled { '7' } else { '0' }).unwrap()
    });
    Board::of(cells).unwrap()
}

fn random_boards() {
    let scores = Score::NAMES.map(|name| (name, 11));
    for (score, count) in scores {
        let score = Score::named(score).unwrap();
        let mut times = Vec::new();
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let board = random_board(&mut random, 20, 10);
            let pieces: Vec<Piece> = (0..count).map(|_| *random.pick(&Piece::ALL).unwrap()).collect();
            let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: FullRows::Keep };
            let budget = || Budget::unlimited().with_time(std::time::Duration::from_secs(1));
            let start = ProcessTime::now();
            let answer = plan(&task, Method::default(), &budget());
            let time = start.elapsed().as_secs_f64() * 1e3;
            if !matches!(answer.outcome, Outcome::Solved { .. }) {
                println!("  seed {seed}: {}", answer.outcome.status());
            }
            times.push((time, seed));
        }
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (worst, seed) = times[99];
        println!(
            "{count} pieces on 100 random 20x10 boards, {}: median {:.2} ms, 90% {:.2} ms, worst {worst:.1} ms (seed {seed})",
            score.name(),
            times[50].0,
            times[90].0
        );
    }
}

fn exhaustive(data: Option<&Path>) {
    let known = data.map(|data| read_state(&data.join("inputs/arevalo_20x10_d5.txt")));
    let empty =
        || State { id: "0".to_owned(), depth: 5, board: Board::empty(20, 10).unwrap(), pieces: letters("TOSJSL") };
    let state = known.unwrap_or_else(empty);
    for score in Score::NAMES {
        let score = Score::named(score).unwrap();
        let (time, answer) = timed(|| solve(&state, &score, Engine::Exhaustive.into(), 1));
        let found = answer.outcome.solution().unwrap();
        let bounded = solve(&state, &score, Engine::Bounded.into(), 1);
        let leaves = found.leaves.unwrap();
        println!(
            "exhaustive, {:10}: {leaves} leaves, {time:.0} ms, {:.0} M leaves/s, {} the bounded plan",
            score.name(),
            leaves as f64 / time / 1e3,
            if bounded.outcome.solution().map(|plan| &plan.path) == Some(&found.path) { "same as" } else { "NOT" }
        );
    }
    for mapping in Mapping::ALL {
        let score = Score::default();
        let mut walls = [f64::INFINITY; 2];
        for _ in 0..12 {
            for (threads, wall) in (1..).zip(&mut walls) {
                let method = Method { engine: Engine::Exhaustive, mapping, ..Method::default() };
                let start = Instant::now();
                solve(&state, &score, method, threads);
                *wall = wall.min(start.elapsed().as_secs_f64());
            }
        }
        println!(
            "two threads, {mapping:?}: {:.2} times as fast as one (by the clock, the least of 12 runs each)",
            walls[0] / walls[1]
        );
    }
}
