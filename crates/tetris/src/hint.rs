//! Advice: the first piece of the best plan, and why it should go there.

use azulejo_core::game::Advice;
use azulejo_core::outcome::Outcome;

use crate::features::Features;
use crate::rules::{self, Placement};
use crate::solve::{Plan, Task};
use crate::words::{BEST, BEST_YET, points};

/// What a plan for a task advises.
pub(crate) fn advice(task: &Task<'_>, outcome: Outcome<Plan>) -> Outcome<Advice<Placement>> {
    let template = if matches!(outcome, Outcome::Solved { .. }) { BEST } else { BEST_YET };
    let now = task.score.value(&Features::of(task.board));
    outcome.map(|plan| {
        let first = task.pieces.first().zip(plan.path.first());
        let rest = first.map(|(&piece, &placement)| rules::rest(task.board, piece, placement));
        Advice {
            reason: template.with([("n", plan.path.len().into()), ("after", points(plan.value)), ("now", points(now))]),
            cells: rest.and_then(Result::ok).unwrap_or_default(),
            line: plan.path,
            handles: Vec::new(),
        }
    })
}
