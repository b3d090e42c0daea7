//! Solves every level of a folder against its `manifest.csv`: how many are right, and the CPU time each took.
//!
//! `cargo run --release -p azulejo-kami --example levels -- FOLDER [NAME…]`
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_kami::format::{Format, read};
use azulejo_kami::solve::{Request, solve};

/// CPU time of this process so far.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder with a manifest.csv");
    let names: Vec<String> = arguments.collect();
    let seconds = std::env::var("SECONDS_EACH").ok().and_then(|text| text.parse().ok()).unwrap_or(20.0);
    let manifest = std::fs::read_to_string(Path::new(&folder).join("manifest.csv")).unwrap();
    let mut rows = manifest.lines();
    let head: Vec<&str> = rows.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|&title| title == name).unwrap();
    let (file, target, best, proven) =
        (column("file"), column("target_colour"), column("best_known"), column("proven_optimal"));
    let mut times: Vec<(f64, String)> = Vec::new();
    let (mut right, mut wrong, mut open) = (0, 0, 0);
    for row in rows {
        let row: Vec<&str> = row.split(',').collect();
        let name = row[file];
        if !names.is_empty() && !names.iter().any(|part| name.contains(part)) {
            continue;
        }
        let path = Path::new(&folder).join(name);
        let extension = path.extension().and_then(|text| text.to_str()).unwrap_or_default();
        let text = std::fs::read_to_string(&path).unwrap();
        let start = cpu();
        let level = read(&text, Format::of_extension(extension)).unwrap();
        let request = Request { target: row[target].parse().ok(), ..Request::default() };
        let budget = Budget::unlimited().with_time(Duration::from_secs_f64(seconds));
        let answer = solve(&level.board, &request, &budget);
        let spent = cpu() - start;
        times.push((spent, name.to_owned()));
        let best: usize = row[best].parse().unwrap();
        let verdict = match &answer.outcome {
            Outcome::Solved { solution, proof: Proof::Optimal } if solution.moves.len() == best => {
                right += 1;
                continue;
            }
            Outcome::Solved { solution, .. } if solution.moves.len() < best => {
                open += 1;
                format!("BETTER {}", solution.moves.len())
            }
            Outcome::Solved { solution, .. } => {
                wrong += 1;
                format!("WRONG {}", solution.moves.len())
            }
            Outcome::GaveUp { best, lower_bound, stop } => {
                open += 1;
                format!("open {:?}..{:?} {stop}", lower_bound, best.as_ref().map(|best| best.moves.len()))
            }
            Outcome::Impossible => {
                wrong += 1;
                "IMPOSSIBLE".to_owned()
            }
        };
        println!("{name}: {verdict}, manifest {best} proven {}, {spent:.3} s, {} nodes", row[proven], answer.nodes);
    }
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let median = times.get(times.len() / 2).map_or(0.0, |&(time, _)| time);
    println!("{right} right, {wrong} wrong, {open} open; median {:.2} ms; slowest:", median * 1e3);
    for (time, name) in times.iter().rev().take(14) {
        println!("  {:8.1} ms  {name}", time * 1e3);
    }
}
