//! Whole games between bots, for measuring players and rules.

use azulejo_core::budget::Budget;
use azulejo_core::problem::Problem;

use crate::bots::Bot;
use crate::position::Setup;
use crate::rules::{Move, play, start};

/// How a game between bots went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seat that won; nobody when it went on too long.
    pub winner: Option<usize>,
    /// Turns taken by all together.
    pub turns: usize,
    /// Figure cards left to each seat at the end.
    pub left: Vec<usize>,
    /// The moves, from the first.
    pub moves: Vec<Move>,
}

/// A game that has not ended by then is nobody's.
const MOST_TURNS: usize = 2_000;

/// One game by seed; seat `n` is played by `bots[n]`. Nothing when the budget runs out before its end.
pub fn game(setup: &Setup, bots: &[Bot], seed: u64, budget: &Budget) -> Result<Option<Played>, Problem> {
    if bots.len() != setup.players {
        return Err(Problem::new(format!("{} players need {} bots, not {}", setup.players, setup.players, bots.len())));
    }
    if budget.check().is_err() {
        return Ok(None);
    }
    let mut position = start(setup, seed);
    let mut moves = Vec::new();
    let mut turns = 0;
    while position.winner.is_none() && turns < MOST_TURNS {
        for action in bots[position.turn].plan(&position, budget) {
            position = play(&position, &action)?;
            moves.push(action);
        }
        turns += 1;
        if budget.check().is_err() {
            return Ok(None);
        }
    }
    let left = position.players.iter().map(crate::position::Player::figures_left).collect();
    Ok(Some(Played { winner: position.winner, turns, left, moves }))
}
