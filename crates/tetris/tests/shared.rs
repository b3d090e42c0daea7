//! Plans, counts and files that others worked out, when they lie beside the repository (`../shared/data/tetris`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::path::PathBuf;

use azulejo_core::budget::Budget;
use azulejo_tetris::format::{Play, State, play_file};
use azulejo_tetris::position::{Board, Piece};
use azulejo_tetris::rules::{self, FullRows, Placement};
use azulejo_tetris::score::Score;
use azulejo_tetris::solve::{Engine, Plan, Task, plan};
use serde_json::Value;

fn shared() -> Option<PathBuf> {
    azulejo_bench::shared_data("tetris")
}

fn lines(name: &str) -> Vec<Value> {
    let Some(folder) = shared() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn state(name: &str) -> Option<State> {
    let text = std::fs::read_to_string(shared()?.join("inputs").join(name)).unwrap();
    Some(State::read(&text).unwrap())
}

fn pieces(case: &Value) -> Vec<Piece> {
    case["seq"].as_str().unwrap().chars().map(|letter| Piece::from_letter(letter).unwrap()).collect()
}

fn full_rows(case: &Value) -> FullRows {
    if case["mode"] == "clear" { FullRows::Clear } else { FullRows::Keep }
}

const SCORES: [(&str, &str); 5] = [
    ("doc", "doc"),
    ("doc_cov", "covered"),
    ("seed_c", "seed-c"),
    ("takado8", "takado8"),
    ("seed_c_int", "seed-c-int"),
];

fn check(found: Option<&Plan>, expected: &Value, context: &str) {
    let path: Option<Vec<Placement>> = serde_json::from_value(expected["path"].clone()).unwrap_or_default();
    assert_eq!(found.map(|plan| &plan.path), path.as_ref(), "{context}");
    if let Some(plan) = found {
        assert!((plan.value - expected["best"].as_f64().unwrap()).abs() < 1e-9, "{context}");
    }
}

#[test]
fn plans_of_all_five_scores_have_the_known_value_and_path() {
    for case in lines("plans.jsonl") {
        let board: Board = serde_json::from_value(case["board"].clone()).unwrap();
        let pieces = pieces(&case);
        for (theirs, ours) in SCORES {
            let score = Score::named(ours).unwrap();
            let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: full_rows(&case) };
            for engine in [Engine::Exhaustive, Engine::Bounded] {
                let answer = plan(&task, engine.into(), &Budget::unlimited());
                let whole = answer.outcome.solution().filter(|plan| plan.path.len() == pieces.len());
                check(whole, &case["best"][theirs], &format!("{ours} {engine:?}\n{board}\n{pieces:?}"));
            }
        }
    }
}

#[test]
fn paths_and_boards_are_counted_as_known() {
    for case in lines("perft_levels.jsonl") {
        let side = |name: &str| case[name].as_u64().unwrap() as u16;
        let board = serde_json::from_value(case["board"].clone());
        let board = board.unwrap_or_else(|_| Board::empty(side("n"), side("m")).unwrap());
        let levels = rules::perft(&board, &pieces(&case), full_rows(&case), &Budget::unlimited()).unwrap();
        for (level, expected) in levels.iter().zip(case["levels"].as_array().unwrap()) {
            assert_eq!(expected["paths"], level.paths);
            assert_eq!(expected["distinct_coloured"], level.distinct_boards);
            assert_eq!(expected["distinct_occupancy"], level.distinct_occupancies);
            assert_eq!(expected["distinct_profiles"], level.distinct_profiles);
        }
    }
}

#[test]
fn a_plan_that_cannot_be_finished_goes_as_far_as_known() {
    let Some(state) = state("morales_20x10_d5.txt") else { return };
    let path = shared().unwrap().join("partial_morales_20x10_d5.json");
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (theirs, ours) in SCORES {
        let score = Score::named(ours).unwrap();
        let task = Task { board: &state.board, pieces: state.planned(), score: &score, full_rows: FullRows::Keep };
        for engine in [Engine::Exhaustive, Engine::Bounded] {
            let answer = plan(&task, engine.into(), &Budget::unlimited());
            check(answer.outcome.solution(), &case["best"][theirs], ours);
        }
    }
}

#[test]
fn files_are_those_of_the_c_program() {
    let Some(folder) = shared() else { return };
    for entry in std::fs::read_dir(folder.join("expected_seed_c_program")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let mut state = state(&format!("{name}.txt")).unwrap();
        let depth = std::fs::read_to_string(folder.join("DEPTH")).unwrap();
        state.depth = depth.trim().strip_prefix("depth_used=").unwrap().parse().unwrap();
        let score = Score::named("seed-c-int").unwrap();
        let task = Task { board: &state.board, pieces: state.planned(), score: &score, full_rows: FullRows::Keep };
        let answer = plan(&task, Engine::Auto.into(), &Budget::unlimited());
        let found = answer.outcome.solution().unwrap();
        for (level, play) in state.plays(&found.path, &found.landings).iter().enumerate() {
            let expected = std::fs::read_to_string(folder.join(play_file(level))).unwrap();
            // The program loses the zeros in front of an ID, which the text wants kept.
            let id = expected.lines().next().unwrap().to_owned();
            assert_eq!(play.id.trim_start_matches('0'), id, "{name} {level}");
            let play = Play { id, ..play.clone() };
            assert_eq!(play.to_string(), expected, "{name} {level}");
            assert_eq!(Play::read(&expected), Ok(play));
        }
    }
}

#[test]
fn real_inputs_are_read_or_refused_for_their_real_fault() {
    let Some(folder) = shared() else { return };
    for entry in std::fs::read_dir(folder.join("inputs")).unwrap() {
        let path = entry.unwrap().path();
        let read = State::read(&std::fs::read_to_string(&path).unwrap());
        if path.to_str().unwrap().contains("INVALID") {
            let problems = read.unwrap_err();
            assert_eq!(problems.to_string(), "2:1: depth 10 needs 11 pieces, but only 5 come");
        } else {
            read.unwrap();
        }
    }
}
