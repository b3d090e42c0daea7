//! `azulejo tetris`, as a user meets it: the real binary, its files, its output, its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{azulejo, json, stderr, stdout};
use serde_json::{Value, json};

/// Our own state: five rows, six columns, three of four pieces planned.
const STATE: &str = "17\n2\n5\n6\n000000\n000000\n000000\n002200\n110221\n4\nT\nO\nI\nS\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("state.txt"), STATE).unwrap();
    folder
}

fn plays(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("tetris_play"))
        .collect();
    names.sort();
    names
}

fn plan(folder: &Path, options: &[&str], exit: i32) -> Value {
    let state = folder.join("state.txt");
    let mut arguments = vec!["tetris", "plan", state.to_str().unwrap(), "--out", folder.to_str().unwrap(), "--json"];
    arguments.extend(options);
    json(&mut azulejo(&arguments), exit)
}

#[test]
fn a_plan_writes_one_file_for_each_piece() {
    let folder = folder();
    let answer = plan(folder.path(), &[], 0);
    assert_eq!(
        (&answer["game"], &answer["command"], &answer["status"]),
        (&json!("tetris"), &json!("plan"), &json!("solved"))
    );
    assert_eq!((&answer["pieces"], &answer["placed"]), (&json!("TOI"), &json!(3)));
    assert_eq!(answer["path"].as_array().unwrap().len(), 3);
    assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_f64() && answer["engine"] == "bounded");
    assert_eq!(plays(folder.path()), ["tetris_play_0.txt", "tetris_play_1.txt", "tetris_play_2.txt"]);
    let first = std::fs::read_to_string(folder.path().join("tetris_play_0.txt")).unwrap();
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines[..2], ["17", "T"]);
    assert_eq!(lines[2], answer["path"][0][0].to_string());
    assert_eq!(lines[3..5], ["5", "6"]);
    assert_eq!(lines.len(), 10);
    assert_eq!(first.matches('7').count(), 4 + 1);
}

#[test]
fn every_engine_mapping_and_thread_count_gives_the_same_plan() {
    let folder = folder();
    for score in ["doc", "covered", "seed-c", "seed-c-int", "takado8"] {
        let expected = plan(folder.path(), &["--score", score, "--depth", "3"], 0);
        for engine in ["auto", "exhaustive", "bounded"] {
            for (mapping, threads) in [("block", "1"), ("cyclic", "2"), ("dynamic", "3")] {
                let options =
                    ["--score", score, "--depth", "3", "--engine", engine, "--mapping", mapping, "--threads", threads];
                let answer = plan(folder.path(), &options, 0);
                assert_eq!((&answer["path"], &answer["value"]), (&expected["path"], &expected["value"]));
                assert_eq!(answer["leaves"].is_u64(), engine == "exhaustive");
            }
        }
    }
}

#[test]
fn a_shorter_plan_leaves_no_file_of_a_longer_one() {
    let folder = folder();
    plan(folder.path(), &["--depth", "3"], 0);
    assert_eq!(plays(folder.path()).len(), 4);
    plan(folder.path(), &["--depth", "0"], 0);
    assert_eq!(plays(folder.path()), ["tetris_play_0.txt"]);
}

#[test]
fn what_can_be_placed_is_placed_and_nothing_else_written() {
    let folder = folder();
    std::fs::write(folder.path().join("state.txt"), "1 2 4 4 0000 0000 1011 1111 3 I O O").unwrap();
    let answer = plan(folder.path(), &[], 0);
    assert_eq!((&answer["placed"], &answer["pieces"]), (&json!(1), &json!("IOO")));
    assert_eq!(plays(folder.path()), ["tetris_play_0.txt"]);
    std::fs::write(folder.path().join("state.txt"), "1 0 4 4 1111 0000 0000 0000 1 O").unwrap();
    let answer = plan(folder.path(), &[], 1);
    assert_eq!(
        (&answer["status"], &answer["placed"], &answer["value"]),
        (&json!("impossible"), &json!(0), &json!(null))
    );
    assert!(plays(folder.path()).is_empty());
}

#[test]
fn a_broken_state_is_named_with_line_and_column_and_nothing_is_written() {
    let folder = folder();
    for (text, expected) in [
        ("", "1:1: the text ends too early: expected the ID"),
        ("x", "1:1: `x` is not what belongs here: expected the ID"),
        ("1\n2\n5\n6000\n", "4:1: `6000` is not what belongs here: expected the number of columns"),
        ("1\n-2\n", "2:1: `-2` is not what belongs here: expected the depth"),
        ("1\n0\n4\n4\n0000\n00000\n0000\n0000\n1\nT\n", "6:1: row 2 of the board has 5 cells: expected 4"),
        ("1\n0\n4\n4\n0000\n0x00\n0000\n0000\n1\nT\n", "6:2: 'x' is not a cell"),
        ("1\n3\n4\n4\n0000\n0000\n0000\n0000\n2\nT\nO\n", "2:1: depth 3 needs 4 pieces, but only 2 come"),
        ("1\n0\n4\n4\n0000\n0000\n0000\n0000\n2\nT\n", "11:1: the text ends too early: expected the letter of piece 2"),
        ("1\n0\n4\n4\n0000\n0000\n0000\n0000\n1\nQ\n", "10:1: `Q` is not what belongs here"),
        ("1\n0\n4\n4\n0000\n0000\n0000\n0000\n1\nT\n?\n", "11:1: `?` is left over"),
        ("99999999999999999999\n", "1:1: `99999999999999999999` is not what belongs here"),
    ] {
        let path = folder.path().join("state.txt");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let said = stderr(&mut azulejo(&["tetris", "plan", path, "--out", folder.path().to_str().unwrap()]), 2);
        assert!(said.contains(&format!("error: {path}:{expected}")), "{text:?}: {said}");
        let mut command = azulejo(&["tetris", "plan", path, "--json"]);
        let said: Value = serde_json::from_str(&stderr(&mut command, 2)).unwrap();
        assert_eq!(said["error"]["line"].to_string(), expected.split(':').next().unwrap());
        assert!(plays(folder.path()).is_empty());
    }
}

#[test]
fn all_faults_of_a_board_are_named_at_once() {
    let text = "1\n0\n4\n4\n0x00\n000\n0000\ny000\n1\nQ\n";
    let said = stderr(azulejo(&["tetris", "plan", "-"]).write_stdin(text), 2);
    for place in ["5:2:", "6:1:", "8:1:", "10:1:"] {
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn weights_come_from_a_file() {
    let folder = folder();
    let weights = folder.path().join("weights.txt");
    let name = weights.to_str().unwrap();
    std::fs::write(&weights, "# the document's own\nheight -0.798752914564018\nlines 0.522287506868767\nholes = -0.24921408023878\nbumpiness: -0.164626498034284\n").unwrap();
    let own = plan(folder.path(), &["--score", name], 0);
    let doc = plan(folder.path(), &[], 0);
    assert_eq!((&own["path"], &own["value"]), (&doc["path"], &doc["value"]));
    std::fs::write(&weights, r#"{"height": -1, "hole": 3, "lines": "much"}"#).unwrap();
    let said = stderr(
        &mut azulejo(&["tetris", "plan", folder.path().join("state.txt").to_str().unwrap(), "--score", name]),
        2,
    );
    assert!(said.contains(":1:17: `hole` is not what belongs here"), "{said}");
    assert!(said.contains(":1:37: `much` is not what belongs here"), "{said}");
    let said = stderr(&mut azulejo(&["tetris", "plan", "-", "--score", "nonsense"]), 2);
    assert!(said.contains("there is no file `nonsense`: expected doc"), "{said}");
}

#[test]
fn the_folder_for_the_plays_is_made() {
    let folder = folder();
    let state = folder.path().join("state.txt");
    let out = folder.path().join("new/plays");
    azulejo(&["tetris", "plan", state.to_str().unwrap(), "--out", out.to_str().unwrap()]).assert().code(0);
    assert_eq!(plays(&out).len(), 3);
    let file = state.join("no-folder");
    let arguments = ["tetris", "plan", state.to_str().unwrap(), "--out", file.to_str().unwrap()];
    assert!(stderr(&mut azulejo(&arguments), 2).contains("cannot be written"));
}

#[test]
fn a_search_out_of_time_says_so_and_writes_nothing() {
    let folder = folder();
    let rows = "0000000000\n".repeat(20);
    let pieces = "T\n".repeat(12);
    std::fs::write(folder.path().join("state.txt"), format!("1\n11\n20\n10\n{rows}12\n{pieces}")).unwrap();
    let answer = plan(folder.path(), &["--engine", "exhaustive", "--time-limit", "50ms"], 3);
    assert_eq!(answer["status"], "gave_up");
    assert!(plays(folder.path()).is_empty());
}

#[test]
fn perft_counts_levels() {
    let answer =
        json(&mut azulejo(&["tetris", "perft", "--rows", "20", "--columns", "10", "--pieces", "TTT", "--json"]), 0);
    assert_eq!(answer["levels"][2]["paths"], 39304);
    assert_eq!(answer["levels"][2]["distinct_boards"], 17154);
    assert_eq!(answer["status"], "ok");
    assert!(stderr(&mut azulejo(&["tetris", "perft", "--rows", "0", "--pieces", "T"]), 2).contains("from 1 to 1000"));
    assert!(stderr(&mut azulejo(&["tetris", "perft", "--pieces", "TX"]), 2).contains("I Z S L J O T"));
}

#[test]
fn a_hint_names_one_placement() {
    let answer = json(azulejo(&["tetris", "hint", "-", "--json"]).write_stdin(STATE), 0);
    assert_eq!((&answer["piece"], &answer["status"]), (&json!("T"), &json!("solved")));
    assert!(answer["rotation"].is_u64() && answer["column"].is_u64());
    let text = stdout(azulejo(&["tetris", "hint", "-"]).write_stdin(STATE), 0);
    assert!(text.contains("T rotation"), "{text}");
}

#[test]
fn pictures_are_drawn() {
    let folder = folder();
    let (svg, png) = (folder.path().join("plan.svg"), folder.path().join("plan.png"));
    plan(folder.path(), &["--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap()], 0);
    assert!(std::fs::read_to_string(svg).unwrap().contains("class='cells'"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    let text = stdout(azulejo(&["tetris", "show", "-"]).write_stdin(STATE), 0);
    assert!(text.contains("bumpiness"), "{text}");
}

#[test]
fn a_game_is_played_saved_and_gone_on_with() {
    let folder = folder();
    let saved = folder.path().join("game.txt");
    let saved = saved.to_str().unwrap();
    let text = stdout(
        azulejo(&["tetris", "play", "--seed", "7", "--save", saved]).write_stdin("0 0\nhint\nundo\n0 3\nquit\n"),
        0,
    );
    assert!(text.contains("rows gone: 0"), "{text}");
    let record = std::fs::read_to_string(saved).unwrap();
    assert_eq!(record, "tetris#7 0 3\n");
    let answer = json(azulejo(&["tetris", "play", saved, "--json"]).write_stdin("9 9\n"), 0);
    assert_eq!(answer["moves"], json!(["0 3"]));
    let answer = json(azulejo(&["tetris", "play", "-", "--json"]).write_stdin(STATE), 0);
    assert_eq!(answer["outcome"]["state"], "playing");
}

/// Waits until something is so, for as long as a slow machine may need.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_folder_service_plans_what_arrives_until_it_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut service = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["tetris", "watch", folder.path().to_str().unwrap(), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Half of a file first: it is not judged before it is whole.
    let (half, rest) = STATE.split_at(30);
    std::fs::write(at("tetris_state.txt"), half).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let growing = if at("tetris_state.txt").exists() { at("tetris_state.txt") } else { at(".tetris_state.txt.taken") };
    let mut file = std::fs::OpenOptions::new().append(true).open(growing).unwrap();
    std::io::Write::write_all(&mut file, rest.as_bytes()).unwrap();
    wait_until("the plays of the first state", || plays(folder.path()).len() == 3);
    assert!(!at("tetris_state.txt").exists());
    // A broken one is set aside, and the service goes on.
    std::fs::write(at("tetris_state.txt"), "1\n2\nx\n").unwrap();
    wait_until("a rejected state", || at("tetris_state.rejected.txt").exists());
    // Two at once, written over each other: the last one is answered.
    std::fs::write(at("tetris_state.txt"), STATE.replace("17\n2\n", "18\n1\n")).unwrap();
    std::fs::write(at("tetris_state.txt"), STATE.replace("17\n2\n", "19\n0\n")).unwrap();
    wait_until("the plays of the last state", || {
        let first = std::fs::read_to_string(at("tetris_play_0.txt")).unwrap_or_default();
        first.starts_with("19\n") && plays(folder.path()).len() == 1
    });
    std::fs::write(at("tetris_end.txt"), "").unwrap();
    wait_until("the end of the service", || service.try_wait().unwrap().is_some());
    assert!(service.wait().unwrap().success());
    assert!(!at("tetris_end.txt").exists() && !at(".tetris_state.txt.taken").exists());
}

#[test]
fn the_folder_service_outlives_a_plan_it_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("tetris_play_0.txt")).unwrap();
    let mut service = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["tetris", "watch", folder.path().to_str().unwrap(), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::fs::write(at("tetris_state.txt"), STATE).unwrap();
    wait_until("the state taken", || !at("tetris_state.txt").exists() && !at(".tetris_state.txt.taken").exists());
    std::thread::sleep(Duration::from_millis(100));
    assert!(service.try_wait().unwrap().is_none());
    std::fs::remove_dir(at("tetris_play_0.txt")).unwrap();
    std::fs::write(at("tetris_state.txt"), STATE).unwrap();
    wait_until("the plays", || plays(folder.path()).len() == 3);
    std::fs::write(at("tetris_end.txt"), "").unwrap();
    wait_until("the end of the service", || service.try_wait().unwrap().is_some());
    assert!(service.wait().unwrap().success());
}

#[test]
fn whoever_asks_for_a_bound_where_there_is_none_is_told() {
    let folder = folder();
    let state = folder.path().join("state.txt");
    let arguments = ["tetris", "hint", state.to_str().unwrap(), "--engine", "bounded", "--clear", "--json"];
    let output = azulejo(&arguments).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["messages"].to_string().contains("no bound holds where rows vanish"), "{answer}");
    assert_eq!(answer["engine"], "exhaustive");
}

#[test]
fn the_samples_have_their_known_answers() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/tetris");
    let folder = tempfile::tempdir().unwrap();
    let mut found = 0;
    for entry in std::fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let answers: Value =
            serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        for (score, expected) in answers.as_object().unwrap() {
            let (input, out) = (path.to_str().unwrap(), folder.path().to_str().unwrap());
            let answer = json(&mut azulejo(&["tetris", "plan", input, "--out", out, "--score", score, "--json"]), 0);
            assert_eq!(
                (&answer["path"], &answer["placed"]),
                (&expected["path"], &expected["placed"]),
                "{input} {score}"
            );
            let (value, known) = (answer["value"].as_f64().unwrap(), expected["value"].as_f64().unwrap());
            assert!((value - known).abs() < 1e-9, "{input} {score}");
            found += 1;
        }
    }
    assert_eq!(found, 15);
}

/// Ctrl-C ends every way of planning soon, and what was found until then is said.
#[test]
fn ctrl_c_ends_a_plan_at_once() {
    let folder = folder();
    // An order of pieces that no bound makes easy.
    let pieces: String = ["I\n", "L\n", "T\n", "S\n", "O\n", "Z\n", "J\n"].into_iter().cycle().take(40).collect();
    let state = format!("1\n39\n20\n10\n{}40\n{pieces}", "0000000000\n".repeat(20));
    let path = folder.path().join("state.txt");
    std::fs::write(&path, state).unwrap();
    for options in [&["--engine", "exhaustive"][..], &["--engine", "exhaustive", "--clear"], &["--engine", "bounded"]] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("azulejo"));
        command.args(["tetris", "plan", path.to_str().unwrap(), "--out", folder.path().to_str().unwrap(), "--json"]);
        let mut child = command.args(options).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let ended = child.wait().unwrap();
        // Ten milliseconds on a machine that has nothing else to do.
        assert!(sent.success() && start.elapsed() < Duration::from_secs(2), "{options:?} {:?}", start.elapsed());
        assert!(!ended.success(), "{options:?}: 40 pieces cannot be planned in half a second");
        assert_ne!(ended.code(), None, "{options:?} ended by the signal, not by itself");
    }
}
