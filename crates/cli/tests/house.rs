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
    assert_eq!(lines[2]["error"], "there is no game called `chess`");
    assert_eq!((&lines[3]["note"], &lines[3]["engine"]), (&json!("kept"), &json!("exact")));
    assert!(lines[0]["moves"].is_array());
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
    assert_eq!(message, "error: standard input: there is no game called `chess`\n");
    assert_eq!(json(azulejo(&["replay", "-", "--json"]).write_stdin("switcher#1"), 0)["command"], "replay");
}
