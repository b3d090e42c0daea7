//! The hunt for wrong answers: what Blocky says of random and awkward boards, against all boards that can be reached.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

mod plain;

use std::time::Duration;

use azulejo_bench::stress;
use azulejo_blocky::Blocky;
use azulejo_blocky::board::Board;
use azulejo_blocky::goal::Aim;
use azulejo_blocky::position::Setup;
use azulejo_blocky::rules::{Action, Rules, legal_moves};
use azulejo_blocky::solve::{Plan, Prunings, Turns, beam, best, bound, exhaustive, par};
use azulejo_core::budget::{Budget, Cancel};
use azulejo_core::game::{Game as _, Hint as _, Status};
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::random::Random;
use plain::{GOALS, MOTIONS, Tree, by_chance, path};

/// Boards that lead to more boards than this are passed over.
const MOST_BOARDS: usize = 5_000;

fn typed(tree: &Tree, depth: usize) -> Result<Board, String> {
    tree.text(depth).parse().map_err(|problem| format!("{problem}\n{}", tree.text(depth)))
}

#[test]
fn scores_moves_and_what_they_do_are_those_of_the_rules() {
    stress("blocky scores", 20_000, |seed| {
        let mut random = Random::new(seed);
        let depth = [0, 1, 2, 2, 3, 3, 4, 5][random.index(8)];
        let divisions = random.index(14);
        let tree = by_chance(&mut random, depth, divisions);
        let mut board = typed(&tree, depth)?;
        let mut comparisons = 0;
        for goal in GOALS {
            let color = random.below(4) as u8;
            let aim: Aim = format!("{goal}:{color}").parse().unwrap();
            let (found, expected) = (aim.score(&board), tree.score(depth, goal, color));
            if found != expected {
                return Err(format!("{aim} scores {found}, expected {expected}\n{}", tree.json()));
            }
            // What a move would score is told without playing it.
            let mut evaluator = aim.evaluator();
            evaluator.load(&board);
            let divided = tree.divided();
            for _ in 0..3 {
                let Some(at) = random.pick(&divided) else { break };
                let motion = random.index(4);
                let after = tree.moved(at, MOTIONS[motion]).score(depth, goal, color);
                let name: Vec<String> = at.iter().map(ToString::to_string).collect();
                let name = if name.is_empty() { "root".to_owned() } else { name.join(".") };
                let motion = azulejo_blocky::rules::Motion::ALL[motion];
                let told = evaluator.after(name.parse().unwrap(), motion);
                if told != after || evaluator.score() != expected {
                    return Err(format!("{aim} after {motion:?} {name}: {told}, expected {after}\n{}", tree.json()));
                }
                comparisons += 1;
            }
            comparisons += 1;
        }
        let rules = [Rules::Original, Rules::Later][random.index(2)];
        let mut listed: Vec<String> = legal_moves(&board, rules).iter().map(ToString::to_string).collect();
        let mut expected = tree.legal(depth, rules == Rules::Later);
        listed.sort_unstable();
        expected.sort_unstable();
        if listed != expected {
            return Err(format!("{listed:?}, expected {expected:?} under {rules:?}\n{}", tree.json()));
        }
        expected.retain(|action| !action.starts_with("smash"));
        if let Some(action) = random.pick(&expected) {
            azulejo_blocky::rules::play(&mut board, action.parse().unwrap(), rules, &mut random).unwrap();
            let after = tree.played(action);
            if board != typed(&after, depth)? {
                return Err(format!("{action} gives {board}, expected {}\n{}", after.json(), tree.json()));
            }
        }
        Ok(comparisons + 2)
    });
}

/// What is wrong with a plan, given the best score for each number of turns, the last for any number.
fn fault(
    tree: &Tree,
    depth: usize,
    aim: Aim,
    turns: Turns,
    outcome: &Outcome<Plan>,
    best: &[u32],
) -> Result<(), String> {
    let reach = |turns: usize| best[turns.min(best.len() - 1)];
    let highest = match turns {
        Turns::AtMost(turns) => reach(turns as usize),
        Turns::Unlimited => reach(usize::MAX),
    };
    let wrong = |what: &str| Err(format!("{what} for {aim} in {turns:?}: {outcome:?}, best {best:?}\n{}", tree.json()));
    let Some(plan) = outcome.solution() else {
        return if matches!(outcome, Outcome::GaveUp { .. }) { Ok(()) } else { wrong("no plan") };
    };
    let mut played = tree.clone();
    for action in plan.as_moves() {
        let (word, at) = action.to_string().split_once(' ').map(|(word, at)| (word.to_owned(), path(at))).unwrap();
        if !played.divided().contains(&at) {
            return wrong("a move of nothing");
        }
        played = played.moved(&at, &word);
    }
    let text = aim.to_string();
    let (goal, color) = text.split_once(':').unwrap();
    if played.score(depth, goal, color.parse().unwrap()) != plan.score {
        return wrong("another score");
    }
    if plan.score > highest || plan.upper_bound < highest {
        return wrong("a bound that does not hold");
    }
    if matches!(turns, Turns::AtMost(turns) if plan.moves.len() > turns as usize) {
        return wrong("too many moves");
    }
    if matches!(outcome, Outcome::Solved { proof: Proof::Optimal, .. }) {
        let fewest = best.iter().position(|score| *score >= plan.score).unwrap();
        if plan.score != highest || (plan.is_shortest && plan.moves.len() != fewest) {
            return wrong("not the best, or not the shortest");
        }
    }
    Ok(())
}

fn some_turns(random: &mut Random) -> Turns {
    match random.index(3) {
        0 => Turns::Unlimited,
        _ => Turns::AtMost(random.below(6) as u32),
    }
}

#[test]
fn plans_are_the_best_of_all_that_can_be_reached() {
    stress("blocky plans", 400, |seed| {
        let mut random = Random::new(seed);
        let depth = 1 + random.index(3);
        let divisions = [1, 1, 2, 2, 2, 3][random.index(6)];
        let tree = by_chance(&mut random, depth, divisions);
        let board = typed(&tree, depth)?;
        let (goal, color) = (GOALS[random.index(3)], random.below(4) as u8);
        let aim: Aim = format!("{goal}:{color}").parse().unwrap();
        let Some(reached) = tree.best_by_turns(depth, goal, color, MOST_BOARDS) else { return Ok(0) };
        let highest = reached[reached.len() - 1];
        let budget = Budget::unlimited().with_threads(1 + random.index(8));
        let turns = some_turns(&mut random);
        let answer = best(&board, aim, turns, &budget).outcome;
        fault(&tree, depth, aim, turns, &answer, &reached)?;
        if !matches!(answer, Outcome::Solved { proof: Proof::Optimal, .. }) {
            return Err(format!("{answer:?} is not proven, {}", tree.json()));
        }
        let walked = exhaustive::best(&board, aim, turns, Prunings::OFF, &budget);
        fault(&tree, depth, aim, turns, &walked, &reached)?;
        let most = random.below(6) as u32;
        let wide = 1 + random.index(20);
        let beamed = beam::best(&board, aim, most, wide, Prunings::default(), &budget);
        fault(&tree, depth, aim, Turns::AtMost(most), &beamed, &reached)?;
        if bound::upper(&board, aim) < highest {
            return Err(format!("{highest} is above the bound {}, {aim} {}", bound::upper(&board, aim), tree.json()));
        }
        let score = if random.below(3) == 0 { None } else { Some(highest.saturating_sub(2) + random.below(4) as u32) };
        let shortest = par(&board, aim, score, &budget).outcome;
        match &shortest {
            Outcome::Impossible if score.is_some_and(|score| score > highest) => {}
            Outcome::Solved { solution, .. } if score.is_none_or(|score| score <= highest) => {
                let wanted = score.unwrap_or(highest);
                let fewest = reached.iter().position(|score| *score >= wanted).unwrap();
                if solution.score < wanted || solution.moves.len() != fewest || !solution.is_shortest {
                    return Err(format!("{shortest:?}, expected {fewest} moves to {score:?}, {aim} {}", tree.json()));
                }
            }
            _ => return Err(format!("{shortest:?} for {score:?}, {aim} at most {highest}, {}", tree.json())),
        }
        let limited = match random.index(4) {
            0 => budget.with_time(Duration::from_millis(1)),
            1 => {
                let cancel = Cancel::new();
                cancel.cancel();
                budget.with_cancel(cancel)
            }
            _ => budget.with_nodes([0, 1, 5, 30, 200][random.index(5)]),
        };
        fault(&tree, depth, aim, turns, &best(&board, aim, turns, &limited).outcome, &reached)?;
        let short = par(&board, aim, score, &limited).outcome;
        match &short {
            Outcome::Impossible if score.is_none_or(|score| score <= highest) => {
                return Err(format!("{short:?} for {score:?}, {aim} reaches {highest}, {}", tree.json()));
            }
            Outcome::Solved { solution, .. } if solution.is_shortest => {
                fault(&tree, depth, aim, Turns::AtMost(solution.moves.len() as u32), &short, &reached)?;
            }
            _ => {}
        }
        Ok(7)
    });
}

#[test]
fn hints_are_legal_and_do_what_they_say() {
    stress("blocky hints", 200, |seed| {
        let mut random = Random::new(seed);
        let setup =
            ["d1,t3", "d2,t4", "d2,t4,human,human", "d2,t3,human,human,2020", "d3,t2,human", "d2,t3,blob,human"];
        let setup: Setup = setup[random.index(6)].parse().unwrap();
        let mut position = Blocky::start(&setup, seed, &Budget::unlimited()).unwrap();
        let mut comparisons = 0;
        while let Status::Playing { player } = Blocky::status(&position) {
            let hint = Blocky::hint(&position, &Budget::unlimited().with_nodes(3_000));
            let shown = || format!("{hint:?}\n{}", Blocky::write(&position));
            let moves = Blocky::moves(&position);
            let Outcome::Solved { solution, .. } = &hint else {
                if moves.is_empty() {
                    break;
                }
                return Err(format!("there are moves: {}", shown()));
            };
            let first = solution.line[0];
            if !moves.contains(&first) {
                return Err(format!("`{first}` is not one of {moves:?}: {}", shown()));
            }
            // What it promises for the board, unless chance has a part in it.
            let aim = position.seats()[player].aim;
            if solution.line.iter().all(|next| next.action != Action::Smash) {
                let text = aim.to_string();
                let (goal, color) = text.split_once(':').unwrap();
                let depth = usize::from(position.board.depth());
                let mut tree = read(&position.board.to_string());
                let before = tree.score(depth, goal, color.parse().unwrap());
                for next in &solution.line {
                    tree = tree.played(&next.to_string());
                }
                let after = tree.score(depth, goal, color.parse().unwrap());
                let said = solution.reason.to_string();
                if !said.ends_with(&format!("from {before} to {after}")) {
                    return Err(format!("`{said}`, but {before} becomes {after}: {}", shown()));
                }
            }
            comparisons += 2;
            let action = if random.below(2) == 0 { first } else { *random.pick(&moves).unwrap() };
            position = Blocky::play(&position, &action).map_err(|problem| problem.to_string())?;
        }
        Ok(comparisons)
    });
}

/// A tree from the game's JSON.
fn read(text: &str) -> Tree {
    fn tree(value: &serde_json::Value) -> Tree {
        match value.as_array() {
            Some(parts) => Tree::Parts(parts.iter().map(tree).collect()),
            None => Tree::Solid(value.as_u64().unwrap() as u8),
        }
    }
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    tree(value.get("board").unwrap_or(&value))
}
