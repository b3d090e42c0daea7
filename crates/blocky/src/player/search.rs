//! The player that looks ahead.
//!
//! Alone it follows the plan of a beam search to the end of the game. Against others it searches rounds: its own moves
//! by what they give it over the best of the others, then each other's reply, taken to be the move best for that one.
//! Whether to smash is decided by expectation: some random outcomes of each smash, searched on a little, against the
//! same little search without it. The outcomes are its own guesses; it cannot see what the game's generator will give.

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::random::Random;
use rustc_hash::FxHashSet;

use super::Mind;
use crate::board::{Board, Path};
use crate::goal::{Aim, Evaluator, Kind};
use crate::position::Position;
use crate::rules::{Action, Motion, Move, Rules, check, play};
use crate::solve::{Prunings, Turns, beam, perimeter};

/// Rounds looked ahead against others.
const ROUNDS: u32 = 4;
/// Random outcomes tried for each smash.
const OUTCOMES: u64 = 5;
/// Smashes that are looked at more closely, by what they give at once.
const PROMISING: usize = 5;
/// The beam and the rounds of the little search.
const LITTLE_WIDTH: usize = 3;
const LITTLE_ROUNDS: u32 = 2;

/// The move of a searching player.
pub fn choose(position: &Position, width: u32, mind: &mut Mind, random: &Random, budget: &Budget) -> Move {
    let Some(seat) = position.to_move() else { return Move::PASS };
    if let Some((_, wanted)) = mind.plan.pop_if(|(board, _)| *board == position.board) {
        return wanted;
    }
    let width = (width as usize).max(1);
    let turns = position.turns_left(seat);
    let mut game = Rounds::new(position, seat);
    // By the later rules a smash costs points and hits solid blocks only: not worth looking at.
    let may_smash = position.rules() == Rules::Original && position.smashes_left(seat) > 0;
    let smash = may_smash.then(|| game.smash_worth_it(&position.board, turns, random, budget));
    if let Some(smash) = smash.flatten() {
        return smash;
    }
    if position.seats().len() == 1 {
        return planned(&position.board, position.seats()[seat].aim, turns, width, mind, budget);
    }
    game.search(&position.board, turns.min(ROUNDS), width, budget).1.unwrap_or(idle(&position.board))
}

/// A move that changes no score. Only the later rules, which know passing, go on with a board of one block.
fn idle(board: &Board) -> Move {
    if board.is_divided(Path::ROOT) { Move::motion(Motion::RotateClockwise, Path::ROOT) } else { Move::PASS }
}

/// The first move of a plan for one; the rest is kept in mind.
fn planned(board: &Board, aim: Aim, turns: u32, width: usize, mind: &mut Mind, budget: &Budget) -> Move {
    let outcome = match aim.kind {
        Kind::Perimeter => perimeter::best(board, aim.color, Turns::AtMost(turns), budget),
        _ => beam::best(board, aim, turns, width, Prunings::default(), budget),
    };
    let mut plan = Vec::new();
    let mut expected = board.clone();
    for (path, motion) in outcome.solution().map_or(&[][..], |plan| &plan.moves) {
        plan.push((expected.clone(), Move::motion(*motion, *path)));
        motion.perform(&mut expected, *path);
    }
    // When the best is reached early, the whole board is turned until the end: that changes no score.
    while plan.len() < turns as usize {
        plan.push((expected.clone(), idle(&expected)));
        Motion::RotateClockwise.perform(&mut expected, Path::ROOT);
    }
    plan.reverse();
    mind.plan = plan;
    mind.plan.pop().map_or(idle(board), |(_, wanted)| wanted)
}

/// A search over rounds, from the view of one seat.
struct Rounds {
    own: Box<dyn Evaluator>,
    own_aim: Aim,
    /// The others in the order in which they reply.
    others: Vec<Other>,
    width: usize,
}

struct Other {
    evaluator: Box<dyn Evaluator>,
    aim: Aim,
    turns: u32,
}

struct Line {
    board: Board,
    first: Option<Move>,
    value: i64,
}

impl Rounds {
    fn new(position: &Position, seat: usize) -> Self {
        let seats = position.seats();
        let others = (1..seats.len()).map(|step| (seat + step) % seats.len()).map(|other| Other {
            evaluator: seats[other].aim.evaluator(),
            aim: seats[other].aim,
            turns: position.turns_left(other),
        });
        Self { own: seats[seat].aim.evaluator(), own_aim: seats[seat].aim, others: others.collect(), width: 1 }
    }

    /// What is ahead of the best of the others after a motion; the board is loaded.
    fn value_after(&mut self, path: Path, motion: Motion) -> i64 {
        let own = i64::from(self.own.after(path, motion));
        let other = self.others.iter_mut().map(|other| i64::from(other.evaluator.after(path, motion))).max();
        own - other.unwrap_or(0)
    }

    fn value(&self, board: &Board) -> i64 {
        let other = self.others.iter().map(|other| i64::from(other.aim.score(board))).max();
        i64::from(self.own_aim.score(board)) - other.unwrap_or(0)
    }

    /// The value of the best line found and its first move.
    fn search(&mut self, board: &Board, rounds: u32, width: usize, budget: &Budget) -> (i64, Option<Move>) {
        self.width = width;
        let mut lines = vec![Line { board: board.clone(), first: None, value: self.value(board) }];
        let mut meter = budget.meter();
        for round in 0..rounds {
            match self.round(&lines, round, &mut meter) {
                Ok(next) if !next.is_empty() => lines = next,
                // Out of time or out of moves: what is known must do.
                _ => break,
            }
        }
        // The first of equals: lines are in order of value after the own move, then of moves.
        let mut best = &lines[0];
        for line in &lines {
            if line.value > best.value {
                best = line;
            }
        }
        (best.value, best.first)
    }

    /// One round: own moves, the best of them answered by all others.
    fn round(&mut self, lines: &[Line], round: u32, meter: &mut Meter<'_>) -> Result<Vec<Line>, Stop> {
        let mut candidates = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            self.own.load(&line.board);
            for other in &mut self.others {
                other.evaluator.load(&line.board);
            }
            for path in line.board.divided() {
                for motion in Prunings::default().motions(&line.board, path) {
                    meter.tick()?;
                    candidates.push((self.value_after(path, motion), index, path, motion));
                }
            }
        }
        candidates.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
        let mut known = FxHashSet::default();
        let mut next = Vec::new();
        for (_, index, path, motion) in candidates {
            if next.len() == self.width {
                break;
            }
            let line = &lines[index];
            let mut board = line.board.clone();
            motion.perform(&mut board, path);
            if !known.insert(board.clone()) {
                continue;
            }
            for other in &mut self.others {
                if other.turns > round {
                    other.reply(&mut board, meter)?;
                }
            }
            let value = self.value(&board);
            next.push(Line { board, first: line.first.or(Some(Move::motion(motion, path))), value });
        }
        Ok(next)
    }

    /// The smash whose expected value is above that of going on without it, the best of them.
    fn smash_worth_it(&mut self, board: &Board, turns: u32, random: &Random, budget: &Budget) -> Option<Move> {
        let rounds = turns.min(LITTLE_ROUNDS);
        // Small blocks are not worth a smash, and there are many of them.
        let smashes = board
            .paths()
            .filter(|path| (1..=2).contains(&path.level()))
            .map(|path| Move { action: Action::Smash, path })
            .filter(|smash| check(board, *smash, Rules::Original).is_ok());
        let mut promising: Vec<(i64, Move)> = smashes
            .map(|smash| (outcomes(board, smash, random).map(|smashed| self.value(&smashed)).sum(), smash))
            .collect();
        promising.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
        promising.truncate(PROMISING);
        let mut best = (self.search(board, rounds, LITTLE_WIDTH, budget).0 * OUTCOMES as i64, None);
        for (_, smash) in promising {
            let mut sum = 0;
            for mut smashed in outcomes(board, smash, random) {
                for other in &mut self.others {
                    if other.turns > 0 && other.reply(&mut smashed, &mut budget.meter()).is_err() {
                        return None;
                    }
                }
                sum += self.search(&smashed, rounds - 1, LITTLE_WIDTH, budget).0;
            }
            if sum > best.0 {
                best = (sum, Some(smash));
            }
        }
        best.1
    }
}

/// Some boards that a smash might give, the same ones for the same generator.
fn outcomes<'a>(board: &'a Board, smash: Move, random: &'a Random) -> impl Iterator<Item = Board> + 'a {
    (0..OUTCOMES).map(move |outcome| {
        let mut smashed = board.clone();
        // Only smashes that were checked are asked about.
        let _ = play(&mut smashed, smash, Rules::Original, &mut random.branch(outcome));
        smashed
    })
}

impl Other {
    /// Plays the move that is best for this one.
    fn reply(&mut self, board: &mut Board, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.evaluator.load(board);
        let mut best: Option<(u32, Path, Motion)> = None;
        for path in board.divided() {
            for motion in Prunings::default().motions(board, path) {
                meter.tick()?;
                let score = self.evaluator.after(path, motion);
                if best.is_none_or(|(highest, ..)| score > highest) {
                    best = Some((score, path, motion));
                }
            }
        }
        if let Some((_, path, motion)) = best {
            motion.perform(board, path);
        }
        Ok(())
    }
}
