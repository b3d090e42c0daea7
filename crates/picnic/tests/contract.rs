//! The skeleton keeps what every game must keep, and can be asked everything, so that the way to add a game cannot rot.
#![allow(clippy::unwrap_used, missing_docs)]

use azulejo_core::budget::Budget;
use azulejo_core::contract;
use azulejo_core::game::Game as _;
use azulejo_core::hands::NoUi;
use azulejo_core::problem::Problems;
use azulejo_core::question::Question;
use azulejo_core::registry::Registry;
use azulejo_core::report::Report;
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_core::scene::{Emphasis, Stroke, Style, png, svg};
use azulejo_picnic::{GAME, Picnic, Setup, format};
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

fn asked(question: &Value) -> Result<Report, Problems> {
    let text = question.to_string();
    GAMES.ask(&serde_json::from_str::<Question>(&text).unwrap(), &Budget::unlimited())
}

fn answer(question: &Value) -> Value {
    serde_json::from_slice(&asked(question).unwrap().json()).unwrap()
}

fn refused(question: &Value) -> String {
    asked(question).unwrap_err().to_string()
}

fn about(verb: &str, puzzle: &str) -> Value {
    json!({ "game": "picnic", "task": verb, "puzzle": puzzle })
}

#[test]
fn the_skeleton_keeps_the_contract() {
    for seed in 0..50 {
        let setup = Setup { plates: 1 + seed as u16 % 40 };
        assert_eq!(contract::keeps::<Picnic>(&setup, seed, 100), Ok(()));
    }
}

#[test]
fn a_question_gives_a_report() {
    let solved = answer(&about("solve", "012301"));
    assert_eq!(solved["status"], "solved");
    assert_eq!(solved["line"], json!(["take 2"]));
    assert_eq!(solved["proof"], "optimal");
    assert_eq!(solved["engine"], "arithmetic");
    let lost = answer(&about("solve", "picnic:0123"));
    assert_eq!((lost["status"].as_str(), lost["verdict"].as_str()), (Some("impossible"), Some("no")));
    let mut short = about("solve", "0123");
    short["limits"] = json!({ "nodes": 0 });
    assert_eq!(answer(&short)["stop"], "nodes");
    assert_eq!(answer(&about("hint", "012301"))["cells"], json!([[0, 0], [0, 1]]));
    assert_eq!(answer(&about("rate", "0123"))["difficulty"], "easy");
    assert_eq!(answer(&about("check", "0123"))["violations"], json!([]));
    assert_eq!(answer(&about("moves", "01"))["moves"], json!(["take 1", "take 2"]));
    assert_eq!(answer(&about("bot", "012"))["bot"], "random");
    assert_eq!(answer(&about("export", "012"))["text"], "012\n");
    let made = answer(&json!({ "game": "picnic", "task": "new", "options": { "setup": "5", "seed": 1 } }));
    assert_eq!(made["id"], "picnic:5#1");
    let five = json!({ "game": "picnic", "task": "generate", "options": { "setup": "5", "seed": 1, "number": 3 } });
    assert_eq!(answer(&five)["puzzles"][2]["id"], "picnic:5#3");
}

#[test]
fn moves_are_played_before_the_verb_is_asked() {
    let mut question = about("play", "picnic:0123");
    question["moves"] = json!(["take 2"]);
    let view = answer(&question);
    assert_eq!((view["id"].as_str(), view["state"].as_str()), (Some("picnic:23'"), Some("playing")));
    assert_eq!(answer(&about("play", "picnic:0123 take 2; take 2"))["state"], "won");
    question["moves"] = json!(["take 2", "take 3"]);
    assert_eq!(refused(&question), "move 2 `take 3`: there are only 2 plates");
    question["moves"] = json!(["eat"]);
    assert_eq!(refused(&question), "expected `take 1`, `take 2` or `take 3`");
}

#[test]
fn a_hand_plays_what_it_touches() {
    let mut question = about("gesture", "0123");
    question["options"] = json!({ "gestures": [{ "act": "tap", "on": "B1" }] });
    question["draw"] = json!({});
    let touched = answer(&question);
    assert_eq!(touched["moves"], json!(["take 2"]));
    assert_eq!(touched["controls"][0]["handle"], "take:1");
    assert!(touched["scenes"][0]["svg"].as_str().unwrap().contains("data-handle='A1"));
    question["options"] = json!({ "gestures": [{ "act": "tap", "on": "Z9" }, { "act": "hover", "on": "A1" }] });
    assert_eq!(answer(&question)["moves"], json!([]));
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    assert_eq!(refused(&about("solve", "01x")), "1:3: plate 'x' is not 0 to 3");
    assert!(refused(&about("eat", "01")).starts_with("Picnic has no verb `eat`: expected `new`, `show`"));
    assert!(refused(&json!({ "game": "chess", "task": "solve" })).starts_with("there is no game called `chess`"));
    assert!(refused(&json!({ "game": "picnic", "task": "solve" })).contains("no puzzle"));
    let mut wrong = about("solve", "01");
    wrong["options"] = json!({ "fast": true });
    assert_eq!(refused(&wrong), "there is no option `fast`: there are none");
    assert!(
        refused(&json!({ "game": "picnic", "task": "play", "position": "99" })).contains("not a position of Picnic")
    );
    assert!(refused(&about("play", "picnic:99#1")).contains("not a number of plates"));
    assert!(refused(&about("play", "picnic@2:9#1")).contains("needs version 2"));
}

#[test]
fn a_scene_is_drawn_the_same_for_ever() {
    let mut scene = Picnic::scenes(&format::read("0123").unwrap(), &NoUi {}).swap_remove(0);
    let style = Style::default();
    insta::assert_snapshot!("plain", ansi(&scene, &style, Depth::None));
    insta::assert_snapshot!("svg", svg::svg(&scene, &style));
    scene.tiles[1].emphasis = Emphasis::Strong;
    let cells = [scene.tiles[1].cell, scene.tiles[2].cell];
    let scene = scene.with_outline(Stroke::Strong, cells);
    insta::assert_snapshot!("outlined", ansi(&scene, &style, Depth::None));
    insta::assert_snapshot!("colored", ansi(&scene, &style, Depth::Sixteen).replace('\u{1b}', "^"));
    let picture = png::png_strip(&[scene.clone(), scene], 2, &style).unwrap();
    assert_eq!(&picture[1..4], b"PNG");
}
