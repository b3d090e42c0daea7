//! A way to the end as advice: its moves, how far it is, and the region to look at.

use azulejo_core::game::Advice;
use azulejo_core::words::Message;

use crate::draw;
use crate::hands;
use crate::position::Board;
use crate::rules::Move;
use crate::solve::Solution;
use crate::words::{DONE, PERHAPS_SHORTER, TO_THE_END};

/// What a solution advises on its board.
pub(crate) fn advice(board: &Board, solution: Solution) -> Advice<Move> {
    let reason = reason(&solution);
    let first = solution.moves.first().and_then(|first| first.spot.place(board));
    let cells = first.map_or_else(Vec::new, |place| draw::region(board, place));
    let handles = solution.moves.first().map(|first| hands::handle(first.color)).into_iter().collect();
    Advice { line: solution.moves, reason, cells, handles }
}

fn reason(solution: &Solution) -> Message {
    match (solution.moves.len(), solution.lower_bound) {
        (0, _) => DONE.plain(),
        (count, least) if count == least as usize => TO_THE_END.with([("n", count.into())]),
        (count, least) => PERHAPS_SHORTER.with([("n", count.into()), ("least", least.into())]),
    }
}
