//! The next move of a shortest solution, and how far the board is from its end.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof};

use super::{Request, Solution, solve};
use crate::position::{Board, Color};
use crate::region::RegionGraph;
use crate::rules::{Move, Spot, paint};

/// What to play next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The next move; none when the board is done.
    pub next: Option<Move>,
    /// Moves to the end, this one included.
    pub distance: u32,
    /// No way to the end is shorter than this; equal to the distance when that is proven.
    pub lower_bound: u32,
}

/// A way to the end whose first move is the hint: a shortest one, impossible when `moves` moves are proven too few.
///
/// When the budget ends first, the best line found serves if it is short enough.
pub fn advise(board: &Board, target: Option<Color>, moves: Option<u32>, budget: &Budget) -> Answer<Solution> {
    let request = Request { target, moves, ..Request::default() };
    let Answer { outcome, engine, nodes } = solve(board, &request, budget);
    let fits = |best: &Solution| moves.is_none_or(|moves| best.moves.len() as u32 <= moves);
    let outcome = match outcome {
        Outcome::GaveUp { best: Some(solution), .. } if fits(&solution) => {
            Outcome::Solved { solution, proof: Proof::FirstFound }
        }
        Outcome::GaveUp { stop, lower_bound, .. } => Outcome::GaveUp { stop, best: None, lower_bound },
        other => other,
    };
    Answer { outcome, engine, nodes }
}

/// The next move of a shortest solution; `None` when `moves` moves are proven too few.
pub fn hint(board: &Board, target: Option<Color>, moves: Option<u32>, budget: &Budget) -> Result<Option<Hint>, Stop> {
    match advise(board, target, moves, budget).outcome {
        Outcome::Solved { solution: Solution { moves, lower_bound }, .. } => {
            Ok(Some(Hint { next: moves.first().copied(), distance: moves.len() as u32, lower_bound }))
        }
        Outcome::Impossible => Ok(None),
        Outcome::GaveUp { stop, .. } => Err(stop),
    }
}

/// Every move that changes a colour to another of the board's, or to the target: regions in reading order.
pub fn first_moves(board: &Board, target: Option<Color>) -> Vec<Move> {
    let graph = RegionGraph::of(board);
    let mut colors: Vec<Color> = graph.colors().iter().copied().chain(target).collect();
    colors.sort_unstable();
    colors.dedup();
    let mut moves = Vec::new();
    for region in 0..graph.len() as u32 {
        let spot = Spot::of(board, graph.first(region));
        let others = colors.iter().filter(|&&color| color != graph.color(region));
        moves.extend(others.map(|&color| Move { spot, color }));
    }
    moves
}

/// The moves among these after which the end is one move nearer than `distance`, the fewest before.
pub fn keeping(
    board: &Board,
    target: Option<Color>,
    distance: u32,
    moves: &[Move],
    budget: &Budget,
) -> Result<Vec<Move>, Stop> {
    let request = Request { target, moves: Some(distance.saturating_sub(1)), ..Request::default() };
    let mut keeping = Vec::new();
    for &action in moves {
        let Some(place) = action.spot.place(board) else { continue };
        match solve(&paint(board, place, action.color), &request, budget).outcome {
            Outcome::Solved { proof: Proof::Optimal, .. } => keeping.push(action),
            Outcome::Solved { .. } | Outcome::Impossible => {}
            Outcome::GaveUp { stop, .. } => return Err(stop),
        }
    }
    Ok(keeping)
}
