//! Advice: the first piece of the best plan, and why it should go there.

use azulejo_core::game::Advice;
use azulejo_core::outcome::Outcome;

use crate::fall::advice::{Way, way};
use crate::fall::draw::seen;
use crate::features::Features;
use crate::play::{Move, Position};
use crate::rules::{self, Placement};
use crate::score::Score;
use crate::solve::{Plan, Task};
use crate::words::{BEST, BEST_YET, points};

/// What a plan for a task advises.
pub(crate) fn advice(position: &Position, task: &Task<'_>, outcome: Outcome<Plan>) -> Outcome<Advice<Move>> {
    let template = if matches!(outcome, Outcome::Solved { .. }) { BEST } else { BEST_YET };
    let now = task.score.value(&Features::of(task.board));
    outcome.map(|plan| {
        let first = task.pieces.first().zip(plan.path.first());
        let rest = first.map(|(&piece, &placement)| rules::rest(task.board, piece, placement));
        let falling = plan.path.first().and_then(|&placement| way(position, placement, task.score));
        Advice {
            reason: template.with([("n", plan.path.len().into()), ("after", points(plan.value)), ("now", points(now))]),
            cells: match falling {
                Some(Way { cells, .. }) => cells.into_iter().filter_map(seen).collect(),
                None => rest.and_then(Result::ok).unwrap_or_default(),
            },
            line: line(position, &plan.path, task.score),
            handles: Vec::new(),
        }
    })
}

/// The moves of a plan: in the falling game, the acts that bring each piece where it goes.
pub(crate) fn line(position: &Position, path: &[Placement], score: &Score) -> Vec<Move> {
    if position.fall.is_none() {
        return path.iter().copied().map(Move::Place).collect();
    }
    let (mut now, mut line) = (position.clone(), Vec::new());
    for &placement in path {
        let Some(Way { acts, .. }) = way(&now, placement, score) else { break };
        for action in acts.into_iter().map(Move::Act) {
            match now.play(action) {
                Ok(next) => now = next,
                Err(_) => return line,
            }
            line.push(action);
        }
    }
    line
}
