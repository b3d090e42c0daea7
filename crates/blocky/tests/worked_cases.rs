//! The worked cases of the shared data, where it is present beside the repository.
//!
//! `cargo test -p azulejo-blocky --test worked_cases -- --nocapture` prints right and wrong for each file.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used)]

use std::path::PathBuf;

use azulejo_blocky::board::{Block, Board, Color, Path};
use azulejo_blocky::generate::random_board;
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::layout::{rectangles, select};
use azulejo_blocky::python::Python;
use azulejo_blocky::rules::{Action, Move, Rules, check, play};
use azulejo_blocky::solve::{Turns, perimeter};
use azulejo_core::budget::Budget;
use azulejo_core::random::Random;
use serde_json::{Value, json};

fn folder() -> Option<PathBuf> {
    azulejo_bench::shared_data("blocky")
}

fn board_of(case: &Value) -> Board {
    json!({"max_depth": case["max_depth"], "board": case["board"]}).to_string().parse().unwrap()
}

fn path_of(value: &Value) -> Path {
    let steps = value.as_array().unwrap().iter().map(|step| step.as_u64().unwrap() as usize);
    steps.fold(Path::ROOT, |path, step| path.child(step).unwrap())
}

fn tree(board: &Board) -> Value {
    serde_json::to_value(board.to_tree()).unwrap()
}

fn scores(board: &Board) -> (Value, Value) {
    let of = |kind| json!(Color::ALL.map(|color| Aim { kind, color }.score(board)));
    (of(Kind::Blob), of(Kind::Perimeter))
}

fn move_of(operation: &str, case: &Value) -> Move {
    let path = path_of(&case["path"]);
    match operation {
        "paint" => Move { action: Action::Paint(Color::from_index(case["colour"].as_u64().unwrap()).unwrap()), path },
        word => format!("{word} {path}").parse().unwrap(),
    }
}

fn is_right(case: &Value) -> bool {
    let expected = &case["expected"];
    let rules = if case["lineage"] == "2020" { Rules::Later } else { Rules::Original };
    let number = |key: &str| case[key].as_u64().unwrap();
    let operation = case["op"].as_str().unwrap();
    match operation {
        "random_init" => {
            let seed = case["seed"].as_i64().unwrap();
            tree(&random_board(number("max_depth") as u8, &mut Python::new(seed.into()))) == *expected
        }
        "flatten" => json!(board_of(case).flatten()) == *expected,
        "score" => {
            let (blob, perimeter) = scores(&board_of(case));
            blob == expected["blob"] && perimeter == expected["perimeter"]
        }
        "sequence" => {
            let mut board = board_of(case);
            for step in case["moves"].as_array().unwrap() {
                let wanted = format!("{} {}", step[0].as_str().unwrap(), path_of(&step[1])).parse().unwrap();
                let _ = play(&mut board, wanted, rules, &mut Random::new(0));
            }
            let (blob, perimeter) = scores(&board);
            tree(&board) == expected["board"] && blob == expected["blob"] && perimeter == expected["perimeter"]
        }
        "get_block" | "get_selected_block" => {
            let at = |index: usize| case["location"][index].as_i64().unwrap();
            let found = select(&board_of(case), number("size") as u32, at(0), at(1), number("level") as u8);
            json!(found.map(|path| path.steps().collect::<Vec<_>>())) == *expected
        }
        "rectangles" => {
            let highlight = case.get("highlight").filter(|path| !path.is_null()).map(path_of);
            let as_text = |value: Value| match value {
                Value::Number(color) => json!(color.to_string()),
                other => other,
            };
            let mut found: Vec<String> = rectangles(&board_of(case), number("size") as u32, highlight)
                .into_iter()
                .map(|rectangle| {
                    let mut value = json!(rectangle);
                    value[0] = as_text(value[0].take());
                    value.to_string()
                })
                .collect();
            let mut wanted: Vec<String> = expected.as_array().unwrap().iter().map(Value::to_string).collect();
            found.sort();
            wanted.sort();
            found == wanted
        }
        "perimeter_optimum" => {
            let board = board_of(case);
            let highest = Color::ALL.map(|color| {
                let outcome = perimeter::best(&board, color, Turns::Unlimited, &Budget::unlimited());
                outcome.solution().unwrap().score
            });
            json!(highest) == *expected
        }
        "smashable" => {
            let wanted = Move { action: Action::Smash, path: path_of(&case["path"]) };
            expected["returns"] == check(&board_of(case), wanted, rules).is_ok()
        }
        _ => {
            let mut board = board_of(case);
            let wanted = move_of(operation, case);
            let returns = play(&mut board, wanted, rules, &mut Random::new(7)).is_ok();
            match expected.get("returns") {
                None => tree(&board) == *expected,
                Some(value) if *value != returns => false,
                Some(_) if operation == "smash" && returns => board.block(wanted.path) == Some(Block::Divided),
                Some(_) if operation == "smash" => board == board_of(case),
                Some(_) => tree(&board) == expected["board"],
            }
        }
    }
}

#[test]
fn all_worked_cases_are_right() {
    let Some(folder) = folder() else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut wrong = Vec::new();
    let mut total = 0;
    for file in files {
        let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let before = wrong.len();
        wrong.extend(cases.iter().filter(|case| !is_right(case)).map(|case| case["id"].to_string()));
        total += cases.len();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        println!("{name:20} {:4} right {:4} wrong", cases.len() - (wrong.len() - before), wrong.len() - before);
    }
    println!("{total} cases");
    assert!(wrong.is_empty(), "{wrong:?}");
}
