//! The fewest moves to a score: proven, or not given.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof};

use super::{Plan, Prunings, Turns, best, bound, exhaustive, perimeter};
use crate::board::Board;
use crate::goal::{Aim, Kind};

/// The shortest plan that reaches a score, or the best score when none is asked for. What comes out solved and optimal has
/// the fewest moves if the plan says so.
pub fn par(board: &Board, aim: Aim, score: Option<u32>, budget: &Budget) -> Answer<Plan> {
    let before = budget.nodes();
    let answer = fewest(board, aim, score, budget);
    Answer { nodes: budget.nodes().saturating_sub(before), ..answer }
}

fn fewest(board: &Board, aim: Aim, score: Option<u32>, budget: &Budget) -> Answer<Plan> {
    let highest = best(board, aim, Turns::Unlimited, budget);
    let (Some(score), Some(plan)) = (score, highest.outcome.solution()) else { return highest };
    let is_proven = matches!(highest.outcome, Outcome::Solved { proof: Proof::Optimal, .. });
    if score > plan.upper_bound || (is_proven && score > plan.score) || score > bound::upper(board, aim) {
        return Answer { outcome: Outcome::Impossible, ..highest };
    }
    if !is_proven {
        return highest;
    }
    match fewest_turns(board, aim, score, plan.moves.len() as u32, budget) {
        Ok(turns) => best(board, aim, Turns::AtMost(turns), budget),
        Err(stop) => {
            // The plan reaches the score, but a shorter one may do so too.
            let best = Some(Plan { is_shortest: false, ..plan.clone() });
            Answer { outcome: Outcome::GaveUp { stop, best, lower_bound: None }, ..highest }
        }
    }
}

/// The fewest turns for a score that can be reached in `most`.
fn fewest_turns(board: &Board, aim: Aim, score: u32, most: u32, budget: &Budget) -> Result<u32, Stop> {
    if aim.kind == Kind::Perimeter {
        let scores = perimeter::score_by_turns(board, aim.color, most, budget)?;
        return Ok(scores.iter().position(|reached| *reached >= score).map_or(most, |turns| turns as u32));
    }
    for turns in 0..most {
        match exhaustive::best(board, aim, Turns::AtMost(turns), Prunings::default(), budget) {
            Outcome::GaveUp { stop, .. } => return Err(stop),
            found if found.solution().is_some_and(|plan| plan.score >= score) => return Ok(turns),
            _ => {}
        }
    }
    Ok(most)
}
