//! The hunt for wrong answers: what Tetris says of random and awkward boards, against every placement tried.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

mod plain;

use std::collections::BTreeSet;
use std::time::Duration;

use azulejo_bench::stress;
use azulejo_core::budget::{Budget, Cancel};
use azulejo_core::question::Question;
use azulejo_core::random::Random;
use azulejo_core::registry::Registry;
use azulejo_tetris::GAME;
use plain::{LETTERS, Plain, Score, by_chance, pieces_by_chance};
use serde_json::{Value, json};

static GAMES: Registry = Registry(&[&GAME]);

fn ask(verb: &str, question: &Value, budget: &Budget) -> Result<Value, String> {
    let text = question.to_string();
    let mut question: Question = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    (question.game, question.verb) = ("tetris".into(), verb.into());
    let report = GAMES.ask(&question, budget).map_err(|problems| format!("{verb} {text}: {problems}"))?;
    serde_json::from_slice(&report.json()).map_err(|error| error.to_string())
}

type Path = Vec<(usize, usize)>;

fn path_of(answer: &Value) -> Path {
    let pairs = answer["path"].as_array().into_iter().flatten();
    pairs.map(|pair| (pair[0].as_u64().unwrap() as usize, pair[1].as_u64().unwrap() as usize)).collect()
}

/// The value at the end of a path by the plain rules; nothing if a step is refused.
fn replay(board: &Plain, pieces: &[char], path: &Path, clear: bool, score: &Score) -> Option<i128> {
    let (mut now, mut gone) = (board.clone(), 0);
    for (&piece, &(turn, column)) in pieces.iter().zip(path) {
        let rest = now.drop(piece, turn, column, clear)?;
        gone += rest.gone;
        now = rest.after;
    }
    Some(score.value(&plain::Counts { gone: gone as i128, ..now.counts() }))
}

/// What is wrong with a plan, given the best path and its value.
fn fault(
    board: &Plain,
    (pieces, clear, score): (&[char], bool, &Score),
    answer: &Value,
    best: Option<&(Path, i128)>,
    limited: bool,
) -> Result<(), String> {
    let wrong = |what: &str| {
        Err(format!("{what}: {answer}, expected {best:?} of {pieces:?}, clear {clear}, {score:?}\n{board:?}"))
    };
    let path = path_of(answer);
    match (answer["status"].as_str().unwrap_or_default(), best) {
        ("impossible", None) => Ok(()),
        ("solved", Some((expected, value))) => {
            if path != *expected {
                return wrong("another path");
            }
            let shown = answer["value"].as_f64().unwrap_or(f64::NAN);
            let right = (shown - *value as f64 / score.unit).abs() < 1e-6;
            if right { Ok(()) } else { wrong("another value") }
        }
        ("gave_up", _) if limited => {
            if path.is_empty() {
                return Ok(());
            }
            let (Some(value), Some((longest, most))) = (replay(board, pieces, &path, clear, score), best) else {
                return wrong("a path that is refused");
            };
            if (path.len(), value) > (longest.len(), *most) { wrong("better than the best") } else { Ok(()) }
        }
        _ => wrong("wrong"),
    }
}

fn limited(budget: Budget, random: &mut Random) -> Budget {
    match random.index(4) {
        0 => budget.with_time(Duration::from_millis(1)),
        1 => {
            let cancel = Cancel::new();
            cancel.cancel();
            budget.with_cancel(cancel)
        }
        _ => budget.with_nodes([0, 1, 5, 30, 200, 2_000][random.index(6)]),
    }
}

#[test]
fn plans_and_hints_are_the_first_of_the_best_ways_to_place_the_pieces() {
    stress("tetris plans", 1_200, |seed| {
        let mut random = Random::new(seed);
        let least = [1, 4, 4, 4][random.index(4)];
        let board = by_chance(&mut random, least);
        let number = match seed % 100 {
            0 => 3,
            1..21 => 2,
            _ => 1,
        };
        let pieces = pieces_by_chance(&mut random, number);
        let (clear, score) = (random.below(3) == 0, Score::by_chance(&mut random));
        let best = board.best(&pieces, clear, &score);
        let puzzle = board.state(number - 1, &pieces);
        let asked = (&pieces[..], clear, &score);
        let mut comparisons = 0;
        for engine in ["auto", "exhaustive", "bounded"] {
            let mapping = ["block", "cyclic", "dynamic"][random.index(3)];
            let options = json!({ "score": score.text, "engine": engine, "clear": clear, "mapping": mapping });
            let question = json!({ "puzzle": puzzle, "options": options });
            let budget = Budget::unlimited().with_threads([1, 1, 1, 2, 8][random.index(5)]);
            fault(&board, asked, &ask("plan", &question, &budget)?, best.as_ref(), false)?;
            comparisons += 1;
            if random.below(3) == 0 {
                fault(&board, asked, &ask("plan", &question, &limited(budget, &mut random))?, best.as_ref(), true)?;
                comparisons += 1;
            }
        }
        let options = json!({ "score": score.text, "clear": clear, "depth": number - 1 });
        let hint = ask("hint", &json!({ "puzzle": puzzle, "options": options }), &Budget::unlimited())?;
        let first = best.as_ref().map(|(path, _)| format!("{} {}", path[0].0, path[0].1));
        if hint["move"].as_str().map(str::to_owned) != first {
            return Err(format!("{hint}, expected {first:?}\n{board:?}"));
        }
        Ok(comparisons + 1)
    });
}

#[test]
fn ways_are_counted_as_they_are_walked() {
    stress("tetris perft", 400, |seed| {
        let mut random = Random::new(seed);
        let board = by_chance(&mut random, 1);
        let number = 1 + usize::from(random.below(6) == 0);
        let pieces = pieces_by_chance(&mut random, number);
        let clear = random.below(2) == 0;
        let letters: String = pieces.iter().collect();
        let options = json!({ "board": board.state(0, &pieces), "pieces": letters, "clear": clear });
        let answer = ask("perft", &json!({ "options": options }), &Budget::unlimited())?;
        for (level, boards) in board.ways(&pieces, clear).iter().enumerate() {
            let occupied: BTreeSet<Vec<bool>> = boards.iter().map(Plain::occupied).collect();
            let outlines: BTreeSet<Vec<usize>> = boards.iter().map(Plain::heights).collect();
            let expected = json!({
                "paths": boards.len(),
                "distinct_boards": boards.iter().collect::<BTreeSet<_>>().len(),
                "distinct_occupancies": occupied.len(),
                "distinct_profiles": outlines.len(),
            });
            if answer["levels"][level] != expected {
                return Err(format!("{answer}, expected {expected} on level {level}\n{board:?} {letters} {clear}"));
            }
        }
        Ok(number as u64)
    });
}

#[test]
fn controllers_see_what_the_words_say() {
    stress("tetris features", 4_000, |seed| {
        let mut random = Random::new(seed);
        let board = by_chance(&mut random, 4);
        let piece = LETTERS[random.index(7)];
        let places = board.placements(piece);
        let Some(&(turn, column)) = random.pick(&places) else { return Ok(0) };
        let rest = board.drop(piece, turn, column, true).unwrap();
        let question = json!({ "puzzle": board.state(0, &[piece]), "options": { "rotation": turn, "column": column } });
        let answer = ask("features", &question, &Budget::unlimited())?;
        if answer["removed"] != rest.gone || answer["game_over"] != false {
            return Err(format!("{answer}, expected {rest:?}"));
        }
        for (name, number) in Plain::sight(&rest) {
            if answer["features"][name].as_f64() != Some(number) {
                return Err(format!("{name} is {number}: {answer}\n{board:?} {piece} {turn} {column}"));
            }
        }
        Ok(12)
    });
}

/// Whole weights, so that sums are exact and ties are ties; and the value of a piece at rest with its own part apart.
fn weigh(
    weights: &[(&'static str, f64)],
    board: &Plain,
    piece: char,
    place: (usize, usize),
) -> Option<(f64, f64, Plain)> {
    let rest = board.drop(piece, place.0, place.1, true)?;
    let sight = Plain::sight(&rest);
    let part = |of: &[(&str, f64)]| {
        let weight = |name: &str| weights.iter().find(|(other, _)| *other == name).map_or(0.0, |(_, weight)| *weight);
        of.iter().map(|(name, number)| weight(name) * number).sum::<f64>()
    };
    Some((part(&sight[..2]), part(&sight[2..]), rest.after))
}

/// The first of the best placements of a piece, looking at the next one too where it is given.
fn choice(weights: &[(&'static str, f64)], board: &Plain, piece: char, next: Option<char>) -> Option<(usize, usize)> {
    let mut best: Option<((usize, usize), f64)> = None;
    for place in board.placements(piece) {
        let (own, seen, after) = weigh(weights, board, piece, place)?;
        let value = match next {
            None => own + seen,
            Some(next) => {
                let second = after.placements(next).into_iter().filter_map(|place| weigh(weights, &after, next, place));
                let Some(most) = second.map(|(own, seen, _)| own + seen).reduce(f64::max) else { continue };
                own + most
            }
        };
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((place, value));
        }
    }
    best.map(|(place, _)| place)
}

#[test]
fn controllers_choose_the_first_of_the_best_placements_until_none_is_left() {
    stress("tetris autoplay", 150, |seed| {
        let mut random = Random::new(seed);
        let (rows, columns) = (5 + random.index(4), 4 + random.index(3));
        let mut board = Plain(vec![vec!['0'; columns]; rows]);
        let names = Plain::sight(&board.drop('O', 0, 0, true).unwrap()).map(|(name, _)| name);
        let weights: Vec<(&'static str, f64)> = names
            .map(|name| (name, random.below(9) as f64 - if name == "eroded_piece_cells" { 1.0 } else { 7.0 }))
            .to_vec();
        let policy: Vec<String> = weights.iter().map(|(name, weight)| format!("{name} {weight}")).collect();
        let pieces = pieces_by_chance(&mut random, 12);
        let lookahead = 1 + usize::from(random.below(4) == 0);
        let letters: String = pieces.iter().collect();
        let options = json!({
            "policy": policy.join("\n"), "pieces": letters, "size": format!("{columns}x{rows}"), "lookahead": lookahead,
        });
        let answer = ask("autoplay", &json!({ "options": options }), &Budget::unlimited())?;
        let mut moves = answer["moves"].as_array().unwrap().iter();
        for (at, &piece) in pieces.iter().enumerate() {
            let next = pieces.get(at + 1).copied().filter(|_| lookahead == 2);
            let place = choice(&weights, &board, piece, next).or_else(|| choice(&weights, &board, piece, None));
            let expected = place.map(|(turn, column)| {
                let rest = board.drop(piece, turn, column, true).unwrap();
                board = rest.after.clone();
                json!([piece.to_string(), turn, column, rest.gone])
            });
            let played = moves.next().cloned();
            if played != expected {
                return Err(format!("{played:?}, expected {expected:?} of {options}\nafter {board:?}"));
            }
            if place.is_none() {
                break;
            }
        }
        Ok(pieces.len() as u64)
    });
}
