//! What can be asked of Tetris, asked as doors do: questions in JSON, reports in JSON, text and files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::needless_pass_by_value,
    reason = "questions are written where they are asked"
)]

use azulejo_core::budget::Budget;
use azulejo_core::problem::{About, Problems};
use azulejo_core::question::Question;
use azulejo_core::registry::{Registry, Shell};
use azulejo_core::report::{Part, Report};
use azulejo_core::scene::Style;
use azulejo_core::verb::{FileKind, Wanted};
use azulejo_tetris::GAME;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

/// Our own state: five rows, six columns, three of four pieces planned.
const STATE: &str = "17\n2\n5\n6\n000000\n000000\n000000\n002200\n110221\n4\nT\nO\nI\nS\n";

fn reply(verb: &str, mut question: Value) -> Result<Report, Problems> {
    question["game"] = "tetris".into();
    question["task"] = verb.into();
    let text = question.to_string();
    GAMES.ask(&serde_json::from_str::<Question<'_>>(&text).unwrap(), &Budget::unlimited())
}

fn ask(verb: &str, question: Value) -> Value {
    serde_json::from_slice(&reply(verb, question).unwrap().json()).unwrap()
}

fn plan(options: Value) -> Value {
    ask("plan", json!({ "puzzle": STATE, "options": options }))
}

fn refused(verb: &str, question: Value) -> Problems {
    reply(verb, question).unwrap_err()
}

fn files(report: &Report) -> Option<Vec<(String, String)>> {
    let wanted = Wanted { flag: "out", file: "", style: &Style::default() };
    let made = report.files(&wanted).unwrap()?;
    Some(made.into_iter().map(|file| (file.name, String::from_utf8(file.bytes).unwrap())).collect())
}

/// The text of an answer, and the notes beside it.
fn told(report: &Report) -> (String, Vec<String>) {
    let (mut text, mut notes) = (String::new(), Vec::new());
    for part in report.page().0 {
        match part {
            Part::Say(message) => text.push_str(&format!("{message}\n")),
            Part::Text(lines) => text.push_str(&lines),
            Part::Scene(scene) => text.push_str(&format!("[{}: {}]\n", scene.name, scene.caption.join("; "))),
            Part::Note(message) => notes.push(message.text),
        }
    }
    (text, notes)
}

#[test]
fn a_plan_has_the_members_of_the_contract_in_their_order() {
    let report = reply("plan", json!({ "puzzle": STATE })).unwrap();
    let text = String::from_utf8(report.json()).unwrap();
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&answer["status"], &answer["verdict"]), (&json!("solved"), &json!("yes")));
    assert_eq!((&answer["pieces"], &answer["placed"], &answer["score"]), (&json!("TOI"), &json!(3), &json!("doc")));
    assert_eq!(answer["path"].as_array().unwrap().len(), 3);
    assert_eq!((&answer["engine"], &answer["proof"]), (&json!("bounded"), &json!("optimal")));
    assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_f64() && answer["value"].is_f64());
    let places = ["\"value\"", "\"path\"", "\"pieces\"", "\"placed\"", "\"score\"", "\"features\"", "\"files\""];
    assert!(places.map(|member| text.find(member).unwrap()).is_sorted(), "{text}");
    let value = answer["value"].as_f64().unwrap();
    assert_eq!(answer["messages"][0]["text"], format!("state 17: 3 pieces placed, value {value:.6}"));
}

#[test]
fn a_plan_offers_the_files_that_it_names() {
    let report = reply("plan", json!({ "puzzle": STATE })).unwrap();
    let answer: Value = serde_json::from_slice(&report.json()).unwrap();
    let made = files(&report).unwrap();
    let names: Vec<&String> = made.iter().map(|(name, _)| name).collect();
    assert_eq!(answer["files"], json!(names));
    assert_eq!(names, ["tetris_play_0.txt", "tetris_play_1.txt", "tetris_play_2.txt"]);
    let lines: Vec<&str> = made[0].1.lines().collect();
    assert_eq!(lines[..2], ["17", "T"]);
    assert_eq!(lines[2], answer["path"][0][0].to_string());
    assert_eq!((lines[3], lines[4], lines.len()), ("5", "6", 10));
    let FileKind::Folder { usual: Some("."), stale: Some(stale) } = GAME.verb("plan").unwrap().files[0].kind else {
        panic!("a folder with a name for what is stale")
    };
    assert_eq!(stale(7), "tetris_play_7.txt");
}

#[test]
fn a_depth_reaches_pieces_beyond_those_of_the_file() {
    assert_eq!(plan(json!({ "depth": 3 }))["pieces"], "TOIS");
    assert_eq!(plan(json!({ "depth": 0 }))["files"], json!(["tetris_play_0.txt"]));
    let problems = refused("plan", json!({ "puzzle": STATE, "options": { "depth": 4 } }));
    assert_eq!(problems.to_string(), "depth 4 needs 5 pieces, but only 4 come");
    assert_eq!(problems.about(), &About::Option("depth".to_owned()));
}

#[test]
fn every_engine_and_mapping_gives_the_same_plan() {
    for score in ["doc", "covered", "seed-c", "seed-c-int", "takado8"] {
        let expected = plan(json!({ "score": score, "depth": 3 }));
        for engine in ["auto", "exhaustive", "bounded"] {
            for mapping in ["block", "cyclic", "dynamic"] {
                let answer = plan(json!({ "score": score, "depth": 3, "engine": engine, "mapping": mapping }));
                assert_eq!((&answer["path"], &answer["value"]), (&expected["path"], &expected["value"]));
                assert_eq!(answer["leaves"].is_u64(), engine == "exhaustive");
            }
        }
    }
}

#[test]
fn what_cannot_be_placed_is_said_and_clears_the_folder() {
    let partly = reply("plan", json!({ "puzzle": "1 2 4 4 0000 0000 1011 1111 3 I O O" })).unwrap();
    assert_eq!(files(&partly).unwrap().len(), 1);
    assert!(told(&partly).0.contains("only 1 of 3 pieces can be placed"));
    let none = reply("plan", json!({ "puzzle": "8 0 4 4 1111 0000 0000 0000 1 O" })).unwrap();
    assert_eq!(files(&none), Some(Vec::new()));
    let answer: Value = serde_json::from_slice(&none.json()).unwrap();
    assert_eq!((&answer["status"], &answer["verdict"]), (&json!("impossible"), &json!("no")));
    assert_eq!((&answer["value"], &answer["placed"], &answer["files"]), (&json!(null), &json!(0), &json!([])));
    assert_eq!(none.words()[0].text, "state 8: not even the first piece can be placed");
    assert_eq!(told(&none).0, "not even the first piece can be placed (proven)\n");
}

#[test]
fn a_plan_out_of_budget_writes_nothing() {
    let state = format!("1\n11\n20\n10\n{}12\n{}", "0000000000\n".repeat(20), "T\n".repeat(12));
    for limits in [json!({ "nodes": 1 }), json!({ "time_ms": 20 })] {
        let question = json!({ "puzzle": state, "options": { "engine": "exhaustive" }, "limits": limits });
        let report = reply("plan", question).unwrap();
        let answer: Value = serde_json::from_slice(&report.json()).unwrap();
        assert_eq!((&answer["status"], &answer["verdict"]), (&json!("gave_up"), &json!("unknown")));
        assert_eq!((files(&report), &answer["files"]), (None, &json!([])));
        assert!(told(&report).0.contains("limit was reached"));
    }
    let counted = ask("perft", json!({ "options": { "pieces": "TTTTT" }, "limits": { "nodes": 1 } }));
    assert_eq!((&counted["status"], &counted["stop"]), (&json!("gave_up"), &json!("nodes")));
}

#[test]
fn a_plan_is_told_as_a_list_with_its_value_and_cost() {
    let report = reply("plan", json!({ "puzzle": STATE })).unwrap();
    let (text, notes) = told(&report);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("[board: 3. I "), "{text}");
    assert!(lines[1].starts_with("  1. T rotation ") && lines[3].starts_with("  3. I rotation "), "{text}");
    assert!(lines[4].starts_with("value -") && lines[4].ends_with(" (proven the best)"), "{text}");
    assert!(notes[0].contains(" nodes in ") && notes[0].ends_with(" ms (bounded)"), "{notes:?}");
    assert_eq!(report.scenes().len(), 3);
}

#[test]
fn whoever_asks_for_a_bound_where_there_is_none_is_told() {
    for (verb, options, why) in [
        ("plan", json!({ "engine": "bounded", "clear": true }), "rows vanish"),
        ("hint", json!({ "engine": "bounded", "clear": true }), "rows vanish"),
        ("hint", json!({ "engine": "bounded", "score": "holes 1" }), "these weights reward holes or bumps"),
    ] {
        let report = reply(verb, json!({ "puzzle": STATE, "options": options })).unwrap();
        let expected = format!("no bound holds where {why}: every leaf was looked at");
        assert!(told(&report).1.contains(&expected) && report.words()[1].text == expected, "{verb}: {report:?}");
        assert_eq!(report.head().engine, Some("exhaustive"));
    }
    assert_eq!(reply("hint", json!({ "puzzle": STATE })).unwrap().words().len(), 1);
}

#[test]
fn weights_are_given_as_text() {
    let weights = "# the document's own\nheight -0.798752914564018\nlines 0.522287506868767\nholes = -0.24921408023878\n\
                   bumpiness: -0.164626498034284\n";
    let (own, doc) = (plan(json!({ "score": weights })), plan(json!({})));
    assert_eq!((&own["path"], &own["value"], &own["score"]), (&doc["path"], &doc["value"], &json!("own")));
    let problems = refused("plan", json!({ "puzzle": STATE, "options": { "score": "height -1\nhole 3\n" } }));
    assert!(problems.to_string().starts_with("2:1: `hole` is not what belongs here"), "{problems}");
    assert_eq!(problems.about(), &About::Option("score".to_owned()));
    let problems = refused("hint", json!({ "puzzle": STATE, "options": { "score": "nonsense" } }));
    assert!(problems.to_string().starts_with("there is no score `nonsense`: expected doc, covered"), "{problems}");
}

#[test]
fn what_is_wrong_with_a_question_is_named() {
    for (verb, question, expected) in [
        ("plan", json!({ "puzzle": "1\n0\n4\n4\n0000\n0x00\n0000\n0000\n1\nT\n" }), "6:2: 'x' is not a cell"),
        ("plan", json!({ "puzzle": "1,2\nx" }), "1:1: `1,2` is not what belongs here: expected the ID"),
        ("plan", json!({ "puzzle": "tetris:0000/0000/0000/0000,,keep,0" }), "there is no piece left to place"),
        ("plan", json!({}), "there is no puzzle"),
        ("plan", json!({ "puzzle": STATE, "options": { "engine": "psychic" } }), "option `engine`: unknown variant"),
        ("plan", json!({ "puzzle": STATE, "options": { "depht": 1 } }), "there is no option `depht`: expected `depth`"),
        ("plan", json!({ "puzzle": STATE, "moves": ["0 9"] }), "T at `0 9`: the piece leaves the board"),
        ("perft", json!({ "options": { "pieces": "TX" } }), "option `pieces`: expected letters of I Z S L J O T"),
        ("perft", json!({ "options": { "pieces": "" } }), "option `pieces`: expected letters of I Z S L J O T"),
        ("perft", json!({ "options": {} }), "there is no option `pieces`"),
        ("perft", json!({ "options": { "pieces": "T", "rows": 0 } }), "option `rows`: 0 is not from 1 to 1000"),
        ("perft", json!({ "options": { "pieces": "T", "rows": 9, "board": STATE } }), "cannot be given with `rows`"),
        ("new", json!({ "options": { "columns": 1001 } }), "option `columns`: 1001 is not from 1 to 1000"),
        ("new", json!({ "options": { "setup": "tall" } }), "`tall` is not a setup of Tetris"),
        ("new", json!({ "options": { "setup": "5x9", "keep": true } }), "`setup` cannot be given with `keep`"),
        ("play", json!({ "position": { "board": ["0000"] } }), "this is not a position of Tetris"),
    ] {
        let said = refused(verb, question).to_string();
        assert!(said.contains(expected), "{verb}: {said}");
    }
}

#[test]
fn positions_that_no_game_leads_to_are_refused() {
    let board = ["0000"; 4];
    let source = json!({ "seed": 1, "drawn": 2 });
    for (position, why) in [
        (json!({ "board": board, "pieces": ["T"], "source": source, "full_rows": "keep", "cleared": 0 }), "5 pieces"),
        (
            json!({ "board": ["000", "00", "000", "000"], "pieces": [], "source": null, "full_rows": "keep", "cleared": 0 }),
            "row 2 has 2 cells",
        ),
        (json!({ "board": board, "pieces": ["X"], "source": null, "full_rows": "keep", "cleared": 0 }), "variant"),
        (json!({ "board": board, "pieces": [], "source": null, "full_rows": "burn", "cleared": 0 }), "variant"),
    ] {
        let said = refused("play", json!({ "position": position })).to_string();
        assert!(said.contains(why), "{said}");
    }
    let said = refused("play", json!({ "puzzle": "tetris:0000/0000/0000/0000,T,keep,0,1.2" })).to_string();
    assert!(said.contains("shows 5 pieces to come, not 1"), "{said}");
}

#[test]
fn a_hint_is_one_placement_with_its_line_and_reason() {
    let answer = ask("hint", json!({ "puzzle": STATE, "options": { "depth": 2 } }));
    assert_eq!((&answer["piece"], &answer["status"]), (&json!("T"), &json!("solved")));
    let (rotation, column) = (answer["rotation"].as_u64().unwrap(), answer["column"].as_u64().unwrap());
    assert_eq!(answer["path"][0], json!([rotation, column]));
    assert_eq!(answer["move"], format!("{rotation} {column}"));
    assert_eq!(answer["line"].as_array().unwrap().len(), 3);
    assert_eq!(answer["cells"].as_array().unwrap().len(), 4);
    assert!(answer["reason"].as_str().unwrap().starts_with("of all ways to place 3 pieces this keeps the board best"));
    assert_eq!(answer["messages"][0]["code"], "tetris.best");
    let played = ask("play", json!({ "puzzle": STATE, "moves": answer["line"] }));
    assert_eq!((&played["state"], &played["position"]["pieces"]), (&json!("won"), &json!([])));
    let report = reply("hint", json!({ "puzzle": STATE })).unwrap();
    let text = told(&report).0;
    assert!(text.contains("T rotation ") && text.contains(", value -") && report.scenes().len() == 1, "{text}");
    let none = ask("hint", json!({ "puzzle": "8 0 4 4 1111 0000 0000 0000 1 O" }));
    assert_eq!((&none["verdict"], &none["move"], &none["line"]), (&json!("no"), &json!(null), &json!([])));
}

#[test]
fn a_hint_counts_on_rows_that_vanish_in_the_game() {
    // The square fills a row that is not the lowest: only where it vanishes is that worth more than a flat top.
    let rows = "0000000/0000000/0000000/0000000/1111100/0111100/1111110";
    let played = |rule: &str, options: Value| {
        ask("hint", json!({ "puzzle": format!("tetris:{rows},O,{rule},0"), "options": options }))["features"]["cleared"]
            .clone()
    };
    assert_eq!(played("clear", json!({})), 1);
    assert_eq!(played("keep", json!({ "clear": true })), 1);
    assert_eq!(played("keep", json!({})), 0);
}

#[test]
fn plans_and_hints_are_asked_about_files_ids_and_positions_alike() {
    let began = ask("new", json!({ "options": { "seed": 42, "keep": true } }));
    let by_id = ask("plan", json!({ "puzzle": began["id"] }));
    let by_position = ask("plan", json!({ "position": began["position"] }));
    assert_eq!((&by_id["path"], &by_id["value"]), (&by_position["path"], &by_position["value"]));
    assert_eq!(by_id["placed"], 5);
    assert!(by_id["messages"][0]["text"].as_str().unwrap().starts_with("5 pieces placed, value "));
    let first = ask("hint", json!({ "position": began["position"], "options": { "depth": 4 } }));
    assert_eq!(first["path"], by_id["path"]);
    let later = ask("plan", json!({ "puzzle": STATE, "moves": [first_move(&plan(json!({})))] }));
    assert_eq!((&later["pieces"], &later["path"][0]), (&json!("OI"), &plan(json!({}))["path"][1]));
}

fn first_move(answer: &Value) -> String {
    format!("{} {}", answer["path"][0][0], answer["path"][0][1])
}

#[test]
fn a_solution_can_be_played_and_is_drawn_step_by_step() {
    let puzzle = "tetris:0000000/0000000/0000000/0000000/0110000/1110001,TOSJ,keep,0";
    let report = reply("solve", json!({ "puzzle": puzzle })).unwrap();
    let answer: Value = serde_json::from_slice(&report.json()).unwrap();
    assert_eq!((&answer["status"], &answer["proof"]), (&json!("solved"), &json!("optimal")));
    assert_eq!(report.scenes().len(), 5);
    assert_eq!(ask("play", json!({ "puzzle": puzzle, "moves": answer["line"] }))["state"], "won");
}

#[test]
fn perft_counts_levels_from_any_board() {
    let answer = ask("perft", json!({ "options": { "pieces": "TTT" } }));
    assert_eq!((&answer["levels"][2]["paths"], &answer["status"]), (&json!(39304), &json!("ok")));
    assert_eq!(answer["levels"][2]["distinct_boards"], 17154);
    let small = ask("perft", json!({ "options": { "pieces": "O", "rows": 4, "columns": 6 } }));
    assert_eq!(small["levels"][0]["paths"], 5);
    for board in [STATE, "tetris:000000/000000/000000/002200/110221,T,keep,0"] {
        let answer = ask("perft", json!({ "options": { "pieces": "O", "board": board } }));
        assert_eq!(answer["levels"][0]["paths"], 5);
    }
    let report = reply("perft", json!({ "options": { "pieces": "TT" } })).unwrap();
    assert_eq!(told(&report).0.lines().count(), 3);
}

#[test]
fn a_board_is_shown_with_all_that_its_file_says() {
    let report = reply("show", json!({ "puzzle": STATE })).unwrap();
    let answer: Value = serde_json::from_slice(&report.json()).unwrap();
    assert_eq!(
        (&answer["pieces"], &answer["depth"], &answer["board"][4]),
        (&json!("TOIS"), &json!(2), &json!("110221"))
    );
    assert_eq!(answer["features"]["height"], 8);
    assert!(told(&report).0.contains("falls now: T, then O I; height 8, lines 0, holes 1, bumpiness 2: score"));
    let over = ask("show", json!({ "puzzle": "tetris:0000/0000/0000/0000,,keep,0" }));
    assert_eq!((&over["pieces"], &over["depth"]), (&json!(""), &json!(0)));
}

#[test]
fn a_new_game_has_the_size_that_was_chosen() {
    let usual = ask("new", json!({ "options": { "seed": 7 } }));
    assert_eq!((&usual["id"], &usual["seed"]), (&json!("tetris#7"), &json!("7")));
    assert_eq!(ask("new", json!({ "options": { "seed": 7, "setup": "10x20" } }))["id"], usual["id"]);
    let small = ask("new", json!({ "options": { "columns": 6, "rows": 9, "keep": true, "seed": "x" } }));
    assert_eq!(small["id"], "tetris:6x9-keep#x");
    assert_eq!(small["position"]["board"], json!(vec!["000000"; 9]));
    assert_eq!(ask("play", json!({ "puzzle": small["id"] }))["position"], small["position"]);
    assert!(ask("new", json!({}))["id"].as_str().unwrap().starts_with("tetris#"));
}

#[test]
fn gestures_are_played_on_a_drawn_position() {
    let touched = |ui: Value, gestures: Value| {
        let options = json!({ "ui": ui, "gestures": gestures });
        ask("gesture", json!({ "puzzle": STATE, "options": options, "draw": {} }))
    };
    let moved = touched(json!({}), json!([{ "act": "tap", "on": "turn" }, { "act": "hover", "on": "A1" }]));
    assert_eq!((&moved["moves"], &moved["ui"]), (&json!([]), &json!({ "rotation": 1, "column": 0 })));
    assert_eq!(moved["controls"][0]["show"], "off");
    let names: Vec<&Value> = moved["scenes"].as_array().unwrap().iter().map(|scene| &scene["name"]).collect();
    assert_eq!(names, ["board", "queue"]);
    let dropped = touched(moved["ui"].clone(), json!([{ "act": "tap", "on": "drop", "at": "A1" }]));
    assert_eq!(dropped["moves"], json!(["1 0"]));
    assert_eq!(dropped["position"]["pieces"], json!(["O", "I"]));
    assert_eq!(dropped["facts"][0]["text"], "place 2 more pieces so that the board stays low and flat");
}

#[test]
fn a_position_is_exported_as_a_state_that_reads_back() {
    let answer = ask("export", json!({ "puzzle": STATE }));
    let again = ask("play", json!({ "puzzle": answer["formats"]["state"] }));
    assert_eq!(again["position"], ask("play", json!({ "puzzle": STATE }))["position"]);
    assert_eq!(again["position"], ask("play", json!({ "puzzle": answer["id"] }))["position"]);
    assert_eq!(ask("check", json!({ "puzzle": STATE }))["solved"], true);
    assert_eq!(ask("moves", json!({ "puzzle": STATE }))["moves"].as_array().unwrap().len(), 18);
}

#[test]
fn the_table_describes_itself() {
    for verb in GAME.verbs {
        for option in &verb.table().0 {
            assert!(!option.about.is_empty() && !option.about.ends_with('.'), "{} {}", verb.name, option.name);
        }
        let mut generator = schemars::SchemaGenerator::default();
        assert!((verb.answer)(&mut generator).as_object().is_some());
    }
    let plan = GAME.verb("plan").unwrap().table();
    assert_eq!(plan.find("score").unwrap().default, Some(json!("doc")));
    assert_eq!(plan.find("engine").unwrap().default, Some(json!("auto")));
    assert_eq!(plan.find("depth").unwrap().default, None);
    assert_eq!(GAME.verb("hint").unwrap().table().find("depth").unwrap().default, Some(json!(0)));
    let Shell::Watch { verb, flag, state, .. } = GAME.shells[0] else { panic!("the folder service") };
    assert_eq!((verb, flag, state), ("plan", "out", "tetris_state.txt"));
    let mut codes: Vec<&str> = GAME.words.iter().map(|template| template.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), GAME.words.len());
    assert!(codes.iter().all(|code| code.starts_with("tetris.")));
}

#[test]
fn the_authors_of_the_heuristic_are_named_in_the_help() {
    let options = GAME.verb("plan").unwrap().table();
    let score = options.0.iter().find(|option| option.name == "score").unwrap();
    assert!(score.about.contains("github.com/takado8"), "{}", score.about);
}

#[test]
fn the_modules_of_the_diagram_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../../docs/tetris.md")).unwrap();
    for module in ["format", "position", "rules", "features", "score", "solve", "play", "draw", "verbs"] {
        assert!(text.contains(&format!("{module}[\"{module}")), "{module} is drawn");
        let source = root.join("src").join(module);
        assert!(source.with_extension("rs").exists() || source.join("mod.rs").exists(), "{module} is there");
    }
}

#[test]
fn an_id_is_kept_as_it_was_written() {
    let report = reply("plan", json!({ "puzzle": STATE.replacen("17", "000000004", 1) })).unwrap();
    assert!(files(&report).unwrap().iter().all(|(_, play)| play.starts_with("000000004\n")));
}

#[test]
fn a_controller_plays_given_pieces_and_counts_its_lines() {
    let options = json!({ "policy": "bcts", "pieces": "OOOOO", "size": "10x10" });
    let answer = ask("autoplay", json!({ "options": options }));
    assert_eq!((&answer["policy"], &answer["games"], &answer["pieces"]), (&json!("bcts"), &json!(1), &json!(5)));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 5);
    assert_eq!(answer["lines"]["mean"], 2.0);
    let small = json!({ "options": { "policy": "takado8", "size": "6x6", "games": 3, "seed": 1, "lookahead": 2 } });
    let (first, again) = (ask("autoplay", small.clone()), ask("autoplay", small));
    assert_eq!((&first["lines"], &first["games"]), (&again["lines"], &json!(3)));
}

#[test]
fn the_designs_weights_play_games_of_the_order_of_two_thousand_lines() {
    let options = json!({ "policy": "takado8", "games": 100, "seed": 1 });
    let lines = &ask("autoplay", json!({ "options": options }))["lines"];
    // The design says up to 2,000 lines in one game; lengths of games vary as those of a coin tossed until it falls on one side.
    assert!(lines["most"].as_u64() > Some(1_500) && lines["mean"].as_f64() > Some(300.0), "{lines}");
}
