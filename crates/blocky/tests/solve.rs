//! The solvers against the plain search of every board that can be reached.

#![allow(clippy::unwrap_used)]

use azulejo_blocky::board::{Board, Color, Path, Tree};
use azulejo_blocky::generate::random_board;
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::rules::Motion;
use azulejo_blocky::solve::{Plan, Prunings, Switch, Turns, beam, best, bound, exhaustive, perimeter};
use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::random::Random;
use std::collections::BTreeSet;

fn proven(outcome: Outcome<Plan>) -> Plan {
    match outcome {
        Outcome::Solved { solution, proof: Proof::Optimal } => solution,
        other => panic!("no proof: {other:?}"),
    }
}

fn checked(board: &Board, aim: Aim, plan: &Plan) {
    let mut played = board.clone();
    for (path, motion) in &plan.moves {
        assert!(motion.perform(&mut played, *path));
    }
    assert_eq!(aim.score(&played), plan.score);
}

fn small_boards(count: u64) -> impl Iterator<Item = (Board, Color)> {
    (0..count).map(|seed| (random_board(2, &mut Random::new(seed)), Color::ALL[seed as usize % 4]))
}

#[test]
fn the_perimeter_optimum_is_right_for_every_board_of_depth_two() {
    // Seen by one colour, a block of four cells is one of sixteen. Boards that can be reached from each other share their
    // optimum, so it is enough to look through each such family once, and to ask for every member.
    let cells = |mask: usize| {
        let cell = |bit: usize| Tree::Solid(if mask >> bit & 1 == 1 { Color::Red } else { Color::Blue });
        Tree::Divided(Box::new([cell(0), cell(1), cell(2), cell(3)]))
    };
    let aim = Aim { kind: Kind::Perimeter, color: Color::Red };
    let mut seen = BTreeSet::new();
    let mut families = 0;
    for code in 0..1 << 16 {
        let tree = Tree::Divided(Box::new([0, 4, 8, 12].map(|shift| cells(code >> shift & 15))));
        let board = Board::from_tree(2, &tree).unwrap();
        if seen.contains(&board) {
            continue;
        }
        families += 1;
        let (family, highest) = family_of(&board, aim);
        for member in &family {
            let plan = proven(perimeter::best(member, Color::Red, Turns::Unlimited, &Budget::unlimited()));
            assert_eq!(plan.score, highest, "{member}");
            checked(member, aim, &plan);
        }
        seen.extend(family);
    }
    assert_eq!(seen.len(), 1 << 16);
    assert_eq!(families, 231);
}

/// All boards that can be reached, and their highest score.
fn family_of(board: &Board, aim: Aim) -> (BTreeSet<Board>, u32) {
    let mut family = BTreeSet::from([board.clone()]);
    let mut pending = vec![board.clone()];
    let mut highest = 0;
    while let Some(board) = pending.pop() {
        highest = highest.max(aim.score(&board));
        for path in board.divided() {
            for motion in Motion::ALL {
                let mut next = board.clone();
                motion.perform(&mut next, path);
                if family.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
    }
    (family, highest)
}

#[test]
fn perimeter_plans_are_optimal_and_shortest_for_every_number_of_turns() {
    let budget = Budget::unlimited();
    for (board, color) in small_boards(120) {
        let aim = Aim { kind: Kind::Perimeter, color };
        let by_turns = perimeter::score_by_turns(&board, color, 5, &budget).unwrap();
        for turns in (0..=5).map(Turns::AtMost).chain([Turns::Unlimited]) {
            let slow = proven(exhaustive::best(&board, aim, turns, Prunings::default(), &budget));
            let fast = proven(perimeter::best(&board, color, turns, &budget));
            checked(&board, aim, &fast);
            assert_eq!((fast.score, fast.moves.len()), (slow.score, slow.moves.len()), "{board} {aim} {turns:?}");
            if let Turns::AtMost(turns) = turns {
                assert_eq!(by_turns[turns as usize], slow.score);
            }
        }
    }
}

#[test]
fn perimeter_plans_are_right_on_deeper_boards_with_few_blocks() {
    let budget = Budget::unlimited();
    let mut tried = 0;
    for seed in 0..4000 {
        let board = random_board(3 + (seed % 2) as u8, &mut Random::new(seed));
        let color = Color::ALL[seed as usize % 4];
        if exhaustive::reachable_at_most(&board, color) > 20_000 {
            continue;
        }
        tried += 1;
        let aim = Aim { kind: Kind::Perimeter, color };
        let slow = proven(exhaustive::best(&board, aim, Turns::Unlimited, Prunings::default(), &budget));
        let fast = proven(perimeter::best(&board, color, Turns::Unlimited, &budget));
        checked(&board, aim, &fast);
        assert_eq!((fast.score, fast.moves.len()), (slow.score, slow.moves.len()), "{board} {aim}");
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn pruning_never_changes_an_answer() {
    let budget = Budget::unlimited().with_memory(1 << 30);
    let sets = [
        Prunings::default(),
        Prunings { blind: Switch::Off, ..Prunings::default() },
        Prunings { alike: Switch::Off, ..Prunings::default() },
        Prunings::OFF,
    ];
    for (board, color) in small_boards(12) {
        for kind in Kind::ALL {
            let aim = Aim { kind, color };
            let answers =
                sets.map(|prunings| proven(exhaustive::best(&board, aim, Turns::AtMost(4), prunings, &budget)));
            for answer in &answers {
                checked(&board, aim, answer);
                assert_eq!((answer.score, answer.moves.len()), (answers[0].score, answers[0].moves.len()));
            }
        }
    }
}

#[test]
fn no_blob_exceeds_its_bound() {
    let budget = Budget::unlimited();
    let (mut tight, mut plain) = (0, 0);
    for (board, color) in small_boards(300) {
        let aim = Aim { kind: Kind::Blob, color };
        let highest = proven(exhaustive::best(&board, aim, Turns::Unlimited, Prunings::default(), &budget)).score;
        assert!(bound::upper(&board, aim) >= highest, "{board} {aim}");
        assert!(bound::upper(&board, aim) <= bound::most_cells(&board, aim));
        tight += u32::from(bound::upper(&board, aim) == highest);
        plain += u32::from(bound::most_cells(&board, aim) == highest);
    }
    assert!(tight > plain, "{tight} of 300 exact, {plain} without looking");
}

#[test]
fn no_search_exceeds_the_bound_on_deeper_boards() {
    for seed in 0..12 {
        let board = random_board(3 + (seed % 3) as u8, &mut Random::new(seed));
        for color in Color::ALL {
            let aim = Aim { kind: Kind::Blob, color };
            let found = beam::best(&board, aim, 12, 10, Prunings::default(), &Budget::unlimited());
            let plan = found.solution().unwrap();
            checked(&board, aim, plan);
            assert!(plan.score <= plan.upper_bound);
        }
    }
}

#[test]
fn a_wide_beam_finds_the_optimum_of_small_boards() {
    let budget = Budget::unlimited();
    for (board, color) in small_boards(60) {
        for kind in Kind::ALL {
            let aim = Aim { kind, color };
            let slow = proven(exhaustive::best(&board, aim, Turns::AtMost(6), Prunings::default(), &budget));
            let found = beam::best(&board, aim, 6, 5000, Prunings::default(), &budget);
            let plan = found.solution().unwrap();
            checked(&board, aim, plan);
            assert_eq!((plan.score, plan.moves.len(), plan.is_shortest), (slow.score, slow.moves.len(), true));
        }
    }
}

#[test]
fn best_always_answers_and_never_claims_what_it_cannot_prove() {
    for depth in 0..=8 {
        let board = random_board(depth, &mut Random::new(u64::from(depth)));
        for kind in Kind::ALL {
            let aim = Aim { kind, color: Color::Yellow };
            let budget = Budget::unlimited().with_nodes(2000);
            let answer = best(&board, aim, Turns::AtMost(3), &budget);
            let plan = answer.outcome.solution().unwrap();
            checked(&board, aim, plan);
            assert!(plan.score >= aim.score(&board) && plan.moves.len() <= 3);
            if let Outcome::Solved { proof: Proof::Optimal, .. } = answer.outcome {
                assert_eq!(plan.score, plan.upper_bound);
            }
        }
    }
}

#[test]
fn solid_boards_need_no_plan() {
    for aim in Kind::ALL.map(|kind| Aim { kind, color: Color::Red }) {
        let answer = best(&Board::solid(3, Color::Red), aim, Turns::Unlimited, &Budget::unlimited());
        let plan = proven(answer.outcome);
        assert!(plan.moves.is_empty() && plan.is_shortest);
        assert_eq!(plan.score, aim.score(&Board::solid(3, Color::Red)));
    }
    assert_eq!(Board::solid(3, Color::Red).divided().next(), None::<Path>);
}
