//! Switcher asked through its table of verbs, as every door asks it: by JSON, right and wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_core::budget::Budget;
use azulejo_core::options::Kind;
use azulejo_core::problem::{About, Problems};
use azulejo_core::question::Question;
use azulejo_core::registry::Registry;
use azulejo_core::report::{Part, Report};
use azulejo_core::scene::Style;
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_switcher::GAME;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

/// A red square (fige02) stands at A1, a yellow line of four (fige06) at B6.
const BOARD: &str = "r r b g b g\nr r g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng y y y y b\n";
const LINE: &str = "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb";
const CHECKERS: &str = "rgrgrg/bybyby/rgrgrg/bybyby/rgrgrg/bybyby";

fn asked(question: &Value) -> Result<Report, Problems> {
    let text = question.to_string();
    GAMES.ask(&serde_json::from_str::<Question>(&text).unwrap(), &Budget::unlimited())
}

fn of(report: &Report) -> Value {
    serde_json::from_slice(&report.json()).unwrap()
}

fn question(verb: &str, puzzle: &str, options: &Value) -> Value {
    json!({ "game": "switcher", "task": verb, "puzzle": puzzle, "options": options })
}

fn answer(verb: &str, puzzle: &str, options: &Value) -> Value {
    of(&asked(&question(verb, puzzle, options)).unwrap())
}

fn made(verb: &str, options: &Value) -> Value {
    of(&asked(&json!({ "game": "switcher", "task": verb, "options": options })).unwrap())
}

fn refused(verb: &str, puzzle: &str, options: &Value) -> Problems {
    asked(&question(verb, puzzle, options)).unwrap_err()
}

/// What a terminal without colours shows of the answer.
fn told(verb: &str, puzzle: &str, options: &Value) -> String {
    let parts = asked(&question(verb, puzzle, options)).unwrap().page().0.into_iter().map(|part| match part {
        Part::Say(message) => format!("{message}\n"),
        Part::Note(_) => String::new(),
        Part::Text(lines) => lines,
        Part::Scene(scene) => ansi(&scene, &Style::default(), Depth::None),
    });
    parts.collect()
}

#[test]
fn components_come_by_color_and_first_cell_with_their_submatrix() {
    let found = answer("components", BOARD, &json!({ "matrix": true }));
    assert_eq!((&found["status"], &found["verdict"]), (&json!("ok"), &json!("yes")));
    assert_eq!(found["components"][0], json!({ "color": "r", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]] }));
    assert_eq!(found["matrix"][0], json!([[["r", 0, 0], ["r", 0, 1]], [["r", 1, 0], ["r", 1, 1]]]));
    assert_eq!(found["matrix"].as_array().unwrap().len(), found["components"].as_array().unwrap().len());
    let plain = answer("connected-components", LINE, &json!({}));
    assert_eq!((&plain["components"], &plain["command"]), (&found["components"], &json!("components")));
    assert_eq!(plain.get("matrix"), None);
    let text = told("components", BOARD, &json!({ "matrix": true }));
    assert!(text.contains("  Component 1:\n[[[\"r\",0,0],[\"r\",0,1]],[[\"r\",1,0],[\"r\",1,1]]]\n\n"), "{text}");
    let text = told("components", BOARD, &json!({}));
    assert!(text.starts_with("Color: r (5 components)\n  Component 1:\nr  r  .  .  .  .\nr  r  ."), "{text}");
}

#[test]
fn figures_are_named_sorted_and_grouped() {
    let found = answer("figures", BOARD, &json!({}));
    let expected = json!([
        { "name": "fige02", "color": "r", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]] },
        { "name": "fige06", "color": "y", "cells": [[5, 1], [5, 2], [5, 3], [5, 4]] },
    ]);
    assert_eq!(found["figures"], expected);
    assert_eq!(answer("figures", BOARD, &json!({ "set": "poc" }))["figures"][0]["name"], "Cube");
    assert_eq!(found.get("matrix"), None);
    let text = told("figures", BOARD, &json!({}));
    assert!(text.starts_with("Figure Type: fige02 (1 components)\n  Component 1:\nr  r  .  .  .  .\n"), "{text}");
    let none = answer("figures", CHECKERS, &json!({}));
    assert_eq!((&none["verdict"], &none["figures"]), (&json!("no"), &json!([])));
    assert_eq!(none["messages"][0]["code"], "switcher.no_figure");
    let own = answer("figures", BOARD, &json!({ "set": "Single\n*\n\nTower\n*\n*\n*\n" }));
    assert!(own["figures"].as_array().unwrap().iter().any(|figure| figure["name"] == "Tower"));
}

/// The worked board of the proof of concept's text.
const WORKED: &str = include_str!("../../../puzzles/switcher/example_1.txt");

#[test]
fn the_proof_of_concepts_own_names_mean_its_own_figures() {
    let cube = json!([[["r", 0, 0], ["r", 0, 1]], [["r", 1, 0], ["r", 1, 1]]]);
    let short_t = json!([[null, ["y", 0, 4], null], [["y", 1, 3], ["y", 1, 4], ["y", 1, 5]]]);
    let found = answer("show-figures", WORKED, &json!({}));
    assert_eq!(found["matrix"], json!({ "Cube": [cube], "Short T": [short_t] }));
    assert_eq!(found["command"], "show-figures");
    let names: Vec<&Value> = found["figures"].as_array().unwrap().iter().map(|figure| &figure["name"]).collect();
    assert_eq!(names, ["Cube", "Short T"]);
    let all = answer("figures", WORKED, &json!({ "matrix": true }));
    assert_eq!((&all["matrix"]["fige02"], &all["matrix"]["fige04"]), (&json!([cube]), &json!([short_t])));
    assert_eq!(answer("show-figures", WORKED, &json!({ "set": "official" }))["matrix"], all["matrix"]);
    assert_eq!(answer("figures", WORKED, &json!({ "set": "poc", "matrix": true }))["matrix"], found["matrix"]);
    let none = answer("show-figures", CHECKERS, &json!({}));
    assert_eq!((&none["verdict"], &none["matrix"]), (&json!("no"), &json!({})));
}

#[test]
fn figures_are_grouped_in_the_order_of_their_first_match() {
    // Colours go r, g, b, y: the green Short T is met before the blue Cube above it.
    let board = "bbrgrg/bbgrgr/ygrgyb/gggyby/ryrybr/ryryby";
    let text = told("show-figures", board, &json!({ "matrix": true, "any_count": true }));
    let short_t = "Figure Type: Short T (1 components)\n  Component 1:\n\
        [[null,[\"g\",2,1],null],[[\"g\",3,0],[\"g\",3,1],[\"g\",3,2]]]\n\n";
    let cube = "Figure Type: Cube (1 components)\n  Component 1:\n\
        [[[\"b\",0,0],[\"b\",0,1]],[[\"b\",1,0],[\"b\",1,1]]]\n\n";
    assert_eq!(text, format!("{short_t}{cube}"));
}

#[test]
fn what_is_wrong_with_a_set_is_about_the_set() {
    let falls_apart = refused("figures", BOARD, &json!({ "set": "Gap\n*.*\n" }));
    assert_eq!(falls_apart.to_string(), "1:1: figure `Gap` falls apart: its cells must touch side by side");
    assert_eq!(*falls_apart.about(), About::Option("set".to_owned()));
    let unknown = refused("show", BOARD, &json!({ "set": "offical" })).to_string();
    assert!(unknown.starts_with("option `set`: `offical` is no set of figures"), "{unknown}");
    let huge = "*".repeat(70_000);
    assert!(refused("highlight", BOARD, &json!({ "set": huge })).to_string().contains("larger than 64 KiB"));
}

#[test]
fn highlight_is_upper_case_without_color_and_show_draws_outlines() {
    let plain = "R R b g b g\nR R g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng Y Y Y Y b\n";
    assert_eq!(told("highlight", BOARD, &json!({})), plain);
    assert_eq!(told("highlight-board", BOARD, &json!({ "set": "official" })), plain);
    assert_eq!(told("highlight-board", BOARD, &json!({})), plain.replace("Y Y Y Y", "y y y y"));
    let rows: Vec<&str> = plain.lines().collect();
    assert_eq!(answer("highlight", BOARD, &json!({}))["highlighted"], json!(rows));
    let shown = answer("show", BOARD, &json!({}));
    assert_eq!((&shown["board"], &shown["figures"][0]["name"]), (&json!(LINE), &json!("fige02")));
    let text = told("show", BOARD, &json!({}));
    assert!(text.ends_with("red fige02 at A1\nyellow fige06 at B6\n"), "{text}");
    assert!(text.contains("1 ┃ r   r ┃"), "{text}");
}

#[test]
fn boards_with_other_counts_need_a_word() {
    let tens = LINE.replacen('b', "r", 1);
    let id = format!("switcher:{tens}");
    for puzzle in [tens.as_str(), id.as_str()] {
        let problems = refused("figures", puzzle, &json!({}));
        assert_eq!(*problems.about(), About::Puzzle);
        let problem = &problems.list()[0];
        assert_eq!(problem.message, "the board has 8 tiles of 'b' (blue), expected 9");
        assert_eq!(problem.hint.as_deref(), Some("`--any-count` accepts any number of each colour"));
        let any = json!({ "any_count": true });
        assert_eq!(answer("figures", puzzle, &any)["status"], "ok");
        assert_eq!(answer("show", puzzle, &any)["board"], json!(tens));
    }
    let view = answer("play", &tens, &json!({ "any_count": true }));
    let check = json!({ "game": "switcher", "task": "check", "position": view["position"] });
    assert_eq!(of(&asked(&check).unwrap())["violations"][0]["code"], "tile_count");
}

#[test]
fn what_is_wrong_with_a_board_is_named_with_its_place() {
    for (text, expected) in [
        ("", "1:1: the board is empty: expected 6 rows of 6 letters r g b y"),
        ("rgbyrg", "1:1: the board has 1 row, expected 6"),
        ("rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyx", "1:41: colour 'x' is not one of r g b y"),
    ] {
        for verb in ["figures", "components", "play", "solve"] {
            let problems = refused(verb, text, &json!({}));
            assert_eq!((problems.to_string().as_str(), problems.about()), (expected, &About::Puzzle), "{verb}");
        }
    }
    let huge = "r".repeat(70_000);
    let expected = "it is larger than 64 KiB, too large for this kind of input";
    assert_eq!(refused("figures", &huge, &json!({})).to_string(), expected);
    assert_eq!(refused("turn", "flow#1", &json!({ "figures": "fig01" })).about(), &About::Puzzle);
}

#[test]
fn a_board_may_come_as_an_id_a_record_or_a_position_with_moves() {
    let begun = made("new", &json!({ "seed": 42 }));
    let rows: Vec<&str> = begun["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let line = rows.join("/");
    assert_eq!(answer("show", "switcher#42", &json!({}))["board"], json!(line));
    assert_eq!(answer("show", &line, &json!({}))["board"], json!(line));
    let swapped = answer("moves", "switcher#42", &json!({}))["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action.as_str().unwrap().to_owned())
        .filter(|action| action.starts_with("mov"))
        .map(|action| answer("show", &format!("switcher#42 {action}"), &json!({}))["board"].clone())
        .find(|board| *board != json!(line));
    assert!(swapped.is_some());
    let position = json!({ "game": "switcher", "task": "show", "position": begun["position"] });
    assert_eq!(of(&asked(&position).unwrap())["board"], json!(line));
}

#[test]
fn a_turn_is_answered_with_a_line_and_a_proof() {
    let options = json!({ "cards": ["mov1", "mov3"], "figures": ["fige02", "fige06"] });
    let best = answer("turn", BOARD, &options);
    assert_eq!(
        (&best["status"], &best["verdict"], &best["proof"]),
        (&json!("solved"), &json!("yes"), &json!("optimal"))
    );
    assert_eq!((&best["min_moves"], &best["best_turn_discards"]), (&json!(0), &json!(2)));
    let claim = json!({ "move": "claim fige02 A1", "claim": "fige02", "color": "r", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]] });
    assert!(best["line"].as_array().unwrap().contains(&claim), "{best}");
    assert_eq!(best["engine"], "exact");
    assert!(best["nodes"].is_u64() && best["elapsed_ms"].is_number());
    let texts = json!({ "cards": "mov1,mov3", "figures": "fige02,fige06", "engine": "plain" });
    let plain = answer("turn", BOARD, &texts);
    assert_eq!((&plain["best_turn_discards"], &plain["engine"]), (&json!(2), &json!("plain")));
    let text = told("turn", BOARD, &options);
    assert!(text.starts_with("2 figures this turn (proven the most)\n 1. claim fige"), "{text}");
    assert!(text.ends_with("the first figure needs 0 movement cards\n"), "{text}");
    let mut drawn = question("turn", BOARD, &options);
    drawn["draw"] = json!({});
    assert_eq!(of(&asked(&drawn).unwrap())["scenes"].as_array().unwrap().len(), 2);
}

#[test]
fn swaps_in_a_line_say_their_card_and_cells() {
    let options = json!({ "cards": "mov3,mov4", "figures": "fige01,fige03,fige04" });
    let best = answer("turn", BOARD, &options);
    let steps = best["line"].as_array().unwrap();
    let swap = steps.iter().find(|step| step.get("swap").is_some()).unwrap();
    let names: Vec<String> = serde_json::from_value::<Vec<azulejo_core::grid::Cell>>(swap["swap"].clone())
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(swap["move"], json!(format!("{} {}", swap["card"].as_str().unwrap(), names.join(" "))));
}

#[test]
fn a_turn_that_can_claim_nothing_is_a_proven_no() {
    let none = answer("turn", BOARD, &json!({ "cards": "", "figures": "fig17" }));
    assert_eq!((&none["status"], &none["verdict"]), (&json!("impossible"), &json!("no")));
    assert_eq!((&none["min_moves"], &none["best_turn_discards"], &none["line"]), (&json!(null), &json!(0), &json!([])));
    assert_eq!(none["messages"][0]["text"], "no own figure can be claimed this turn (proven)");
    let red = json!({ "figures": "fige02", "forbidden": "r" });
    assert_eq!(answer("turn", BOARD, &red)["status"], "impossible");
    assert_eq!(answer("turn", BOARD, &json!({ "figures": "fige02", "forbidden": "green" }))["status"], "solved");
}

#[test]
fn a_turn_that_ran_out_of_its_limits_proves_nothing() {
    for engine in ["exact", "plain"] {
        let options = json!({ "cards": "mov7,mov7,mov7", "figures": "fig17,fig05", "engine": engine });
        let mut short = question("turn", BOARD, &options);
        short["limits"] = json!({ "nodes": 1 });
        let stopped = of(&asked(&short).unwrap());
        assert_eq!((&stopped["status"], &stopped["verdict"]), (&json!("gave_up"), &json!("unknown")), "{engine}");
        assert_eq!((&stopped["stop"], &stopped["min_moves"]), (&json!("nodes"), &json!(null)), "{engine}");
    }
    let mut late =
        question("turn", BOARD, &json!({ "cards": "mov7,mov7,mov7", "figures": "fige02", "engine": "plain" }));
    late["limits"] = json!({ "time_ms": 5 });
    let stopped = of(&asked(&late).unwrap());
    assert_eq!((&stopped["stop"], &stopped["best_turn_discards"]), (&json!("time"), &json!(1)));
    assert!(stopped["messages"][0]["text"].as_str().unwrap().contains("at least; the time limit"), "{stopped}");
}

#[test]
fn wrong_cards_and_figures_are_problems_of_their_option() {
    for (options, expected) in [
        (json!({ "cards": "mov8", "figures": "fig01" }), "option `cards`: `mov8` is not a movement card"),
        (json!({ "cards": ["mov8"], "figures": "fig01" }), "option `cards[0]`: `mov8` is not a movement card"),
        (json!({ "figures": ["fig99"] }), "option `figures[0]`: `fig99` is not a figure: expected `fig01` to `fig18`"),
        (
            json!({ "cards": "mov1,mov1,mov1,mov1", "figures": "fig01" }),
            "option `cards`: there are 4 cards, a hand has",
        ),
        (json!({ "cards": "mov1", "figures": "" }), "option `figures`: there is none, expected one to three"),
        (json!({ "cards": "mov1" }), "there is no option `figures`"),
        (json!({ "figures": "fig01", "forbidden": "pink" }), "option `forbidden`: unknown variant `pink`"),
        (json!({ "figures": "fig01", "mov7": "five" }), "option `mov7`: unknown variant `five`"),
        (json!({ "figures": "fig01", "fast": true }), "there is no option `fast`: expected `any_count`, `cards`"),
    ] {
        let problems = refused("turn", BOARD, &options).to_string();
        assert!(problems.starts_with(expected), "{problems}");
    }
    let many = refused("turn", BOARD, &json!({ "figures": "fig01,fig01,fig01,fig01" }));
    assert_eq!(*many.about(), About::Option("figures".to_owned()));
    assert!(refused("swaps", BOARD, &json!({ "cards": [] })).to_string().starts_with("option `cards`: there is none"));
}

#[test]
fn swaps_lists_what_each_single_swap_forms() {
    let found = answer("swaps", BOARD, &json!({ "cards": "mov4,mov3,mov4" }));
    let swaps = found["swaps"].as_array().unwrap();
    assert!(swaps.iter().all(|swap| !swap["figures"].as_array().unwrap().is_empty()));
    let cards: Vec<&str> = swaps.iter().map(|swap| swap["card"].as_str().unwrap()).collect();
    assert!(cards.is_sorted() && cards.contains(&"mov3") && cards.contains(&"mov4"));
    let text = told("swaps", BOARD, &json!({ "cards": "mov3" }));
    assert!(text.starts_with("mov3 "), "{text}");
    let none = answer("swaps", BOARD, &json!({ "cards": "mov1", "figures": "fig17" }));
    assert_eq!((&none["verdict"], &none["swaps"]), (&json!("no"), &json!([])));
    let edge = answer("swaps", BOARD, &json!({ "cards": "mov7" }))["swaps"].as_array().unwrap().len();
    let four = answer("swaps", BOARD, &json!({ "cards": "mov7", "mov7": "four" }))["swaps"].as_array().unwrap().len();
    assert!(four < edge);
}

#[test]
fn a_new_game_has_an_id_a_seed_a_board_and_a_position() {
    let begun = made("new", &json!({ "seed": 42 }));
    assert_eq!(
        (&begun["id"], &begun["seed"], &begun["board"][0]),
        (&json!("switcher#42"), &json!("42"), &json!("bybryg"))
    );
    let same = answer("play", "switcher#42", &json!({}));
    assert_eq!((&same["position"], &same["id"]), (&begun["position"], &begun["id"]));
    let chosen = made("new", &json!({ "players": 3, "mov7": "four", "box": true, "seed": "a" }));
    assert_eq!(chosen["id"], "switcher:3p-four-box#a");
    let named = made("new", &json!({ "setup": "3p-four-box", "seed": "a" }));
    assert_eq!((&named["id"], &named["position"]), (&chosen["id"], &chosen["position"]));
    assert_ne!(made("new", &json!({}))["seed"], made("new", &json!({}))["seed"]);
    let page = asked(&json!({ "game": "switcher", "task": "new", "options": { "seed": 42 } })).unwrap().page();
    let [Part::Text(rows), Part::Note(id)] = &page.0[..] else { panic!("{page:?}") };
    assert_eq!((rows.lines().next(), id.text.as_str()), (Some("b y b r y g"), "switcher#42"));
    for (options, expected) in [
        (json!({ "players": 5 }), "option `players`: 5 is not from 2 to 4"),
        (json!({ "setup": "5p" }), "`5p` is not a setup of Switcher"),
        (json!({ "setup": "3p", "players": 3 }), "option `setup` cannot be given with `players`"),
    ] {
        let question = json!({ "game": "switcher", "task": "new", "options": options });
        let problems = asked(&question).unwrap_err().to_string();
        assert!(problems.starts_with(expected), "{problems}");
    }
}

#[test]
fn a_simulation_is_the_same_on_any_number_of_threads() {
    let question =
        json!({ "game": "switcher", "task": "simulate", "options": { "games": 4, "bots": "greedy,greedy,greedy" } });
    let run = |threads: usize| {
        let text = question.to_string();
        let budget = Budget::unlimited().with_threads(threads);
        let mut report = of(&GAMES.ask(&serde_json::from_str::<Question>(&text).unwrap(), &budget).unwrap());
        assert!(report["games_per_second"].as_f64().unwrap() > 0.0);
        (report["games_per_second"], report["elapsed_ms"]) = (json!(0), json!(0));
        report
    };
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!((&one["setup"], &one["seed"], &one["games"]), (&json!("3p"), &json!("1"), &json!(4)));
    let wins: u64 = one["bots"].as_array().unwrap().iter().map(|bot| bot["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins + one["unfinished"].as_u64().unwrap(), 4);
}

#[test]
fn a_simulation_out_of_its_limits_counts_only_what_was_finished() {
    let mut endless = json!({ "game": "switcher", "task": "simulate", "options": { "games": u64::MAX } });
    endless["limits"] = json!({ "time_ms": 30 });
    let stopped = of(&asked(&endless).unwrap());
    assert_eq!((&stopped["status"], &stopped["stop"]), (&json!("gave_up"), &json!("time")));
    for (options, expected) in [
        (json!({ "bots": "strong" }), "option `bots`: there are 1, expected two to four"),
        (json!({ "bots": "strong,genius" }), "option `bots`: there is no bot `genius`"),
        (json!({ "setup": "3p" }), "option `bots`: 2 bots cannot play a game of 3"),
        (json!({ "setup": "9p" }), "`9p` is not a setup of Switcher"),
    ] {
        let question = json!({ "game": "switcher", "task": "simulate", "options": options });
        let problems = asked(&question).unwrap_err().to_string();
        assert!(problems.starts_with(expected), "{problems}");
    }
}

#[test]
fn solutions_and_hints_are_lines_that_can_be_played() {
    for seed in 0..6 {
        let id = format!("switcher#{seed}");
        let solved = answer("solve", &id, &json!({}));
        let hinted = answer("hint", &id, &json!({}));
        assert_eq!(hinted["line"], solved["line"]);
        assert_eq!(hinted["move"], solved["line"][0]);
        assert_eq!(hinted["messages"][0]["code"], "switcher.advice");
        let mut play = question("play", &id, &json!({}));
        play["moves"] = solved["line"].clone();
        let before = answer("play", &id, &json!({}))["position"]["players"][0]["figures"].as_array().unwrap().len();
        let after = of(&asked(&play).unwrap())["position"]["players"][0]["figures"].as_array().unwrap().len();
        assert!(after < before, "{id}");
    }
    let mut short = question("hint", "switcher#1", &json!({}));
    short["limits"] = json!({ "nodes": 1 });
    assert_eq!(of(&asked(&short).unwrap())["status"], "gave_up");
    let over = answer("solve", "switcher#1 leave", &json!({}));
    assert_eq!((&over["status"], &over["line"]), (&json!("impossible"), &json!(null)));
}

#[test]
fn a_table_is_touched_and_told() {
    let mut touch = question("gesture", LINE, &json!({ "gestures": [{ "act": "tap", "on": "card:0" }] }));
    touch["draw"] = json!({});
    let touched = of(&asked(&touch).unwrap());
    assert_eq!((&touched["moves"], &touched["ui"]), (&json!([]), &json!({ "card": 0, "outlined": "official" })));
    assert_eq!(touched["controls"][0]["handle"], "end");
    let names: Vec<&str> =
        touched["scenes"].as_array().unwrap().iter().map(|scene| scene["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["board", "hand", "figures", "player2"]);
    let facts: Vec<&str> =
        touched["facts"].as_array().unwrap().iter().map(|fact| fact["text"].as_str().unwrap()).collect();
    assert_eq!(
        facts,
        [
            "form the figures on all your cards before the others do",
            "player 1 is to move",
            "no colour is forbidden",
            "player 1 has 25 figure cards left, 22 in the deck",
            "player 2 has 25 figure cards left, 22 in the deck",
            "43 movement cards in the pile",
        ]
    );
    let ended = question("gesture", LINE, &json!({ "ui": touched["ui"], "gestures": [{ "act": "tap", "on": "end" }] }));
    let ended = of(&asked(&ended).unwrap());
    assert_eq!(
        (&ended["moves"], &ended["ui"], &ended["player"]),
        (&json!(["end"]), &json!({ "outlined": "official" }), &json!(1))
    );
    assert_eq!(answer("bot", LINE, &json!({ "bot": "strong" }))["bot"], "strong");
    let exported = answer("export", LINE, &json!({}));
    assert_eq!(exported["text"], json!(format!("{}\n", LINE.replace('/', "\n"))));
    assert_eq!(answer("play", exported["id"].as_str().unwrap(), &json!({}))["id"], exported["id"]);
}

#[test]
fn the_table_shows_what_the_player_to_move_may_see() {
    let tap = json!({ "gestures": [{ "act": "tap", "on": "card:1" }, { "act": "tap", "on": "C3" }] });
    insta::assert_snapshot!(told("gesture", LINE, &tap));
    let mut drawn = question("gesture", LINE, &tap);
    drawn["draw"] = json!({});
    let scenes = of(&asked(&drawn).unwrap())["scenes"].clone();
    let svg = |index: usize| scenes[index]["svg"].as_str().unwrap().to_owned();
    assert!(svg(0).contains("data-handle='C3'") && svg(0).contains("C3 blue, taken up"));
    assert!(svg(1).contains("data-handle='card:2'"));
    assert!(svg(2).contains("data-handle='figure:0'") && svg(3).contains("data-handle='player:2:0'"));
    let over = told("play", "switcher#1 leave", &json!({}));
    assert!(!over.contains("movement cards in hand") && over.contains("player 2 has won"), "{over}");
}

#[test]
fn every_option_has_help_and_shows_its_default() {
    for verb in GAME.verbs {
        for option in &verb.table().0 {
            assert!(!option.about.is_empty() && !option.about.ends_with('.'), "{} {}", verb.name, option.name);
            if let Kind::Choice(words) = &option.kind {
                assert!(words.iter().all(|(_, about)| !about.is_empty()), "{} {}", verb.name, option.name);
            }
        }
    }
    let option = |verb: &str, name: &str| GAME.find(verb).unwrap().table().find(name).unwrap().clone();
    assert_eq!(option("new", "players").kind, Kind::Integer(Some(2), Some(4)));
    assert_eq!(option("new", "players").default, Some(json!(2)));
    assert_eq!(option("simulate", "bots").default, Some(json!(["strong", "greedy"])));
    assert_eq!(option("turn", "mov7").default, Some(json!("edge")));
    assert_eq!(option("figures", "set").default, Some(json!("official")));
    assert!(option("turn", "figures").required && option("swaps", "cards").required);
    assert!(matches!(option("turn", "cards").kind, Kind::List(kind) if matches!(*kind, Kind::Choice(_))));
    assert!(matches!(option("swaps", "figures").kind, Kind::List(kind) if matches!(*kind, Kind::Choice(_))));
}

#[test]
fn every_sentence_has_one_code_of_its_own() {
    let mut codes: Vec<&str> = GAME.words.iter().map(|template| template.code).collect();
    assert!(codes.iter().all(|code| code.starts_with("switcher.")));
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), GAME.words.len());
}
