//! `azulejo blocky`, as a user meets it: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{azulejo, json, stderr, stdout};
use serde_json::{Value, json};

/// A board worked out by hand: three solid quarters and one of four cells.
const BOARD: &str = r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#;

fn ask(arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = ["blocky"].iter().chain(arguments).chain(&["--json"]).copied().collect();
    json(&mut azulejo(&arguments), 0)
}

#[test]
fn a_seed_always_gives_the_same_board() {
    let one = ask(&["new", "--depth", "3", "--seed", "42"]);
    assert_eq!(one["id"], "blocky:d3#42");
    assert_eq!(one["board"], ask(&["new", "--depth", "3", "--seed", "42"])["board"]);
    assert_eq!(one["board"], ask(&["apply", "blocky:d3#42", "--moves", ""])["board"]);
    assert_ne!(one["board"], ask(&["new", "--depth", "3", "--seed", "43"])["board"]);
    let original = ask(&["new", "--depth", "2", "--python-seed", "0"]);
    assert_eq!(original["board"], json!([[3, 0, 2, 3], [2, 3, 2, 1], [2, 1, 0, 2], 1]));
}

#[test]
fn the_worked_board_is_flattened_scored_and_selected() {
    assert_eq!(ask(&["flatten", BOARD])["columns"], json!([[2, 2, 1, 1], [2, 2, 1, 1], [1, 1, 3, 3], [0, 3, 3, 3]]));
    let score = ask(&["score", BOARD]);
    assert_eq!((&score["blob"], &score["perimeter"]), (&json!([1, 4, 4, 5]), &json!([2, 5, 4, 5])));
    assert_eq!(score["diagonal"], json!([1, 3, 2, 2]));
    let select =
        |at: &str, level: &str| ask(&["select", BOARD, "--size", "50", "--at", at, "--level", level])["path"].clone();
    assert_eq!(select("40,10", "2"), json!([0, 0]));
    assert_eq!(select("40,10", "0"), json!([]));
    assert_eq!(select("-1,10", "0"), Value::Null);
    assert_eq!(select("50,10", "0"), Value::Null);
}

#[test]
fn moves_are_applied_in_order() {
    let apply = |moves: &str, rules: &str| ask(&["apply", BOARD, "--moves", moves, "--rules", rules, "--seed", "1"]);
    let answer = apply("swap_h root; rotate_cw 0", "2017");
    assert_eq!((&answer["board"], &answer["performed"]), (&json!([2, [0, 1, 1, 3], 3, 1]), &json!([true, false])));
    assert_eq!(apply("rotate_cw root", "2017")["board"], json!([2, 1, 3, [1, 1, 3, 0]]));
    let smashed = apply("smash 0.0; smash root; smash 1", "2017");
    assert_eq!((&smashed["performed"], &smashed["seed"]), (&json!([false, false, true]), &json!("1")));
    assert_eq!(smashed["board"][1].as_array().unwrap().len(), 4);
    let later = apply("paint 0.0 1; combine 0; pass; smash 0", "2020");
    assert_eq!(later["performed"], json!([true, true, true, true]));
    assert_eq!(later["penalty"], 5);
    let answer = stdout(&mut azulejo(&["blocky", "apply", BOARD, "--moves", "swap_v root"]), 0);
    assert_eq!(answer.trim(), r#"{"max_depth":2,"board":[3,1,2,[0,1,1,3]]}"#);
}

#[test]
fn an_answer_is_a_board_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    std::fs::write(&file, stdout(&mut azulejo(&["blocky", "apply", BOARD, "--moves", "swap_h root", "--json"]), 0))
        .unwrap();
    assert_eq!(
        ask(&["apply", file.to_str().unwrap(), "--moves", "swap_h root"])["board"],
        json!([[0, 1, 1, 3], 2, 1, 3])
    );
    assert_eq!(ask(&["score", "blocky:2xx0113213"])["blob"], json!([1, 4, 4, 5]));
}

#[test]
fn show_gives_rectangles_tree_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("board.svg"), folder.path().join("board.png"));
    let answer = ask(&[
        "show",
        BOARD,
        "--size",
        "750",
        "--highlight",
        "0",
        "--svg",
        svg.to_str().unwrap(),
        "--png",
        png.to_str().unwrap(),
    ]);
    let rectangles = answer["rectangles"].as_array().unwrap();
    assert_eq!(rectangles.len(), 15);
    assert!(rectangles.contains(&json!([0, [563, 0], [188, 188], 0])));
    assert!(rectangles.contains(&json!(["frame", [0, 375], [375, 375], 3])));
    assert_eq!(rectangles[14], json!(["highlight", [375, 0], [375, 375], 5]));
    assert!(answer["tree"].as_str().unwrap().contains("    Pacific Point: pos=(563, 0), size=188, level=2\n"));
    assert!(std::fs::read_to_string(svg).unwrap().contains("class='cells'"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    insta::assert_snapshot!(stdout(&mut azulejo(&["blocky", "show", BOARD, "--highlight", "0.2"]), 0));
}

#[test]
fn plans_are_proven_and_can_be_applied() {
    for goal in ["perimeter:1", "blob:1", "diagonal:1"] {
        let best = ask(&["best", BOARD, "--goal", goal]);
        assert_eq!((&best["optimal"], &best["status"]), (&json!(true), &json!("solved")), "{goal}");
        let moves: Vec<&str> = best["plan"].as_array().unwrap().iter().map(|next| next.as_str().unwrap()).collect();
        let after = stdout(&mut azulejo(&["blocky", "apply", BOARD, "--moves", &moves.join(";")]), 0);
        let kind = goal.split(':').next().unwrap();
        assert_eq!(ask(&["score", after.trim()])[kind][1], best["score"], "{goal}");
        for key in ["nodes", "elapsed_ms", "engine", "upper_bound"] {
            assert!(!best[key].is_null(), "{key}");
        }
    }
    let optimum = ask(&["optimum", BOARD, "--goal", "perimeter:1"]);
    assert_eq!((&optimum["score"], &optimum["plan"]), (&json!(7), &json!(["swap_h 0"])));
    let none = ask(&["best", BOARD, "--goal", "perimeter:1", "--turns", "0"]);
    assert_eq!((&none["score"], &none["plan"], &none["optimal"]), (&json!(5), &json!([]), &json!(true)));
}

#[test]
fn what_is_not_proven_is_not_called_optimal() {
    let found = ask(&["best", "blocky:d4#7", "--goal", "blob:1", "--turns", "2"]);
    assert!(found["score"].as_u64() < found["upper_bound"].as_u64());
    assert_eq!(found["optimal"], false);
    let answer = json(
        &mut azulejo(&["blocky", "optimum", "blocky:d5#7", "--goal", "blob:1", "--time-limit", "200ms", "--json"]),
        3,
    );
    assert_eq!((&answer["status"], &answer["optimal"]), (&json!("gave_up"), &json!(false)));
}

#[test]
fn par_is_the_fewest_moves() {
    let par = ask(&["par", BOARD, "--goal", "perimeter:1"]);
    assert_eq!((&par["par"], &par["score"]), (&json!(1), &json!(7)));
    assert_eq!(ask(&["par", BOARD, "--goal", "perimeter:1", "--score", "5"])["par"], 0);
    let never = json(&mut azulejo(&["blocky", "par", BOARD, "--goal", "perimeter:1", "--score", "8", "--json"]), 1);
    assert_eq!((&never["status"], &never["par"]), (&json!("impossible"), &Value::Null));
    assert_eq!(ask(&["par", "blocky:d2#3", "--goal", "blob:0", "--score", "2"])["status"], "solved");
}

#[test]
fn wrong_boards_are_named_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.json");
    let name = file.to_str().unwrap();
    let complain = |text: &str| {
        std::fs::write(&file, text).unwrap();
        stderr(&mut azulejo(&["blocky", "score", name]), 2).replace(name, "bad.json")
    };
    assert_eq!(
        complain("{\"max_depth\":2,\n\"board\":[[0,1,7,3],2,1,[3]]}"),
        "error: bad.json:2:15: block 0.2 is 7: expected a colour from 0 to 3 or a list of four blocks\n\
         error: bad.json:2:24: block 3 is divided into 1: expected 4 blocks (upper right, upper left, lower left, lower right)\n"
    );
    assert!(complain("").contains("bad.json:1:1: the text ends here"));
    assert!(complain("{\"max_depth\":9,\"board\":1}").contains("bad.json:1:14: max_depth is 9"));
    assert!(complain("{\"max_depth\":1,\"board\":[[0,1,1,3],2,1,3]}").contains("level 1 is the deepest"));
    assert!(complain(&"[".repeat(1 << 20)).contains("nesting is too deep"));
    assert!(complain(&" ".repeat(5 << 20)).contains("too large for a board"));
    let report = stderr(&mut azulejo(&["blocky", "score", name, "--json"]), 2);
    assert!(serde_json::from_str::<Value>(&report).unwrap()["error"]["message"].is_string());
    assert!(stderr(&mut azulejo(&["blocky", "score", "no-such-file.json"]), 2).contains("no such file"));
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (vec!["show", BOARD, "--highlight", "1.2"], "there is no block 1.2 on this board"),
        (vec!["show", BOARD, "--highlight", "4"], "`4` is not a block"),
        (vec!["apply", BOARD, "--moves", "swap_h 0; spin 1"], "--moves:1:11: `spin` is not a move"),
        (vec!["apply", BOARD, "--moves", "swap_h 3.1"], "move 1 `swap_h 3.1`: there is no block 3.1 on this board"),
        (vec!["apply", BOARD, "--moves", "pass"], "belongs to the rules of 2020"),
        (vec!["apply", BOARD, "--moves", "", "--rules", "2019"], "invalid value"),
        (vec!["best", BOARD, "--goal", "blob"], "a goal needs a colour"),
        (vec!["best", BOARD, "--goal", "blob:4"], "`4` is not a colour"),
        (vec!["best", BOARD, "--goal", "chess:1"], "`chess` is not a goal"),
        (vec!["new", "--depth", "9"], "from 0 to 8"),
        (vec!["select", BOARD, "--at", "3", "--level", "1"], "expected two numbers"),
        (vec!["simulate"], "a game has 1 to 64 players"),
        (vec!["show", "blocky:d9#1"], "is not a part of a game"),
    ] {
        let text = stderr(&mut azulejo(&[&["blocky"], &arguments[..]].concat()), 2);
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn a_game_is_played_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let name = file.to_str().unwrap();
    let table = ["blocky", "play", "--humans", "1", "--random", "1", "--smart", "2,5", "--depth", "2", "--turns", "2"];
    let start: Vec<&str> = table.iter().chain(&["--seed", "3", "--goal", "blob", "--save", name]).copied().collect();
    let text = stdout(azulejo(&start).write_stdin("swap_h 1.0.0\nrotate_cw root\nundo\nswap_v root\nquit\n"), 0);
    assert!(text.contains("there is no block 1.0.0") && text.contains("took back"), "{text}");
    assert!(text.contains("PLAYER 0 (human)") && text.contains("PLAYER 3 (smart5)"), "{text}");
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.starts_with("blocky:d2,t2,blob,human,random,smart2,smart5#3 swap_v root; "), "{record}");
    let end = json(azulejo(&["blocky", "play", name, "--json"]).write_stdin("rotate_cw root\n"), 0);
    assert_eq!(end["outcome"]["state"], "won");
    assert_eq!(end["moves"].as_array().unwrap().len(), 8);
    std::fs::write(&file, end["record"].as_str().unwrap()).unwrap();
    let replayed = json(&mut azulejo(&["replay", name, "--json"]), 0);
    assert_eq!(replayed["position"], end["position"]);
}

#[test]
fn games_between_computer_players_are_counted() {
    let simulate = |threads: &str| {
        let answer = ask(&[
            "simulate",
            "--random",
            "1",
            "--smart",
            "5",
            "--depth",
            "2",
            "--turns",
            "5",
            "--games",
            "20",
            "--threads",
            threads,
        ]);
        (answer["players"].clone(), answer["moves"].clone())
    };
    let (players, moves) = simulate("1");
    assert_eq!(moves, 200);
    assert_eq!(players[0]["wins"].as_u64().unwrap() + players[1]["wins"].as_u64().unwrap(), 20);
    assert!(players[1]["mean_score"].as_f64() > players[0]["mean_score"].as_f64());
    assert_eq!((players, moves), simulate("2"), "threads change nothing");
}

#[test]
fn the_deepest_boards_take_no_time() {
    let started = std::time::Instant::now();
    assert_eq!(ask(&["score", "blocky:d8#1"])["perimeter"].as_array().unwrap().len(), 4);
    assert_eq!(ask(&["optimum", "blocky:d8#1", "--goal", "perimeter:1"])["optimal"], true);
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn our_own_puzzles_have_the_answers_they_promise() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/blocky/puzzles.json");
    let puzzles: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(puzzles.len() >= 6);
    for puzzle in puzzles {
        let board = json!({ "max_depth": puzzle["max_depth"], "board": puzzle["board"] }).to_string();
        let found = ask(&["par", &board, "--goal", puzzle["goal"].as_str().unwrap()]);
        assert_eq!((&found["score"], &found["par"]), (&puzzle["optimum"], &puzzle["par"]), "{}", puzzle["name"]);
    }
}

/// The shared worked cases, where they are present.
fn worked_cases() -> Vec<Value> {
    let Some(folder) = azulejo_bench::shared_data("blocky") else { return Vec::new() };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let read = |file: &PathBuf| serde_json::from_str::<Vec<Value>>(&std::fs::read_to_string(file).unwrap()).unwrap();
    files.iter().flat_map(read).collect()
}

fn name_of(path: &Value) -> String {
    let steps: Vec<String> = path.as_array().unwrap().iter().map(Value::to_string).collect();
    if steps.is_empty() { "root".to_owned() } else { steps.join(".") }
}

#[test]
fn the_worked_cases_are_right_from_outside() {
    for case in worked_cases() {
        let (expected, operation) = (&case["expected"], case["op"].as_str().unwrap());
        let depth = case["max_depth"].to_string();
        let board = json!({ "max_depth": case["max_depth"], "board": case["board"] }).to_string();
        let number = |key: &str| case[key].to_string();
        let rules = if case["lineage"] == "2020" { "2020" } else { "2017" };
        let apply = |moves: &str| ask(&["apply", &board, "--moves", moves, "--rules", rules, "--seed", "1"]);
        let is_right = match operation {
            "random_init" => ask(&["new", "--depth", &depth, "--python-seed", &number("seed")])["board"] == *expected,
            "flatten" => ask(&["flatten", &board])["columns"] == *expected,
            "score" => {
                let score = ask(&["score", &board]);
                score["blob"] == expected["blob"] && score["perimeter"] == expected["perimeter"]
            }
            "sequence" => {
                let moves: Vec<String> = case["moves"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|step| format!("{} {}", step[0].as_str().unwrap(), name_of(&step[1])))
                    .collect();
                apply(&moves.join("; "))["board"] == expected["board"]
            }
            "get_block" | "get_selected_block" => {
                let at = format!("{},{}", case["location"][0], case["location"][1]);
                let answer =
                    ask(&["select", &board, "--at", &at, "--level", &number("level"), "--size", &number("size")]);
                answer["path"] == *expected
            }
            "rectangles" => {
                let mut arguments = vec!["show", &board, "--size"];
                let (size, highlight) = (number("size"), case.get("highlight").map(name_of));
                arguments.push(&size);
                if let Some(path) = &highlight {
                    arguments.extend(["--highlight", path]);
                }
                let sorted = |value: &Value| {
                    let mut list: Vec<String> =
                        value.as_array().unwrap().iter().map(|one| one.to_string().replace('"', "")).collect();
                    list.sort();
                    list
                };
                sorted(&ask(&arguments)["rectangles"]) == sorted(expected)
            }
            "perimeter_optimum" => (0..4).all(|color| {
                let answer = ask(&["optimum", &board, "--goal", &format!("perimeter:{color}")]);
                answer["score"] == expected[color]
            }),
            word => {
                let word = if word == "smashable" { "smash" } else { word };
                let color = case.get("colour").map_or(String::new(), |color| format!(" {color}"));
                let answer = apply(&format!("{word} {}{color}", name_of(&case["path"])));
                let wanted = if expected.is_object() { &expected["board"] } else { expected };
                let performed = expected.get("returns").is_none_or(|returns| answer["performed"][0] == *returns);
                performed && (wanted.is_null() || answer["board"] == *wanted)
            }
        };
        assert!(is_right, "{}", case["id"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn computer_players_show_their_block_then_move_one_after_the_other_and_the_end_shows_all_scores() {
    let screens = common::at_a_terminal("blocky play blocky:d2,t1,blob,random,smart2#6", &[]);
    let [first, second, last] = &screens[..] else { panic!("{screens:?}") };
    assert!(first.contains("PLAYER 0\n") && first.contains("random: ") && first.contains('*'), "{first}");
    assert!(second.contains("PLAYER 1\n") && second.contains("smart2: ") && second.contains('*'), "{second}");
    for score in ["has won with", "PLAYER 0 (random), blob of", "PLAYER 1 (smart2), blob of"] {
        assert_eq!(last.matches(score).count(), 2, "on the last screen, and after it: {last}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn up_and_down_choose_the_level_where_the_mouse_is() {
    let (over, up, down) = ("\u{1b}[<35;3;2M", "\u{1b}[A", "\u{1b}[B");
    let screens = common::at_a_terminal("blocky play blocky:d2,t1,blob,human#6", &[over, down, up, up, "\u{3}"]);
    let chosen: Vec<usize> = screens.iter().map(|screen| screen.matches('{').count()).collect();
    assert_eq!(chosen, [0, 4, 1, 4, 16], "{screens:?}");
}
