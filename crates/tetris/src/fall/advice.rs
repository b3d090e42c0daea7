//! How a falling piece comes to where a plan wants it.

use azulejo_core::grid::Cell;

use super::Act;
use crate::features::Features;
use crate::play::Position;
use crate::position::Piece;
use crate::rules::{self, FullRows, Placement};
use crate::score::Score;
use crate::srs::path::{Input, Ways};
use crate::srs::reach::{Stack, Turns};
use crate::srs::{ROWS, Spot};

/// A piece on its way: what to do, and where it comes to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The acts, the drop that ends them included.
    pub acts: Vec<Act>,
    /// The cells of the whole board where it comes to rest.
    pub cells: Vec<Cell>,
}

/// The shortest way to a placement of a plan. Where the piece can no longer get there: to the reachable place that keeps
/// the board best by the plan's score. Nothing once the game is over.
pub fn way(position: &Position, placement: Placement, score: &Score) -> Option<Way> {
    let (fall, &piece) = (position.fall.as_deref()?, position.pieces.first()?);
    let stack = Stack::of_board(&position.board)?;
    let ways = Ways::from(&stack, piece, fall.spot(), Turns::Halves);
    let rests = ways.rests(&stack);
    let wanted = rules::rest(&position.board, piece, placement).ok().map(sorted);
    let planned = rests.iter().find(|rest| Some(cells(piece, **rest)) == wanted);
    let best = || {
        rests.iter().max_by(|a, b| worth(position, piece, **a, score).total_cmp(&worth(position, piece, **b, score)))
    };
    let rest = *planned.or_else(best)?;
    let inputs = ways.to(&stack, rest)?;
    let acts = inputs.into_iter().map(|input| match input {
        Input::Left => Act::Left,
        Input::Right => Act::Right,
        Input::Turn(turn) => Act::Turn(turn),
        Input::Down => Act::Down,
    });
    Some(Way { acts: acts.chain([Act::Drop]).collect(), cells: cells(piece, rest) })
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells
}

fn cells(piece: Piece, spot: Spot) -> Vec<Cell> {
    let on_board = spot.cells(piece).into_iter().filter(|&(_, y)| (y as usize) < ROWS);
    sorted(on_board.map(|(x, y)| Cell::new((ROWS - 1) as u16 - y as u16, x as u16)).collect())
}

/// What the board is worth with a piece at rest.
fn worth(position: &Position, piece: Piece, rest: Spot, score: &Score) -> f64 {
    let mut board = position.board.clone();
    for cell in cells(piece, rest) {
        board.lay(cell, piece.mark());
    }
    let full = match position.full_rows {
        FullRows::Clear => rules::full_rows(&board),
        FullRows::Keep => Vec::new(),
    };
    let cleared = position.cleared as i64 + full.len() as i64;
    score.value(&Features { cleared, ..Features::of(&rules::without(&board, &full)) })
}
