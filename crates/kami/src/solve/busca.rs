//! `busca`, the course text's search with backtracking, word for word: try every region with every colour.
//!
//! Kept as the reference: it is right by reading it, and out of breath after some ten regions.

use azulejo_core::budget::{Budget, Meter, Stop};

use crate::contraction::Contraction;
use crate::position::{Board, Color};
use crate::region::{Region, RegionGraph};
use crate::rules::{Move, Spot};

/// The first move of a solution of at most `moves` moves; `None` when there is none. On a board of one colour the
/// course text answers with that region and its colour.
pub fn busca(board: &Board, moves: u32, budget: &Budget) -> Result<Option<Move>, Stop> {
    let graph = RegionGraph::of(board);
    let mut colors: Vec<Color> = graph.colors().to_vec();
    colors.sort_unstable();
    colors.dedup();
    let first = search(&mut Contraction::of(&graph), &colors, moves, &mut budget.meter())?;
    Ok(first.map(|(region, color)| Move { spot: Spot::of(board, graph.first(region)), color }))
}

fn search(
    graph: &mut Contraction,
    colors: &[Color],
    moves: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<(Region, Color)>, Stop> {
    meter.tick()?;
    // The course text's end check: one colour, in however many parts.
    let last = graph.color(0);
    if graph.regions().all(|region| graph.color(region) == last) {
        return Ok(Some((0, last)));
    }
    if moves == 0 {
        return Ok(None);
    }
    for region in graph.regions() {
        let old = graph.color(region);
        for &color in colors.iter().filter(|&&color| color != old) {
            graph.paint(region, color);
            let found = search(graph, colors, moves - 1, meter)?;
            graph.undo();
            if found.is_some() {
                return Ok(Some((region, color)));
            }
        }
    }
    Ok(None)
}
