//! Flow asked by JSON, as every door asks it: what it answers, and what it refuses.
#![allow(clippy::needless_pass_by_value, clippy::unwrap_used, missing_docs)]

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::options::Kind;
use azulejo_core::problem::{About, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::registry::{Registry, Shell};
use azulejo_core::report::{Part, Report, Verdict};
use azulejo_core::scene::{PathKind, Style};
use azulejo_core::verb::Wanted;
use azulejo_flow::GAME;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

fn asked_within(question: &Value, budget: &Budget) -> Result<Report, Problems> {
    let text = question.to_string();
    GAMES.ask(&serde_json::from_str::<Question>(&text).unwrap(), budget)
}

fn asked(question: &Value) -> Result<Report, Problems> {
    asked_within(question, &Budget::unlimited())
}

fn answer(question: &Value) -> Value {
    serde_json::from_slice(&asked(question).unwrap().json()).unwrap()
}

fn verdict(question: &Value) -> Verdict {
    asked(question).unwrap().head().verdict
}

fn refused(question: &Value) -> String {
    asked(question).unwrap_err().to_string()
}

#[allow(clippy::needless_pass_by_value, reason = "it is written in place everywhere")]
fn about(verb: &str, puzzle: &str, options: Value) -> Value {
    json!({ "game": "flow", "task": verb, "puzzle": puzzle, "options": options })
}

/// What a terminal shows: sentences and texts, then notes.
fn told(report: &Report) -> (String, Vec<String>) {
    let (mut text, mut notes) = (String::new(), Vec::new());
    for part in report.page().0 {
        match part {
            Part::Say(message) => text.push_str(&format!("{message}\n")),
            Part::Text(lines) => text.push_str(&lines),
            Part::Note(message) => notes.push(message.text),
            Part::Scene(scene) => text.push_str(&format!("[{}]\n", scene.title)),
        }
    }
    (text, notes)
}

/// One solution.
const ONE: &str = "A..\nBBA\n";
/// Several solutions.
const SEVERAL: &str = "A....\n.....\n.....\n.....\n....A\n";
/// No solution.
const NONE: &str = "A.B\n.#.\nB.A\n";

fn solve(puzzle: &str, options: Value) -> Value {
    answer(&about("solve", puzzle, options))
}

#[test]
fn solve_gives_the_members_of_the_contract_in_order() {
    let report = asked(&about("solve", "AB\nAB\n", json!({}))).unwrap();
    let text = String::from_utf8(report.json()).unwrap();
    let head = r#"{"game":"flow","command":"solve","status":"solved","verdict":"yes","solutions":1,"unique":null,"grid":["AB","AB"],"paths":{"A":[[0,0],[1,0]],"B":[[0,1],[1,1]]},"line":["A1-A2","B1-B2"],"rule":{"fill":true,"touch":"allow"},"proof":"first_found","messages":[{"code":"flow.solved","text":"solved (every cell used)","params":{"rule":{"code":"flow.full","text":"every cell used"}}}],"nodes":"#;
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains(r#","engine":"search","elapsed_ms":"#), "{text}");
    assert_eq!(told(&report).0, "[a solved Flow puzzle]\nsolved (every cell used)\n");
}

#[test]
fn uniqueness_is_an_option_and_decides_the_verdict() {
    let only = solve("AB\nAB\n", json!({ "unique": true }));
    assert_eq!((&only["unique"], &only["proof"], &only["verdict"]), (&json!(true), &json!("unique"), &json!("yes")));
    let several = solve(SEVERAL, json!({ "unique": true }));
    assert_eq!(
        (&several["unique"], &several["solutions"], &several["verdict"]),
        (&json!(false), &json!(2), &json!("no"))
    );
    assert_eq!((several["status"].as_str(), several["grid"].is_array()), (Some("solved"), true));
    let none = solve(NONE, json!({ "unique": true }));
    assert_eq!((&none["unique"], &none["status"], &none["grid"]), (&json!(false), &json!("impossible"), &Value::Null));
    assert_eq!(solve(NONE, json!({}))["unique"], Value::Null);
    assert_eq!(verdict(&about("solve", NONE, json!({}))), Verdict::No);
}

#[test]
fn solutions_are_counted_up_to_a_number_or_all_of_them() {
    let all = solve(SEVERAL, json!({ "count": "all" }));
    assert_eq!((all["solutions"].as_u64(), all["unique"].as_bool()), (Some(104), Some(false)));
    assert_eq!(all["messages"][0]["text"], "exactly 104 solutions (every cell used)");
    let some = solve(SEVERAL, json!({ "count": 3 }));
    assert_eq!((some["solutions"].as_u64(), some["verdict"].as_str()), (Some(3), Some("yes")));
    assert_eq!(some["messages"][0]["text"], "at least 3 solutions (every cell used)");
    assert_eq!(solve("AB\nAB\n", json!({ "count": 5 }))["proof"], "unique");
    assert_eq!(solve(NONE, json!({ "count": "all" }))["status"], "impossible");
}

/// One pair in opposite corners.
fn corners(side: usize) -> String {
    let row = ".".repeat(side);
    let rest = &row[1..];
    format!("A{rest}\n{}{rest}A\n", format!("{row}\n").repeat(side - 2))
}

#[test]
fn large_counts_are_texts() {
    let board = corners(13);
    let counted = solve(&board, json!({ "count": "all" }));
    assert!(counted["solutions"].as_str().is_some_and(|number| number.len() > 16), "{counted}");
}

#[test]
fn every_engine_can_be_asked_and_wrong_ones_are_named() {
    for engine in ["auto", "search", "sat", "edges", "astar", "backtrack", "frontier"] {
        let found = solve(SEVERAL, json!({ "engine": engine, "unique": true }));
        assert_eq!((&found["unique"], &found["solutions"]), (&json!(false), &json!(2)), "{engine}");
    }
    let unknown = refused(&about("solve", ONE, json!({ "engine": "magic" })));
    assert!(
        unknown.starts_with("option `engine`: unknown variant `magic`, expected one of `auto`, `search`"),
        "{unknown}"
    );
    let strict = asked(&about("solve", ONE, json!({ "engine": "frontier", "touch": "forbid" }))).unwrap_err();
    assert_eq!(strict.about(), &About::Option("engine".to_owned()));
}

#[test]
fn options_of_solve_are_checked_by_their_values() {
    let both = about("solve", ONE, json!({ "unique": true, "count": 3 }));
    assert_eq!(refused(&both), "option `unique` cannot be given with `count`");
    assert!(asked(&about("solve", ONE, json!({ "unique": false, "count": 3 }))).is_ok());
    for count in [json!(0), json!("some"), json!(-1), json!(true)] {
        let text = refused(&about("solve", ONE, json!({ "count": count })));
        assert!(text.starts_with("option `count`: ") && text.contains("`all`"), "{text}");
    }
    assert!(refused(&about("solve", ONE, json!({ "uniq": true }))).starts_with("there is no option `uniq`"));
}

#[test]
fn the_rule_is_what_was_asked_for_wherever_the_puzzle_comes_from() {
    for puzzle in ["AB\nAB\n", "flow:AB/AB", "flow:free:AB/AB", "AB/AB,forbid"] {
        let found = solve(puzzle, json!({ "fill": false, "touch": "no-2x2" }));
        assert_eq!(found["rule"], json!({ "fill": false, "touch": "no-2x2" }), "{puzzle}");
    }
    assert_eq!(solve("flow:free-forbid:AB/AB", json!({}))["rule"], json!({ "fill": false, "touch": "forbid" }));
    assert_eq!(solve("flow:free-forbid:AB/AB", json!({ "fill": true }))["rule"]["fill"], json!(true));
    assert!(
        refused(&about("solve", ONE, json!({ "touch": "sideways" }))).starts_with("option `touch`: unknown variant")
    );
}

#[test]
fn one_puzzle_of_many_is_chosen_by_its_number() {
    let many = "2 2\nAA\nBB\n2 2\nAB\nAB\n";
    assert_eq!(solve(many, json!({ "number": 2 }))["grid"], json!(["AB", "AB"]));
    assert_eq!(refused(&about("solve", many, json!({}))), "there are 2 puzzles here, expected one");
    assert_eq!(refused(&about("solve", many, json!({ "number": 3 }))), "there is no puzzle number 3, only 1 to 2");
    assert_eq!(refused(&about("solve", many, json!({ "number": 0 }))), "option `number`: 0 is not from 1");
    assert_eq!(solve("AA\nBB\n", json!({ "format": "grid" }))["status"], "solved");
    assert!(asked(&about("solve", "AA\nBB\n", json!({ "format": "pzprv3" }))).is_err());
}

#[test]
fn the_line_of_a_solution_can_be_played_from_the_position_asked_about() {
    let puzzle = "flow:A../BBA";
    for moves in [json!([]), json!(["A1-B1"]), json!(["A2-B2"]), json!(["C2-C1"])] {
        let mut question = about("solve", puzzle, json!({}));
        question["moves"] = moves.clone();
        let mut all: Vec<Value> = moves.as_array().unwrap().clone();
        all.extend(answer(&question)["line"].as_array().unwrap().iter().cloned());
        let mut played = about("play", puzzle, json!({}));
        played["moves"] = json!(all);
        assert_eq!(answer(&played)["state"], "won", "{all:?}");
    }
    // A line in the way is rubbed out first; one that is right so far is drawn on.
    let mut question = about("solve", "flow:A../.../..A", json!({}));
    let line = answer(&question)["line"].clone();
    question["moves"] = json!(["A1-B1-B2"]);
    assert_eq!(answer(&question)["line"], json!(["x A1", line[0]]));
    question["moves"] = json!([line[0].as_str().unwrap()[..8]]);
    assert_eq!(answer(&question)["line"], line);
}

#[test]
fn limits_end_a_search_with_an_answer() {
    let hard = "flow@2:14x14#1";
    let mut question = about("solve", hard, json!({ "unique": true, "engine": "backtrack" }));
    question["limits"] = json!({ "time_ms": 300 });
    let report = answer(&question);
    assert_eq!((report["status"].as_str(), report["verdict"].as_str()), (Some("gave_up"), Some("unknown")));
    let grid = answer(&about("export", hard, json!({})))["text"].as_str().unwrap().to_owned();
    let mut question = about("solve", &grid, json!({ "unique": true }));
    question["limits"] = json!({ "nodes": 1 });
    assert_eq!(answer(&question)["stop"], "nodes");
    for verb in ["rate", "hint"] {
        let mut question = about(verb, &grid, json!({}));
        question["limits"] = json!({ "nodes": 1 });
        let report = answer(&question);
        assert_eq!((report["status"].as_str(), report["stop"].as_str()), (Some("gave_up"), Some("nodes")), "{verb}");
    }
}

#[test]
fn the_memory_that_a_door_allows_is_not_exceeded() {
    let question = about("solve", &corners(13), json!({ "count": "all", "engine": "frontier" }));
    let tight = asked_within(&question, &Budget::unlimited().with_memory(1 << 16)).unwrap();
    assert_eq!(tight.head().stop, Some(azulejo_core::budget::Stop::Memory));
}

#[test]
fn the_formula_is_a_file() {
    let report = asked(&about("solve", "AB\nAB\n", json!({ "engine": "edges" }))).unwrap();
    let style = Style::default();
    let wanted = |flag| Wanted { flag, file: "formula.cnf", style: &style };
    let files = report.files(&wanted("dimacs")).unwrap().unwrap();
    assert_eq!(files[0].name, "formula.cnf");
    assert!(String::from_utf8_lossy(&files[0].bytes).contains("p cnf "));
    assert_eq!(report.files(&wanted("other")).unwrap(), None);
}

#[test]
fn the_formula_has_the_documentations_variables_and_six_groups_of_clauses() {
    let report = asked(&about("solve", "A.B\n...\nA.B\n", json!({ "engine": "sat", "touch": "forbid" }))).unwrap();
    let wanted = Wanted { flag: "dimacs", file: "formula.cnf", style: &Style::default() };
    let files = report.files(&wanted).unwrap().unwrap();
    let text = String::from_utf8_lossy(&files[0].bytes).into_owned();
    let mut groups: Vec<usize> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('p')) {
        match line.strip_prefix("c ") {
            Some(heading) if heading.starts_with(|symbol: char| symbol.is_ascii_digit()) => groups.push(0),
            Some(_) => {}
            None => *groups.last_mut().unwrap() += 1,
        }
    }
    // Nine cells, two colours, four dots in the corners. A dot there has two directions, a cell at the edge three, the one
    // in the middle six: `n * n * c` variables for colours, and fewer than `8 * n * n` for directions.
    let (colors, directions) = (9 * 2, 4 * 2 + 4 * 3 + 6);
    // 1: one colour at least, and no two of the `c * (c - 1) / 2` pairs. 3: the dots. 5: four clauses for each direction and
    // colour of a cell, two for those of a dot. 6: one for each neighbour that a direction does not lead to.
    let pairs = |count: usize| count * (count - 1) / 2;
    let expected = [
        9 * (1 + pairs(2)),
        4 * (1 + pairs(2)),
        4,
        4 * (1 + pairs(3)) + 1 + pairs(6),
        (4 * 3 + 6) * 2 * 4 + 4 * 2 * 2 * 2,
        (4 * 3 + 6 * 2 + 4 * 2) * 2,
    ];
    assert_eq!(groups, expected);
    let total: usize = expected.iter().sum();
    assert!(text.contains(&format!("p cnf {} {total}\n", colors + directions)), "{text}");
}

#[test]
fn check_names_every_broken_rule_of_a_solution() {
    let checked = |solution: Value| answer(&about("check", ONE, json!({ "solution": solution })));
    let right = checked(json!("AAA\nBBA\n"));
    assert_eq!((right["solved"].as_bool(), right["violations"].as_array().unwrap().len()), (Some(true), 0));
    assert_eq!(right["rule"], json!({ "fill": true, "touch": "allow" }));
    let wrong = checked(json!(r#"{"paths":{"A":[[0,0],[0,1]],"B":[[1,0],[1,1]]}}"#));
    let codes: Vec<&str> =
        wrong["violations"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["dead_end", "unjoined_dot", "empty_cell"]);
    assert_eq!(wrong["verdict"], "no");
    assert_eq!(wrong["messages"][0]["text"], "dead_end: a line ends without a dot: B1");
    let unreadable = asked(&about("check", ONE, json!({ "solution": "AAA\n" }))).unwrap_err();
    assert_eq!(unreadable.about(), &About::Option("solution".to_owned()));
}

#[test]
fn check_takes_what_solve_prints() {
    let text = String::from_utf8(asked(&about("solve", ONE, json!({}))).unwrap().json()).unwrap();
    assert_eq!(verdict(&about("check", ONE, json!({ "solution": text }))), Verdict::Yes);
}

#[test]
fn without_a_solution_check_looks_at_what_is_drawn() {
    let mut question = about("check", "flow:A../BBA", json!({}));
    question["moves"] = json!(["A1-C1-C2"]);
    let report = asked(&question).unwrap();
    assert_eq!(report.head().verdict, Verdict::No);
    assert_eq!(
        told(&report).0,
        "[a Flow solution]\nunjoined_dot: a dot has no line: A2\nunjoined_dot: a dot has no line: B2\n"
    );
    question["moves"] = json!(["A1-C1-C2", "A2-B2"]);
    assert_eq!(told(&asked(&question).unwrap()).0, "no rule is broken (every cell used)\n");
}

#[test]
fn convert_writes_all_puzzles_of_a_text() {
    let one = answer(&about("convert", "AB/AB", json!({})));
    assert_eq!(
        (one["format"].as_str(), one["puzzles"].as_u64(), one["text"].as_str()),
        (Some("grid"), Some(1), Some("AB\nAB\n"))
    );
    let many = "2 2\nAA\nBB\n2 2\nAB\nAB\n";
    let all = answer(&about("convert", many, json!({})));
    assert_eq!((all["format"].as_str(), all["text"].as_str()), (Some("many"), Some(many)));
    let second = answer(&about("convert", many, json!({ "to": "line", "number": 2 })));
    assert_eq!(second["text"], "AB/AB\n");
    let json = answer(&about("convert", many, json!({ "to": "json" })));
    assert_eq!(serde_json::from_str::<Value>(json["text"].as_str().unwrap()).unwrap().as_array().unwrap().len(), 2);
    assert!(refused(&about("convert", many, json!({ "to": "pack" }))).starts_with("option `to`: unknown variant"));
    assert!(
        refused(&about("convert", "A.B\nB.A\n%topology hex\n", json!({ "to": "puzzlink" }))).contains("has no walls")
    );
    let seeded = answer(&about("convert", "flow:5x5#1", json!({})));
    assert_eq!(seeded["text"].as_str().unwrap().lines().count(), 5);
}

#[test]
fn render_draws_every_puzzle_or_its_solution() {
    let many = "2 2\nAA\nBB\n2 2\nAB\nAB\n";
    for (solved, title) in [(false, "a Flow puzzle"), (true, "a solved Flow puzzle")] {
        let report = asked(&about("render", many, json!({ "solved": solved }))).unwrap();
        assert_eq!(report.scenes().iter().map(|scene| scene.title.as_str()).collect::<Vec<_>>(), [title; 2]);
    }
    assert_eq!(refused(&about("render", NONE, json!({ "solved": true }))), "there is no solution to draw");
}

#[allow(clippy::needless_pass_by_value, reason = "it is written in place everywhere")]
fn make(options: Value) -> Value {
    json!({ "game": "flow", "task": "generate", "options": options })
}

#[test]
fn generate_makes_puzzles_in_the_order_of_their_seeds_on_any_number_of_threads() {
    let question = make(json!({ "size": "6x6", "seed": 1, "number": 5 }));
    let one: Value = serde_json::from_slice(&asked(&question).unwrap().json()).unwrap();
    let two = asked_within(&question, &Budget::unlimited().with_threads(2)).unwrap();
    let two: Value = serde_json::from_slice(&two.json()).unwrap();
    assert_eq!(one["puzzles"], two["puzzles"]);
    assert_eq!(one["puzzles"][4]["id"], "flow@2:6x6#5");
    assert_eq!(one["unique_under"], json!({ "fill": true, "touch": "allow" }));
    let first = &one["puzzles"][0];
    let grid: Vec<&str> = first["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(solve(&grid.join("\n"), json!({ "unique": true }))["unique"], json!(true));
    let parts: Vec<&String> = first["quality"]["parts"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["rim", "bends", "variety", "substance"]);
}

#[test]
fn new_and_generate_and_ids_give_the_same_puzzle() {
    let choices = json!({ "size": "7x6", "shape": "hex", "walls": true, "difficulty": "medium", "seed": 3 });
    let made = answer(&make(choices.clone()));
    let id = made["puzzles"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(id, "flow@2:7x6-hex-walls-medium#3");
    assert_eq!(made["puzzles"][0]["difficulty"], "medium");
    let new = answer(&json!({ "game": "flow", "task": "new", "options": choices }));
    assert_eq!((new["id"].as_str(), new["seed"].as_str()), (Some(id.as_str()), Some("3")));
    let shown = answer(&about("show", &id, json!({})));
    assert_eq!(shown["position"], new["position"]);
    let rows: Vec<&str> =
        made["puzzles"][0]["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let again = answer(&about("export", &id, json!({})));
    assert_eq!(again["formats"]["grid"].as_str().unwrap().trim_end(), rows.join("\n"));
    let short = json!({ "setup": "7x6-hex-walls-medium", "seed": 3 });
    assert_eq!(answer(&json!({ "game": "flow", "task": "new", "options": short }))["position"], new["position"]);
}

#[test]
fn new_takes_the_rule_too() {
    let new = |options: Value| answer(&json!({ "game": "flow", "task": "new", "options": options }));
    let free = new(json!({ "size": "5x5", "fill": false, "touch": "forbid", "seed": "x" }));
    assert_eq!(free["id"], "flow@2:5x5-free-forbid#x");
    assert_eq!((&free["position"]["fill"], &free["position"]["touch"]), (&json!(false), &json!("forbid")));
    let both = json!({ "game": "flow", "task": "new", "options": { "setup": "5x5", "size": "9x9" } });
    assert_eq!(refused(&both), "option `setup` cannot be given with `size`");
    assert!(new(json!({}))["id"].as_str().unwrap().starts_with("flow@2#"));
}

#[test]
fn wishes_that_make_no_sense_are_refused() {
    for (options, why) in [
        (json!({ "size": "99x99" }), "option `size`: `99x99` is no size"),
        (json!({ "size": 9 }), "option `size`"),
        (json!({ "size": "5x5", "colors": 20 }), "5×5 cells have room for 8 colours, not 20"),
        (json!({ "shape": "hex", "bridges": true }), "there are no bridges on hexagons"),
        (json!({ "number": 0 }), "option `number`: 0 is not from 1 to 1000000"),
        (json!({ "difficulty": "brutal" }), "option `difficulty`: unknown variant `brutal`"),
        (json!({ "seed": "a b" }), "option `seed`"),
        (json!({ "shape": "hex", "to": "puzzlink" }), "puzz.link"),
    ] {
        let text = refused(&make(options.clone()));
        assert!(text.starts_with(why) || text.contains(why), "{options}: {text}");
    }
}

#[test]
fn what_was_made_before_time_ran_out_is_given() {
    let mut question = make(json!({ "size": "9x9", "difficulty": "expert", "seed": 1, "number": 100_000 }));
    question["limits"] = json!({ "time_ms": 1500 });
    let report = answer(&question);
    assert_eq!((report["status"].as_str(), report["stop"].as_str()), (Some("gave_up"), Some("time")));
    assert!(report["puzzles"].as_array().unwrap().len() < 100_000);
}

#[test]
fn sheets_are_numbered_pages_by_the_ending_of_their_name() {
    let report = asked(&make(json!({ "size": "5x5", "seed": 1, "number": 13 }))).unwrap();
    let style = Style::default();
    let sheet = |file| report.files(&Wanted { flag: "sheet", file, style: &style });
    let pages = sheet("page.svg").unwrap().unwrap();
    let names: Vec<&str> = pages.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names, ["page-1.svg", "page-2.svg", "page-3.svg"]);
    assert!(pages[0].bytes.starts_with(b"<svg"));
    assert!(sheet("page.png").unwrap().unwrap()[0].bytes.starts_with(b"\x89PNG"));
    assert_eq!(sheet("page.pdf").unwrap_err().message, "`--sheet page.pdf` ends neither in .svg nor in .png");
    let out = report.files(&Wanted { flag: "out", file: "all.txt", style: &style }).unwrap().unwrap();
    assert_eq!(String::from_utf8_lossy(&out[0].bytes).matches("5 5\n").count(), 13);
}

#[test]
fn a_made_puzzle_is_told_with_its_rating() {
    let report = asked(&make(json!({ "size": "5x5", "difficulty": "easy", "seed": 4 }))).unwrap();
    let (text, notes) = told(&report);
    assert_eq!(text.lines().count(), 5);
    assert!(notes[0].starts_with("flow@2:5x5-easy#4: easy, one solution (every cell used), quality "), "{notes:?}");
}

#[test]
fn a_rating_says_whether_there_is_no_solution_or_several() {
    let rated = answer(&about("rate", "flow:6x6#1", json!({})));
    assert_eq!((rated["status"].as_str(), rated["solutions"].as_str()), (Some("ok"), Some("one")));
    assert!(rated["score"].as_f64().unwrap() > 0.0 && rated["deductions"]["corner"].as_u64().is_some());
    let none = answer(&about("rate", NONE, json!({})));
    assert_eq!((none["status"].as_str(), none["solutions"].as_str()), (Some("impossible"), Some("none")));
    assert_eq!(none["messages"][0]["code"], "flow.rate_none");
    let several = answer(&about("rate", SEVERAL, json!({})));
    assert_eq!((several["status"].as_str(), several["verdict"].as_str()), (Some("ok"), Some("no")));
    assert_eq!((several["solutions"].as_str(), &several["difficulty"]), (Some("several"), &Value::Null));
    assert_eq!(several["messages"][0]["text"], "not rated: it has several solutions (every cell used)");
    assert!(refused(&about("rate", SEVERAL, json!({ "fill": false }))).contains("every cell is used"));
}

#[test]
fn a_hint_gives_a_move_its_reason_and_cells() {
    let hint = answer(&about("hint", "flow:6x6#1", json!({})));
    assert_eq!(hint["move"], hint["line"][0]);
    let reason = &hint["messages"][0];
    assert_eq!(reason["text"], hint["reason"]);
    assert!(GAME.words.iter().any(|template| template.code == reason["code"]), "{reason}");
    let scene = asked(&about("hint", "flow:6x6#1", json!({}))).unwrap().scenes().swap_remove(0);
    assert!(scene.paths.iter().any(|path| path.kind == PathKind::Advice));
    let mut solved = about("hint", "flow:AB/AB", json!({}));
    solved["moves"] = json!(["A1-A2", "B1-B2"]);
    assert_eq!(answer(&solved)["move"], Value::Null);
}

const SCREENSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/screenshots/flow-7x7.jpg");

fn of_picture(verb: &'static str, bytes: &[u8]) -> Report {
    let source = Source::Picture(Cow::Owned(bytes.to_vec()));
    let question = Question { game: "flow".into(), verb: verb.into(), source, ..Question::default() };
    GAMES.ask(&question, &Budget::unlimited()).unwrap()
}

#[test]
fn import_reads_a_screenshot() {
    let bytes = std::fs::read(SCREENSHOT).unwrap();
    let report = of_picture("import", &bytes);
    let seen: Value = serde_json::from_slice(&report.json()).unwrap();
    let names: Vec<&String> = seen.as_object().unwrap().keys().skip(4).take(10).collect();
    let members = ["puzzle", "rows", "columns", "pairs", "colors", "confidence", "unsure", "solutions", "board", "id"];
    assert_eq!(names, members);
    assert_eq!((seen["rows"].as_u64(), seen["solutions"].as_str()), (Some(7), Some("one")));
    assert_eq!(
        solve(seen["id"].as_str().unwrap(), json!({ "unique": true, "touch": "forbid" }))["unique"],
        json!(true)
    );
    let files = report.files(&Wanted { flag: "out", file: "a.json", style: &Style::default() }).unwrap().unwrap();
    let rows: Vec<Vec<Option<[u8; 3]>>> = serde_json::from_slice(&files[0].bytes).unwrap();
    assert_eq!(rows.len(), 7);
    assert_eq!(refused(&about("import", "AB\nAB\n", json!({}))), "this is no picture: expected a PNG or JPEG file");
}

#[test]
fn a_solution_of_a_screenshot_is_drawn_over_it() {
    let bytes = std::fs::read(SCREENSHOT).unwrap();
    let report = of_picture("solve", &bytes);
    assert!(report.overlay().unwrap().unwrap().starts_with(b"\x89PNG"));
    assert!(asked(&about("solve", "AB\nAB\n", json!({}))).unwrap().overlay().is_none());
}

#[test]
fn play_gives_all_there_is_to_show() {
    let mut question = about("play", "flow:A../BBA", json!({}));
    question["moves"] = json!(["A1-C1-C2"]);
    question["draw"] = json!({});
    let view = answer(&question);
    assert_eq!((view["state"].as_str(), view["id"].as_str()), (Some("playing"), Some("flow:A../BBA,dA1-C1-C2")));
    let facts: Vec<&str> =
        view["facts"].as_array().unwrap().iter().map(|fact| fact["text"].as_str().unwrap()).collect();
    let expected = [
        "Join the dots of each colour by paths that do not cross: every cell used",
        "1 of 2 colours are joined",
        "4 of 6 cells are filled",
    ];
    assert_eq!(facts, expected);
    let names: Vec<&str> =
        view["scenes"].as_array().unwrap().iter().map(|scene| scene["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["board", "colors"]);
    let position = view["position"].clone();
    let again = answer(&json!({ "game": "flow", "task": "play", "position": position, "moves": ["A2-B2"] }));
    assert_eq!((again["state"].as_str(), again["facts"][0]["code"].as_str()), (Some("won"), Some("flow.solved_all")));
    let mut wrong = position;
    wrong["lines"] = json!([[[0, 0], [1, 1]], []]);
    let text = refused(&json!({ "game": "flow", "task": "play", "position": wrong }));
    assert!(text.contains("this is not a position of Flow: A1 and B2 are neither"), "{text}");
}

#[test]
fn every_option_of_every_verb_has_help_and_a_kind() {
    for verb in GAME.verbs {
        for spec in &verb.table().0 {
            assert!(!spec.about.is_empty() && !spec.about.ends_with('.'), "{} {}", verb.name, spec.name);
            let json = matches!(spec.kind, Kind::Json | Kind::List(_));
            assert!(!json || verb.name == "gesture", "{} {}: {:?}", verb.name, spec.name, spec.kind);
        }
        assert!(!verb.about.ends_with('.'));
    }
    let spec = |verb: &str, option: &str| GAME.find(verb).unwrap().table().find(option).unwrap().clone();
    assert_eq!(spec("solve", "engine").default, Some(json!("auto")));
    assert_eq!(spec("solve", "count").kind, Kind::NumberOrText);
    assert_eq!(spec("new", "size").default, Some(json!("7x7")));
    assert_eq!(spec("new", "fill").default, Some(json!(true)));
    assert_eq!(spec("solve", "fill").kind, Kind::Flag);
    assert_eq!(spec("check", "solution").place, Some(1));
    assert!(matches!(spec("new", "difficulty").kind, Kind::Choice(words) if words.len() == 4));
}

#[test]
fn positions_have_a_schema() {
    use schemars::generate::SchemaSettings;
    for settings in [SchemaSettings::default(), SchemaSettings::default().for_serialize()] {
        let mut generator = settings.into_generator();
        (GAME.position)(&mut generator);
        let text = json!(generator.definitions()).to_string();
        for member in ["board", "fill", "touch", "lines"] {
            assert!(text.contains(&format!("\"{member}\":{{")), "{member}: {text}");
        }
    }
}

#[test]
fn doors_are_told_what_a_command_line_does_beside_asking() {
    let [Shell::Compare { engines, options }, Shell::Capture] = GAME.shells else { panic!("{:?}", GAME.shells) };
    // The documentation's rule: no path touches itself.
    assert_eq!(*options, [("touch", "forbid")]);
    let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
    assert_eq!(names, ["search", "edges", "sat", "astar", "backtrack"]);
    let lines = |name: &str| engines.iter().find(|engine| engine.name == name).unwrap().code.lines;
    assert!(lines("backtrack") < lines("astar") && lines("astar") < lines("search"), "the plain one is the shortest");
}
