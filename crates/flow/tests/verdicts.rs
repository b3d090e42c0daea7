//! Verdicts on drawings in puzz.link's file form: one drawing for each of its ten checks, as Arukone and as Numberlink.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use azulejo_core::budget::Budget;
use azulejo_flow::format::{self, solution};
use azulejo_flow::position::{Fill, Puzzle, Rules};
use azulejo_flow::rules::{Line, check_lines};

/// A on the upper row, B on the lower; the middle is free.
const PUZZLE: &str = "A..A\n....\nB..B\n";

/// What stands under the clues: links to the right, row by row, then links downwards.
const DRAWINGS: [(&str, &str); 10] = [
    ("nothing_drawn", "0 0 0/0 0 0/0 0 0/0 0 0 0/0 0 0 0"),
    ("branch", "1 1 0/0 0 0/0 0 0/0 1 0 0/0 0 0 0"),
    ("crossing", "1 1 1/1 1 0/1 1 1/0 1 0 0/0 1 0 0"),
    ("wrong_pair", "0 0 0/0 0 0/0 0 0/1 0 0 1/1 0 0 1"),
    ("through_dot", "1 1 1/0 0 0/1 1 1/0 0 0 1/0 0 0 0"),
    ("dead_end", "1 1 1/0 0 0/1 1 0/0 0 0 0/0 0 0 0"),
    ("loop", "0 1 0/0 1 0/0 0 0/0 1 1 0/0 0 0 0"),
    ("unjoined_dot", "1 1 1/0 0 0/0 0 0/0 0 0 0/0 0 0 0"),
    ("empty_cell", "1 1 1/0 0 0/1 1 1/0 0 0 0/0 0 0 0"),
    ("", "0 0 1/1 1 0/1 1 1/1 0 1 0/0 0 0 0"),
];

fn file(kind: &str, drawing: &str) -> String {
    let clues = if kind == "arukone" { "passallcell/A . . A/. . . ./B . . B" } else { "1 . . 1/. . . ./2 . . 2" };
    format!("pzprv3/{kind}/3/4/{clues}/{drawing}/")
}

fn codes(puzzle: &Puzzle, fill: Fill, text: &str) -> Vec<&'static str> {
    let lines = solution::read(puzzle, text, &Budget::unlimited()).unwrap();
    let drawn = lines.iter().map(|(color, cells)| Line { color: *color, cells });
    let broken = check_lines(puzzle, Rules { fill, ..Rules::default() }, drawn);
    broken.into_iter().map(|broken| broken.rule.code()).collect()
}

#[test]
fn every_drawing_gets_its_verdict_as_arukone_and_as_numberlink() {
    let puzzle = format::read(PUZZLE).unwrap();
    for (code, drawing) in DRAWINGS {
        for (kind, fill) in [("arukone", Fill::Full), ("numlin", Fill::Free)] {
            let found = codes(&puzzle, fill, &file(kind, drawing));
            match (code, fill) {
                ("empty_cell" | "", Fill::Free) => assert!(found.is_empty(), "{kind}: {found:?}"),
                ("", Fill::Full) => assert_eq!(found.first(), Some(&"empty_cell"), "{kind}"),
                _ => assert!(found.contains(&code), "{kind} {code}: {found:?}"),
            }
        }
    }
    // B goes round by the middle: both rules are kept.
    let whole = format::read("A..A\nB...\n...B\n").unwrap();
    let drawing = "1 1 1/1 1 1/0 0 0/0 0 0 0/0 0 0 1";
    assert_eq!(codes(&whole, Fill::Free, &format!("pzprv3/numlin/3/4/1 . . 1/2 . . ./. . . 2/{drawing}")), [""; 0]);
    let short = format::read("A..A\nB..B\n").unwrap();
    assert_eq!(
        codes(&short, Fill::Full, "pzprv3/arukone/2/4/passallcell/A . . A/B . . B/1 1 1/1 1 1/0 0 0 0"),
        [""; 0]
    );
}

#[test]
fn nothing_drawn_is_a_verdict_in_every_form() {
    let puzzle = format::read(PUZZLE).unwrap();
    for text in ["pzprv3/arukone/3/4", "pzprv3/numlin/3/4", "", "\n", "A..A\n....\nB..B\n", "{\"paths\":{}}"] {
        let found = codes(&puzzle, Fill::Full, text);
        assert_eq!(found.first(), Some(&"nothing_drawn"), "{text}: {found:?}");
    }
}
