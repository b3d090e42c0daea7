//! The samples in `puzzles/flow`: each has its known answer beside it, and gets that answer.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use azulejo_core::budget::Budget;
use azulejo_flow::format::{self, solution};
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::rules::{Line, check_lines};
use azulejo_flow::solve::{Engine, run};
use serde_json::Value;

#[test]
fn every_sample_gets_its_known_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/flow");
    let mut samples = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "txt") {
            continue;
        }
        samples += 1;
        let puzzle = format::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let known: Value =
            serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        for touch in [Touch::Allow, Touch::Forbid] {
            let rules = Rules { fill: Fill::Full, touch };
            let known = &known[touch.name()];
            let count = u128::from(known["solutions"].as_u64().unwrap());
            let found = run(&puzzle, rules, 2, Engine::Auto, &Budget::unlimited()).1;
            assert_eq!((found.count, found.stop), (count, None), "{}", path.display());
            let Some(rows) = known["grid"].as_array() else { continue };
            let rows: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
            let lines = solution::read(&puzzle, &rows.join("\n"), &Budget::unlimited()).unwrap();
            let drawn = lines.iter().map(|(color, cells)| Line { color: *color, cells });
            assert_eq!(check_lines(&puzzle, rules, drawn), [], "{}", path.display());
        }
    }
    assert!(samples >= 8, "only {samples} samples");
}

#[test]
fn every_engine_survives_a_giant_and_a_cancelled_search() {
    let side = 400;
    let mut text = format!("A{}\n", ".".repeat(side - 1));
    text.push_str(&format!("{}\n", ".".repeat(side)).repeat(side - 2));
    text.push_str(&format!("{}A\n", ".".repeat(side - 1)));
    let puzzle = format::read(&text).unwrap();
    for engine in Engine::ALL {
        let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(20));
        let found = run(&puzzle, Rules::default(), 2, engine, &budget).1;
        assert!(found.count <= 2, "{engine}");
        let cancel = azulejo_core::budget::Cancel::new();
        cancel.cancel();
        let budget = Budget::unlimited().with_cancel(cancel);
        let small = format::read(&format!("A{}\n{}A\n", ".".repeat(9), ".".repeat(9))).unwrap();
        let found = run(&small, Rules::default(), 2, engine, &budget).1;
        assert!(found.count <= 2, "{engine}");
    }
}
