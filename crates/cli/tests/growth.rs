//! What every door asks all the time grows no faster than the board: four times the cells take about four times as long.
//!
//! Measured in CPU time of this thread, the best of several, so that a busy machine changes little. A rule that looked at
//! every cell for every other would take sixteen times as long.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, clippy::print_stdout)]

use std::fmt::Write as _;

use azulejo_core::budget::Budget;
use azulejo_core::question::Question;
use azulejo_core::verb::{Cost, Needs};
use azulejo_games::GAMES;
use cpu_time::ThreadTime;
use serde_json::{Value, json};

/// Boards of a kind: the game, what they are like, and the puzzle with so many cells.
type Kind = (&'static str, &'static str, fn(usize) -> Value);

const KINDS: &[Kind] = &[
    ("flow", "a row of drawn lines", |cells| {
        let (mut board, mut lines) = (String::new(), Vec::new());
        for pair in 0..cells / 8 {
            let _ = write!(board, "{0}.....{0}.", label(pair));
            lines.push((0..7).map(|step| [0, 8 * pair + step]).collect::<Vec<_>>());
        }
        json!({ "position": { "board": board, "fill": true, "touch": "allow", "lines": lines } })
    }),
    ("flow", "one line through all", |cells| {
        let side = cells.isqrt();
        let mut line = Vec::new();
        for row in 0..side {
            let columns: Vec<usize> = if row % 2 == 0 { (0..side).collect() } else { (0..side).rev().collect() };
            line.extend(columns.into_iter().map(|column| [row, column]));
        }
        let mut rows = vec![vec!['.'; side]; side];
        for &[row, column] in [&line[0], &line[line.len() - 1]] {
            rows[row][column] = 'A';
        }
        let board: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        json!({ "position": { "board": board.join("/"), "fill": true, "touch": "no-2x2", "lines": [line] } })
    }),
    ("flow", "full of dots", |cells| {
        let side = cells.isqrt() & !1;
        // Each row twice: every dot has its other below it.
        let row = |row: usize| (0..side).map(|column| label(row / 2 * side + column)).collect::<String>();
        json!({ "puzzle": (0..side).map(row).collect::<Vec<_>>().join("/") })
    }),
    ("flow", "empty, of hexagons", |cells| {
        let side = cells.isqrt();
        let (empty, first) = (".".repeat(side), format!("A{}A", ".".repeat(side - 2)));
        json!({ "puzzle": format!("flow:{first}/{},hex", vec![empty; side - 1].join("/")) })
    }),
    ("kami", "a chequered board", |cells| {
        let side = cells.isqrt();
        let color = |row: usize, column: usize| (1 + (row + column) % 3).to_string();
        let row = |row: usize| (0..side).map(|column| color(row, column)).collect::<Vec<_>>().join(" ");
        json!({ "puzzle": format!("1 9999 {side} {side} 3\n{}\n", (0..side).map(row).collect::<Vec<_>>().join("\n")) })
    }),
    ("kami", "a star", |cells| {
        let colors: Vec<String> = (0..cells).map(|vertex| (1 + vertex % 3).to_string()).collect();
        let edges: String = (1..cells).map(|vertex| format!("0 {vertex}\n")).collect();
        json!({ "puzzle": format!("{cells} {} 3 9999\n{}\n{edges}", cells - 1, colors.join(" ")) })
    }),
    ("tetris", "an empty board", |cells| {
        let side = cells.isqrt();
        json!({ "puzzle": format!("tetris:{side}x{side}#1") })
    }),
    ("blocky", "a divided board", |cells| json!({ "puzzle": format!("blocky:d{}#1", cells.ilog(4)) })),
];

/// A label of its own for each pair of dots.
fn label(pair: usize) -> char {
    char::from_u32(0x4e00 + pair as u32).unwrap()
}

/// The least CPU time of some tries, in microseconds; nothing where the question is refused.
fn time(question: &str) -> Option<f64> {
    let question: Question = serde_json::from_str(question).unwrap();
    let once = || {
        let begun = ThreadTime::now();
        let bytes = azulejo_games::ask(&question, &Budget::unlimited()).ok()?.json();
        assert!(!bytes.is_empty());
        Some(begun.elapsed().as_secs_f64() * 1e6)
    };
    (0..4).map(|_| once()).try_fold(f64::INFINITY, |least, time| time.map(|time| least.min(time)))
}

#[test]
fn quick_verbs_and_their_pictures_grow_with_the_board_and_no_faster() {
    let (small, large) = (4096, 16_384);
    let (mut measured, mut failed) = (0, Vec::new());
    for (name, kind, made) in KINDS {
        let game = GAMES.game(name).unwrap();
        let quick = game.verbs.iter().filter(|verb| verb.cost == Cost::Quick && verb.needs == Needs::Puzzle);
        for verb in quick.filter(|verb| verb.table().0.iter().all(|spec| !spec.required || spec.name == "gestures")) {
            let question = |cells: usize| {
                let mut question = made(cells);
                (question["game"], question["task"]) = (json!(name), json!(verb.name));
                question["draw"] = json!({});
                if verb.name == "gesture" {
                    let act = |act: &str, on: &str| json!({ "act": act, "on": on });
                    let gestures = [act("press", "0,0"), act("drag", "0,1"), act("release", "0,1")];
                    question["options"] = json!({ "gestures": gestures });
                }
                question.to_string()
            };
            // Some boards have no answer of a kind: a graph has no matrix.
            let Some(before) = time(&question(small)) else { continue };
            let after = time(&question(large)).unwrap();
            measured += 1;
            // What is done in a moment is not worth a word, however it grows.
            let growth = after / before.max(200.0);
            println!("{name} {}, {kind}: {before:.0} µs, {after:.0} µs, {growth:.1} times", verb.name);
            if growth > 9.0 {
                failed.push(format!("{name} {}, {kind}: {before:.0} µs, then {after:.0} µs", verb.name));
            }
        }
    }
    assert!(measured > 40, "only {measured} were measured");
    assert!(failed.is_empty(), "four times the board, but far more than four times as long:\n{}", failed.join("\n"));
}
