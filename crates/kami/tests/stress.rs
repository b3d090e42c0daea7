//! The hunt for wrong answers: what Kami's verbs say of random and awkward boards, against a plain search over all boards.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod plain;

use std::time::Duration;

use azulejo_bench::stress;
use azulejo_core::budget::{Budget, Cancel};
use azulejo_core::question::Question;
use azulejo_core::random::Random;
use azulejo_core::registry::Registry;
use azulejo_kami::GAME;
use plain::Plain;
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

/// More moves than any small board needs.
const PLENTY: usize = 40;

fn ask(verb: &str, question: &Value, budget: &Budget) -> Result<Value, String> {
    let text = question.to_string();
    let mut question: Question = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    (question.game, question.verb) = ("kami".into(), verb.into());
    let report = GAMES.ask(&question, budget).map_err(|problems| format!("{verb} {text}: {problems}"))?;
    serde_json::from_slice(&report.json()).map_err(|error| error.to_string())
}

fn about(board: &Plain, moves: usize, options: &Value) -> Value {
    let mut options = options.clone();
    options["format"] = board.format().into();
    json!({ "puzzle": board.text(moves), "options": options })
}

fn line(answer: &Value) -> Option<Vec<String>> {
    let moves = answer["line"].as_array()?;
    Some(moves.iter().map(|action| action.as_str().unwrap().to_owned()).collect())
}

/// Plays a line by the plain rules, and by the game's own; both must accept it, agree, and end.
fn ends(board: &Plain, line: &[String]) -> Result<(), String> {
    let touching = board.touching();
    let mut now = board.clone();
    for action in line {
        let (spot, color) = action.split_once(' ').ok_or("a move without a colour")?;
        let place = (0..now.colors.len()).find(|&place| now.spot(place) == spot).ok_or("a move beside the board")?;
        let color: usize = color.parse().map_err(|_| "a colour that is no number")?;
        if color == 0 || color > board.offered {
            return Err(format!("{action} paints with a colour that is not on offer"));
        }
        now = now.painted(&touching, place, color);
    }
    if !now.is_done() {
        return Err(format!("{line:?} does not lead to the end"));
    }
    if line.is_empty() {
        return Ok(());
    }
    let mut question = about(board, PLENTY, &json!({}));
    question["moves"] = json!(line);
    let played = ask("play", &question, &Budget::unlimited())?;
    if played["state"] == "won" && played["position"]["used"] == line.len() { Ok(()) } else { Err(played.to_string()) }
}

fn threads(random: &mut Random) -> Budget {
    Budget::unlimited().with_threads(1 + random.index(8))
}

/// Whether an answer with so many moves allowed is right, given the fewest.
fn right(board: &Plain, answer: &Value, fewest: Option<usize>, most: Option<usize>) -> Result<(), String> {
    let enough = fewest.filter(|&fewest| most.is_none_or(|most| fewest <= most));
    let wrong = |what: &str| Err(format!("{what}: {fewest:?} moves are the fewest, {most:?} allowed, {answer}"));
    match (answer["status"].as_str().unwrap_or_default(), enough) {
        ("impossible", None) => Ok(()),
        ("solved", Some(fewest)) => {
            let Some(line) = line(answer) else { return wrong("solved without a line") };
            ends(board, &line)?;
            let proven = answer["proof"] == "optimal";
            if (proven && line.len() != fewest) || most.is_some_and(|most| line.len() > most) {
                return wrong("too long");
            }
            let bound = answer["lower_bound"].as_u64();
            if bound.is_none_or(|bound| bound > fewest as u64) {
                return wrong("a bound that does not hold");
            }
            Ok(())
        }
        ("gave_up", _) => {
            if answer["lower_bound"].as_u64().is_some_and(|bound| fewest.is_none_or(|fewest| bound > fewest as u64)) {
                return wrong("a bound that does not hold");
            }
            line(answer).filter(|line| !line.is_empty()).map_or(Ok(()), |line| ends(board, &line))
        }
        _ => wrong("wrong"),
    }
}

#[test]
fn solve_and_hint_say_what_every_way_of_painting_says() {
    stress("kami answers", 3000, |seed| {
        let mut random = Random::new(seed);
        let board = Plain::by_chance(&mut random);
        let named = |fault: String| format!("{fault}\n{board:?}");
        let fewest = board.fewest();
        let around = fewest.unwrap_or(3);
        let mut comparisons = 0;
        for most in [None, Some(around.saturating_sub(1)), Some(around), Some(around + random.index(3))] {
            for first in [false, true] {
                let mut options = json!({ "first": first });
                if let Some(most) = most {
                    options["moves"] = most.into();
                }
                let answer = ask("solve", &about(&board, PLENTY, &options), &threads(&mut random)).map_err(named)?;
                if answer["status"] == "gave_up" {
                    return Err(named(format!("gave up without a limit: {answer}")));
                }
                if !first && answer["status"] == "solved" && answer["optimal"] != true {
                    return Err(named(format!("nothing is proven: {answer}")));
                }
                right(&board, &answer, fewest, most).map_err(named)?;
                comparisons += 1;
            }
            let options = most.map_or_else(|| json!({}), |most| json!({ "moves": most }));
            let hint = ask("hint", &about(&board, PLENTY, &options), &threads(&mut random)).map_err(named)?;
            right(&board, &hint, fewest, most).map_err(named)?;
            if hint["status"] == "gave_up" || hint["distance"].as_u64().is_some_and(|far| Some(far as usize) != fewest)
            {
                return Err(named(format!("{fewest:?} moves are the fewest: {hint}")));
            }
            comparisons += 1;
        }
        Ok(comparisons)
    });
}

#[test]
fn playing_listing_and_checking_keep_to_the_plain_rules() {
    stress("kami rules", 3000, |seed| {
        let mut random = Random::new(seed);
        let mut board = Plain::by_chance(&mut random);
        let touching = board.touching();
        let allowed = random.index(6);
        let budget = Budget::unlimited();
        let mut view = ask("play", &about(&board, allowed, &json!({})), &budget)?;
        let mut used = 0;
        let mut comparisons = 0;
        for _ in 0..8 {
            let fault = |what: String| Err(format!("{what}\n{board:?}, {used} of {allowed} used: {view}"));
            let options = json!({ "position": view["position"] });
            let stuck = board.offered == 1 && board.single() == Some(1);
            let state = if board.is_done() {
                "won"
            } else if used == allowed || stuck {
                "lost"
            } else {
                "playing"
            };
            if view["state"] != state {
                return fault(format!("it is {state}"));
            }
            let listed = ask("moves", &options, &budget)?["moves"].clone();
            if listed != if state == "playing" { json!(board.moves(&touching)) } else { json!([]) } {
                return fault(format!("other moves are legal: {listed}"));
            }
            if ask("check", &options, &budget)?["solved"] != board.is_done() {
                return fault("the check is wrong".to_owned());
            }
            comparisons += 3;
            if state != "playing" {
                break;
            }
            // Any place and any colour: what may not be painted is refused, what has the colour already costs nothing.
            let (place, color) = (random.index(board.colors.len()), random.index(board.offered + 3));
            let action = format!("{} {color}", board.spot(place));
            let question = json!({ "position": view["position"], "moves": [action] });
            let played = ask("play", &question, &budget);
            let painted =
                ask("paint", &json!({ "position": view["position"], "options": { "move": action } }), &budget);
            let legal = board.colors[place] != 0 && (1..=board.offered).contains(&color);
            if played.is_ok() != legal || painted.is_ok() != legal {
                return fault(format!("{action} is legal: {legal}"));
            }
            if let (Ok(played), Ok(painted)) = (played, painted) {
                let after = board.painted(&touching, place, color);
                used += usize::from(after.colors != board.colors);
                board = after;
                let flat = |value: &Value| -> Vec<u64> {
                    let rows = value.as_array().into_iter().flatten();
                    rows.flat_map(|row| row.as_array().cloned().unwrap_or_else(|| vec![row.clone()]))
                        .filter_map(|color| color.as_u64())
                        .collect()
                };
                let colors: Vec<u64> = board.colors.iter().map(|&color| color as u64).collect();
                let position = &played["position"];
                let rows = if position["rows"].is_null() { &position["vertices"] } else { &position["rows"] };
                if flat(rows) != colors || flat(&painted["board"]) != colors || position["used"] != used {
                    return Err(format!("{action} gives another board: {board:?}, {used} used: {played}"));
                }
                view = played;
            }
            comparisons += 2;
        }
        Ok(comparisons)
    });
}

#[test]
fn hints_are_played_and_lead_home_from_wherever_a_game_has_gone() {
    stress("kami hints", 1500, |seed| {
        let mut random = Random::new(seed);
        let board = Plain { target: None, ..Plain::by_chance(&mut random) };
        let budget = threads(&mut random);
        let mut view = ask("play", &about(&board, 3 + random.index(8), &json!({})), &budget)?;
        let mut now = board;
        let touching = now.touching();
        let mut comparisons = 0;
        while view["state"] == "playing" {
            let listed = ask("moves", &json!({ "position": view["position"] }), &budget)?["moves"].clone();
            let listed: Vec<&str> = listed.as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
            let fewest = now.fewest();
            let left = view["position"]["moves"].as_u64().unwrap() - view["position"]["used"].as_u64().unwrap();
            let question = json!({ "position": view["position"], "options": { "left": true } });
            let hint = ask("hint", &question, &budget)?;
            right(&now, &hint, fewest, Some(left as usize)).map_err(|fault| format!("{fault}\n{now:?}"))?;
            // Follow the hint, or wander.
            let action = match hint["move"].as_str() {
                Some(action) if random.below(2) == 0 => action.to_owned(),
                _ => listed[random.index(listed.len())].to_owned(),
            };
            if !listed.contains(&action.as_str()) {
                return Err(format!("the hint {action} is not one of {listed:?}\n{now:?}"));
            }
            view = ask("play", &json!({ "position": view["position"], "moves": [action] }), &budget)?;
            let (spot, color) = action.split_once(' ').unwrap();
            let place = (0..now.colors.len()).find(|&place| now.spot(place) == spot).unwrap();
            now = now.painted(&touching, place, color.parse().unwrap());
            comparisons += 2;
        }
        Ok(comparisons)
    });
}

#[test]
fn limits_and_cancelling_may_give_up_and_are_never_wrong() {
    stress("kami limits", 400, |seed| {
        let mut random = Random::new(seed);
        let board = Plain::by_chance(&mut random);
        let named = |fault: String| format!("{fault}\n{board:?}");
        let fewest = board.fewest();
        let mut comparisons = 0;
        for verb in ["solve", "hint"] {
            let most = (random.below(2) == 0).then(|| fewest.unwrap_or(2) + random.index(2));
            let options = most.map_or_else(|| json!({}), |most| json!({ "moves": most }));
            let question = about(&board, PLENTY, &options);
            for nodes in [0, 1, 5, 30, 200] {
                let budget = threads(&mut random).with_nodes(nodes);
                right(&board, &ask(verb, &question, &budget).map_err(named)?, fewest, most).map_err(named)?;
                comparisons += 1;
            }
            let cancel = Cancel::new();
            let budget = threads(&mut random).with_cancel(cancel.clone());
            let pause = Duration::from_micros(random.below(300));
            let answer = std::thread::scope(|scope| {
                scope.spawn(move || {
                    std::thread::sleep(pause);
                    cancel.cancel();
                });
                ask(verb, &question, &budget)
            });
            right(&board, &answer.map_err(named)?, fewest, most).map_err(named)?;
            let budget = threads(&mut random).with_time(Duration::from_micros(random.below(500)));
            right(&board, &ask(verb, &question, &budget).map_err(named)?, fewest, most).map_err(named)?;
            comparisons += 2;
        }
        Ok(comparisons)
    });
}

#[test]
fn what_is_said_of_larger_boards_in_little_time_agrees_with_what_is_proven_at_leisure() {
    stress("kami larger boards", 12, |seed| {
        let mut random = Random::new(seed);
        let (side, most) = (6 + random.index(3), 3 + random.index(3));
        let colors = (0..side * side).map(|_| 1 + random.index(most)).collect();
        let offered = most - usize::from(random.below(4) == 0);
        let board = Plain { shape: plain::Shape::Squares(side, side), colors, offered, target: None };
        let named = |fault: String| format!("{fault}\n{board:?}");
        let question = about(&board, PLENTY, &json!({}));
        let proven = ask("solve", &question, &Budget::unlimited()).map_err(named)?;
        let Some(fewest) = line(&proven).filter(|_| proven["optimal"] == true).map(|line| line.len()) else {
            // Out of memory: nothing to compare with.
            return Ok(0);
        };
        let mut comparisons = 0;
        for verb in ["solve", "hint"] {
            for threads in 1..=4 {
                let budget = Budget::unlimited().with_threads(threads);
                let budget = budget.with_time(Duration::from_micros(200 + random.below(30_000)));
                right(&board, &ask(verb, &question, &budget).map_err(named)?, Some(fewest), None).map_err(named)?;
                comparisons += 1;
            }
            let short = about(&board, PLENTY, &json!({ "moves": fewest - 1 }));
            right(&board, &ask(verb, &short, &Budget::unlimited()).map_err(named)?, Some(fewest), Some(fewest - 1))
                .map_err(named)?;
            comparisons += 1;
        }
        Ok(comparisons)
    });
}
