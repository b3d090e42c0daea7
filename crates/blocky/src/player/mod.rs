//! The computer's players. Each is a function of the game and a generator; the searching one may keep its plan.

use azulejo_core::budget::Budget;
use azulejo_core::random::Random;

use crate::board::{Board, Path};
use crate::goal::Aim;
use crate::layout::select;
use crate::position::{Player, Position};
use crate::rules::{Action, Motion, Move, Rules, check, play};

pub mod search;

/// Moves a smart player compares, by difficulty; above the last as the last.
pub const COMPARED: [u32; 6] = [5, 10, 25, 50, 100, 150];

/// What a player keeps in mind from turn to turn.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    /// The boards expected, with what is then to be done, the next one last.
    plan: Vec<(Board, Move)>,
}

impl Mind {
    /// What is meant to be done after the next move, first things first.
    pub fn planned(&self) -> impl Iterator<Item = Move> + '_ {
        self.plan.iter().rev().map(|(_, wanted)| *wanted)
    }
}

/// The move of the player to move; nothing for a person or when the game is over.
pub fn choose(position: &Position, mind: &mut Mind, budget: &Budget) -> Option<Move> {
    let seat = position.to_move()?;
    choose_as(position.seats()[seat].player, position, mind, &mut position.mind(), budget)
}

/// The move that this player would make if it were in the seat of the one to move.
pub fn choose_as(
    player: Player,
    position: &Position,
    mind: &mut Mind,
    random: &mut Random,
    budget: &Budget,
) -> Option<Move> {
    let aim = position.seats()[position.to_move()?].aim;
    match player {
        Player::Human => None,
        Player::Random => Some(random_move(&position.board, aim, position.rules(), random)),
        Player::Smart(difficulty) => Some(smart_move(&position.board, aim, position.rules(), difficulty, random)),
        Player::Search(width) => Some(search::choose(position, width, mind, random, budget)),
    }
}

/// A block under a random point, at a random level.
fn random_block(board: &Board, random: &mut Random) -> Path {
    let side = board.side();
    let (x, y) = (random.index(side) as i64, random.index(side) as i64);
    let level = random.index(usize::from(board.depth()) + 1) as u8;
    select(board, side as u32, x, y, level).unwrap_or(Path::ROOT)
}

/// Any block and any action. By the first rules it may well do nothing; by the later ones it is tried until it does.
fn random_move(board: &Board, aim: Aim, rules: Rules, random: &mut Random) -> Move {
    let motions = Motion::ALL.map(Action::Motion);
    let actions: Vec<Action> = match rules {
        Rules::Original => motions.into_iter().chain([Action::Smash]).collect(),
        Rules::Later => motions.into_iter().chain([Action::Smash, Action::Paint(aim.color), Action::Combine]).collect(),
    };
    for _ in 0..1000 {
        let path = random_block(board, random);
        let wanted = Move { action: actions[random.index(actions.len())], path };
        if rules == Rules::Original || check(board, wanted, rules).is_ok() {
            return wanted;
        }
    }
    Move::PASS
}

/// The best of some random moves; the first of equals. By the later rules nothing worse than passing.
fn smart_move(board: &Board, aim: Aim, rules: Rules, difficulty: u32, random: &mut Random) -> Move {
    let compared = COMPARED[(difficulty as usize).min(COMPARED.len() - 1)];
    let mut evaluator = aim.evaluator();
    evaluator.load(board);
    let mut best: Option<(i64, Move)> = None;
    if rules == Rules::Later {
        best = Some((i64::from(evaluator.score()), Move::PASS));
    }
    for _ in 0..compared {
        let path = random_block(board, random);
        let (score, wanted) = match rules {
            Rules::Original => {
                let motion = Motion::ALL[random.index(4)];
                let score = if board.is_divided(path) { evaluator.after(path, motion) } else { evaluator.score() };
                (i64::from(score), Move::motion(motion, path))
            }
            Rules::Later => {
                let action = match random.index(6) {
                    4 => Action::Paint(aim.color),
                    5 => Action::Combine,
                    motion => Action::Motion(Motion::ALL[motion]),
                };
                let wanted = Move { action, path };
                let mut played = board.clone();
                if play(&mut played, wanted, rules, random).is_err() {
                    continue;
                }
                (i64::from(aim.score(&played)) - i64::from(action.penalty()), wanted)
            }
        };
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, wanted));
        }
    }
    // At least five moves are compared, so there is one.
    best.map_or(Move::PASS, |(_, wanted)| wanted)
}
