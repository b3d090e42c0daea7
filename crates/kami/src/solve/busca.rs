//! `busca`, the course text's search with backtracking, word for word: try every region with every colour.
//!
//! Kept as the reference: it is right by reading it, and out of breath after some ten regions.

use azulejo_core::budget::{Budget, Stop};

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
    let first = search(&mut Contraction::of(&graph), &colors, moves, budget)?;
    Ok(first.map(|(region, color)| Move { spot: Spot::of(board, graph.first(region)), color }))
}

/// A move on the way down: the region, and the place of its colour among all colours.
type Tried = (Region, usize);

/// The course text's recursion, with a stack of our own: a level may allow more moves than a thread's stack has room for.
fn search(
    graph: &mut Contraction,
    colors: &[Color],
    moves: u32,
    budget: &Budget,
) -> Result<Option<(Region, Color)>, Stop> {
    let mut meter = budget.meter();
    let mut stack: Vec<Tried> = Vec::new();
    loop {
        meter.tick()?;
        // The course text's end check: one colour, in however many parts.
        let last = graph.color(0);
        let regions = graph.len() as u64;
        if graph.regions().all(|region| graph.color(region) == last) {
            let first = stack.first().map(|&(region, color)| (region, colors[color]));
            return Ok(Some(first.unwrap_or((0, last))));
        }
        // One look goes over all regions.
        meter.dwell(regions >> 8)?;
        let mut next = if stack.len() < moves as usize { following(graph, colors, None) } else { None };
        while next.is_none() {
            let Some(tried) = stack.pop() else { return Ok(None) };
            graph.undo();
            next = following(graph, colors, Some(tried));
        }
        let Some((region, color)) = next else { return Ok(None) };
        if (stack.len() * size_of::<Tried>()).saturating_add(graph.kept()) > budget.memory() {
            return Err(Stop::Memory);
        }
        graph.paint(region, colors[color]);
        stack.push((region, color));
    }
}

/// What is tried after a move, or first: the next colour, or the next region's first, never a region's own.
fn following(graph: &Contraction, colors: &[Color], after: Option<Tried>) -> Option<Tried> {
    let another = |region: Region, from: usize| {
        let own = graph.color(region);
        (from..colors.len()).find(|&color| colors[color] != own).map(|color| (region, color))
    };
    let (from, same) = match after {
        Some((region, color)) => (region + 1, another(region, color + 1)),
        None => (0, None),
    };
    same.or_else(|| graph.regions_from(from).find_map(|region| another(region, 0)))
}
