//! Every engine stops soon after it is told to, on boards that keep it busy, at whatever moment it is told.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod common;

use std::time::{Duration, Instant};

use azulejo_core::budget::{Budget, Cancel, Stop};
use azulejo_flow::position::{Fill, Puzzle, Rules, Touch};
use azulejo_flow::solve::{Engine, run};
use common::strewn;
use cpu_time::ProcessTime;

/// What we promise: after this much work nothing goes on. Taken as CPU time, so that a busy machine adds little; twice as
/// much is allowed, as that time is only known to some milliseconds while a thread runs, and caches are shared.
const PROMISED: Duration = Duration::from_millis(10);
/// By the clock, where others may have the processor meanwhile: what a person does not notice.
const SOON: Duration = Duration::from_millis(100);

/// How long the engine went on after it was told to stop, in CPU time and by the clock, or nothing when it was done
/// before. There is one test in this program, so that nobody else works in it.
fn delay(puzzle: &Puzzle, rules: Rules, limit: u64, engine: Engine, after: Duration) -> Option<[Duration; 2]> {
    let cancel = Cancel::new();
    let budget = Budget::unlimited().with_memory(1 << 30).with_cancel(cancel.clone());
    std::thread::scope(|scope| {
        let search = scope.spawn(|| (run(puzzle, rules, limit, engine, &budget).1.stop, Instant::now()));
        std::thread::sleep(after);
        let (told, spent) = (Instant::now(), ProcessTime::now());
        cancel.cancel();
        let (stop, stopped) = search.join().unwrap();
        let delay = [spent.elapsed(), stopped.saturating_duration_since(told)];
        (stop == Some(Stop::Cancelled)).then_some(delay)
    })
}

#[test]
fn every_engine_stops_soon_after_it_is_told() {
    let boards = [strewn(14, 3, 1), strewn(15, 9, 2), strewn(40, 12, 3), strewn(100, 64, 4)];
    let mut worst = ([Duration::ZERO; 2], String::new());
    let mut told = [0; Engine::ALL.len()];
    for puzzle in &boards {
        for (fill, touch) in [(Fill::Full, Touch::Allow), (Fill::Full, Touch::Forbid), (Fill::Free, Touch::NoSquare)] {
            let rules = Rules { fill, touch };
            for (index, engine) in Engine::ALL.into_iter().enumerate().filter(|(_, engine)| engine.takes(rules)) {
                let large = puzzle.tiles().rows() == 100 && rules == Rules::STRICT;
                let moments = [(2, 2), (30, u64::MAX), (300, 2)].into_iter().take(if large { 3 } else { 2 });
                for (milliseconds, limit) in moments {
                    let after = Duration::from_millis(milliseconds);
                    // The least of three: what a busy machine adds is not ours.
                    let mut least: Option<[Duration; 2]> = None;
                    for _ in 0..3 {
                        let Some(delay) = delay(puzzle, rules, limit, engine, after) else { break };
                        least = least.map_or(Some(delay), |least| Some(least.min(delay)));
                        if delay[0] < PROMISED / 2 && delay[1] < SOON / 2 {
                            break;
                        }
                    }
                    let Some(least) = least else { continue };
                    told[index] += 1;
                    let side = puzzle.tiles().rows();
                    let name = format!("{engine} on {side}×{side} under {rules:?}, told after {milliseconds} ms");
                    if least[0] > PROMISED / 2 {
                        eprintln!("{least:?} {name}");
                    }
                    if least > worst.0 {
                        worst = (least, name);
                    }
                }
            }
        }
    }
    eprintln!("at most {:?}: {}; told {told:?}", worst.0, worst.1);
    assert!(told.iter().all(|&times| times > 1), "some engine was always done before: {told:?}");
    assert!(worst.0[0] < 2 * PROMISED && worst.0[1] < SOON, "{:?}: {}", worst.0, worst.1);
}
