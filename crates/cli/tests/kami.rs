//! `azulejo kami`, driven from outside: answers, exit codes, error lines.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use std::path::PathBuf;

use serde_json::Value;

/// A board of our own: four moves in three colours.
const BOARD: &str = "1 4 4 5 3\n1 2 2 3 1\n1 1 3 3 1\n2 1 1 2 2\n2 2 3 3 1\n";

fn azulejo(arguments: &[&str], input: &str) -> (i32, String) {
    let output = common::azulejo(arguments).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn json(arguments: &[&str], input: &str) -> (i32, Value) {
    let (code, out) = azulejo(&[arguments, &["--json"]].concat(), input);
    (code, serde_json::from_str(&out).unwrap())
}

#[test]
fn solve_answers_with_moves_that_paint_plays_to_the_end() {
    let (code, answer) = json(&["kami", "solve", "-"], BOARD);
    assert_eq!((code, &answer["status"], &answer["optimal"]), (0, &"solved".into(), &true.into()));
    assert_eq!((&answer["game"], &answer["command"]), (&"kami".into(), &"solve".into()));
    assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_f64() && answer["engine"].is_string());
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(answer["lower_bound"], moves.len());
    let mut board = BOARD.to_owned();
    for step in moves {
        let action = format!("{} {}", step["cell"].as_str().unwrap(), step["color"]);
        let (code, painted) = json(&["kami", "paint", "-", &action], &board);
        assert_eq!(code, 0);
        board = painted["text"].as_str().unwrap().to_owned();
        assert_eq!(painted["done"], step == moves.last().unwrap());
    }
}

#[test]
fn too_few_moves_are_a_proven_no() {
    let (_, answer) = json(&["kami", "solve", "-"], BOARD);
    let fewest = answer["moves"].as_array().unwrap().len();
    let (code, answer) = json(&["kami", "solve", "-", "--moves", &(fewest - 1).to_string()], BOARD);
    assert_eq!((code, &answer["status"], &answer["lower_bound"]), (1, &"impossible".into(), &fewest.into()));
    assert_eq!(json(&["kami", "solve", "-", "--moves", &fewest.to_string()], BOARD).0, 0);
    assert_eq!(json(&["kami", "hint", "-", "--moves", &(fewest - 1).to_string()], BOARD).0, 1);
    let (code, hint) = json(&["kami", "hint", "-", "--moves", &fewest.to_string()], BOARD);
    assert_eq!((code, &hint["distance"]), (0, &fewest.into()));
}

#[test]
fn a_target_colour_is_where_the_board_ends() {
    for target in ["1", "2", "3"] {
        let answer =
            common::json(common::azulejo(&["kami", "solve", "-", "--target", target, "--json"]).write_stdin(BOARD), 0);
        let last = answer["moves"].as_array().unwrap().last().unwrap();
        assert_eq!(last["color"].to_string(), target);
    }
}

#[test]
fn graph_gives_the_two_dictionaries() {
    let (code, answer) = json(&["kami", "graph", "-"], "1 1 2 2 2\n1 2\n2 2\n");
    assert_eq!(code, 0);
    assert_eq!(answer["L"].to_string(), r#"{"0":[1],"1":[0]}"#);
    assert_eq!(answer["C"].to_string(), r#"{"0":1,"1":2}"#);
    let text = common::stdout(common::azulejo(&["kami", "graph", "-"]).write_stdin("1 1 2 2 2\n1 2\n2 2\n"), 0);
    assert_eq!(text, "L: {0: {1}, 1: {0}}\nC: {0: 1, 1: 2}\n");
}

#[test]
fn graphs_and_triangles_are_solved_too() {
    let (code, answer) = json(&["kami", "solve", "-"], "3 2 2 1\n1 2 1\n0 1\n1 2\n");
    assert_eq!(code, 0);
    assert_eq!(answer["moves"], serde_json::json!([{ "cell": null, "color": 1, "vertex": 1 }]));
    let (code, answer) = json(&["kami", "solve", "-", "--format", "triangular"], "1 1 2 2 2\n1 2\n1 1\n");
    assert_eq!((code, answer["moves"].as_array().unwrap().len()), (0, 1));
}

#[test]
fn bad_input_is_one_clear_line_with_its_place() {
    let folder = std::env::temp_dir().join(format!("azulejo-kami-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text, expected) in [
        ("short.txt", "1 3 5\n", ":1:1: the header has 3 numbers, expected 5: difficulty moves rows columns colors"),
        ("ragged.txt", "1 3 2 2 2\n1 1\n1\n", ":3:1: 1 cells in this row, expected 2"),
        (
            "letter.txt",
            "1 3 1 2 2\n1 x\n",
            ":2:3: 'x' is not part of a number, expected a colour from 1, or 0 for a void",
        ),
        ("minus.txt", "1 3 1 2 2\n1 -1\n", ":2:3: negative number, expected a colour from 1, or 0 for a void"),
        ("colors.txt", "1 3 1 2 0\n1 1\n", ":1:9: 0 colours, expected at least 1"),
        ("edge.gr", "2 1 2 1\n1 2\n0 7\n", ":3:3: vertex 7 is not one of 0 to 1"),
        (
            "huge.txt",
            "1 3 4000000000 4000000000 2\n",
            ":1:5: a board of 4000000000 rows and 4000000000 columns is too large: at most 1048576 cells",
        ),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        let error = common::stderr(&mut common::azulejo(&["kami", "solve", &path]), 2);
        assert_eq!(error.lines().next().unwrap(), format!("error: {path}{expected}"));
        let error = common::stderr(&mut common::azulejo(&["kami", "solve", &path, "--json"]), 2);
        assert!(serde_json::from_str::<Value>(&error).unwrap()["error"]["line"].is_u64());
    }
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(azulejo(&["kami", "solve", "-"], "").0, 2);
    assert_eq!(azulejo(&["kami", "solve", "no such file"], "").0, 2);
    assert_eq!(azulejo(&["kami", "paint", "-", "Z9 1"], BOARD).0, 2);
    assert_eq!(azulejo(&["kami", "paint", "-", "A1 9"], BOARD).0, 2);
    assert_eq!(azulejo(&["kami", "paint", "-", "what"], BOARD).0, 2);
    assert_eq!(azulejo(&["kami", "solve", "-", "--target", "0"], BOARD).0, 2);
}

fn play(level: &str, entries: &str) -> (i32, Value) {
    let path = std::env::temp_dir().join(format!("azulejo-kami-play-{}-{}.txt", std::process::id(), entries.len()));
    std::fs::write(&path, level).unwrap();
    let answer = json(&["kami", "play", &path.display().to_string()], entries);
    std::fs::remove_file(path).unwrap();
    answer
}

#[test]
fn play_has_the_documents_three_results() {
    let hints = "dica\n".repeat(4);
    let (code, won) = play(BOARD, &hints);
    assert_eq!((code, &won["result"]), (0, &1.into()));
    let (code, lost) = play(BOARD, "A1 2\nA1 1\nA1 2\nA1 1\n");
    assert_eq!((code, &lost["result"], &lost["ended"]), (1, &0.into(), &"out_of_moves".into()));
    let (code, no_way) = play(BOARD, "E4 3\nE4 1\nE4 3\nhint\n");
    assert_eq!((code, &no_way["result"]), (1, &(-1).into()));
}

#[test]
fn what_is_not_proven_in_time_ends_with_exit_code_three() {
    let cells = |row: usize| {
        (0..16).map(move |column| (1 + (row * row + 3 * column * column + row * column) % 7 % 6).to_string())
    };
    let rows = (0..16).map(|row| cells(row).collect::<Vec<_>>().join(" ") + "\n");
    let board = format!("3 30 16 16 6\n{}", rows.collect::<String>());
    for verb in ["solve", "hint"] {
        let (code, answer) = json(&["kami", verb, "-", "--time-limit", "60ms"], &board);
        assert_eq!((code, &answer["status"], &answer["stop"]), (3, &"gave_up".into(), &"time".into()));
        assert!(answer["distance"].is_null() && answer["optimal"] != true);
        assert!(answer["line"].as_array().unwrap().len() as u64 > answer["lower_bound"].as_u64().unwrap());
    }
}

#[test]
fn a_target_that_cannot_be_painted_with_is_a_proven_no() {
    for verb in ["solve", "hint"] {
        let (code, answer) = json(&["kami", verb, "-", "--target", "9"], BOARD);
        assert_eq!((code, &answer["status"]), (1, &"impossible".into()));
    }
}

#[test]
fn wrong_entries_cost_nothing_and_the_end_of_input_keeps_the_record() {
    let (code, answer) = play(BOARD, "what\nZ1 1\nA1 9\nA1 2\nundo\nB1 1\n");
    assert_eq!((code, answer["moves"].to_string()), (0, r#"["B1 1"]"#.to_owned()));
    assert_eq!(answer["position"]["used"], 1);
    let record = answer["record"].as_str().unwrap();
    let (code, resumed) = play(record, "quit\n");
    assert_eq!((code, &resumed["position"]), (0, &answer["position"]));
}

#[test]
fn generate_gives_the_same_levels_for_a_seed_whatever_the_threads() {
    let arguments = ["kami", "generate", "--size", "7x9", "--colors", "4", "--seed", "5", "--number", "6"];
    let (code, one) = json(&[&arguments[..], &["--threads", "1"]].concat(), "");
    let (_, two) = json(&[&arguments[..], &["--threads", "2"]].concat(), "");
    assert_eq!((code, &one["levels"]), (0, &two["levels"]));
    for level in one["levels"].as_array().unwrap() {
        let (_, solved) = json(&["kami", "solve", level["id"].as_str().unwrap()], "");
        assert_eq!(solved["lower_bound"], level["moves"]);
        assert_eq!(solved["optimal"], true);
    }
    assert_eq!(azulejo(&["kami", "generate", "--size", "1x1"], "").0, 2);
    assert_eq!(azulejo(&["kami", "generate", "--colors", "99"], "").0, 2);
}

#[test]
fn the_samples_have_the_answers_beside_them() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/kami");
    let answers = std::fs::read_to_string(folder.join("answers.txt")).unwrap();
    assert!(answers.lines().count() >= 5);
    for line in answers.lines() {
        let (name, moves) = line.split_once(' ').unwrap();
        let (code, answer) = json(&["kami", "solve", &folder.join(name).display().to_string()], "");
        assert_eq!(
            (code, answer["lower_bound"].to_string().as_str(), &answer["optimal"]),
            (0, moves, &true.into()),
            "{name}"
        );
    }
}

#[test]
fn known_levels_have_their_known_optimum() {
    let Some(folder) = azulejo_bench::shared_data("kami") else { return };
    let manifest = std::fs::read_to_string(folder.join("manifest.csv")).unwrap();
    let head: Vec<&str> = manifest.lines().next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|title| *title == name).unwrap();
    for row in manifest.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>()) {
        let best: usize = row[column("best_known")].parse().unwrap();
        // The few longest proofs are for the benchmark.
        if row[column("proven_optimal")] != "yes" || best > 13 {
            continue;
        }
        let path = folder.join(row[column("file")]).display().to_string();
        let target = row[column("target_colour")];
        let mut arguments = vec!["kami", "solve", &path];
        if !target.is_empty() {
            arguments.extend(["--target", target]);
        }
        let (code, answer) = json(&arguments, "");
        assert_eq!((code, &answer["optimal"]), (0, &true.into()), "{path}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), best, "{path}");
    }
}

#[test]
fn the_game_says_its_result_in_words_and_number() {
    let said = |entries: &str| {
        let path = std::env::temp_dir().join(format!("azulejo-kami-said-{}-{}.txt", std::process::id(), entries.len()));
        std::fs::write(&path, BOARD).unwrap();
        let answer = azulejo(&["kami", "play", &path.display().to_string()], entries);
        std::fs::remove_file(path).unwrap();
        answer
    };
    let (code, won) = said(&"dica\n".repeat(4));
    assert!(code == 0 && won.contains("Well done, the board is solved. Result: 1\n"), "{won}");
    let (code, lost) = said("A1 2\nA1 1\nA1 2\nA1 1\n");
    assert!(code == 1 && lost.contains("no move is left. Result: 0\n"), "{lost}");
    let (code, no_way) = said("E4 3\nE4 1\nE4 3\ndica\n");
    assert!(code == 1 && no_way.contains("no valid move is left. Result: -1\n"), "{no_way}");
}

#[test]
fn play_without_a_file_asks_for_its_name() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/kami/tab01.txt");
    let (code, said) = azulejo(&["kami", "play"], &format!("{}\nE1 1\nA5 3\nA5 1\n", path.display()));
    assert!(code == 0 && said.starts_with("Name of the board's file"), "{said}");
    let order = ["Difficulty: 1 (easy)", "Moves: 3", "Colours: 1 2 3", "Result: 1"];
    let places: Vec<usize> =
        order.iter().map(|text| said.find(text).unwrap_or_else(|| panic!("{text}: {said}"))).collect();
    assert!(places.is_sorted(), "{said}");
    assert_eq!(azulejo(&["kami", "play"], "no such file\n").0, 2);
    assert!(azulejo(&["kami", "play", "--size", "3x3", "--seed", "1"], "quit\n").1.starts_with("Difficulty"));
}

#[test]
fn repeated_hints_solve_every_board_that_comes_with_it() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/kami");
    for name in ["tab00.txt", "tab01.txt", "tab02.txt", "tab03.txt", "tab04.txt"] {
        let (code, answer) = json(&["kami", "play", &folder.join(name).display().to_string()], &"dica\n".repeat(40));
        assert_eq!((code, &answer["result"]), (0, &1.into()), "{name}");
    }
}

#[test]
fn a_vertex_is_painted_as_in_the_worked_example() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/kami/tab01.txt").display().to_string();
    let (code, text) = azulejo(&["kami", "pinta_vertice", &path, "4", "1", "--names", "14,24"], "");
    let worked = "Lp: {4: {10, 24}, 10: {4, 20}, 20: {10, 24}, 24: {4, 20}}\nCp: {4: 1, 10: 3, 20: 1, 24: 3}\n";
    assert_eq!((code, text.as_str()), (0, worked));
}
