//! Real puzzles with known answers, where they are at hand: every answer right, every solution accepted.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::PathBuf;

use azulejo_core::budget::Budget;
use azulejo_flow::format;
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::rules;
use azulejo_flow::solve::{Engine, run};

fn folder() -> Option<PathBuf> {
    azulejo_bench::shared_data("flow")
}

/// Asks for up to `limit` solutions of every puzzle with at most so many cells, and compares with a column.
fn compare(touch: Touch, limit: u64, most_cells: usize, column: usize) {
    let Some(folder) = folder() else { return };
    let rules = Rules { fill: Fill::Full, touch };
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).unwrap();
    for row in manifest.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let puzzle = format::read(&std::fs::read_to_string(folder.join(fields[0])).unwrap()).unwrap();
        if puzzle.tiles().len() > most_cells || fields[column] == "?" {
            continue;
        }
        let (_, found) = run(&puzzle, rules, limit, Engine::Auto, &Budget::unlimited());
        assert_eq!(found.stop, None, "{}", fields[0]);
        let expected: u128 = fields[column].parse().unwrap_or(2).min(limit.into());
        if fields[column] == "2+" {
            assert!(found.count >= expected.min(limit.into()), "{}", fields[0]);
            continue;
        }
        assert_eq!(found.count, expected, "{}", fields[0]);
        for solution in &found.solutions {
            let broken = rules::check(&puzzle, rules, solution);
            assert!(broken.is_empty(), "{}: {broken:?}", fields[0]);
        }
    }
}

#[test]
fn uniqueness_without_self_touch_is_as_known() {
    compare(Touch::Forbid, 2, 1000, 6);
}

#[test]
fn first_solutions_with_self_touch_are_as_known() {
    compare(Touch::Allow, 1, 196, 7);
}

#[test]
fn uniqueness_with_self_touch_is_as_known_on_small_boards() {
    compare(Touch::Allow, 2, 81, 7);
}

#[test]
fn counts_with_self_touch_are_as_known_on_small_boards() {
    compare(Touch::Allow, 250, 64, 7);
}
