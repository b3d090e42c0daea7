//! `busca`, the document's search with backtracking, word for word: try every region with every colour.
//!
//! Kept as the reference: it is right by reading it, and out of breath after some ten regions.

use azulejo_core::budget::{Budget, Meter, Stop};

use crate::position::{Board, Color};
use crate::region::RegionGraph;
use crate::rules::{Move, Spot, paint, single_color};

/// The first move of a solution of at most `moves` moves; `None` when there is none. On a board of one colour the
/// document answers with that region and its colour.
pub fn busca(board: &Board, moves: u32, budget: &Budget) -> Result<Option<Move>, Stop> {
    let mut colors: Vec<Color> = RegionGraph::of(board).colors().to_vec();
    colors.sort_unstable();
    colors.dedup();
    search(board, &colors, moves, &mut budget.meter())
}

fn search(board: &Board, colors: &[Color], moves: u32, meter: &mut Meter<'_>) -> Result<Option<Move>, Stop> {
    meter.tick()?;
    let graph = RegionGraph::of(board);
    if let Some(color) = single_color(board) {
        return Ok(Some(Move { spot: Spot::of(board, graph.first(0)), color }));
    }
    if moves == 0 {
        return Ok(None);
    }
    for region in 0..graph.len() as u32 {
        for &color in colors.iter().filter(|&&color| color != graph.color(region)) {
            let painted = paint(board, graph.first(region), color);
            if search(&painted, colors, moves - 1, meter)?.is_some() {
                return Ok(Some(Move { spot: Spot::of(board, graph.first(region)), color }));
            }
        }
    }
    Ok(None)
}
