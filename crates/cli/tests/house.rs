//! What every command shares: help, completions, manual pages, closed pipes, batch.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use std::io::Read as _;
use std::process::{Command, Stdio};

use common::{azulejo, json, stderr, stdout};
use serde_json::{Value, json};

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(stdout(&mut azulejo(&["--help"]), 0).contains("switcher"));
    assert!(stdout(&mut azulejo(&["--version"]), 0).starts_with("azulejo "));
    assert!(stderr(&mut azulejo(&["nonsense"]), 2).contains("nonsense"));
}

#[test]
fn the_help_of_a_verb_begins_with_what_it_does() {
    let table = json(&mut azulejo(&["verbs", "--json"]), 0);
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    for game in table["games"].as_array().unwrap() {
        // A terminal plays in its own way.
        let verbs = game["verbs"].as_array().unwrap().iter().filter(|verb| verb["name"] != "play");
        for verb in verbs {
            let (game, verb_name) = (name(game), name(verb));
            let words: Vec<&str> = [&game[..]].into_iter().chain(verb_name.split(' ')).chain(["--help"]).collect();
            let help = stdout(&mut azulejo(&words), 0);
            assert_eq!(help.lines().next(), verb["about"].as_str(), "{game} {verb_name}");
        }
    }
}

#[test]
fn a_missing_argument_is_named_in_json_too() {
    let said: Value = serde_json::from_str(&stderr(&mut azulejo(&["kami", "solve", "--json"]), 2)).unwrap();
    let message = said["error"]["message"].as_str().unwrap();
    assert_eq!(message, "the following required arguments were not provided: <INPUT>");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&mut azulejo(&["completions", shell]), 0).contains("azulejo"), "{shell}");
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    assert!(stdout(&mut azulejo(&["man"]), 0).starts_with(".ie"));
    let folder = tempfile::tempdir().unwrap();
    stdout(&mut azulejo(&["man", "--out", folder.path().to_str().unwrap()]), 0);
    assert!(folder.path().join("azulejo-switcher-turn.1").exists());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let binary = assert_cmd::cargo::cargo_bin!("azulejo");
    let mut child = Command::new(binary)
        .args(["switcher", "components", "switcher#1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn a_batch_answers_every_line_in_order_and_goes_on_after_bad_ones() {
    let input = "{\"id\":1,\"game\":\"switcher\",\"puzzle\":\"switcher#1\"}\nnonsense\n\n\
                 {\"id\":\"b\",\"game\":\"chess\",\"puzzle\":\"x\"}\n{\"id\":3,\"game\":\"switcher\",\"task\":\"solve\",\"puzzle\":\"switcher:3p#9\",\"note\":\"kept\"}\n";
    let text = stdout(azulejo(&["batch", "-"]).write_stdin(input), 1);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines.iter().map(|line| line["id"].clone()).collect::<Vec<_>>(),
        [json!(1), json!(null), json!("b"), json!(3)]
    );
    assert_eq!(lines[1]["status"], "error");
    assert!(lines[2]["error"]["message"].as_str().unwrap().starts_with("there is no game called `chess`"));
    assert!(lines.iter().all(|line| line["elapsed_ms"].is_number()));
    assert_eq!((&lines[3]["note"], &lines[3]["engine"]), (&json!("kept"), &json!("exact")));
    assert!(lines[0]["line"].is_array());
}

#[test]
fn a_batch_resumes_where_its_output_ends() {
    let folder = tempfile::tempdir().unwrap();
    let input: String =
        (0..6).map(|id| format!("{{\"id\":{id},\"game\":\"switcher\",\"puzzle\":\"switcher#{id}\"}}\n")).collect();
    let half: String = input.lines().take(3).map(|line| format!("{line}\n")).collect();
    stdout(azulejo(&["batch", "--out", "out.jsonl"]).current_dir(&folder).write_stdin(half), 0);
    stdout(azulejo(&["batch", "--out", "out.jsonl", "--resume"]).current_dir(&folder).write_stdin(input), 0);
    let text = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    let ids: Vec<u64> =
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn records_and_ids_of_unknown_games_are_refused() {
    let message = stderr(azulejo(&["replay", "-"]).write_stdin("chess#1 e4"), 2);
    assert!(message.starts_with("error: standard input: there is no game called `chess`: expected"), "{message}");
    assert_eq!(json(azulejo(&["replay", "-", "--json"]).write_stdin("switcher#1"), 0)["command"], "replay");
}

#[test]
fn a_batch_never_destroys_what_it_should_keep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.jsonl");
    std::fs::write(&path, "{\"id\":1}\n").unwrap();
    stderr(azulejo(&["batch", "missing.jsonl", "--out", "kept.jsonl"]).current_dir(&folder), 2);
    let message = stderr(azulejo(&["batch", "kept.jsonl", "--out", "kept.jsonl"]).current_dir(&folder), 2);
    assert_eq!(message, "error: the answers would be written over the input\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"id\":1}\n");
}

#[test]
fn a_resumed_batch_writes_a_torn_line_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.jsonl");
    std::fs::write(&path, "{\"id\":1,\"status\":\"solved\"}\n{\"id\":2,\"status\":\"gave_up\"}\n{\"id\":3,\"sta")
        .unwrap();
    let input: String =
        (1..4).map(|id| format!("{{\"id\":{id},\"game\":\"switcher\",\"puzzle\":\"switcher#{id}\"}}\n")).collect();
    stdout(azulejo(&["batch", "--out", "out.jsonl", "--resume"]).current_dir(&folder).write_stdin(input), 0);
    let text = std::fs::read_to_string(&path).unwrap();
    let ids: Vec<u64> =
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 2, 2, 3]);
}

#[test]
fn an_unordered_batch_answers_the_same_lines() {
    let input: String =
        (0..8).map(|id| format!("{{\"id\":{id},\"game\":\"switcher\",\"puzzle\":\"switcher#{id}\"}}\n")).collect();
    let sorted = |arguments: &[&str]| {
        let text = stdout(azulejo(arguments).write_stdin(input.clone()), 0);
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| {
                let answer: Value = serde_json::from_str(line).unwrap();
                format!("{} {}", answer["id"], answer["moves"])
            })
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&["batch", "--unordered"]), sorted(&["batch"]));
}

#[test]
fn a_line_that_is_too_long_is_one_error() {
    let mut input = vec![b'x'; 5 << 20];
    input
        .extend_from_slice(b"\n{\"id\":1,\"game\":\"switcher\",\"puzzle\":\"switcher#1\",\"options\":{\"cards\":1}}\n");
    let text = stdout(azulejo(&["batch"]).write_stdin(input), 1);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["error"]["message"], "this line is longer than 1 MiB: too large for a question");
    assert!(lines[1]["error"]["message"].as_str().unwrap().starts_with("there is no option `cards`"), "{text}");
    assert_eq!(lines.len(), 2);
}

#[cfg(unix)]
#[test]
fn pictures_follow_links_and_never_replace_what_is_no_file() {
    use std::os::unix::fs::FileTypeExt as _;

    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("real.svg", folder.path().join("link.svg")).unwrap();
    std::fs::write(folder.path().join("real.svg"), "old").unwrap();
    stdout(azulejo(&["switcher", "show", "switcher#1", "--svg", "link.svg"]).current_dir(&folder), 0);
    assert!(folder.path().join("link.svg").is_symlink());
    assert!(std::fs::read_to_string(folder.path().join("real.svg")).unwrap().starts_with("<svg"));
    stderr(
        azulejo(&["switcher", "show", "switcher#1", "--svg", "a.svg", "--png", "nowhere/a.png"]).current_dir(&folder),
        2,
    );
    assert!(!folder.path().join("a.svg").exists(), "all pictures or none");
    let message = stderr(azulejo(&["switcher", "show", "switcher#1", "--svg", "."]).current_dir(&folder), 2);
    assert_eq!(message, "error: .: cannot be written: it is a folder\n");
    stdout(azulejo(&["switcher", "show", "switcher#1", "--svg", "/dev/null"]).current_dir(&folder), 0);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn too_many_threads_are_refused() {
    stderr(&mut azulejo(&["switcher", "simulate", "--threads", "99999999"]), 2);
}
