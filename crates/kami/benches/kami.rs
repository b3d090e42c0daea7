//! CPU time of one core for every known level, random boards, hints and the generator.
//!
//! `cargo bench -p azulejo-kami [-- NAME…]`: with names, only levels whose file name contains one of them.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::random::Random;
use azulejo_kami::format::{Format, read};
use azulejo_kami::generate::{Setup, generate};
use azulejo_kami::position::{Board, Color, Layout, Terms};
use azulejo_kami::solve::{Request, Solution, hint, solve};
use cpu_time::ProcessTime;

/// No level may take longer; those that do count as open.
const MOST: Duration = Duration::from_secs(20);

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let value = work();
    (value, start.elapsed().as_secs_f64())
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    known_levels(&names);
    if names.is_empty() {
        random_boards();
    }
    if names.is_empty() || names.iter().any(|name| name == "generator") {
        generator();
    }
}

/// Prints how the times of one kind of work are spread.
fn spread(what: &str, times: &mut [(f64, String)]) {
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].0 * 1e3;
    let total: f64 = times.iter().map(|(time, _)| time).sum();
    let (median, most) = (at(0.5), at(0.95));
    println!("{what}: {} in {total:.2} s; median {median:.3} ms, 95 % within {most:.2} ms; slowest:", times.len());
    for (time, name) in times.iter().rev().take(10) {
        println!("  {:9.2} ms  {name}", time * 1e3);
    }
}

fn known_levels(names: &[String]) {
    let Some(folder) = azulejo_bench::shared_data("kami") else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).unwrap();
    let mut rows = manifest.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let column = |name: &str| head.iter().position(|title| *title == name).unwrap();
    let (mut solves, mut hints) = (Vec::new(), Vec::new());
    let (mut right, mut wrong, mut open) = (0, 0, 0);
    for row in rows {
        let name = row[column("file")];
        if !names.is_empty() && !names.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let extension = name.rsplit('.').next().unwrap();
        let level = read(&text, Format::of_extension(extension)).unwrap();
        let request = Request {
            terms: Terms { target: row[column("target_colour")].parse().ok(), ..level.terms() },
            ..Request::default()
        };
        let budget = Budget::unlimited().with_time(MOST);
        let (answer, time) = timed(|| solve(&level.board, &request, &budget));
        solves.push((time, name.to_owned()));
        let best: usize = row[column("best_known")].parse().unwrap();
        let verdict = verdict(&answer.outcome, best);
        match verdict {
            Verdict::Right => right += 1,
            Verdict::Wrong => wrong += 1,
            Verdict::Open => open += 1,
        }
        if !matches!(verdict, Verdict::Right) {
            let (lower, found) = match &answer.outcome {
                Outcome::GaveUp { lower_bound, best, .. } => (*lower_bound, best.as_ref().map(|best| best.moves.len())),
                outcome => (None, outcome.solution().map(|solution| solution.moves.len())),
            };
            println!(
                "{name}: at least {lower:?}, found {found:?}; best known {best}; {time:.2} s, {} nodes",
                answer.nodes
            );
        }
        if matches!(verdict, Verdict::Right) {
            let (_, time) = timed(|| hint(&level.board, request.terms, None, &Budget::unlimited()));
            hints.push((time, name.to_owned()));
        }
    }
    println!("known levels: {right} right and proven, {wrong} wrong, {open} open");
    if !solves.is_empty() {
        spread("proofs", &mut solves);
    }
    if !hints.is_empty() {
        spread("hints", &mut hints);
    }
}

enum Verdict {
    Right,
    Wrong,
    Open,
}

fn verdict(outcome: &Outcome<Solution>, best: usize) -> Verdict {
    match outcome {
        Outcome::Solved { solution, proof: Proof::Optimal } if solution.moves.len() <= best => Verdict::Right,
        Outcome::GaveUp { .. } => Verdict::Open,
        _ => Verdict::Wrong,
    }
}

fn random_boards() {
    for (side, colors) in [(10, 6), (12, 6), (14, 4)] {
        let mut times = Vec::new();
        for seed in 0..4 {
            let mut random = Random::new(seed);
            let cells = (0..side * side).map(|_| 1 + random.below(colors) as Color).collect();
            let board = Board::new(Layout::Square { rows: side, columns: side }, cells).unwrap();
            let (answer, time) = timed(|| solve(&board, &Request::default(), &Budget::unlimited().with_time(MOST)));
            let moves = answer.outcome.solution().map_or(0, |solution| solution.moves.len());
            times.push((time, format!("seed {seed}: {moves} moves, {}", answer.outcome.status())));
        }
        spread(&format!("random {side}x{side}, {colors} colours"), &mut times);
    }
}

fn generator() {
    let setup = Setup::default();
    let (made, time) =
        timed(|| (0..1000).filter(|&seed| generate(&setup, seed, &Budget::unlimited()).solution().is_some()).count());
    println!("generator: {made} of 1000 levels {setup} in {time:.1} s");
}
