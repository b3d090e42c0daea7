//! `azulejo flow`, as a user meets it: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use common::{azulejo, json, stderr, stdout};
use serde_json::json;

/// Our own: two solutions when a path may touch itself, one otherwise.
const SMALL: &str = "A..\nBBA\n";
const OPEN: &str = "A...\n....\n....\n...A\n";
const CROSS: &str = ".A.\nB.B\n.A.\n";

#[test]
fn solve_gives_grid_and_paths() {
    let answer = json(azulejo(&["flow", "solve", "-", "--json"]).write_stdin(SMALL), 0);
    assert_eq!(
        (&answer["game"], &answer["command"], &answer["status"]),
        (&json!("flow"), &json!("solve"), &json!("solved"))
    );
    assert_eq!(answer["solutions"], 1);
    assert_eq!(answer["unique"], json!(null));
    assert_eq!(answer["grid"], json!(["AAA", "BBA"]));
    assert_eq!(answer["paths"], json!({ "A": [[0, 0], [0, 1], [0, 2], [1, 2]], "B": [[1, 0], [1, 1]] }));
    assert_eq!(answer["rule"], json!({ "fill": true, "touch": "allow" }));
    assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_number() && answer["engine"].is_string());
}

#[test]
fn every_engine_gives_the_same_answer() {
    for engine in ["auto", "search", "sat", "edges", "astar", "backtrack", "frontier"] {
        let answer =
            json(azulejo(&["flow", "solve", "-", "--json", "--unique", "--engine", engine]).write_stdin(SMALL), 0);
        assert_eq!((&answer["unique"], &answer["grid"]), (&json!(true), &json!(["AAA", "BBA"])), "{engine}");
        let count =
            json(azulejo(&["flow", "solve", "-", "--json", "--count", "all", "--engine", engine]).write_stdin(OPEN), 1);
        assert_eq!((&count["solutions"], &count["status"]), (&json!(0), &json!("impossible")), "{engine}");
    }
}

#[test]
fn uniqueness_is_about_the_rule_that_was_asked_for() {
    let board = "A...\n....\n....\nA...\n";
    let answer = json(azulejo(&["flow", "solve", "-", "--json", "--unique"]).write_stdin(board), 1);
    assert_eq!(
        (&answer["unique"], &answer["status"], &answer["solutions"]),
        (&json!(false), &json!("solved"), &json!(2))
    );
    assert!(answer["grid"].is_array());
    let counted = json(azulejo(&["flow", "solve", "-", "--json", "--count", "all"]).write_stdin(board), 0);
    let few = json(azulejo(&["flow", "solve", "-", "--json", "--count", "3"]).write_stdin(board), 0);
    assert!(counted["solutions"].as_u64().unwrap() > 3);
    assert_eq!((&few["solutions"], &few["unique"]), (&json!(3), &json!(false)));
    let strict =
        json(azulejo(&["flow", "solve", "-", "--json", "--unique", "--touch", "forbid"]).write_stdin(board), 1);
    assert_eq!((&strict["status"], &strict["rule"]["touch"]), (&json!("impossible"), &json!("forbid")));
    let free = json(azulejo(&["flow", "solve", "-", "--json", "--no-fill"]).write_stdin(board), 0);
    assert_eq!(free["rule"]["fill"], false);
}

#[test]
fn what_cannot_be_solved_is_a_proven_no() {
    let answer = json(azulejo(&["flow", "solve", "-", "--json"]).write_stdin(CROSS), 1);
    assert_eq!(
        (&answer["status"], &answer["grid"], &answer["solutions"]),
        (&json!("impossible"), &json!(null), &json!(0))
    );
    assert!(stdout(azulejo(&["flow", "solve", "-"]).write_stdin(CROSS), 1).contains("no solution"));
    let bridged = ".A.\nB*B\n.A.\n";
    assert_eq!(
        json(azulejo(&["flow", "solve", "-", "--json", "--no-fill"]).write_stdin(bridged), 0)["status"],
        "solved"
    );
}

#[test]
fn bad_input_is_one_clear_line_with_its_place() {
    for (board, line) in [
        ("A.\n..\n", "error: standard input:1:1: colour 'A' comes once, expected exactly two dots\n"),
        ("AA\nA.\n", "error: standard input:2:1: colour 'A' comes 3 times, expected exactly two dots\n"),
        ("AA\n.\n", "error: standard input:2:2: this row has 1 cells, expected 2 as in the first\n"),
        ("", "error: standard input: the board is empty, expected at least one cell\n"),
        (
            "[[1]]",
            "error: standard input: row or puzzle 1 has another shape: expected a list of null and [red, green, blue]\n",
        ),
        (
            "99999 99999\n",
            "error: standard input:1:1: a board of 99999×99999 is too large: at most 65535 rows and columns\n",
        ),
    ] {
        assert_eq!(stderr(azulejo(&["flow", "solve", "-"]).write_stdin(board), 2), line, "{board}");
    }
    let cut = stderr(&mut azulejo(&["flow", "solve", "https://puzz.link/p?arukone/5/5/1j2"]), 2);
    assert!(cut.starts_with("error: 1:36: the address holds 6 cells, expected 25: is it cut short?"), "{cut}");
    assert!(stderr(&mut azulejo(&["flow", "solve", "nowhere.txt"]), 2).contains("no such file"));
}

#[test]
fn other_forms_are_recognised_and_written() {
    let address = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
    let answer = json(&mut azulejo(&["flow", "solve", address, "--json", "--touch", "forbid", "--unique"]), 0);
    assert_eq!((&answer["unique"], &answer["rule"]["fill"]), (&json!(true), &json!(false)));
    let grid = stdout(&mut azulejo(&["flow", "convert", address]), 0);
    assert_eq!(grid, "A....\nB..C.\n.....\n.A..B\n....C\n");
    assert_eq!(stdout(&mut azulejo(&["flow", "convert", address, "--to", "puzzlink"]), 0).trim(), address);
    for form in ["many", "json", "pzprv3", "line"] {
        let text = stdout(azulejo(&["flow", "convert", "-", "--to", form]).write_stdin(SMALL), 0);
        let back = stdout(azulejo(&["flow", "convert", "-"]).write_stdin(text), 0);
        let rows: Vec<usize> = back.lines().map(str::len).collect();
        assert_eq!(rows, [3, 3], "{form}");
    }
    assert_eq!(json(&mut azulejo(&["flow", "solve", "flow:A../BBA", "--json"]), 0)["grid"], json!(["AAA", "BBA"]));
}

#[test]
fn many_puzzles_are_chosen_by_number() {
    let text = format!("3 2\n{SMALL}3 3\n{CROSS}");
    assert!(stderr(azulejo(&["flow", "solve", "-"]).write_stdin(text.as_str()), 2).contains("2 puzzles"));
    assert_eq!(
        json(azulejo(&["flow", "solve", "-", "--number", "1", "--json"]).write_stdin(text.as_str()), 0)["status"],
        "solved"
    );
    json(azulejo(&["flow", "solve", "-", "--number", "2", "--json"]).write_stdin(text.as_str()), 1);
}

#[test]
fn check_names_every_broken_rule() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let puzzle = path("puzzle.txt", SMALL);
    let right = path("right.txt", "AAA\nBBA\n");
    assert_eq!(json(&mut azulejo(&["flow", "check", &puzzle, &right, "--json"]), 0)["solved"], true);
    let wrong = path("wrong.txt", "ABA\nBBA\n");
    let answer = json(&mut azulejo(&["flow", "check", &puzzle, &wrong, "--json"]), 1);
    let codes: Vec<&str> =
        answer["violations"].as_array().unwrap().iter().map(|broken| broken["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["through_dot", "dead_end", "dead_end", "unjoined_dot"]);
    let solved = json(&mut azulejo(&["flow", "solve", &puzzle, "--json"]), 0).to_string();
    let answer = path("answer.json", &solved);
    assert_eq!(json(&mut azulejo(&["flow", "check", &puzzle, &answer, "--json"]), 0)["violations"], json!([]));
    let strange = path("strange.txt", "AAA\nBXA\n");
    assert!(
        stderr(&mut azulejo(&["flow", "check", &puzzle, &strange]), 2)
            .contains("strange.txt:2:2: 'X' cannot stand on B2")
    );
}

#[test]
fn pictures_formulas_and_reports_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (svg, png, cnf) = (path("a.svg"), path("a.png"), path("a.cnf"));
    let arguments = ["flow", "solve", "-", "--engine", "sat", "--svg", &svg, "--png", &png, "--dimacs", &cnf];
    stdout(azulejo(&arguments).write_stdin(SMALL), 0);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&cnf).unwrap().starts_with("p cnf "));
    std::fs::write(folder.path().join("one.txt"), SMALL).unwrap();
    std::fs::write(folder.path().join("two.txt"), CROSS).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no puzzle here").unwrap();
    let report = path("report");
    let directory = folder.path().display().to_string();
    let answer = json(&mut azulejo(&["flow", "compare", &directory, "--out", &report, "--json"]), 0);
    assert_eq!(answer["engines"].as_array().unwrap().len(), 5);
    assert!(answer["runs"].as_array().unwrap().iter().all(|run| run["cells"].as_u64() > Some(0)), "{answer}");
    assert_eq!((&answer["wrong"], &answer["disagreements"]), (&json!(0), &json!([])));
    let skipped = answer["skipped"].as_array().unwrap();
    assert!(matches!(&skipped[..], [one] if one.as_str().unwrap().contains("notes.txt")), "{skipped:?}");
    for file in ["runs.csv", "report.html", "report.md", "report-time.svg", "report-nodes.svg", "report-answered.svg"] {
        assert!(folder.path().join("report").join(file).exists(), "{file}");
    }
}

#[test]
fn engines_are_compared_by_the_documentations_rule_time_and_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(folder.path().join("one.txt"), SMALL).unwrap();
    let one = path("one.txt");
    let answer = json(&mut azulejo(&["flow", "compare", &one, "--json"]), 0);
    // Clauses 2 and 6: no path touches itself, unless that is asked for.
    assert_eq!(answer["rule"], json!({ "fill": true, "touch": "forbid" }));
    let other = json(&mut azulejo(&["flow", "compare", &one, "--touch", "allow", "--engines", "sat", "--json"]), 0);
    assert_eq!(other["rule"]["touch"], "allow");
    for engine in ["sat", "astar", "backtrack"] {
        let known = answer["engines"].as_array().unwrap().iter().find(|known| known["engine"] == engine).unwrap();
        assert_eq!(known["answered"], 1, "{engine}");
        assert!(known["code"]["lines"].as_u64() > Some(50) && known["complexity"].as_f64() > Some(1.0), "{known}");
    }
    let (markdown, page) = (path("engines.md"), path("engines.html"));
    for file in [&markdown, &page] {
        stdout(&mut azulejo(&["flow", "compare", &one, "--report", file]), 0);
    }
    let text = std::fs::read_to_string(&markdown).unwrap();
    for part in ["touch forbid", "## Time", "## Code", "| astar |", "![answered](engines-answered.svg)"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(folder.path().join("engines-answered.svg").exists());
    let text = std::fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("<svg").count(), 3, "the plots stand in the page");
    let error = stderr(&mut azulejo(&["flow", "compare", &one, "--report", &path("engines.pdf")]), 2);
    assert!(error.contains("expected a name that ends in .md or .html"), "{error}");
}

#[test]
fn a_game_is_played_by_notation() {
    let text =
        stdout(azulejo(&["flow", "play", "flow:A../BBA"]).write_stdin("A1-C1-C2\nundo\nhint\nA1-C1-C2\nA2-B2\n"), 0);
    assert!(text.contains("player 1 has won"), "{text}");
    let again = stdout(&mut azulejo(&["flow", "generate", "--size", "6x6", "--seed", "7"]), 0);
    assert_eq!(again, stdout(&mut azulejo(&["flow", "generate", "--size", "6x6", "--seed", "7"]), 0));
}

/// A screenshot of our own drawing.
const SCREENSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/screenshots/flow-7x7.jpg");

#[test]
fn a_screenshot_is_read_solved_and_drawn_over() {
    let answer = json(&mut azulejo(&["flow", "import", SCREENSHOT, "--json"]), 0);
    assert_eq!((&answer["command"], &answer["status"]), (&json!("import"), &json!("ok")));
    assert_eq!((&answer["rows"], &answer["columns"], &answer["unsure"]), (&json!(7), &json!(7), &json!([])));
    assert_eq!(answer["puzzle"], ".......\n.......\n.......\n.A.B...\n....C..\nB...A..\nC......\n");
    let folder = tempfile::tempdir().unwrap();
    let over = folder.path().join("over.png");
    let solved = json(&mut azulejo(&["flow", "solve", SCREENSHOT, "--json", "--png", over.to_str().unwrap()]), 0);
    assert_eq!(solved["status"], "solved");
    assert!(std::fs::read(over).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_folder_of_screenshots_becomes_a_pack_and_what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(SCREENSHOT, folder.path().join("good.jpg")).unwrap();
    std::fs::write(folder.path().join("bad.png"), b"\x89PNG\r\n\x1a\nnothing").unwrap();
    let (from, out) = (folder.path().to_str().unwrap(), folder.path().join("pack"));
    let answer = json(&mut azulejo(&["flow", "capture", from, "-o", out.to_str().unwrap(), "--json"]), 0);
    assert_eq!(answer["puzzles"].as_array().unwrap().len(), 1);
    assert_eq!(answer["skipped"][0]["picture"], "bad.png");
    let puzzle = out.join("good.json");
    assert_eq!(json(&mut azulejo(&["flow", "solve", puzzle.to_str().unwrap(), "--json"]), 0)["status"], "solved");
}

#[test]
fn a_pack_that_exists_is_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("pack");
    std::fs::create_dir(&pack).unwrap();
    std::fs::write(pack.join("flow-7x7.json"), "mine").unwrap();
    for _ in 0..2 {
        stdout(&mut azulejo(&["flow", "capture", SCREENSHOT, "-o", pack.to_str().unwrap()]), 0);
    }
    let mut names: Vec<_> = std::fs::read_dir(&pack).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["flow-7x7-2.json", "flow-7x7-3.json", "flow-7x7.json"]);
    assert_eq!(std::fs::read_to_string(pack.join("flow-7x7.json")).unwrap(), "mine");
}

#[test]
fn an_empty_solution_is_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, "pzprv3/arukone/2/3").unwrap();
    let answer = json(&mut azulejo(&["flow", "check", "A../BBA", empty.to_str().unwrap(), "--json"]), 1);
    assert_eq!(answer["violations"][0]["code"], "nothing_drawn");
}

#[test]
fn a_picture_that_is_no_board_is_refused() {
    let message = stderr(azulejo(&["flow", "import", "-"]).write_stdin("no picture"), 2);
    assert!(message.contains("expected a PNG or JPEG file"), "{message}");
}
