//! The next move of a shortest solution, and how far the board is from its end.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof};

use super::{Request, Solution, solve};
use crate::position::{Board, Color, Terms};
use crate::region::RegionGraph;
use crate::rules::{Move, Spot, paint};

/// What to play next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The next move; none when the board is done.
    pub next: Option<Move>,
    /// The fewest moves to the end, this one included.
    pub distance: u32,
}

/// A way to the end whose first move is the hint: a shortest one, impossible when `moves` moves are proven too few.
///
/// When the budget ends first, the best line found is all there is, if it is short enough.
pub fn advise(board: &Board, terms: Terms, moves: Option<u32>, budget: &Budget) -> Answer<Solution> {
    let request = Request { terms, moves, ..Request::default() };
    let Answer { outcome, engine, nodes } = solve(board, &request, budget);
    let fits = |best: &Solution| moves.is_none_or(|moves| best.moves.len() as u32 <= moves);
    let outcome = match outcome {
        Outcome::GaveUp { stop, best, lower_bound } => Outcome::GaveUp { stop, best: best.filter(fits), lower_bound },
        other => other,
    };
    Answer { outcome, engine, nodes }
}

/// The next move of a shortest solution; `None` when there is none, or `moves` moves are proven too few.
pub fn hint(board: &Board, terms: Terms, moves: Option<u32>, budget: &Budget) -> Result<Option<Hint>, Stop> {
    match advise(board, terms, moves, budget).outcome {
        Outcome::Solved { solution: Solution { moves, .. }, .. } => {
            Ok(Some(Hint { next: moves.first().copied(), distance: moves.len() as u32 }))
        }
        Outcome::Impossible => Ok(None),
        Outcome::GaveUp { stop, .. } => Err(stop),
    }
}

/// Every move that changes a colour to another of the board's, or to the target: regions in reading order.
pub fn first_moves(board: &Board, terms: Terms) -> Vec<Move> {
    let graph = RegionGraph::of(board);
    let mut colors: Vec<Color> = graph.colors().iter().copied().chain(terms.target).collect();
    colors.retain(|&color| terms.offer(color));
    colors.sort_unstable();
    colors.dedup();
    // Where every colour of the board can only be painted over, one new colour is as good as another.
    if colors.is_empty() {
        colors.push(1);
    }
    let mut moves = Vec::new();
    for region in 0..graph.len() as u32 {
        let spot = Spot::of(board, graph.first(region));
        let others = colors.iter().filter(|&&color| color != graph.color(region));
        moves.extend(others.map(|&color| Move { spot, color }));
    }
    moves
}

/// The moves among these after which the end is one move nearer than `distance`, the fewest before.
pub fn keeping(board: &Board, terms: Terms, distance: u32, moves: &[Move], budget: &Budget) -> Result<Vec<Move>, Stop> {
    let request = Request { terms, moves: Some(distance.saturating_sub(1)), ..Request::default() };
    let mut keeping = Vec::new();
    for &action in moves {
        // Boards that are solved at a glance never look at the clock, and there may be thousands of them here.
        budget.check()?;
        let Some(place) = action.spot.place(board) else { continue };
        match solve(&paint(board, place, action.color), &request, budget).outcome {
            Outcome::Solved { proof: Proof::Optimal, .. } => keeping.push(action),
            Outcome::Solved { .. } | Outcome::Impossible => {}
            Outcome::GaveUp { stop, .. } => return Err(stop),
        }
    }
    Ok(keeping)
}
