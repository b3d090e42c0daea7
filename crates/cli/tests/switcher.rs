//! `azulejo switcher`, as a user meets it: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use common::{azulejo, json, stderr, stdout};
use serde_json::json;

/// Our own board: a red square at A1, a yellow line of four at B6.
const BOARD: &str = "r r b g b g\nr r g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng y y y y b\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), BOARD).unwrap();
    folder
}

#[test]
fn components_come_by_color_and_first_cell() {
    let answer = json(azulejo(&["switcher", "components", "-", "--json"]).write_stdin(BOARD), 0);
    assert_eq!(answer["status"], "ok");
    let components = answer["components"].as_array().unwrap();
    assert_eq!(components[0], json!({ "color": "r", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]] }));
    let colors: String = components.iter().map(|component| component["color"].as_str().unwrap()).collect();
    let mut sorted: Vec<char> = colors.chars().collect();
    sorted.sort_by_key(|letter| "rgby".find(*letter));
    assert_eq!(colors, sorted.into_iter().collect::<String>());
    let alias = json(azulejo(&["switcher", "connected-components", "-", "--json"]).write_stdin(BOARD), 0);
    assert_eq!(answer["components"], alias["components"]);
}

#[test]
fn the_submatrix_has_tuples_and_nulls() {
    let answer = json(azulejo(&["switcher", "components", "-", "--json", "--matrix"]).write_stdin(BOARD), 0);
    assert_eq!(answer["matrix"][0], json!([[["r", 0, 0], ["r", 0, 1]], [["r", 1, 0], ["r", 1, 1]]]));
}

#[test]
fn figures_are_named_and_grouped() {
    let answer = json(azulejo(&["switcher", "figures", "-", "--json"]).write_stdin(BOARD), 0);
    assert_eq!(
        answer["figures"],
        json!([
            { "name": "fige02", "color": "r", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]] },
            { "name": "fige06", "color": "y", "cells": [[5, 1], [5, 2], [5, 3], [5, 4]] },
        ])
    );
    insta::assert_snapshot!(stdout(azulejo(&["switcher", "figures", "-"]).write_stdin(BOARD), 0));
    insta::assert_snapshot!(stdout(azulejo(&["switcher", "components", "-"]).write_stdin(BOARD), 0));
    let poc = json(azulejo(&["switcher", "figures", "-", "--set", "poc", "--json"]).write_stdin(BOARD), 0);
    assert_eq!(poc["figures"][0]["name"], "Cube");
    assert_eq!(poc["figures"].as_array().unwrap().len(), 1);
}

#[test]
fn a_board_without_figures_is_a_proven_no() {
    let checkers = "rgrgrg/bybyby/rgrgrg/bybyby/rgrgrg/bybyby";
    let answer = json(&mut azulejo(&["switcher", "figures", checkers, "--json"]), 1);
    assert_eq!(answer["figures"], json!([]));
}

#[test]
fn a_users_own_figures_are_found() {
    let folder = folder();
    std::fs::write(folder.path().join("set.txt"), "Single\n*\n\nTower\n*\n*\n*\n").unwrap();
    let mut command = azulejo(&["switcher", "figures", "board.txt", "--set", "set.txt", "--json"]);
    let answer = json(command.current_dir(&folder), 0);
    let names: Vec<&str> =
        answer["figures"].as_array().unwrap().iter().map(|figure| figure["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Tower") && names.contains(&"Single"));
    std::fs::write(folder.path().join("bad.txt"), "Gap\n*.*\n").unwrap();
    let mut command = azulejo(&["switcher", "figures", "board.txt", "--set", "bad.txt"]);
    assert_eq!(
        stderr(command.current_dir(&folder), 2),
        "error: bad.txt:1:1: figure `Gap` falls apart: its cells must touch side by side\n"
    );
}

#[test]
fn highlight_is_upper_case_without_color() {
    let plain = stdout(azulejo(&["switcher", "highlight", "-"]).write_stdin(BOARD), 0);
    assert_eq!(plain, "R R b g b g\nR R g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng Y Y Y Y b\n");
    let answer = json(azulejo(&["switcher", "highlight", "-", "--json"]).write_stdin(BOARD), 0);
    assert_eq!(answer["highlighted"][0], "R R b g b g");
    let colored = stdout(azulejo(&["switcher", "highlight", "-", "--color", "always"]).write_stdin(BOARD), 0);
    assert!(colored.contains("\u{1b}["));
    let silent = stdout(azulejo(&["switcher", "highlight", "-"]).env("NO_COLOR", "1").write_stdin(BOARD), 0);
    assert_eq!(silent, plain);
}

fn sample(name: &str) -> String {
    format!("{}/../../puzzles/switcher/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_worked_board_gives_exactly_its_two_figures_without_an_option() {
    let board = sample("example_1.txt");
    let answer = json(&mut azulejo(&["switcher", "show-figures", &board, "--json"]), 0);
    let expected = json!({
        "Cube": [[[["r", 0, 0], ["r", 0, 1]], [["r", 1, 0], ["r", 1, 1]]]],
        "Short T": [[[null, ["y", 0, 4], null], [["y", 1, 3], ["y", 1, 4], ["y", 1, 5]]]],
    });
    assert_eq!(answer["matrix"], expected);
    let text = stdout(&mut azulejo(&["switcher", "show-figures", &board]), 0);
    let types: Vec<&str> = text.lines().filter(|line| line.starts_with("Figure Type")).collect();
    assert_eq!(types, ["Figure Type: Cube (1 components)", "Figure Type: Short T (1 components)"]);
    let lit = stdout(&mut azulejo(&["switcher", "highlight-board", &board]), 0);
    assert_eq!(lit, "R R y g Y r\nR R g Y Y Y\nb b b b b b\ng g g g g b\nr g b g r r\nr y y y y b\n");
}

#[test]
fn the_worked_board_has_its_thirteen_components() {
    let board = sample("example_1.txt");
    let answer = json(&mut azulejo(&["switcher", "connected-components", &board, "--matrix", "--json"]), 0);
    let comb = json!([
        [["g", 3, 0], ["g", 3, 1], ["g", 3, 2], ["g", 3, 3], ["g", 3, 4]],
        [null, ["g", 4, 1], null, ["g", 4, 3], null],
    ]);
    let matrices = answer["matrix"].as_array().unwrap();
    assert_eq!((matrices.len(), &matrices[6]), (13, &comb));
    let firsts: Vec<String> =
        matrices.iter().map(|matrix| matrix.to_string().replace("null,", "")[3..8].to_owned()).collect();
    let colors: String = firsts.iter().map(|first| first.chars().nth(1).unwrap()).collect();
    assert_eq!(colors, "rrrrgggbbbyyy");
}

#[test]
fn figures_are_seen_at_a_glance_in_color() {
    let text = stdout(azulejo(&["switcher", "highlight", "-", "--color", "always"]).write_stdin(BOARD), 0);
    let colors = |letter: &str| -> (String, String) {
        let before = text.split_once(&format!("m {letter} ")).unwrap().0;
        let codes: Vec<&str> = before.rsplit_once("\u{1b}[0;").unwrap().1.trim_start_matches("1;").split(';').collect();
        let (front, back) = codes.split_at(codes.len() / 2);
        (front[1..].join(";"), back[1..].join(";"))
    };
    let ((strong_letter, strong_ground), (plain_letter, plain_ground)) = (colors("R"), colors("r"));
    assert_eq!((strong_letter, strong_ground), (plain_ground, plain_letter), "the other way round");
}

#[test]
fn show_draws_outlines_in_every_form() {
    let folder = folder();
    let mut command = azulejo(&["switcher", "show", "board.txt", "--svg", "a.svg", "--png", "a.png"]);
    insta::assert_snapshot!(stdout(command.current_dir(&folder), 0));
    let svg = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert_eq!(svg.matches("h1v1").count(), 36);
    let png = std::fs::read(folder.path().join("a.png")).unwrap();
    assert_eq!(&png[..4], b"\x89PNG");
    let mut command = azulejo(&["switcher", "show", "board.txt", "--png", "nowhere/a.png"]);
    let message = stderr(command.current_dir(&folder), 2);
    assert_eq!(message, "error: nowhere/a.png: cannot be written: no such file or folder\n");
}

#[test]
fn a_turn_is_answered_with_a_line_and_a_proof() {
    let turn = ["switcher", "turn", "-", "--cards", "mov1,mov3", "--figures", "fige02,fige06"];
    let answer = json(azulejo(&[&turn[..], &["--json"]].concat()).write_stdin(BOARD), 0);
    assert_eq!(answer["status"], "solved");
    assert_eq!((&answer["min_moves"], &answer["best_turn_discards"]), (&json!(0), &json!(2)));
    assert_eq!(answer["line"].as_array().unwrap().len(), 2);
    assert_eq!(answer["engine"], "exact");
    assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_number());
    let text = stdout(azulejo(&turn).write_stdin(BOARD), 0);
    assert!(text.starts_with("2 figures this turn (proven the most)\n 1. claim"), "{text}");
}

#[test]
fn a_turn_that_can_claim_nothing_is_a_proven_no() {
    let turn = ["switcher", "turn", "-", "--cards", "", "--figures", "fig17", "--json"];
    let answer = json(azulejo(&turn).write_stdin(BOARD), 1);
    assert_eq!(answer["status"], "impossible");
    assert_eq!((&answer["min_moves"], &answer["best_turn_discards"]), (&json!(null), &json!(0)));
    assert_eq!(answer["line"], json!([]));
}

#[test]
fn a_turn_out_of_time_says_so() {
    let turn = [
        "switcher",
        "turn",
        "-",
        "--cards",
        "mov7,mov7,mov7",
        "--figures",
        "fig17,fig05",
        "--engine",
        "plain",
        "--time-limit",
        "20ms",
        "--json",
    ];
    let answer = json(azulejo(&turn).write_stdin(BOARD), 3);
    assert_eq!(answer["status"], "gave_up");
}

#[test]
fn both_engines_give_the_same_value() {
    let turn = |engine: &str| {
        let arguments = [
            "switcher",
            "turn",
            "-",
            "--cards",
            "mov4,mov5",
            "--figures",
            "fig01,fige04,fig10",
            "--forbidden",
            "g",
            "--mov7",
            "four",
            "--engine",
            engine,
            "--json",
        ];
        let output = azulejo(&arguments).write_stdin(BOARD).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (answer["min_moves"].clone(), answer["best_turn_discards"].clone())
    };
    assert_eq!(turn("exact"), turn("plain"));
}

#[test]
fn swaps_lists_what_each_single_swap_forms() {
    let answer = json(azulejo(&["switcher", "swaps", "-", "--cards", "mov3,mov4", "--json"]).write_stdin(BOARD), 0);
    let swaps = answer["swaps"].as_array().unwrap();
    assert!(swaps.iter().all(|swap| !swap["figures"].as_array().unwrap().is_empty()));
    let none = ["switcher", "swaps", "-", "--cards", "mov1", "--figures", "fig17", "--json"];
    assert_eq!(json(azulejo(&none).write_stdin(BOARD), 1)["swaps"], json!([]));
}

#[test]
fn a_seed_gives_the_same_board_as_its_id() {
    let board = stdout(&mut azulejo(&["switcher", "new", "--seed", "42"]), 0);
    assert_eq!(board.lines().count(), 6);
    let answer = json(&mut azulejo(&["switcher", "new", "--seed", "42", "--json"]), 0);
    assert_eq!(answer["id"], "switcher#42");
    let by_id = json(&mut azulejo(&["switcher", "components", "switcher#42", "--json"]), 0);
    let by_board = json(azulejo(&["switcher", "components", "-", "--json"]).write_stdin(board), 0);
    assert_eq!(by_id["components"], by_board["components"]);
    assert!(stdout(&mut azulejo(&["switcher", "new", "--seed", "any-text"]), 0).len() > 60);
    assert!(stderr(&mut azulejo(&["switcher", "new", "--seed", "any text"]), 2).contains("is not a seed"));
}

#[test]
fn bad_boards_get_one_clear_line_each_and_exit_code_2() {
    let rows: Vec<&str> = BOARD.lines().collect();
    for (text, expected) in [
        (String::new(), "1:1: the board is empty: expected 6 rows of 6 letters r g b y"),
        (rows[..5].join("\n"), "5:1: the board has 5 rows, expected 6"),
        (BOARD.replacen("r r b g b g", "r r b g b g g", 1), "1:13: this row has 7 letters, expected 6"),
        (BOARD.replacen('y', "x", 1), "3:11: colour 'x' is not one of r g b y"),
    ] {
        let message = stderr(azulejo(&["switcher", "figures", "-"]).write_stdin(text), 2);
        assert_eq!(message, format!("error: standard input:{expected}\n"));
    }
    let ten_reds = stderr(azulejo(&["switcher", "figures", "-"]).write_stdin(BOARD.replacen('b', "r", 1)), 2);
    assert!(
        ten_reds.contains("error: standard input:5:9: the board has 10 tiles of 'r' (red), expected 9\n"),
        "{ten_reds}"
    );
    assert!(ten_reds.ends_with("\nhint: `--any-count` accepts any number of each colour\n"), "{ten_reds}");
    let lifted = ["switcher", "figures", "-", "--any-count"];
    assert!(azulejo(&lifted).write_stdin(BOARD.replacen('b', "r", 1)).output().unwrap().status.success());
}

#[test]
fn noise_folders_and_missing_files_are_refused() {
    let folder = folder();
    let noise = stderr(azulejo(&["switcher", "figures", "-"]).write_stdin(vec![0x72, 0x0a, 0x67, 0xff, 0x00]), 2);
    assert_eq!(noise, "error: standard input:2:2: byte 0xFF is not text: expected UTF-8\n");
    let control = stderr(azulejo(&["switcher", "figures", "-"]).write_stdin("\u{0}\u{1}\u{2}"), 2);
    assert!(control.starts_with("error: standard input:1:1: colour U+0000 is not one of r g b y\n"), "{control}");
    let path = folder.path().to_str().unwrap().to_owned();
    assert_eq!(
        stderr(&mut azulejo(&["switcher", "figures", &path]), 2),
        format!("error: {path}: cannot be read: it is a folder, expected a file\n")
    );
    let missing = stderr(&mut azulejo(&["switcher", "figures", "missing.txt"]), 2);
    assert_eq!(missing, "error: missing.txt: cannot be read: no such file or folder\n");
}

#[test]
fn a_huge_file_is_refused_without_being_read_whole() {
    let folder = folder();
    let path = folder.path().join("huge.txt");
    // A sparse gigabyte: nothing on the disk, everything to a program that reads it.
    std::fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let message = stderr(azulejo(&["switcher", "figures", "huge.txt"]).current_dir(&folder), 2);
    assert_eq!(message, "error: huge.txt: it is larger than 65536 KiB, too large for this kind of input\n");
}

#[test]
fn errors_are_json_when_json_was_asked_for() {
    let mut command = azulejo(&["switcher", "figures", "-", "--json"]);
    let output = command.write_stdin(BOARD.replacen('y', "x", 1)).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(
        error,
        json!({ "error": { "message": "colour 'x' is not one of r g b y", "file": "standard input", "line": 3, "column": 11, "hint": null } })
    );
    let output = azulejo(&["switcher", "turn", "--json"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stderr).unwrap()["error"]["message"].is_string());
}

#[test]
fn wrong_cards_and_figures_are_named() {
    for (arguments, expected) in [
        (["--cards", "mov8", "--figures", "fig01"], "`mov8` is not a movement card: expected `mov1` to `mov7`\n"),
        (
            ["--cards", "mov1", "--figures", "fig99"],
            "`fig99` is not a figure: expected `fig01` to `fig18` or `fige01` to `fige07`\n",
        ),
        (["--cards", "mov1,mov1,mov1,mov1", "--figures", "fig01"], "4 cards"),
        (["--cards", "mov1", "--figures", ""], "expected one to three such as `fig04,fige02`"),
    ] {
        let mut command = azulejo(&[&["switcher", "turn", "-"][..], &arguments].concat());
        let said = stderr(command.write_stdin(BOARD), 2);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_game_is_played_saved_resumed_and_replayed() {
    let folder = folder();
    let mut first = azulejo(&["switcher", "play", "--seed", "7", "--save", "game.txt"]);
    let text = stdout(first.current_dir(&folder).write_stdin("nonsense\nmoves\nhint\ncheck\nend\nundo\nredo\n"), 0);
    assert!(text.contains("`nonsense` is not a move of Switcher"), "{text}");
    assert!(text.contains("took back `end`") && text.contains("played `end` again"), "{text}");
    assert!(text.contains("go on with its record:\nswitcher#7 end\n"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.path().join("game.txt")).unwrap(), "switcher#7 end\n");
    let mut second = azulejo(&["switcher", "play", "game.txt", "--json"]);
    let answer = json(second.current_dir(&folder).write_stdin("leave\n"), 0);
    assert_eq!(answer["outcome"], json!({ "state": "won", "player": 0 }));
    assert_eq!(answer["moves"], json!(["end", "leave"]));
    std::fs::write(folder.path().join("won.txt"), answer["record"].as_str().unwrap()).unwrap();
    let replayed = json(azulejo(&["replay", "won.txt", "--json"]).current_dir(&folder), 0);
    assert_eq!(replayed["position"], answer["position"]);
    std::fs::write(folder.path().join("bad.txt"), "switcher#7 end; claim fig01 A1").unwrap();
    let message = stderr(azulejo(&["replay", "bad.txt"]).current_dir(&folder), 2);
    assert!(message.starts_with("error: bad.txt: move 2 `claim fig01 A1`: "), "{message}");
}

#[test]
fn people_can_play_against_bots() {
    let mut command = azulejo(&["switcher", "play", "--seed", "3", "--bots", "greedy"]);
    let text = stdout(command.write_stdin("end\nend\n"), 0);
    assert!(text.contains("greedy: end"), "{text}");
    let message = stderr(&mut azulejo(&["switcher", "play", "--bots", "genius"]), 2);
    assert_eq!(message, "error: there is no bot `genius`: Switcher has greedy, strong\n");
}

#[test]
fn a_simulation_is_the_same_on_any_number_of_threads() {
    let run = |threads: &str| {
        let arguments =
            ["switcher", "simulate", "--games", "4", "--bots", "greedy,greedy,greedy", "--threads", threads, "--json"];
        let mut answer = json(&mut azulejo(&arguments), 0);
        answer["elapsed_ms"] = json!(0);
        answer["games_per_second"] = json!(0);
        answer
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    let wins: u64 = one["bots"].as_array().unwrap().iter().map(|bot| bot["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 4);
}

#[test]
fn our_own_samples_have_their_known_answers() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/switcher");
    for name in ["crowded", "bare", "example_1"] {
        let known = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let known: serde_json::Value = serde_json::from_str(&known).unwrap();
        let board = folder.join(format!("{name}.txt")).display().to_string();
        let figures = known["figures"].as_array().unwrap();
        let found = json(&mut azulejo(&["switcher", "figures", &board, "--json"]), i32::from(figures.is_empty()));
        let found: Vec<_> = found["figures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|figure| json!([figure["name"], figure["color"], figure["cells"]]))
            .collect();
        assert_eq!(&found, figures);
        let list = |name: &str| serde_json::from_value::<Vec<String>>(known["turn"][name].clone()).unwrap().join(",");
        let turn = ["switcher", "turn", &board, "--cards", &list("cards"), "--figures", &list("figures"), "--json"];
        let answer = json(&mut azulejo(&turn), 0);
        for value in ["min_moves", "best_turn_discards"] {
            assert_eq!(answer[value], known["turn"][value], "{name}");
        }
    }
}

#[test]
fn bots_answer_again_after_undo_and_redo() {
    let mut command = azulejo(&["switcher", "play", "--seed", "1", "--bots", "strong", "--json"]);
    let answer = json(command.write_stdin("end\nundo\nredo\n"), 0);
    assert_eq!(answer["outcome"], json!({ "state": "playing", "player": 0 }));
    let message = stderr(&mut azulejo(&["switcher", "play", "--bots", "greedy,strong,greedy"]), 2);
    assert_eq!(message, "error: 3 bots cannot sit at a table of 2\n");
}

#[test]
fn losing_to_a_bot_is_exit_code_1() {
    let mut command = azulejo(&["switcher", "play", "--seed", "1", "--bots", "strong"]);
    assert!(stdout(command.write_stdin("leave\n"), 1).contains("player 2 has won"));
}

#[test]
fn a_simulation_out_of_time_counts_only_what_was_finished() {
    let arguments = ["switcher", "simulate", "--games", "18446744073709551615", "--time-limit", "300ms", "--json"];
    let answer = json(&mut azulejo(&arguments), 3);
    assert_eq!(answer["status"], "gave_up");
    assert!(answer["games"].as_u64().unwrap() < 100_000);
}

#[test]
fn a_turn_given_up_claims_nothing_it_has_not_proven() {
    let turn = [
        "switcher",
        "turn",
        "-",
        "--cards",
        "mov7,mov7,mov7",
        "--figures",
        "fige02",
        "--engine",
        "plain",
        "--time-limit",
        "30ms",
        "--json",
    ];
    let answer = json(azulejo(&turn).write_stdin(BOARD), 3);
    assert_eq!((&answer["status"], &answer["min_moves"]), (&json!("gave_up"), &json!(null)));
}
