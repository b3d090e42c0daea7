//! Every engine keeps near the memory it is given, whatever the board: it answers, or it says that it ran out.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod common;

use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::random::Random;
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::solve::{Engine, run};
use common::{random_plain, strewn};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What an answer and the graph may take beside the tables, for each cell.
const BESIDE: usize = 400;

#[test]
fn every_engine_keeps_within_its_memory() {
    let mut random = Random::new(1);
    let boards = [random_plain(&mut random, 9, 6), strewn(14, 3, 1), strewn(40, 12, 3), strewn(100, 64, 4)];
    let mut worst = (0.0, String::new());
    for puzzle in &boards {
        for (fill, touch) in [(Fill::Full, Touch::Allow), (Fill::Full, Touch::Forbid), (Fill::Free, Touch::NoSquare)] {
            let rules = Rules { fill, touch };
            for engine in Engine::ALL.into_iter().filter(|engine| engine.takes(rules)) {
                for memory in [1 << 24, 1 << 26] {
                    let budget = Budget::unlimited().with_memory(memory).with_time(Duration::from_millis(100));
                    let before = MEMORY.current_usage();
                    MEMORY.reset_peak_usage();
                    drop(run(puzzle, rules, u64::MAX, engine, &budget));
                    let taken = MEMORY.peak_usage().saturating_sub(before);
                    let share = taken as f64 / (memory + BESIDE * puzzle.tiles().len()) as f64;
                    let side = puzzle.tiles().rows();
                    let name = format!("{engine} on {side}×{side} under {rules:?}: {taken} bytes of {memory}");
                    // How the SAT crate's arena grows is its own affair: it may be there twice while it does.
                    let most = if matches!(engine, Engine::Sat | Engine::Edges) { 2.0 } else { 1.0 };
                    assert!(share <= most, "{share:.2} {name}");
                    if share > worst.0 {
                        worst = (share, name);
                    }
                }
            }
        }
    }
    eprintln!("at most {:.2}: {}", worst.0, worst.1);
}
