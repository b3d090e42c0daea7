//! Boards and turns that others worked out, when they lie beside the repository (`../shared/data/switcher`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::path::{Path, PathBuf};

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::outcome::Outcome;
use azulejo_switcher::board::{Board, Color};
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::figures::{Figure, FigureSet, Named};
use azulejo_switcher::format::{Count, read_board};
use azulejo_switcher::solve::{Engine, Turn, best_turn, check_line};
use serde_json::Value;

fn shared() -> Option<PathBuf> {
    azulejo_bench::shared_data("switcher")
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn cells(value: &Value) -> Vec<Cell> {
    serde_json::from_value(value.clone()).unwrap()
}

fn color(value: &Value) -> Color {
    serde_json::from_value(value.clone()).unwrap()
}

/// The boards with what is known of them.
fn boards() -> Vec<(Board, Value)> {
    let Some(folder) = shared() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let boards = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    boards
        .map(|path| {
            let board = read_board(&std::fs::read_to_string(path).unwrap(), Count::Nine).unwrap();
            (board, json(&path.with_extension("json")))
        })
        .collect()
}

fn highlighted(board: &Board, figures: &[Named]) -> Vec<String> {
    let row = |row: u16| {
        let letter = |column: u16| {
            let cell = Cell::new(row, column);
            let letter = board.color(cell).letter();
            let strong = figures.iter().any(|figure| figure.cells.contains(cell));
            if strong { letter.to_ascii_uppercase().to_string() } else { letter.to_string() }
        };
        (0..6).map(letter).collect::<Vec<_>>().join(" ")
    };
    (0..6).map(row).collect()
}

#[test]
fn components_figures_and_highlights_are_as_known() {
    for (board, known) in boards() {
        let components: Vec<(Color, Vec<Cell>)> = Color::ALL
            .into_iter()
            .flat_map(|color| board.cells(color).components().map(move |set| (color, set.cells().collect())))
            .collect();
        let expected: Vec<(Color, Vec<Cell>)> = known["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|component| (color(&component["colour"]), cells(&component["cells"])))
            .collect();
        assert_eq!(components, expected);

        let official = FigureSet::official().find(&board);
        let mut figures: Vec<(Vec<Cell>, String, Color)> =
            official.iter().map(|found| (found.cells.cells().collect(), found.name.clone(), found.color)).collect();
        figures.sort();
        let expected: Vec<(Vec<Cell>, String, Color)> = known["figures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| {
                (cells(&found["cells"]), found["figure"].as_str().unwrap().to_owned(), color(&found["colour"]))
            })
            .collect();
        assert_eq!(figures, expected);
        assert_eq!(serde_json::to_value(highlighted(&board, &official)).unwrap(), known["highlighted"]);

        let poc = FigureSet::poc().find(&board);
        let mut groups: Vec<(String, Vec<Vec<Cell>>)> = Vec::new();
        for found in &poc {
            let cells: Vec<Cell> = found.cells.cells().collect();
            match groups.iter_mut().find(|(name, _)| *name == found.name) {
                Some((_, group)) => group.push(cells),
                None => groups.push((found.name.clone(), vec![cells])),
            }
        }
        assert_eq!(serde_json::to_value(groups).unwrap(), known["poc"]);
        assert_eq!(serde_json::to_value(highlighted(&board, &poc)).unwrap(), known["poc_highlighted"]);
    }
}

#[test]
fn movement_cards_exchange_the_known_pairs() {
    let Some(folder) = shared() else { return };
    let known = json(&folder.join("moves.json"));
    for (card, known) in Card::ALL.into_iter().zip(known["moves"].as_array().unwrap()) {
        let mut expected: Vec<[Cell; 2]> = serde_json::from_value(known["pairs"].clone()).unwrap();
        for pair in &mut expected {
            pair.sort();
        }
        expected.sort();
        let mut pairs: Vec<[Cell; 2]> =
            card.swaps(Mov7::Edge).into_iter().map(azulejo_switcher::board::Swap::cells).collect();
        pairs.sort();
        assert_eq!(pairs, expected, "{card}");
    }
}

#[test]
fn best_turns_are_as_known() {
    let Some(folder) = shared() else { return };
    for case in json(&folder.join("turns.json"))["cases"].as_array().unwrap() {
        let list = |name: &str| -> Vec<String> { serde_json::from_value(case[name].clone()).unwrap() };
        let turn = Turn {
            board: read_board(case["board"].as_str().unwrap(), Count::Nine).unwrap(),
            cards: list("hand").iter().map(|card| card.parse::<Card>().unwrap()).collect(),
            figures: list("own_figure_cards").iter().map(|figure| figure.parse::<Figure>().unwrap()).collect(),
            forbidden: case["forbidden"].as_str().map(|_| color(&case["forbidden"])),
            mov7: Mov7::Edge,
        };
        let outcome = best_turn(&turn, Engine::Exact, &Budget::unlimited()).outcome;
        let (discards, min_moves) = match &outcome {
            Outcome::Solved { solution, .. } => {
                assert_eq!(check_line(&turn, &solution.line), Some(solution.discards));
                (solution.discards, solution.min_moves)
            }
            _ => (0, None),
        };
        assert_eq!(Value::from(discards), case["best_turn_discards"], "{case}");
        assert_eq!(Value::from(min_moves), case["min_moves"], "{case}");
    }
}
