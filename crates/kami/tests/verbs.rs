//! Kami's verbs, asked as any door asks them: a question as JSON in, a report as JSON out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::borrow::Cow;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::question::{Question, Source};
use azulejo_core::registry::Registry;
use azulejo_core::report::{Part, Report};
use azulejo_core::scene::Style;
use azulejo_core::verb::Wanted;
use azulejo_kami::GAME;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

const BOARD: &str = "1 4 3 4 3\n1 1 2 2\n3 1 3 2\n3 3 3 1\n";
const GRAPH: &str = "3 2 2 1\n1 2 1\n0 1\n1 2\n";

fn asked_within(verb: &str, question: &Value, budget: &Budget) -> Result<Report, String> {
    let text = question.to_string();
    let mut question: Question = serde_json::from_str(&text).unwrap();
    question.game = "kami".into();
    question.verb = verb.into();
    GAMES.ask(&question, budget).map_err(|problems| problems.to_string())
}

fn asked(verb: &str, question: &Value) -> Result<Report, String> {
    asked_within(verb, question, &Budget::unlimited())
}

fn report(verb: &str, question: &Value) -> Value {
    let report = asked(verb, question).unwrap_or_else(|problems| panic!("{verb} {question}: {problems}"));
    serde_json::from_slice(&report.json()).unwrap()
}

fn refused(verb: &str, question: &Value) -> String {
    asked(verb, question).expect_err("it was not refused")
}

/// What a terminal shows of the answer, notes marked.
fn told(verb: &str, question: &Value) -> String {
    let part = |part: Part| match part {
        Part::Say(message) => format!("{message}\n"),
        Part::Note(message) => format!("note: {message}\n"),
        Part::Text(text) => text,
        Part::Scene(scene) => format!("[{}]\n", scene.title),
    };
    asked(verb, question).unwrap().page().0.into_iter().map(part).collect()
}

fn members(report: &Value) -> Vec<&str> {
    report.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn solve_gives_a_shortest_line_that_can_be_played_and_painted() {
    let answer = report("solve", &json!({ "puzzle": BOARD }));
    assert_eq!(
        members(&answer),
        [
            "game",
            "command",
            "status",
            "verdict",
            "moves",
            "optimal",
            "lower_bound",
            "target",
            "line",
            "proof",
            "messages",
            "nodes",
            "engine",
            "elapsed_ms"
        ]
    );
    assert_eq!(
        (&answer["status"], &answer["verdict"], &answer["optimal"]),
        (&json!("solved"), &json!("yes"), &true.into())
    );
    let line = answer["line"].as_array().unwrap();
    assert_eq!(answer["lower_bound"], line.len());
    let played = report("play", &json!({ "puzzle": BOARD, "moves": line }));
    assert_eq!((&played["state"], &played["position"]["used"]), (&json!("won"), &json!(line.len())));
    let mut text = BOARD.to_owned();
    for (action, step) in line.iter().zip(answer["moves"].as_array().unwrap()) {
        assert_eq!(action.as_str().unwrap(), format!("{} {}", step["cell"].as_str().unwrap(), step["color"]));
        let painted = report("paint", &json!({ "puzzle": text, "options": { "move": action } }));
        assert_eq!((&painted["status"], &painted["changed"]), (&json!("ok"), &true.into()));
        text = painted["text"].as_str().unwrap().to_owned();
    }
    assert_eq!(report("check", &json!({ "puzzle": text }))["solved"], true);
}

#[test]
fn too_few_moves_are_a_proven_no() {
    let fewest = report("solve", &json!({ "puzzle": BOARD }))["lower_bound"].as_u64().unwrap();
    for verb in ["solve", "hint"] {
        let options = |moves: u64| json!({ "puzzle": BOARD, "options": { "moves": moves } });
        assert_eq!(report(verb, &options(fewest))["verdict"], "yes");
        let answer = report(verb, &options(fewest - 1));
        assert_eq!((&answer["status"], &answer["verdict"]), (&json!("impossible"), &json!("no")));
        assert_eq!(answer["line"].as_array().map_or(0, Vec::len), 0);
    }
    assert_eq!(report("solve", &json!({ "puzzle": BOARD, "options": { "moves": 1 } }))["lower_bound"], 2);
}

#[test]
fn limits_end_in_gave_up_with_a_line_that_still_solves() {
    let puzzle = "kami:14x14c6#3";
    let opened = report("play", &json!({ "puzzle": puzzle }));
    let limited = json!({ "position": opened["position"], "limits": { "nodes": 1 } });
    let answer = report("solve", &limited);
    assert_eq!((&answer["status"], &answer["stop"]), (&json!("gave_up"), &json!("nodes")));
    let (position, moves) = (&opened["position"], answer["line"].as_array().unwrap());
    let mut roomy = position.clone();
    roomy["moves"] = 1000.into();
    assert_eq!(report("play", &json!({ "position": roomy, "moves": moves }))["state"], "won");
    assert_eq!(report("rate", &limited)["status"], "gave_up");
    let in_no_time = json!({ "puzzle": puzzle, "limits": { "time_ms": 0 } });
    for verb in ["solve", "hint", "rate", "show"] {
        assert_eq!(report(verb, &in_no_time)["status"], "gave_up", "{verb}");
    }
    let made = report("generate", &json!({ "options": { "number": 3 }, "limits": { "time_ms": 0 } }));
    assert_eq!((&made["status"], &made["stop"], &made["levels"]), (&json!("gave_up"), &json!("time"), &json!([])));
    assert_eq!(report("new", &json!({ "limits": { "time_ms": 0 } }))["verdict"], "unknown");
}

#[test]
fn a_hint_names_the_move_the_plan_and_the_region() {
    let answer = report("hint", &json!({ "puzzle": BOARD }));
    let line = answer["line"].as_array().unwrap();
    assert_eq!((&answer["move"], &answer["distance"]), (&line[0], &json!(line.len())));
    assert_eq!((&answer["hint"]["cell"], &answer["cell"]), (&answer["cell"], &answer["hint"]["cell"]));
    assert_eq!(answer["reason"], answer["messages"][0]["text"]);
    assert_eq!(answer["messages"][0]["code"], "kami.to_the_end");
    assert!(!answer["cells"].as_array().unwrap().is_empty());
    assert_eq!(answer["engine"], "sets");
    let done = report("hint", &json!({ "puzzle": "1 4 1 2 3\n2 2\n" }));
    assert_eq!((&done["status"], &done["move"], &done["distance"]), (&json!("solved"), &Value::Null, &0.into()));
}

#[test]
fn a_hint_keeps_to_the_moves_that_are_left_only_when_asked() {
    let short = "square,1,2,1,3,-,123";
    let free = report("hint", &json!({ "puzzle": short }));
    assert_eq!((&free["verdict"], &free["messages"][1]["text"]), (&json!("yes"), &json!("only 1 move is left")));
    let kept = report("hint", &json!({ "puzzle": short, "options": { "left": true } }));
    assert_eq!((&kept["verdict"], &kept["move"]), (&json!("no"), &Value::Null));
    let both = refused("hint", &json!({ "puzzle": short, "options": { "left": true, "moves": 2 } }));
    assert_eq!(both, "option `moves` cannot be given with `left`");
}

#[test]
fn a_graph_has_vertices_in_place_of_cells() {
    let answer = report("solve", &json!({ "puzzle": GRAPH }));
    assert_eq!(answer["moves"], json!([{ "cell": null, "vertex": 1, "color": 1 }]));
    assert_eq!(answer["line"], json!(["1 1"]));
    let painted = report("paint", &json!({ "puzzle": GRAPH, "options": { "move": "1 1" } }));
    assert_eq!((&painted["board"], &painted["done"]), (&json!([1, 1, 1]), &true.into()));
    let hint = report("hint", &json!({ "puzzle": GRAPH }));
    assert_eq!((&hint["vertex"], &hint["cell"], &hint["cells"]), (&1.into(), &Value::Null, &json!([[0, 1]])));
}

#[test]
fn the_name_of_a_file_and_the_format_say_how_it_is_read() {
    let text = "1 1 2 2 2\n1 2\n1 1\n";
    let layout = |name: Option<&'static str>| {
        let source = Source::Text { text: text.into(), name: name.map(Cow::Borrowed) };
        let question = Question { game: "kami".into(), verb: "show".into(), source, ..Question::default() };
        let report = GAMES.ask(&question, &Budget::unlimited()).unwrap();
        serde_json::from_slice::<Value>(&report.json()).unwrap()["level"]["layout"].clone()
    };
    assert_eq!(layout(Some("level.tri")), "triangular");
    assert_eq!(layout(Some("level.txt")), "square");
    assert_eq!(layout(Some("level.json")), "square");
    assert_eq!(layout(None), "square");
    let named = json!({ "puzzle": text, "options": { "format": "triangular" } });
    assert_eq!(report("show", &named)["level"]["layout"], "triangular");
    let wrong = refused("show", &json!({ "puzzle": text, "options": { "format": "hexagonal" } }));
    assert!(wrong.starts_with("option `format`: unknown variant `hexagonal`"), "{wrong}");
    let no_json = refused("show", &json!({ "puzzle": text, "options": { "format": "json" } }));
    assert!(no_json.starts_with("1:"), "{no_json}");
}

#[test]
fn a_target_holds_wherever_the_board_comes_from() {
    for puzzle in [BOARD, "kami:6x6c3#1", "square,1,9,0,3,-,123/321"] {
        for target in [1, 2, 3] {
            let answer = report("solve", &json!({ "puzzle": puzzle, "options": { "target": target } }));
            let last = answer["moves"].as_array().unwrap().last().unwrap();
            assert_eq!((&answer["target"], &last["color"]), (&target.into(), &target.into()));
        }
    }
    let ended = json!({ "puzzle": "square,1,9,0,7,-,12", "options": { "target": 7 }, "moves": ["A1 7", "B1 7"] });
    assert_eq!(report("play", &ended)["state"], "won");
    let none = refused("solve", &json!({ "puzzle": BOARD, "options": { "target": 0 } }));
    assert!(none.contains("0 is not from 1"), "{none}");
}

#[test]
fn a_colour_to_end_in_that_is_not_on_offer_is_a_proven_no() {
    for verb in ["solve", "hint"] {
        let question = json!({ "puzzle": BOARD, "options": { "target": 9 } });
        let answer = report(verb, &question);
        assert_eq!((&answer["status"], &answer["verdict"]), (&json!("impossible"), &json!("no")), "{verb}");
        assert_eq!((&answer["lower_bound"], &answer["moves"]), (&Value::Null, &Value::Null));
        assert_eq!(told(verb, &question), "the board cannot end in colour 9: the colours on offer are 1 to 3\n");
        let done = json!({ "puzzle": "1 4 1 2 3\n9 9\n", "options": { "target": 9 } });
        assert_eq!((&report(verb, &done)["status"], &report(verb, &done)["line"]), (&json!("solved"), &json!([])));
    }
}

#[test]
fn colours_beyond_those_on_offer_are_painted_over_and_never_with() {
    let level = "1 9 1 4 2\n7 1 8 7\n";
    let said = |verb: &str, action: &str| {
        let question = match verb {
            "play" => json!({ "puzzle": level, "moves": [action] }),
            _ => json!({ "puzzle": level, "options": { "move": action } }),
        };
        asked(verb, &question).map(|_| ())
    };
    for verb in ["play", "paint"] {
        assert_eq!(said(verb, "B1 7"), Err("colour 7 is not one of 1 to 2".to_owned()));
        assert_eq!(said(verb, "A1 3"), Err("colour 3 is not one of 1 to 2".to_owned()));
        assert_eq!(said(verb, "A1 2"), Ok(()));
    }
    let moves = report("moves", &json!({ "puzzle": level }))["moves"].clone();
    assert_eq!(moves, json!(["A1 1", "A1 2", "B1 2", "C1 1", "C1 2", "D1 1", "D1 2"]));
    let solved = report("solve", &json!({ "puzzle": level }));
    assert_eq!((&solved["optimal"], &solved["lower_bound"]), (&true.into(), &3.into()));
    assert_eq!(report("play", &json!({ "puzzle": level, "moves": solved["line"] }))["state"], "won");
    let shown = report("gesture", &json!({ "puzzle": level, "options": { "gestures": [] } }));
    let handles: Vec<&str> =
        shown["controls"].as_array().unwrap().iter().map(|control| control["handle"].as_str().unwrap()).collect();
    assert!(handles.contains(&"color:2") && !handles.contains(&"color:7"), "{handles:?}");
    assert_eq!(report("play", &json!({ "puzzle": level }))["facts"][5]["text"], "Colours: 1 2");
}

#[test]
fn painting_a_region_its_own_colour_changes_nothing_and_costs_nothing() {
    let before = report("play", &json!({ "puzzle": BOARD }));
    let after = report("play", &json!({ "puzzle": BOARD, "moves": ["A1 1", "B1 1", "A1 1"] }));
    assert_eq!(after["position"], before["position"]);
}

#[test]
fn a_hint_that_ran_out_of_its_budget_proves_no_distance() {
    let position = report("play", &json!({ "puzzle": "kami:14x14c6#3" }))["position"].clone();
    for (nodes, stop) in [(0, "nodes"), (1, "nodes"), (2000, "nodes")] {
        let answer = report("hint", &json!({ "position": position, "limits": { "nodes": nodes } }));
        assert_eq!((&answer["status"], &answer["verdict"]), (&json!("gave_up"), &json!("unknown")));
        assert_eq!((&answer["stop"], &answer["distance"]), (&json!(stop), &Value::Null));
        let (best, least) = (answer["line"].as_array().unwrap().len() as u64, answer["lower_bound"].as_u64().unwrap());
        assert!(0 < least && least < best, "{least} to {best}");
        assert_eq!(answer["messages"][0]["code"], "kami.perhaps_shorter");
        assert_eq!(answer["messages"][1]["text"], "not proven to be the fewest: the node limit was reached");
    }
    let proven = report("hint", &json!({ "position": position }));
    assert_eq!((&proven["proof"], &proven["distance"]), (&json!("optimal"), &proven["lower_bound"]));
    let short = json!({ "position": position, "limits": { "nodes": 1 }, "options": { "moves": proven["distance"] } });
    let answer = report("hint", &short);
    assert_eq!((&answer["status"], &answer["move"], &answer["line"]), (&json!("gave_up"), &Value::Null, &json!([])));
}

#[test]
fn the_first_solution_within_some_moves_is_found_or_refuted_without_a_limit() {
    for (puzzle, fewest) in [("square,1,9,0,2,1,12", 1), ("square,1,9,0,2,2,12", 1), ("square,1,9,0,3,-,1210213", 3)] {
        let options = |moves: u32| json!({ "puzzle": puzzle, "options": { "first": true, "moves": moves } });
        let answer = report("solve", &options(fewest));
        assert_eq!((&answer["status"], answer["line"].as_array().unwrap().len()), (&json!("solved"), fewest as usize));
        assert_eq!(report("solve", &options(fewest - 1))["status"], "impossible", "{puzzle}");
    }
}

#[test]
fn the_dictionaries_of_the_course_text_are_given_and_told() {
    let puzzle = "1 1 2 2 2\n1 2\n2 2\n";
    let answer = report("graph", &json!({ "puzzle": puzzle }));
    assert_eq!((&answer["L"], &answer["C"]), (&json!({ "0": [1], "1": [0] }), &json!({ "0": 1, "1": 2 })));
    assert_eq!(told("graph", &json!({ "puzzle": puzzle })), "L: {0: {1}, 1: {0}}\nC: {0: 1, 1: 2}\n");
}

#[test]
fn painting_names_what_is_wrong_with_a_move() {
    let said = |action: &str| refused("paint", &json!({ "puzzle": BOARD, "options": { "move": action } }));
    assert_eq!(said("Z9 1"), "Z9 is not on the board");
    assert_eq!(said("A1 9"), "colour 9 is not one of 1 to 3");
    assert!(said("what").starts_with("option `move`: `what` is not a move"), "{}", said("what"));
    assert_eq!(refused("paint", &json!({ "puzzle": BOARD })), "there is no option `move`");
    let same = report("paint", &json!({ "puzzle": BOARD, "options": { "move": "A1 1" } }));
    assert_eq!((&same["changed"], &same["level"]["rows"]), (&false.into(), &same["board"]));
}

#[test]
fn a_level_is_shown_with_all_there_is_to_know() {
    let answer = report("show", &json!({ "puzzle": BOARD, "moves": ["A1 3"] }));
    assert_eq!((&answer["regions"], &answer["position"]["used"]), (&3.into(), &1.into()));
    assert_eq!(answer["level"]["rows"], answer["position"]["rows"]);
    let again = report("show", &json!({ "puzzle": answer["id"] }));
    assert_eq!(again["position"], answer["position"]);
    assert_eq!(answer["facts"][1]["text"], "3 moves left");
    assert_eq!(told("show", &json!({ "puzzle": BOARD })), "[Kami]\n");
}

#[test]
fn a_level_is_rated_whatever_its_author_allows() {
    let rated = report("rate", &json!({ "puzzle": BOARD }));
    assert_eq!((&rated["status"], &rated["difficulty"]), (&json!("ok"), &json!("easy")));
    let strict = report("rate", &json!({ "puzzle": "1 1 1 3 3\n1 2 3\n" }));
    assert_eq!((&strict["status"], &strict["difficulty"]), (&json!("ok"), &json!("easy")));
    let stopped = report("rate", &json!({ "puzzle": "kami:10x10c4#42", "limits": { "nodes": 1 } }));
    assert_eq!((&stopped["status"], stopped.get("difficulty")), (&json!("gave_up"), None));
}

#[test]
fn generated_levels_are_the_same_on_any_number_of_threads_and_the_same_as_new() {
    let options = json!({ "size": "7x9", "colors": 4, "seed": 5, "number": 4 });
    let levels = |threads| {
        let budget = Budget::unlimited().with_threads(threads);
        let report = asked_within("generate", &json!({ "options": options }), &budget).unwrap();
        serde_json::from_slice::<Value>(&report.json()).unwrap()
    };
    let made = levels(1);
    assert_eq!(
        (&made["status"], &made["setup"], &made["levels"]),
        (&json!("ok"), &json!("7x9c4"), &levels(3)["levels"])
    );
    for (index, level) in made["levels"].as_array().unwrap().iter().enumerate() {
        assert_eq!(level["seed"], 5 + index);
        let solved = report("solve", &json!({ "puzzle": level["id"] }));
        assert_eq!((&solved["lower_bound"], &solved["optimal"]), (&level["moves"], &true.into()));
        let seed = 5 + index;
        let new = report("new", &json!({ "options": { "size": "7x9", "seed": seed } }));
        assert_eq!((&new["id"], &new["position"]["rows"]), (&level["id"], &level["board"]));
        assert_eq!(new["seed"], seed.to_string());
        let notation = report("new", &json!({ "options": { "setup": "7x9c4", "seed": seed } }));
        assert_eq!(notation["position"], new["position"]);
    }
}

#[test]
fn generated_levels_become_files_by_setup_and_seed() {
    let question = json!({ "options": { "size": "6x6", "colors": 3, "seed": 2, "number": 2, "triangles": true } });
    let report = asked("generate", &question).unwrap();
    let files = report.files(&Wanted { flag: "out", file: "", style: &Style::default() }).unwrap().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["kami-6x6c3t-2.tri", "kami-6x6c3t-3.tri"]);
    let answer: Value = serde_json::from_slice(&report.json()).unwrap();
    assert_eq!(files[0].bytes, answer["levels"][0]["text"].as_str().unwrap().as_bytes());
    let told = told("generate", &question);
    assert!(told.starts_with("# kami:6x6c3t#2\n"), "{told}");
}

#[test]
fn what_no_level_can_be_like_is_refused_or_given_up() {
    let said = |verb: &str, options: Value| refused(verb, &json!({ "options": options }));
    for verb in ["generate", "new"] {
        assert_eq!(said(verb, json!({ "size": "1x1" })), "a board of 1x1: expected 2 to 40 rows and columns");
        assert!(said(verb, json!({ "size": "ten" })).starts_with("option `size`: `ten` is not a size"));
        assert_eq!(said(verb, json!({ "colors": 99 })), "option `colors`: 99 is not from 2 to 12");
        assert!(said(verb, json!({ "colours": 3 })).starts_with("there is no option `colours`: expected `size`"));
    }
    let both = said("new", json!({ "setup": "6x6c3", "colors": 3 }));
    assert_eq!(both, "option `setup` cannot be given with `colors`");
    let none = report("generate", &json!({ "options": { "size": "2x2", "colors": 12, "seed": 1 } }));
    assert_eq!((&none["status"], &none["levels"]), (&json!("gave_up"), &json!([])));
    assert_eq!(none["messages"][0]["text"], "no level `2x2c12` was found for seed 1");
    assert!(said("new", json!({ "size": "2x2", "colors": 12 })).starts_with("no level `2x2c12`"));
}

#[test]
fn texts_for_people_are_what_they_were() {
    let puzzle = "1 1 1 3 3\n1 2 1\n";
    assert_eq!(told("solve", &json!({ "puzzle": puzzle })), "1 move; no solution is shorter\n  1. B1 1\n");
    assert_eq!(told("hint", &json!({ "puzzle": puzzle })), "B1 1\n1 move to the end, proven\n");
    let too_few = json!({ "puzzle": puzzle, "options": { "moves": 0 } });
    assert_eq!(told("solve", &too_few), "no solution has fewer than 1 move\n");
    assert_eq!(told("hint", &too_few), "no move leads to the end in the moves that are left\n");
    assert_eq!(told("paint", &json!({ "puzzle": puzzle, "options": { "move": "B1 1" } })), "1 1 1 3 3\n1 1 1\n");
    let long = "1 1 1 3 3\n1 2 3\n";
    let over = told("solve", &json!({ "puzzle": long }));
    assert!(over.ends_with("note: only 1 move is left\n"), "{over}");
}

#[test]
fn a_hand_chooses_a_colour_and_paints_through_gestures() {
    let gesture = |on: &str| json!({ "act": "tap", "on": on });
    let question =
        json!({ "puzzle": BOARD, "options": { "gestures": [gesture("color:3"), gesture("B1")] }, "draw": {} });
    let answer = report("gesture", &question);
    assert_eq!((&answer["moves"], &answer["ui"]["color"]), (&json!(["B1 3"]), &3.into()));
    let names: Vec<&str> =
        answer["scenes"].as_array().unwrap().iter().map(|scene| scene["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["board", "palette"]);
    assert_eq!(answer["controls"][0]["handle"], "color:1");
    let next = json!({
        "position": answer["position"],
        "options": { "ui": answer["ui"], "gestures": [gesture("A1"), gesture("C1"), gesture("nowhere")] },
    });
    assert_eq!(report("gesture", &next)["moves"], json!(["C1 3"]));
}

#[test]
fn every_option_has_help_and_every_verb_tells_its_cost() {
    for verb in GAME.verbs {
        assert!(!verb.about.is_empty() && !verb.about.ends_with('.'), "{}", verb.name);
        for option in &verb.table().0 {
            assert!(!option.about.is_empty() && !option.about.ends_with('.'), "{} {}", verb.name, option.name);
        }
    }
    let table = GAME.find("new").unwrap().table();
    assert_eq!(table.find("size").unwrap().default, Some("10x10".into()));
    assert_eq!(table.find("colors").unwrap().default, Some(4.into()));
    let paint = GAME.find("paint").unwrap().table();
    assert_eq!((paint.find("move").unwrap().place, paint.find("target").unwrap().place), (Some(1), None));
}

#[test]
fn the_prompt_asks_for_hints_that_exist() {
    let level = "1 1 1 3 3\n1 2 3\n";
    let options: Value = serde_json::from_str(GAME.prompt.hint_options).unwrap();
    assert_eq!(report("hint", &json!({ "puzzle": level, "options": options }))["verdict"], "no");
    let facts = report("play", &json!({ "puzzle": level }))["facts"].clone();
    let codes: Vec<&str> = facts.as_array().unwrap().iter().map(|fact| fact["code"].as_str().unwrap()).collect();
    let said: Vec<&&str> = GAME.prompt.header.iter().filter(|code| codes.contains(code)).collect();
    assert_eq!(said, [&"kami.easy", &"kami.moves", &"kami.colors"]);
}

/// The board of the course text's worked example.
const TAB01: &str = include_str!("../../../puzzles/kami/tab01.txt");

#[test]
fn the_worked_board_has_its_matrix_with_a_frame_of_zeros() {
    let answer = report("carrega_tabuleiro", &json!({ "puzzle": TAB01 }));
    assert_eq!((&answer["difficulty"], &answer["moves"], &answer["colors"]), (&1.into(), &3.into(), &3.into()));
    let rows = [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 1, 1, 1, 2, 2, 0],
        [0, 1, 1, 2, 2, 2, 0],
        [0, 3, 3, 1, 1, 1, 0],
        [0, 3, 3, 1, 1, 1, 0],
        [0, 1, 1, 3, 3, 3, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(answer["matrix"], json!(rows));
    let lines: Vec<String> = rows.iter().map(|row| row.iter().map(|color| format!("{color:3}")).collect()).collect();
    assert_eq!(told("matrix", &json!({ "puzzle": TAB01 })), lines.join("\n") + "\n");
    assert!(refused("matrix", &json!({ "puzzle": GRAPH })).starts_with("a graph has no matrix"));
}

#[test]
fn any_cell_names_its_region_and_the_painted_vertex_keeps_its_name() {
    let named = json!({ "puzzle": TAB01, "options": { "names": [4, 14, 24] } });
    let graph = report("gera_grafo", &named);
    let around =
        json!({ "0": [4, 10], "4": [0, 14], "10": [0, 14, 20], "14": [4, 10, 24], "20": [10, 24], "24": [14, 20] });
    assert_eq!(graph["L"], around);
    assert_eq!(graph["C"], json!({ "0": 1, "4": 2, "10": 3, "14": 1, "20": 1, "24": 3 }));
    let paint = json!({ "puzzle": TAB01, "options": { "names": [14, 24], "vertex": 4, "to": 1 } });
    let painted = report("pinta_vertice", &paint);
    assert_eq!(painted["Lp"], json!({ "4": [10, 24], "10": [4, 20], "20": [10, 24], "24": [4, 20] }));
    assert_eq!(painted["Cp"], json!({ "4": 1, "10": 3, "20": 1, "24": 3 }));
    let own = report("pinta_vertice", &json!({ "puzzle": TAB01, "options": { "vertex": 3, "to": 2 } }));
    assert_eq!(own["Lp"], report("graph", &json!({ "puzzle": TAB01 }))["L"]);
    let said = |options: Value| refused("paint-vertex", &json!({ "puzzle": TAB01, "options": options }));
    assert_eq!(said(json!({ "vertex": 25, "to": 1 })), "25 is in no region of this board");
    assert_eq!(said(json!({ "vertex": 4, "to": 4 })), "colour 4 is not one of 1 to 3");
    assert_eq!(said(json!({ "vertex": 4, "to": 1, "names": [3] })), "3 and 4 name the same region");
    assert_eq!(
        refused("graph", &json!({ "puzzle": TAB01, "options": { "names": [99] } })),
        "99 is in no region of this board"
    );
}

#[test]
fn both_worked_solutions_solve_the_worked_board() {
    for line in [["E1 1", "A5 3", "A5 1"], ["E1 1", "E1 3", "E1 1"]] {
        let played = report("play", &json!({ "puzzle": TAB01, "moves": line }));
        assert_eq!((&played["state"], &played["position"]["used"]), (&json!("won"), &3.into()), "{line:?}");
    }
    let solved = report("solve", &json!({ "puzzle": TAB01 }));
    assert!(solved["lower_bound"].as_u64().unwrap() <= 3);
}

#[test]
fn busca_follows_its_pseudo_code_to_the_end_or_says_minus_one() {
    let mut puzzle = TAB01.to_owned();
    for left in (1..=3).rev() {
        let found = report("busca", &json!({ "puzzle": puzzle, "options": { "moves": left } }));
        assert_eq!(found["verdict"], "yes");
        let action = format!("{} {}", found["vertex"], found["color"]);
        puzzle = report("paint", &json!({ "puzzle": puzzle, "options": { "move": action } }))["text"]
            .as_str()
            .unwrap()
            .to_owned();
    }
    assert_eq!(report("check", &json!({ "puzzle": puzzle }))["solved"], true);
    let none = report("busca", &json!({ "puzzle": TAB01, "options": { "moves": 1 } }));
    assert_eq!((&none["vertex"], &none["color"], &none["verdict"]), (&(-1).into(), &(-1).into(), &json!("no")));
    let cut = report("busca", &json!({ "puzzle": TAB01, "limits": { "nodes": 1 } }));
    assert_eq!(cut["status"], "gave_up");
}

#[test]
fn one_is_red_two_green_three_yellow_in_every_picture() {
    use azulejo_core::scene::Fill;
    use azulejo_core::scene::palette::{GREEN, RED, YELLOW};
    let scenes = asked("show", &json!({ "puzzle": "1 1 1 3 3\n1 2 3\n" })).unwrap().scenes();
    let fills: Vec<Fill> = scenes[0].tiles.iter().map(|tile| tile.fill).collect();
    assert_eq!(fills, [RED, GREEN, YELLOW].map(Fill::Color));
    let spoken: Vec<&str> = scenes[0].tiles.iter().map(|tile| tile.spoken.as_str()).collect();
    assert_eq!(spoken, ["A1 1 red", "B1 2 green", "C1 3 yellow"]);
}

#[test]
fn busca_with_more_moves_than_any_stack_holds_gives_up_for_memory() {
    let puzzle = "1 4000000000 3 6 3\n1 2 3 1 2 3\n2 3 1 2 3 1\n3 1 2 3 1 2\n";
    let budget = Budget::unlimited().with_memory(1 << 20);
    let report = asked_within("busca", &json!({ "puzzle": puzzle }), &budget).unwrap();
    assert_eq!(report.head().stop, Some(Stop::Memory));
}

#[test]
fn a_rating_heeds_its_limit_where_every_first_move_is_solved_at_a_glance() {
    let vertices = 4000;
    let colors: Vec<String> = (0..vertices).map(|vertex| (1 + vertex % 3).to_string()).collect();
    let edges: String = (1..vertices).map(|vertex| format!("0 {vertex}\n")).collect();
    let star = format!("{vertices} {} 3 9999\n{}\n{edges}", vertices - 1, colors.join(" "));
    let begun = std::time::Instant::now();
    let rated = report("rate", &json!({ "puzzle": star, "limits": { "time_ms": 50 } }));
    assert_eq!((rated["status"].as_str(), rated["stop"].as_str()), (Some("gave_up"), Some("time")));
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}
