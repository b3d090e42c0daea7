//! `azulejo flow generate` and `rate`, as a user meets them: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use common::{azulejo, json, stderr, stdout};
use serde_json::json;

#[test]
fn generated_puzzles_are_unique_and_come_back_by_their_id() {
    for kind in
        [&["--size", "6x6"][..], &["--size", "7x5", "--shape", "hex"], &["--size", "6x6", "--bridges", "--walls"]]
    {
        let arguments = [&["flow", "generate", "--seed", "7", "--json"], kind].concat();
        let answer = json(&mut azulejo(&arguments), 0);
        assert_eq!((&answer["command"], &answer["status"]), (&json!("generate"), &json!("ok")));
        assert_eq!(answer["unique_under"], json!({ "fill": true, "touch": "allow" }));
        let puzzle = &answer["puzzles"][0];
        assert!(puzzle["quality"]["score"].as_f64().unwrap() >= 50.0);
        let id = puzzle["id"].as_str().unwrap();
        assert!(id.starts_with("flow@2:"), "{id}");
        let solved = json(&mut azulejo(&["flow", "solve", id, "--unique", "--json"]), 0);
        assert_eq!(solved["unique"], true);
        let again = stdout(&mut azulejo(&["flow", "convert", id]), 0);
        let rows: Vec<&str> = puzzle["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(again.lines().collect::<Vec<_>>(), rows);
    }
}

#[test]
fn many_puzzles_do_not_depend_on_threads() {
    let run = |threads| {
        stdout(
            &mut azulejo(&["flow", "generate", "--size", "6x6", "--number", "5", "--seed", "a", "--threads", threads]),
            0,
        )
    };
    assert_eq!(run("1"), run("3"));
    assert_eq!(run("1").matches("6 6\n").count(), 5);
}

#[test]
fn colors_and_difficulty_are_as_asked() {
    let answer =
        json(&mut azulejo(&["flow", "generate", "--size", "6x6", "--colors", "8", "--seed", "1", "--json"]), 0);
    assert_eq!(answer["puzzles"][0]["colors"], 8);
    for level in ["easy", "medium"] {
        let made =
            stdout(&mut azulejo(&["flow", "generate", "--size", "6x6", "--difficulty", level, "--seed", "1"]), 0);
        let rated = json(azulejo(&["flow", "rate", "-", "--json"]).write_stdin(made), 0);
        assert_eq!((&rated["status"], &rated["difficulty"]), (&json!("ok"), &json!(level)));
        assert!(rated["deductions"]["forced_step"].as_u64().unwrap() > 0);
        assert!(!rated["reasons"].as_array().unwrap().is_empty());
    }
}

#[test]
fn ratings_need_exactly_one_solution() {
    let text = stdout(azulejo(&["flow", "rate", "-"]).write_stdin("A..\nBBA\n"), 0);
    assert!(text.starts_with("easy, effort "), "{text}");
    let answer = json(azulejo(&["flow", "rate", "-", "--json"]).write_stdin("A...\n....\n....\nA...\n"), 1);
    assert_eq!((&answer["status"], &answer["difficulty"]), (&json!("ok"), &json!(null)));
    assert!(stderr(azulejo(&["flow", "rate", "-", "--no-fill"]).write_stdin("A..\nBBA\n"), 2).contains("every cell"));
}

#[test]
fn bad_wishes_are_one_clear_line() {
    for (options, line) in [
        (
            &["--size", "3x900000"][..],
            "error: option `size`: `3x900000` is no size: expected width and height from 3x3 to 40x40",
        ),
        (&["--size", "9"], "error: option `size`: `9` is no size"),
        (&["--colors", "0"], "error: invalid value '0' for '--colors <K>'"),
        (&["--size", "5x5", "--colors", "20"], "error: 5×5 cells have room for 8 colours, not 20\n"),
        (&["--shape", "hex", "--bridges"], "error: there are no bridges on hexagons"),
        (&["--sheet", "page.pdf"], "error: `--sheet page.pdf` ends neither in .svg nor in .png\n"),
        (&["--number", "0"], "error: invalid value '0' for '--number <N>'"),
        (&["--difficulty", "harsh"], "error: invalid value 'harsh'"),
    ] {
        let said = stderr(&mut azulejo(&[&["flow", "generate"], options].concat()), 2);
        assert!(said.starts_with(line), "{said}");
    }
    assert!(stderr(&mut azulejo(&["flow", "solve", "flow@9:9x9#1"]), 2).contains("needs version 9 of flow; this is 2"));
}

#[test]
fn sheets_have_puzzles_first_and_solutions_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for kind in ["svg", "png"] {
        let file = path(&format!("sheet.{kind}"));
        stdout(
            &mut azulejo(&["flow", "generate", "--size", "5x5", "--number", "13", "--seed", "1", "--sheet", &file]),
            0,
        );
        for page in 1..=3 {
            let bytes = std::fs::read(path(&format!("sheet-{page}.{kind}"))).unwrap();
            assert!(bytes.len() > 1000);
        }
        assert!(!folder.path().join(format!("sheet-4.{kind}")).exists());
    }
    let last = std::fs::read_to_string(path("sheet-3.svg")).unwrap();
    assert!(last.contains("Solutions") && last.contains("stroke-linejoin"));
    assert!(!std::fs::read_to_string(path("sheet-1.svg")).unwrap().contains("Solutions"));
}

#[test]
fn a_hint_gives_its_reason_in_words() {
    let text = stdout(azulejo(&["flow", "play", "flow@2:6x6#7"]).write_stdin("hint\n"), 0);
    let reasons = ["no other way", "two ways left", "two neighbours", "every route", "if the step"];
    assert!(reasons.iter().any(|reason| text.contains(reason)), "{text}");
}
