//! Every board that can be reached, breadth first: exact and shortest for any goal, where there are few enough.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Outcome, Proof};
use rustc_hash::FxHashSet;

use super::{Plan, Prunings, Turns, bound};
use crate::board::{Block, Board, Color, Path};
use crate::goal::Aim;
use crate::rules::Motion;

/// The board as someone sees it who cares for one colour only.
pub(crate) fn seen_by(board: &Board, color: Color) -> Board {
    let other = if color == Color::Blue { Color::Red } else { Color::Blue };
    board.seen_as(|found| if found == color { color } else { other })
}

/// A number that the boards that can be reached, as seen by a colour, do not exceed.
pub fn reachable_at_most(board: &Board, color: Color) -> u64 {
    let seen = seen_by(board, color);
    seen.divided().fold(1_u64, |product, path| {
        let children = [0, 1, 2, 3].map(|step| path.child(step).and_then(|child| seen.block(child)));
        // Eight ways to lay four children; four when all are solid, for then one or three of them stand out, or two.
        let all_solid = children.iter().all(|child| matches!(child, Some(Block::Solid(_))));
        product.saturating_mul(if all_solid { 4 } else { 8 })
    })
}

/// The best plan within the turns, shortest first.
pub fn best(board: &Board, aim: Aim, turns: Turns, prunings: Prunings, budget: &Budget) -> Outcome<Plan> {
    let seen = prunings.seen(board, aim.color);
    let mut search =
        Search { found: vec![Node { board: seen.clone(), from: 0, by: None }], known: FxHashSet::default() };
    search.known.insert(seen);
    let mut evaluator = aim.evaluator();
    let mut meter = budget.meter();
    let mut best = (aim.score(board), 0);
    let mut distance = 0;
    let mut layer = 0..1;
    let limit = match turns {
        Turns::AtMost(turns) => turns,
        Turns::Unlimited => u32::MAX,
    };
    let mut stopped = None;
    'layers: while distance < limit && !layer.is_empty() {
        let end = search.found.len();
        for index in layer {
            let board = search.found[index].board.clone();
            evaluator.load(&board);
            for path in board.divided() {
                for motion in prunings.motions(&board, path) {
                    if let Err(stop) = meter.tick().and_then(|()| search.within(budget)) {
                        stopped = Some(stop);
                        break 'layers;
                    }
                    let mut next = board.clone();
                    motion.perform(&mut next, path);
                    if search.known.insert(next.clone()) {
                        let score = evaluator.after(path, motion);
                        if score > best.0 {
                            best = (score, search.found.len());
                        }
                        search.found.push(Node { board: next, from: index, by: Some((path, motion)) });
                    }
                }
            }
        }
        layer = end..search.found.len();
        distance += 1;
    }
    let (score, reached) = best;
    let moves = search.way_to(reached);
    match stopped {
        None => {
            let plan = Plan { score, moves, upper_bound: score, is_shortest: true };
            Outcome::Solved { solution: plan, proof: Proof::Optimal }
        }
        Some(stop) => {
            let plan = Plan { score, moves, upper_bound: bound::upper(board, aim), is_shortest: true };
            Outcome::GaveUp { stop, best: Some(plan), lower_bound: Some(score) }
        }
    }
}

struct Node {
    board: Board,
    from: usize,
    by: Option<(Path, Motion)>,
}

struct Search {
    found: Vec<Node>,
    known: FxHashSet<Board>,
}

impl Search {
    /// Each board is kept twice, with about 64 bytes around it.
    fn within(&self, budget: &Budget) -> Result<(), Stop> {
        let bytes = self.found.len() * 2 * (64 + self.found[0].board.bytes().len());
        if bytes > budget.memory() { Err(Stop::Memory) } else { Ok(()) }
    }

    fn way_to(&self, reached: usize) -> Vec<(Path, Motion)> {
        let mut moves = Vec::new();
        let mut at = reached;
        while let Some(by) = self.found[at].by {
            moves.push(by);
            at = self.found[at].from;
        }
        moves.reverse();
        moves
    }
}
