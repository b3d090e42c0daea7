//! Who wins: a multiple of four is lost, anything else is won by leaving one.

use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};

use crate::position::Position;
use crate::rules::{self, Take};

/// The move that wins.
pub fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Take>> {
    let mut meter = budget.meter();
    let outcome = match (meter.tick().and_then(|()| budget.check()), position.plates().len() % 4) {
        (Err(stop), _) => Outcome::GaveUp { stop, best: None, lower_bound: None },
        (Ok(()), 0) => Outcome::Impossible,
        (Ok(()), rest) => Outcome::Solved { solution: vec![Take(rest)], proof: Proof::Optimal },
    };
    let legal = |line: &Vec<Take>| line.iter().all(|take| rules::play(position, *take).is_ok());
    Answer { outcome: verified(outcome, legal), engine: "arithmetic", nodes: meter.nodes() }
}
