//! Beam search: from each turn's best boards every motion, and of these the best again.
//!
//! Boards are seen by one colour, so that what differs only in other colours is the same board and blocks without the
//! colour have no motions. A board that was reached before, in as many turns or fewer, is not kept again.

use std::hash::BuildHasher;

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::outcome::{Outcome, Proof};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Plan, Prunings, bound};
use crate::board::{Board, Path};
use crate::goal::{Aim, Evaluator};
use crate::plane::DEEPEST_NARROW;
use crate::rules::Motion;

/// The best plan found within the turns.
pub fn best(board: &Board, aim: Aim, turns: u32, width: usize, prunings: Prunings, budget: &Budget) -> Outcome<Plan> {
    let upper_bound = bound::upper(board, aim);
    let mut beam = Beam::new(board, aim, prunings);
    let stopped = beam.search(turns, width, upper_bound, budget).err();
    let plan = beam.plan(upper_bound);
    match stopped {
        _ if plan.score == upper_bound => Outcome::Solved { solution: plan, proof: Proof::Optimal },
        None => Outcome::Solved { solution: plan, proof: Proof::FirstFound },
        Some(stop) => {
            let lower_bound = Some(plan.score);
            Outcome::GaveUp { stop, best: Some(plan), lower_bound }
        }
    }
}

/// Turns without a better board after which the search ends.
const PATIENCE: u32 = 12;

struct Node {
    from: u32,
    by: Option<(Path, Motion)>,
}

struct Beam {
    nodes: Vec<Node>,
    layer: Vec<(u32, Board)>,
    evaluator: Box<dyn Evaluator>,
    known: FxHashSet<u64>,
    /// Score, node, and whether everything before it was kept.
    best: (u32, u32, bool),
    is_complete: bool,
    prunings: Prunings,
}

#[derive(Clone, Copy)]
struct Candidate {
    value: u64,
    state: u32,
    path: Path,
    motion: Motion,
}

impl Beam {
    fn new(board: &Board, aim: Aim, prunings: Prunings) -> Self {
        let seen = prunings.seen(board, aim.color);
        let mut known = FxHashSet::default();
        known.insert(hash(&seen));
        Self {
            nodes: vec![Node { from: 0, by: None }],
            layer: vec![(0, seen)],
            evaluator: aim.evaluator(),
            known,
            best: (aim.score(board), 0, true),
            is_complete: true,
            prunings,
        }
    }

    fn search(&mut self, turns: u32, width: usize, enough: u32, budget: &Budget) -> Result<(), Stop> {
        let mut meter = budget.meter();
        let mut candidates = Vec::new();
        let mut patience = PATIENCE;
        for _ in 0..turns {
            if self.best.0 >= enough || self.layer.is_empty() || patience == 0 {
                break;
            }
            let before = self.best.0;
            candidates.clear();
            let mut states = self.layer.iter().enumerate();
            let stopped = states.try_for_each(|(state, (_, board))| {
                let state = state as u32;
                expand(board, state, self.prunings, &mut *self.evaluator, &mut candidates, &mut meter, budget)
            });
            // What was seen before time ran out still counts.
            self.advance(&mut candidates, if stopped.is_ok() { width } else { 1 });
            stopped?;
            patience = if self.best.0 > before { PATIENCE } else { patience - 1 };
        }
        Ok(())
    }

    /// Makes the next layer from the best candidates that lead to new boards.
    fn advance(&mut self, candidates: &mut [Candidate], width: usize) {
        let was_complete = self.is_complete;
        // The order among equals is that of states and moves: the same on every machine.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        let mut next = Vec::with_capacity(width);
        for candidate in candidates.iter() {
            if next.len() == width {
                self.is_complete = false;
                break;
            }
            let (from, board) = &self.layer[candidate.state as usize];
            let mut board = board.clone();
            candidate.motion.perform(&mut board, candidate.path);
            if !self.known.insert(hash(&board)) {
                continue;
            }
            let node = self.nodes.len() as u32;
            self.nodes.push(Node { from: *from, by: Some((candidate.path, candidate.motion)) });
            let score = (candidate.value >> 32) as u32;
            if score > self.best.0 {
                self.best = (score, node, was_complete);
            }
            next.push((node, board));
        }
        self.layer = next;
    }

    fn plan(&self, upper_bound: u32) -> Plan {
        let (score, reached, is_shortest) = self.best;
        let mut moves = Vec::new();
        let mut at = &self.nodes[reached as usize];
        while let Some(by) = at.by {
            moves.push(by);
            at = &self.nodes[at.from as usize];
        }
        moves.reverse();
        Plan { score, moves, upper_bound, is_shortest }
    }
}

fn hash(board: &Board) -> u64 {
    FxBuildHasher.hash_one(board)
}

fn expand(
    board: &Board,
    state: u32,
    prunings: Prunings,
    evaluator: &mut dyn Evaluator,
    candidates: &mut Vec<Candidate>,
    meter: &mut Meter<'_>,
    budget: &Budget,
) -> Result<(), Stop> {
    evaluator.load(board);
    for path in board.divided() {
        for motion in prunings.motions(board, path) {
            meter.tick()?;
            // On boards too deep for rows of one word a move takes so long that the meter looks at the clock too seldom.
            if board.depth() > DEEPEST_NARROW {
                budget.check()?;
            }
            let value = u64::from(evaluator.after(path, motion)) << 32;
            candidates.push(Candidate { value, state, path, motion });
        }
    }
    Ok(())
}
