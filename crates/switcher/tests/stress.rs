//! The hunt for wrong answers: what Switcher says of random and awkward boards, against its rules walked line by line.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

mod plain;

use std::time::Duration;

use azulejo_bench::stress;
use azulejo_core::budget::{Budget, Cancel};
use azulejo_core::game::{Game as _, Hint as _, Status};
use azulejo_core::outcome::Outcome;
use azulejo_core::question::Question;
use azulejo_core::random::Random;
use azulejo_core::registry::Registry;
use azulejo_switcher::board::Color;
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::format::{Count, read_board};
use azulejo_switcher::rules::Move;
use azulejo_switcher::solve::{BestTurn, Engine, Turn, best_turn};
use azulejo_switcher::{GAME, Switcher, as_moves};
use plain::{Best, Hand, Plain, Seventh, by_chance, hand_by_chance, pairs};
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

fn ask(verb: &str, board: &Plain, mut options: Value) -> Result<Value, String> {
    options["any_count"] = true.into();
    let text = json!({ "puzzle": format!("switcher:{}", board.text()), "options": options }).to_string();
    let mut question: Question = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    (question.game, question.verb) = ("switcher".into(), verb.into());
    let report = GAMES.ask(&question, &Budget::unlimited()).map_err(|problems| format!("{verb} {text}: {problems}"))?;
    serde_json::from_slice(&report.json()).map_err(|error| error.to_string())
}

/// A figure as the verbs give it: name, colour, cells as rows and columns.
fn as_figure(name: &str, color: char, cells: &[usize]) -> Value {
    let cells: Vec<[usize; 2]> = cells.iter().map(|cell| [cell / plain::SIDE, cell % plain::SIDE]).collect();
    json!({ "name": name, "color": color.to_string(), "cells": cells })
}

#[test]
fn figures_and_swaps_are_those_that_the_rules_name() {
    stress("switcher figures", 20_000, |seed| {
        let mut random = Random::new(seed);
        let board = by_chance(&mut random);
        let typed = read_board(&board.text(), Count::Any).map_err(|problems| problems.to_string())?;
        let mut found: Vec<(String, char, Vec<usize>)> = azulejo_switcher::figures::official(&typed)
            .map(|found| {
                let cells = found.cells.cells().map(|cell| usize::from(cell.row) * 6 + usize::from(cell.column));
                (found.figure.to_string(), found.color.letter(), cells.collect())
            })
            .collect();
        found.sort_by(|one, other| one.2.cmp(&other.2));
        let standing = board.standing();
        let expected: Vec<_> = standing.iter().map(|of| (of.name.to_owned(), of.color, of.cells.clone())).collect();
        if found != expected {
            return Err(format!("{found:?}, expected {expected:?}\n{}", board.text()));
        }
        if seed % 8 > 0 {
            return Ok(1);
        }
        let figures: Vec<Value> = standing.iter().map(|of| as_figure(of.name, of.color, &of.cells)).collect();
        let answer = ask("figures", &board, json!({}))?;
        if answer["figures"] != json!(figures) {
            return Err(format!("{answer}, expected {figures:?}"));
        }
        // Every swap of one card, and what stands after it that did not stand before.
        let hand = hand_by_chance(&board, 1, &mut random);
        let (card, seventh) = (hand.cards[0], hand.seventh);
        let mut swaps = Vec::new();
        for (one, other) in pairs(card, seventh) {
            let after = board.swapped(one, other).standing();
            let new = after.iter().filter(|of| !standing.contains(of) && Some(of.color) != hand.forbidden);
            let new: Vec<Value> = new.map(|of| as_figure(of.name, of.color, &of.cells)).collect();
            if !new.is_empty() {
                let at = [one, other].map(|cell| [cell / plain::SIDE, cell % plain::SIDE]);
                swaps.push(json!({ "card": format!("mov{card}"), "cells": at, "figures": new }));
            }
        }
        let options = json!({ "cards": format!("mov{card}"), "mov7": word(seventh), "forbidden": hand.forbidden });
        let answer = ask("swaps", &board, options)?;
        if answer["swaps"] != json!(swaps) {
            return Err(format!("{answer}, expected {swaps:?}"));
        }
        Ok(3)
    });
}

fn word(seventh: Seventh) -> &'static str {
    if seventh == Seventh::Edge { "edge" } else { "four" }
}

fn turn(board: &Plain, hand: &Hand) -> Turn {
    Turn {
        board: read_board(&board.text(), Count::Any).unwrap(),
        cards: hand.cards.iter().map(|card| Card::ALL[card - 1]).collect(),
        figures: hand.figures.iter().map(|name| name.parse().unwrap()).collect(),
        forbidden: hand.forbidden.map(|letter| Color::of_letter(letter).unwrap()),
        mov7: if hand.seventh == Seventh::Edge { Mov7::Edge } else { Mov7::Four },
    }
}

/// What is wrong with the best turn that was found, given what every line of play says.
fn fault(
    board: &Plain,
    hand: &Hand,
    outcome: &Outcome<BestTurn>,
    best: Option<Best>,
    limited: bool,
) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {outcome:?}, expected {best:?}\n{}, {hand:?}", board.text()));
    let played = |solution: &BestTurn| {
        let moves: Vec<String> = as_moves(&solution.line).iter().map(ToString::to_string).collect();
        board.play(hand, &moves)
    };
    match (outcome, best) {
        (Outcome::Impossible, None) => Ok(()),
        (Outcome::Solved { solution, .. }, Some(best)) => {
            if played(solution)? != (best.claims, best.cards) || solution.discards != best.claims {
                return wrong("another number of figures or cards");
            }
            if solution.min_moves == Some(best.first) { Ok(()) } else { wrong("another number of cards for the first") }
        }
        (Outcome::GaveUp { best: so_far, .. }, _) if limited => {
            let Some(so_far) = so_far else { return Ok(()) };
            let Some(best) = best else { return wrong("something for nothing") };
            let (claims, _) = played(so_far)?;
            if claims != so_far.discards || claims > best.claims {
                return wrong("more than there is");
            }
            if so_far.min_moves.is_some_and(|first| first != best.first) { wrong("not proven") } else { Ok(()) }
        }
        _ => wrong("wrong"),
    }
}

#[test]
fn the_best_turn_is_the_best_of_all_lines_of_play() {
    stress("switcher turns", 1_200, |seed| {
        let mut random = Random::new(seed);
        let board = by_chance(&mut random);
        // Lines with two cards take as long as a hundred with one; with three, they are for long hunts.
        let cards = match seed % 64 {
            0 => 2,
            1..20 => 0,
            _ if seed % 20_011 == 20_010 => 3,
            _ => 1,
        };
        let hand = hand_by_chance(&board, cards, &mut random);
        let best = board.best(&hand);
        let turn = turn(&board, &hand);
        let mut comparisons = 0;
        let engines = if cards < 2 { &[Engine::Exact, Engine::Plain][..] } else { &[Engine::Exact] };
        for &engine in engines {
            let budget = Budget::unlimited().with_threads(1 + random.index(8));
            fault(&board, &hand, &best_turn(&turn, engine, &budget).outcome, best, false)?;
            let budget = match random.index(4) {
                0 => budget.with_time(Duration::from_millis(1)),
                1 => {
                    let cancel = Cancel::new();
                    cancel.cancel();
                    budget.with_cancel(cancel)
                }
                _ => budget.with_nodes([0, 1, 5, 30, 200, 2_000][random.index(6)]),
            };
            fault(&board, &hand, &best_turn(&turn, engine, &budget).outcome, best, true)?;
            comparisons += 2;
        }
        if seed % 16 == 0 {
            let list = |words: Vec<String>| words.join(",");
            let options = json!({
                "cards": list(hand.cards.iter().map(|card| format!("mov{card}")).collect()),
                "figures": hand.figures.join(","),
                "forbidden": hand.forbidden,
                "mov7": word(hand.seventh),
            });
            let answer = ask("turn", &board, options)?;
            let (claims, first) = best.map_or((0, None), |best| (best.claims, Some(best.first)));
            if answer["best_turn_discards"] != claims || answer["min_moves"] != json!(first) {
                return Err(format!("{answer}, expected {best:?}"));
            }
            comparisons += 1;
        }
        Ok(comparisons)
    });
}

#[test]
fn random_games_list_the_moves_of_the_rules_and_hints_claim_what_they_promise() {
    stress("switcher games", 60, |seed| {
        let mut random = Random::new(seed);
        let setup = ["2p", "3p", "4p", "2p-box", "2p-four", "4p-four-box"][random.index(6)];
        let mut position = Switcher::start(&setup.parse().unwrap(), seed, &Budget::unlimited()).unwrap();
        let seventh = if setup.contains("four") { Seventh::Four } else { Seventh::Edge };
        let mut comparisons = 0;
        for _ in 0..30 {
            let Status::Playing { .. } = Switcher::status(&position) else { break };
            let written = Switcher::write(&position);
            let named = |fault: String| format!("{fault}\n{written}");
            let board = Plain(read(&written));
            let own = position.own_turn();
            let hand = Hand {
                cards: own.cards.iter().map(|card| *card as usize + 1).collect(),
                figures: own.figures.iter().map(|figure| figure.name()).collect(),
                forbidden: own.forbidden.map(Color::letter),
                seventh,
            };
            let mut listed: Vec<String> = Switcher::moves(&position).iter().map(ToString::to_string).collect();
            listed.retain(|action| action.starts_with("mov") || action.starts_with("claim"));
            listed.sort_unstable();
            let mut expected = legal(&board, &hand);
            expected.sort_unstable();
            if listed != expected {
                return Err(named(format!("{listed:?}, expected {expected:?}")));
            }
            // A hint, played to its end, is accepted and claims what it says.
            if random.below(6) == 0 {
                let hint = Switcher::hint(&position, &Budget::unlimited());
                let promised = match &hint {
                    Outcome::Solved { solution, .. } => {
                        let moves: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
                        let (claims, _) = board.play(&hand, &moves).map_err(named)?;
                        for action in &solution.line {
                            position = Switcher::play(&position, action).map_err(|problem| problem.to_string())?;
                        }
                        claims
                    }
                    _ => 0,
                };
                let greedy = board.best(&Hand { cards: hand.cards.iter().take(1).copied().collect(), ..hand });
                if promised < greedy.map_or(0, |best| best.claims) {
                    return Err(named(format!("{hint:?} promises less than {greedy:?}")));
                }
                comparisons += 2;
                continue;
            }
            let moves = Switcher::moves(&position);
            let action = match random.index(3) {
                0 => Move::End,
                _ => random.pick(&moves).filter(|action| **action != Move::Leave).unwrap_or(&Move::End).clone(),
            };
            position = Switcher::play(&position, &action).map_err(|problem| format!("`{action}`: {problem}"))?;
            comparisons += 1;
        }
        Ok(comparisons)
    });
}

fn read(text: &str) -> [char; 36] {
    let mut letters = text.chars().filter(|letter| plain::COLORS.contains(letter));
    std::array::from_fn(|_| letters.next().unwrap())
}

/// Movements and claims that the rules allow.
fn legal(board: &Plain, hand: &Hand) -> Vec<String> {
    let name = |at: usize| format!("{}{}", char::from(b'A' + (at % 6) as u8), at / 6 + 1);
    let mut moves = Vec::new();
    for found in board.standing() {
        if hand.figures.contains(&found.name) && Some(found.color) != hand.forbidden {
            moves.push(format!("claim {} {}", found.name, name(found.cells[0])));
        }
    }
    let mut cards = hand.cards.clone();
    cards.sort_unstable();
    cards.dedup();
    for card in cards {
        let pair = |(one, other): (usize, usize)| format!("mov{card} {} {}", name(one), name(other));
        moves.extend(pairs(card, hand.seventh).into_iter().map(pair));
    }
    moves
}
