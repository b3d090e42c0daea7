//! Whole games between computer players, for measuring players and rules.

use azulejo_core::budget::Budget;

use crate::player::{Mind, choose};
use crate::position::{Position, Setup, winner};
use crate::rules::Move;

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The moves.
    pub moves: Vec<Move>,
    /// Where they led.
    pub end: Position,
    /// The scores at the end.
    pub scores: Vec<i64>,
}

impl Played {
    /// Who won.
    pub fn winner(&self) -> usize {
        winner(&self.scores)
    }
}

/// One game by seed. A person at the table, or a budget that runs out, ends it early.
pub fn game(setup: &Setup, seed: u64, budget: &Budget) -> Played {
    let mut position = setup.deal(seed);
    let mut minds = vec![Mind::default(); setup.players.len()];
    let mut moves = Vec::new();
    while let Some(seat) = position.to_move() {
        let wanted = if budget.check().is_ok() { choose(&position, &mut minds[seat], budget) } else { None };
        let Some((wanted, next)) = wanted.and_then(|wanted| Some((wanted, position.play(wanted).ok()?))) else { break };
        position = next;
        moves.push(wanted);
    }
    Played { moves, scores: position.scores(), end: position }
}
