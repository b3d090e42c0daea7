//! What can be asked of Blocky, by JSON through the registry: answers, verdicts, limits, refusals.

#![allow(clippy::unwrap_used)]

use azulejo_blocky::GAME;
use azulejo_core::budget::Budget;
use azulejo_core::options::Kind;
use azulejo_core::problem::{About, Problems};
use azulejo_core::question::Question;
use azulejo_core::registry::Registry;
use azulejo_core::report::{Page, Part, Report};
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_core::scene::{MarkKind, Style};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

/// A board worked out by hand: three solid quarters and one of four cells.
const BOARD: &str = r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#;

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

fn ask(verb: &str, puzzle: &str, options: &Value) -> Value {
    answer(&json!({ "game": "blocky", "task": verb, "puzzle": puzzle, "options": options }))
}

fn begin(verb: &str, options: &Value) -> Value {
    answer(&json!({ "game": "blocky", "task": verb, "options": options }))
}

fn refused(verb: &str, puzzle: &str, options: &Value) -> Problems {
    asked(&json!({ "game": "blocky", "task": verb, "puzzle": puzzle, "options": options })).unwrap_err()
}

fn text_of(page: &Page) -> String {
    let style = Style::default();
    let part = |part: &Part| match part {
        Part::Say(message) => format!("{message}\n"),
        Part::Note(message) => format!("note: {message}\n"),
        Part::Text(text) => text.clone(),
        Part::Scene(scene) => ansi(scene, &style, Depth::None),
    };
    page.0.iter().map(part).collect()
}

fn told(verb: &str, puzzle: &str, options: &Value) -> String {
    let question = json!({ "game": "blocky", "task": verb, "puzzle": puzzle, "options": options });
    text_of(&asked(&question).unwrap().page())
}

/// The members' names, in order.
fn members(answer: &Value) -> Vec<&str> {
    answer.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_seed_always_gives_the_same_board_and_game() {
    let one = begin("new", &json!({ "depth": 3, "seed": 42 }));
    assert_eq!(one["id"], "blocky:d3#42");
    assert_eq!(one["seed"], "42");
    assert_eq!(one["position"]["board"], one["board"]);
    assert_eq!(ask("apply", "blocky:d3#42", &json!({ "moves": "" }))["board"], one["board"]);
    assert_eq!(ask("play", "blocky:d3#42", &json!({}))["position"], one["position"]);
    assert_ne!(begin("new", &json!({ "depth": 3, "seed": 43 }))["board"], one["board"]);
    let table = json!({ "depth": 2, "turns": 3, "humans": 1, "random": 1, "smart": [2, 5], "search": "24",
        "goal": "perimeter", "rules": "2020", "seed": "x" });
    let game = begin("new", &table);
    assert_eq!(game["id"], "blocky:d2,t3,perimeter,human,random,smart2,smart5,search24,2020#x");
    let players = game["position"]["players"].as_array().unwrap();
    let names: Vec<&str> = players.iter().map(|player| player["player"].as_str().unwrap()).collect();
    assert_eq!(names, ["human", "random", "smart2", "smart5", "search24"]);
    let fresh = [begin("new", &json!({})), begin("new", &json!({}))];
    assert_ne!(fresh[0]["seed"], fresh[1]["seed"]);
    assert_eq!(fresh[0]["max_depth"], 4);
}

#[test]
fn a_seed_of_the_original_gives_its_board() {
    let original = begin("new", &json!({ "depth": 2, "python_seed": 0 }));
    assert_eq!(original["board"], json!([[3, 0, 2, 3], [2, 3, 2, 1], [2, 1, 0, 2], 1]));
    assert_eq!((&original["python_seed"], original.get("seed")), (&json!("0"), None));
    let id = original["id"].as_str().unwrap();
    assert_eq!(ask("play", id, &json!({}))["position"], original["position"]);
    let large = "123456789012345678901234567890";
    assert_eq!(begin("new", &json!({ "python_seed": large }))["python_seed"], large);
    assert_eq!(begin("new", &json!({ "python_seed": -7 }))["python_seed"], "-7");
}

#[test]
fn answers_have_the_members_of_the_contract_in_their_order() {
    let common =
        |own: &[&'static str], rest: &[&'static str]| [&["game", "command", "status", "verdict"], own, rest].concat();
    let board = begin("new", &json!({ "seed": 1 }));
    assert_eq!(members(&board), common(&["id", "seed", "max_depth", "board", "position"], &["elapsed_ms"]));
    let shown = ask("show", BOARD, &json!({}));
    assert_eq!(members(&shown), common(&["size", "rectangles", "tree", "max_depth", "board"], &["elapsed_ms"]));
    let applied = ask("apply", BOARD, &json!({ "moves": "smash 1", "rules": "2020", "seed": 1 }));
    let own = ["performed", "reasons", "seed", "penalty", "max_depth", "board"];
    assert_eq!(members(&applied), common(&own, &["elapsed_ms"]));
    assert_eq!(members(&ask("score", BOARD, &json!({}))), common(&["blob", "perimeter", "diagonal"], &["elapsed_ms"]));
    let par = ask("par", BOARD, &json!({ "goal": "blob:1" }));
    let own = ["optimal", "score", "plan", "upper_bound", "shortest", "par"];
    assert_eq!(members(&par), common(&own, &["proof", "messages", "nodes", "engine", "elapsed_ms"]));
    let simulated = begin("simulate", &json!({ "random": 1, "depth": 1, "games": 1 }));
    let own = ["games", "seed", "setup", "players", "moves", "moves_per_second"];
    assert_eq!(members(&simulated), common(&own, &["elapsed_ms"]));
    assert_eq!(members(&simulated["players"][0]), ["player", "wins", "share", "mean_score"]);
}

#[test]
fn the_worked_board_is_flattened_scored_and_selected() {
    let columns = json!([[2, 2, 1, 1], [2, 2, 1, 1], [1, 1, 3, 3], [0, 3, 3, 3]]);
    assert_eq!(ask("flatten", BOARD, &json!({}))["columns"], columns);
    let score = ask("score", BOARD, &json!({}));
    assert_eq!((&score["blob"], &score["perimeter"]), (&json!([1, 4, 4, 5]), &json!([2, 5, 4, 5])));
    assert_eq!(score["diagonal"], json!([1, 3, 2, 2]));
    let select = |at: &str, level: u8| ask("select", BOARD, &json!({ "at": at, "level": level, "size": 50 }));
    assert_eq!(select("40,10", 2)["path"], json!([0, 0]));
    assert_eq!(select("40,10", 2)["name"], "0.0");
    assert_eq!(select(" 40, 10", 0)["path"], json!([]));
    assert_eq!(select("-1,10", 0)["path"], Value::Null);
    assert_eq!(
        told("select", BOARD, &json!({ "at": "750,0", "level": 0 })),
        "no block: the point lies outside the board\n"
    );
    assert!(told("score", BOARD, &json!({})).contains("1 Real Red                 4         5         3\n"));
    assert!(told("flatten", BOARD, &json!({})).starts_with("2 2 1 1\n2 2 1 1\n1 1 3 3\n0 3 3 3\nnote: "));
}

#[test]
fn show_gives_rectangles_and_tree_and_draws_the_highlight() {
    let answer = ask("show", BOARD, &json!({ "highlight": "0" }));
    let rectangles = answer["rectangles"].as_array().unwrap();
    assert_eq!(rectangles.len(), 15);
    assert_eq!(rectangles[14], json!(["highlight", [375, 0], [375, 375], 5]));
    assert!(answer["tree"].as_str().unwrap().contains("    Pacific Point: pos=(563, 0), size=188, level=2\n"));
    assert!(told("show", BOARD, &json!({ "tree": true, "size": 64 })).starts_with("pos=(0, 0), size=64, level=0\n"));
    let question = json!({ "game": "blocky", "task": "show", "puzzle": BOARD, "options": { "highlight": "0" } });
    let scenes = asked(&question).unwrap().scenes();
    assert_eq!((scenes.len(), scenes[0].outlines.len(), scenes[0].marks.len()), (1, 8, 0));
    let problems = refused("show", BOARD, &json!({ "highlight": "1.2" }));
    assert_eq!(problems.to_string(), "there is no block 1.2 on this board");
    assert_eq!(*problems.about(), About::Option("highlight".to_owned()));
}

#[test]
fn moves_are_applied_in_order() {
    let apply = |moves: &str, rules: &str| ask("apply", BOARD, &json!({ "moves": moves, "rules": rules, "seed": 1 }));
    let answer = apply("swap_h root; rotate_cw 0", "2017");
    assert_eq!((&answer["board"], &answer["performed"]), (&json!([2, [0, 1, 1, 3], 3, 1]), &json!([true, false])));
    assert_eq!(answer["reasons"], json!([null, "block 0 is solid"]));
    let smashed = apply("smash 0.0; smash root; smash 1", "2017");
    assert_eq!((&smashed["performed"], &smashed["seed"]), (&json!([false, false, true]), &json!("1")));
    let later = apply("paint 0.0 1; combine 0; pass; smash 0", "2020");
    assert_eq!((&later["performed"], &later["penalty"]), (&json!([true, true, true, true]), &json!(5)));
    let text = told("apply", BOARD, &json!({ "moves": "swap_v root; swap_h 2" }));
    let board = r#"{"max_depth":2,"board":[3,1,2,[0,1,1,3]]}"#;
    assert_eq!(text, format!("{board}\nnote: `swap_h 2` did nothing: block 2 is solid\n"));
}

#[test]
fn problems_of_moves_are_about_that_option() {
    for (moves, message) in [
        ("swap_h 0; spin 1", "1:11: `spin` is not a move: expected swap_h"),
        ("swap_h 3.1", "move 1 `swap_h 3.1`: there is no block 3.1 on this board"),
        ("swap_h 0;pass", "move 2 `pass`: `pass` belongs to the rules of 2020"),
    ] {
        let problems = refused("apply", BOARD, &json!({ "moves": moves }));
        assert!(problems.to_string().starts_with(message), "{problems}");
        assert_eq!(*problems.about(), About::Option("moves".to_owned()));
    }
    let hint = refused("apply", BOARD, &json!({ "moves": "pass" })).list()[0].hint.clone();
    assert_eq!(hint.as_deref(), Some("the option `rules` chooses them"));
}

#[test]
fn an_answer_is_a_board_and_a_position_again() {
    let new = begin("new", &json!({ "depth": 2, "smart": "3", "seed": 5 }));
    let again = ask("play", &new.to_string(), &json!({}));
    assert_eq!(again["position"], new["position"]);
    let applied = ask("apply", BOARD, &json!({ "moves": "swap_h root" }));
    let back = ask("apply", &applied.to_string(), &json!({ "moves": "swap_h root" }));
    assert_eq!(back["board"], json!([[0, 1, 1, 3], 2, 1, 3]));
    assert_eq!(ask("score", "blocky:2xx0113213", &json!({}))["blob"], json!([1, 4, 4, 5]));
    let seated = ask("play", BOARD, &json!({ "setup": "t3,diagonal,human,smart2" }));
    assert_eq!((&seated["seats"], &seated["position"]["turns"]), (&json!(2), &json!(3)));
    assert_eq!(seated["position"]["players"][1], json!({ "player": "smart2", "goal": "diagonal:1" }));
}

#[test]
fn plans_are_proven_and_can_be_applied() {
    for goal in ["perimeter:1", "blob:1", "diagonal:1"] {
        let best = ask("best", BOARD, &json!({ "goal": goal }));
        assert_eq!(
            (&best["optimal"], &best["status"], &best["proof"]),
            (&json!(true), &json!("solved"), &json!("optimal"))
        );
        let moves: Vec<&str> = best["plan"].as_array().unwrap().iter().map(|next| next.as_str().unwrap()).collect();
        let after = ask("apply", BOARD, &json!({ "moves": moves.join("; ") }));
        let kind = goal.split(':').next().unwrap();
        assert_eq!(ask("score", &after.to_string(), &json!({}))[kind][1], best["score"], "{goal}");
    }
    let optimum = ask("optimum", BOARD, &json!({ "goal": "perimeter:1" }));
    assert_eq!((&optimum["score"], &optimum["plan"]), (&json!(7), &json!(["swap_h 0"])));
    let none = ask("best", BOARD, &json!({ "goal": "perimeter:1", "turns": 0 }));
    assert_eq!((&none["score"], &none["plan"], &none["optimal"]), (&json!(5), &json!([]), &json!(true)));
    let text = told("optimum", "blocky:d4#42", &json!({ "goal": "perimeter:1" }));
    let claim = "perimeter of Real Red: 10 becomes 29 (proven the best, and no shorter plan reaches it)\n  1. ";
    assert!(text.starts_with(claim), "{text}");
    let strip = json!({ "game": "blocky", "task": "best", "puzzle": BOARD, "options": { "goal": "perimeter:1" } });
    assert_eq!(asked(&strip).unwrap().scenes().len(), 2);
}

#[test]
fn what_is_not_proven_is_no_optimum_and_no_par() {
    let found = ask("best", "blocky:d4#7", &json!({ "goal": "blob:1", "turns": 2 }));
    assert_eq!(
        (&found["optimal"], &found["status"], &found["verdict"]),
        (&json!(false), &json!("solved"), &json!("yes"))
    );
    assert!(found["score"].as_u64() < found["upper_bound"].as_u64());
    for verb in ["optimum", "par"] {
        let question = json!({ "game": "blocky", "task": verb, "puzzle": "blocky:d5#7", "options": { "goal": "blob:1" },
            "limits": { "nodes": 2000 } });
        let answer = answer(&question);
        assert_eq!((&answer["status"], &answer["verdict"]), (&json!("gave_up"), &json!("unknown")), "{verb}");
        assert_eq!((&answer["optimal"], &answer["stop"]), (&json!(false), &json!("nodes")), "{verb}");
        assert!(answer.get("proof").is_none());
    }
    // What gives up by itself says why, too.
    let alone = ask("optimum", "blocky:d5#1", &json!({ "goal": "blob:1" }));
    assert_eq!((&alone["status"], &alone["stop"]), (&json!("gave_up"), &json!("nodes")));
    let question = json!({ "game": "blocky", "task": "par", "puzzle": "blocky:d4#7",
        "options": { "goal": "perimeter:1", "score": 20 }, "limits": { "nodes": 1 } });
    assert_eq!(
        (answer(&question)["par"].clone(), answer(&question)["status"].clone()),
        (Value::Null, json!("gave_up"))
    );
}

#[test]
fn par_is_the_fewest_moves() {
    let par = ask("par", BOARD, &json!({ "goal": "perimeter:1" }));
    assert_eq!((&par["par"], &par["score"]), (&json!(1), &json!(7)));
    assert_eq!(ask("par", BOARD, &json!({ "goal": "perimeter:1", "score": 5 }))["par"], 0);
    let never = ask("par", BOARD, &json!({ "goal": "perimeter:1", "score": 8 }));
    assert_eq!(
        (&never["status"], &never["verdict"], &never["par"]),
        (&json!("impossible"), &json!("no"), &Value::Null)
    );
    assert_eq!(never["messages"][0]["code"], "blocky.no_plan");
    for score in 1..=4 {
        let par = ask("par", "blocky:d2#3", &json!({ "goal": "blob:0", "score": score }));
        assert_eq!(par["status"], "solved");
        let moves = par["par"].as_u64().unwrap();
        assert!(par["score"].as_u64().unwrap() >= score);
        if moves > 0 {
            let fewer = ask("best", "blocky:d2#3", &json!({ "goal": "blob:0", "turns": moves - 1 }));
            assert!(fewer["score"].as_u64().unwrap() < score);
        }
    }
}

#[test]
fn games_between_computer_players_are_counted_on_any_number_of_threads() {
    let question = json!({ "game": "blocky", "task": "simulate", "options":
        { "random": 1, "smart": "5", "depth": 2, "turns": 5, "games": 20 } });
    let simulate = |threads| {
        let report = asked_within(&question, &Budget::unlimited().with_threads(threads)).unwrap();
        let mut answer: Value = serde_json::from_slice(&report.json()).unwrap();
        assert!(answer["moves_per_second"].as_f64().unwrap() > 0.0);
        assert!(text_of(&report.page()).contains("20 games, 200 moves, "));
        for name in ["elapsed_ms", "moves_per_second"] {
            answer.as_object_mut().unwrap().remove(name);
        }
        answer
    };
    let one = simulate(1);
    let players = &one["players"];
    assert_eq!((&one["games"], &one["moves"], &one["setup"]), (&json!(20), &json!(200), &json!("d2,t5,random,smart5")));
    assert_eq!(players[0]["wins"].as_u64().unwrap() + players[1]["wins"].as_u64().unwrap(), 20);
    assert!(players[1]["mean_score"].as_f64() > players[0]["mean_score"].as_f64());
    assert_eq!(one, simulate(3));
    let many = begin("simulate", &json!({ "random": 1, "depth": 1, "turns": 1, "games": 9000 }));
    assert_eq!((&many["games"], &many["players"][0]["wins"]), (&json!(9000), &json!(9000)));
    let short =
        json!({ "game": "blocky", "task": "simulate", "options": { "search": "50,50" }, "limits": { "nodes": 1 } });
    assert_eq!(answer(&short)["status"], "gave_up");
}

#[test]
fn solve_and_hint_give_a_line_that_can_be_played() {
    let solved = ask("solve", "blocky:d2,t3,blob#6", &json!({}));
    assert_eq!((&solved["status"], &solved["proof"]), (&json!("solved"), &json!("optimal")));
    for (verb, id) in
        [("solve", "blocky:d2,t3,blob#6"), ("hint", "blocky:d2,t3,blob#6"), ("hint", "blocky:d3,blob,human,smart2#3")]
    {
        let line = ask(verb, id, &json!({}))["line"].clone();
        assert!(!line.as_array().unwrap().is_empty());
        let played = answer(&json!({ "game": "blocky", "task": "play", "puzzle": id, "moves": line }));
        assert_eq!(played["status"], "ok");
    }
    let hint = ask("hint", "blocky:d2,t3,blob#6", &json!({}));
    assert_eq!(hint["move"], hint["line"][0]);
    assert!(hint["reason"].as_str().unwrap().starts_with("the first of 3 moves from "));
    assert_eq!(hint["messages"][0]["code"], "blocky.hint_plan");
    assert!(!hint["cells"].as_array().unwrap().is_empty());
    let question = json!({ "game": "blocky", "task": "hint", "puzzle": "blocky:d2,t3,blob#6" });
    assert_eq!(asked(&question).unwrap().scenes()[0].marks[0].kind, MarkKind::Hint);
    let short = json!({ "game": "blocky", "task": "solve", "puzzle": "blocky:d5,blob#1", "limits": { "nodes": 1 } });
    assert_eq!((answer(&short)["status"].clone(), answer(&short)["stop"].clone()), (json!("gave_up"), json!("nodes")));
    let solid = ask("hint", "blocky:d2,t3,2020:21", &json!({}));
    assert_eq!(solid["line"], json!(["pass", "pass", "pass"]));
}

#[test]
fn a_seat_is_played_by_who_sits_there() {
    let id = "blocky:d3,t2,blob,random,smart2,search50#4";
    let mut moves: Vec<Value> = Vec::new();
    for bot in ["random", "smart2", "search50"] {
        let view = answer(&json!({ "game": "blocky", "task": "play", "puzzle": id, "moves": moves }));
        assert_eq!(view["bot"], bot);
        let chosen = answer(&json!({ "game": "blocky", "task": "bot", "puzzle": id, "moves": moves }));
        assert_eq!(chosen["bot"], bot);
        moves.push(chosen["move"].clone());
    }
    let human = ask("play", "blocky:d3#4", &json!({}));
    assert_eq!((&human["bot"], &human["state"]), (&Value::Null, &json!("playing")));
    let bots = ["random", "smart0", "smart5", "search"].map(|bot| ask("bot", "blocky:d3#4", &json!({ "bot": bot })));
    assert!(bots.iter().all(|chosen| chosen["move"].is_string()));
    let unknown = refused("bot", "blocky:d3#4", &json!({ "bot": "smart" }));
    assert!(unknown.to_string().starts_with("there is no bot `smart`"), "{unknown}");
}

#[test]
fn bots_at_a_door_play_the_games_that_are_simulated() {
    let id = "blocky:d2,t3,blob,random,smart3,search4#9";
    let mut moves: Vec<Value> = Vec::new();
    loop {
        let chosen = answer(&json!({ "game": "blocky", "task": "bot", "puzzle": id, "moves": moves }));
        if chosen["move"].is_null() {
            break;
        }
        moves.push(chosen["move"].clone());
    }
    let setup = "d2,t3,blob,random,smart3,search4".parse().unwrap();
    let simulated = azulejo_blocky::simulate::game(&setup, 9, &Budget::unlimited());
    let simulated: Vec<String> = simulated.moves.iter().map(ToString::to_string).collect();
    assert_eq!(json!(moves), json!(simulated));
}

#[test]
fn facts_say_the_goal_first_and_who_has_won_at_the_end() {
    let texts = |id: &str| -> Vec<String> {
        let facts = ask("play", id, &json!({}))["facts"].clone();
        facts.as_array().unwrap().iter().map(|fact| fact["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        texts("blocky:t2,human,human:2xx0113213"),
        [
            "Join as many unit cells of Pacific Point as possible into one area, side by side",
            "PLAYER 0 is to move",
            "2 turns left",
            "1 smash left",
            "PLAYER 0 (human), blob of Pacific Point (b): 1",
            "PLAYER 1 (human), blob of Real Red (r): 4",
        ]
    );
    let later = texts("blocky:t2,perimeter,human,smart2,2020:2xx0113213 paint 0.1 0");
    assert_eq!(later[1..3], ["smart2 is thinking", "2 turns left"]);
    assert_eq!(later[3], "PLAYER 0 (human), perimeter of Pacific Point (b): 2, 1 paid");
    assert_eq!(texts("blocky:t1:2xx0113213 swap_h root")[0], "Over: 1 points");
    assert_eq!(texts("blocky:t1,human,human:2xx0113213 swap_h root; swap_h root")[0], "PLAYER 1 has won with 4 points");
}

#[test]
fn wrong_options_are_refused_by_name() {
    for (verb, options, message) in [
        ("best", json!({ "goal": "blob" }), "option `goal`: a goal needs a colour"),
        ("best", json!({ "goal": "blob:4" }), "option `goal`: `4` is not a colour"),
        ("best", json!({ "goal": "chess:1" }), "option `goal`: `chess` is not a goal"),
        ("best", json!({}), "there is no option `goal`"),
        ("select", json!({ "at": "3", "level": 1 }), "option `at`: expected two numbers"),
        ("show", json!({ "highlight": "4" }), "option `highlight`: `4` is not a block"),
        ("show", json!({ "size": 0 }), "option `size`: 0 is not from 1 to 100000"),
        (
            "apply",
            json!({ "moves": "", "rules": "2019" }),
            "option `rules`: unknown variant `2019`, expected `2017` or `2020`",
        ),
        ("play", json!({ "setup": "d9" }), "option `setup`: 1:1: `d9` is not a part of a game"),
        ("flatten", json!({ "deep": 1 }), "there is no option `deep`: expected `setup`"),
    ] {
        let problems = refused(verb, BOARD, &options);
        assert!(problems.to_string().starts_with(message), "{verb} {options}: {problems}");
    }
    for (verb, options, message) in [
        ("new", json!({ "depth": 9 }), "option `depth`: 9 is not from 0 to 8"),
        ("new", json!({ "seed": 1, "python_seed": 1 }), "option `python_seed` cannot be given with `seed`"),
        ("new", json!({ "python_seed": "ten" }), "option `python_seed`: invalid value"),
        ("new", json!({ "humans": 0 }), "a game has 1 to 64 players"),
        ("new", json!({ "humans": 64, "random": 1 }), "a game has 1 to 64 players"),
        ("new", json!({ "goal": "chess" }), "option `goal`: unknown variant `chess`"),
        ("new", json!({ "daily": "2026-11-15" }), "there is no option `daily`"),
        ("simulate", json!({}), "a game has 1 to 64 players"),
        ("simulate", json!({ "search": "0" }), "0 is not from 1 to 10000"),
        ("simulate", json!({ "smart": "x" }), "option `smart`"),
    ] {
        let problems = asked(&json!({ "game": "blocky", "task": verb, "options": options })).unwrap_err();
        assert!(problems.to_string().starts_with(message), "{verb} {options}: {problems}");
    }
}

#[test]
fn wrong_boards_are_named_with_their_places() {
    let problems = refused("score", "{\"max_depth\":2,\n\"board\":[[0,1,7,3],2,1,[3]]}", &json!({}));
    assert_eq!(*problems.about(), About::Puzzle);
    assert_eq!(
        problems.to_string(),
        "2:15: block 0.2 is 7: expected a colour from 0 to 3 or a list of four blocks\n\
         2:24: block 3 is divided into 1: expected 4 blocks (upper right, upper left, lower left, lower right)"
    );
    for (text, message) in [
        ("", "1:1: the text ends here"),
        (" ".repeat(5 << 20).as_str(), "it is larger than 4 MiB, too large for a board"),
        ("[".repeat(1 << 20).as_str(), "1:66: the nesting is too deep"),
        ("blocky:d9#1", "1:1: `d9` is not a part of a game"),
        (r#"{"position":{"rules":"2017"}}"#, "1:28: this is not a position: missing field `turns`"),
    ] {
        let problems = refused("score", text, &json!({})).to_string();
        assert!(problems.starts_with(message), "{problems}");
    }
}

#[test]
fn wrong_positions_are_refused_and_right_ones_are_small() {
    let view = begin("new", &json!({ "seed": 3 }));
    let good = &view["position"];
    assert!(good.to_string().len() < 600, "{good}");
    let play = |position: &Value| asked(&json!({ "game": "blocky", "task": "play", "position": position }));
    assert!(play(good).is_ok());
    let deep = (0..9).fold(json!(1), |inner, _| json!([0, 1, 2, inner]));
    for (key, value, message) in [
        ("turn", json!(99), "turn 99: the game has 10"),
        ("players", json!([]), "0 players: expected 1 to 64"),
        ("players", json!([{ "player": "goblin", "goal": "blob:1" }]), "`goblin` is not a player"),
        ("players", json!([{ "player": "human", "goal": "blob:9" }]), "`9` is not a colour"),
        ("rules", json!("1999"), "unknown variant `1999`"),
        ("board", json!([0, 1, 2]), "invalid length 3, expected for block root a colour"),
        ("board", json!([0, [1, 2, 3, 4], 2, 3]), "integer `4`, expected for block 1.3 a colour"),
        ("board", json!([0, 1, 2, 3, 0]), "invalid length 5"),
        ("board", deep, "is divided, though no block lies deeper than level 8"),
        ("max_depth", json!(0), "block root is divided"),
        ("max_depth", json!(99), "depth 99 is too deep: at most 8"),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        let problems = play(&bad).unwrap_err().to_string();
        assert!(problems.contains(message), "{key}: {problems}");
    }
}

#[test]
fn every_option_has_help_and_what_is_said_is_listed() {
    for verb in GAME.verbs {
        for spec in &verb.table().0 {
            assert!(!spec.about.is_empty() && !spec.about.ends_with('.'), "{} {}", verb.name, spec.name);
        }
    }
    let new = GAME.verb("new").unwrap().table();
    let kind = |name: &str| new.find(name).unwrap().kind.clone();
    assert_eq!(kind("depth"), Kind::Integer(Some(0), Some(8)));
    assert_eq!((kind("seed"), kind("python_seed")), (Kind::NumberOrText, Kind::NumberOrText));
    assert!(matches!(kind("goal"), Kind::Choice(words) if words.len() == 3 && !words[0].1.is_empty()));
    assert!(matches!(kind("rules"), Kind::Choice(words) if words[1].0 == "2020"));
    let default = |name: &str| new.find(name).unwrap().default.clone();
    assert_eq!(
        [default("depth"), default("turns"), default("humans")],
        [Some(json!(4)), Some(json!(10)), Some(json!(1))]
    );
    assert_eq!(default("rules"), Some(json!("2017")));
    let goal = GAME.verb("best").unwrap().table().find("goal").unwrap();
    assert!(goal.required && goal.kind == Kind::Text);
    let codes: Vec<&str> = GAME.words.iter().map(|template| template.code).collect();
    let mut unique = codes.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), codes.len());
    for id in ["blocky:d2,human,smart2#1", "blocky:d2,2020#1", "blocky:d2,t0#1"] {
        let view = answer(&json!({ "game": "blocky", "task": "play", "puzzle": id, "draw": {} }));
        let labels = view["controls"].as_array().unwrap().iter().map(|control| &control["label"]);
        for message in view["facts"].as_array().unwrap().iter().chain(labels) {
            assert!(codes.contains(&message["code"].as_str().unwrap()), "{message}");
        }
    }
}

#[test]
fn the_schema_of_positions_names_what_they_have() {
    let generator = |settings: SchemaSettings| -> SchemaGenerator { settings.into_generator() };
    for settings in [SchemaSettings::draft2020_12(), SchemaSettings::draft2020_12().for_serialize()] {
        let mut generator = generator(settings);
        let reference = (GAME.position)(&mut generator);
        let definitions = generator.take_definitions(true);
        let name = reference.as_value()["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        let schema = &definitions[name];
        for member in ["rules", "turns", "turn", "players", "random", "max_depth", "board"] {
            assert!(schema["properties"][member].is_object(), "{member}: {schema}");
        }
        let block = &definitions["Block"]["oneOf"];
        assert_eq!(block[1]["items"]["$ref"], schema["properties"]["board"]["$ref"], "{block}");
    }
}

#[test]
fn the_perimeter_of_the_assignments_example_goes_from_4_to_6() {
    // Depth 3: two red unit cells on the right edge, and in the lower right a red block of 2 × 2 at the edge, not yet in
    // the corner; the rest is not red.
    let board = r#"{"max_depth":3,"board":[[0,0,0,[1,0,0,1]],2,3,[1,2,3,0]]}"#;
    let red = |board: &str| ask("score", board, &json!({}))["perimeter"][1].clone();
    assert_eq!(red(board), 4);
    let turned = ask("apply", board, &json!({ "moves": "rotate_cw 3" }));
    assert_eq!(red(&json!({ "max_depth": 3, "board": turned["board"] }).to_string()), 6);
}

#[test]
fn the_same_board_with_a_greater_depth_has_smaller_unit_cells() {
    let score = |depth: u8| ask("score", &format!(r#"{{"max_depth":{depth},"board":[[0,1,1,3],2,1,3]}}"#), &json!({}));
    let (coarse, fine) = (score(2), score(3));
    // A blob has four unit cells for each before, a side of the board two.
    assert_eq!((&coarse["blob"][1], &fine["blob"][1]), (&json!(4), &json!(16)));
    assert_eq!((&coarse["perimeter"][2], &fine["perimeter"][2]), (&json!(4), &json!(8)));
}
