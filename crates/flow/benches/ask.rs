//! What a question costs beside the search: Flow asked by JSON through a registry, as batch and HTTP do.
//!
//! `cargo bench -p azulejo-flow --bench ask`. Each figure is the mean over all boards of the best of many runs.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::outcome::Outcome;
use azulejo_core::question::Question;
use azulejo_core::registry::Registry;
use azulejo_flow::format::grid;
use azulejo_flow::generate::{Wish, make};
use azulejo_flow::play::{Move, Position};
use azulejo_flow::position::{Rules, Solution};
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{self, Engine};
use azulejo_flow::{Flow, GAME};
use serde_json::json;

static GAMES: Registry = Registry(&[&GAME]);
const BOARDS: u64 = 10;
const RUNS: u32 = 400;

/// Microseconds of the best of many runs.
fn best(mut work: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..RUNS {
        let begun = Instant::now();
        work();
        least = least.min(begun.elapsed().as_secs_f64() * 1e6);
    }
    least
}

fn mean(boards: &[(String, Position, Solution)], cost: impl Fn(&(String, Position, Solution)) -> f64) -> f64 {
    boards.iter().map(cost).sum::<f64>() / boards.len() as f64
}

/// The whole way of a line: question read, asked, report written.
fn asked(line: &str, budget: &Budget) -> f64 {
    best(|| {
        let question: Question = serde_json::from_str(black_box(line)).unwrap();
        black_box(GAMES.ask(&question, budget).unwrap().json());
    })
}

fn main() {
    for side in [7, 14] {
        boards(side);
    }
}

fn boards(side: u16) {
    let budget = Budget::unlimited();
    let boards: Vec<(String, Position, Solution)> = (0..BOARDS)
        .filter_map(|seed| match make(&Wish::plain(side, side), seed, &budget) {
            Outcome::Solved { solution: made, .. } => {
                let text = grid::write(&made.puzzle);
                Some((text, Position::new(made.puzzle, Rules::default()), made.solution))
            }
            _ => None,
        })
        .collect();
    println!("{side}x{side}, {} boards, microseconds", boards.len());
    let search = mean(&boards, |(_, position, _)| {
        best(|| {
            black_box(solve::first(position.puzzle(), position.rules(), Engine::Auto, &budget));
        })
    });
    let reading = mean(&boards, |(text, ..)| {
        best(|| {
            black_box(Flow::read(&Setup::default(), text).unwrap());
        })
    });
    let line = |text: &str, options: serde_json::Value| {
        json!({ "id": "7", "game": "flow", "task": "solve", "puzzle": text, "options": options }).to_string()
    };
    let whole = mean(&boards, |(text, ..)| asked(&line(text, json!({})), &budget));
    let more = json!({ "engine": "auto", "fill": true, "touch": "allow" });
    let optioned = mean(&boards, |(text, ..)| asked(&line(text, more.clone()), &budget));
    let writing = mean(&boards, |(text, ..)| {
        let line = line(text, json!({}));
        let question: Question = serde_json::from_str(&line).unwrap();
        let report = GAMES.ask(&question, &budget).unwrap();
        best(|| {
            black_box(report.json());
        })
    });
    println!("  search alone               {search:8.2}");
    println!("  a whole line of solve      {whole:8.2}");
    println!("  beyond the search          {:8.2}", whole - search);
    println!("    reading the text         {reading:8.2}");
    println!("    writing the report       {writing:8.2}");
    println!("  the same with 3 options    {optioned:8.2}");
    for (name, drawn) in [("empty", 0.0), ("half drawn", 0.5), ("solved", 1.0)] {
        let view = |draw: bool| {
            mean(&boards, |(_, position, solution)| {
                let lines = (solution.colors() as f64 * drawn) as usize;
                let moves = solution.paths().take(lines).map(|path| Move::Draw(path.to_vec()));
                let position = moves.fold(position.clone(), |position, action| Flow::play(&position, &action).unwrap());
                let mut line = json!({ "game": "flow", "task": "play", "position": position });
                if draw {
                    line["draw"] = json!({});
                }
                asked(&line.to_string(), &budget)
            })
        };
        println!("  play, {name:<12} {:8.2}, with a picture {:8.2}", view(false), view(true));
    }
    let gesture = mean(&boards, |(_, position, solution)| {
        let cells = solution.paths().max_by_key(|path| path.len()).unwrap();
        let mut gestures = vec![json!({ "act": "press", "on": cells[0].to_string() })];
        gestures.extend(cells.iter().skip(1).map(|cell| json!({ "act": "drag", "on": cell.to_string() })));
        let options = json!({ "gestures": gestures });
        let line = json!({ "game": "flow", "task": "gesture", "position": position, "options": options });
        asked(&line.to_string(), &budget) / gestures.len() as f64
    });
    println!("  a gesture of a long drag   {gesture:8.2}");
}
