//! The solvers: the course text's backtracking as the reference, and the exact one that proves the fewest moves.
//!
//! Parts of a board that do not touch are solved one by one; they must end in the same colour, so for each part it also
//! matters which colours its shortest solutions can end in. Any other colour costs exactly one move more.
//!
//! # Searching over sets
//!
//! A board of n regions has far too many successors to search over boards. `solve/closure.rs` searches over *items*
//! instead: "this connected set of regions can be made colour d in k moves". Single regions cost 0; repainting an item
//! costs 1 and takes in its neighbours of the new colour; two items of one colour that touch join, and their costs add
//! up. Looking at the last move of a shortest solution shows by induction that this makes every set that play can make,
//! or a superset of it, at no higher cost: before that move the painted region and each region it merges with were made
//! by moves of their own. Following the dearest of them backwards, a side never costs more than the trunk it joins.
//!
//! Because supersets stand in for sets, only bounds that never grow with the set may prune (`solve/bound.rs`), each
//! with a name and a switch:
//! - *colors*: every colour but the last must vanish;
//! - *radius*: a move lowers the radius of the region graph by at most one;
//! - *cover*: before a colour vanishes its regions must have been gathered into one. What is not in the last region was
//!   painted away in clusters, and a cluster of radius c costs c + 1, so the colour's regions are covered by balls of
//!   total price one more than the moves made. Just before the i-th colour vanishes, i colours have been gathered: the
//!   i-th cheapest gathering plus the colours still to vanish is a lower bound. This one bound makes proofs 10 to 100
//!   times shorter;
//! - *dominance* (`solve/dominance.rs`): a set within another of its colour and no cheaper is dropped; supersets are
//!   found with one bit row a region.
//!
//! `solve/connected.rs` gets an upper bound from a beam, then runs the closure for K = lower bound, lower bound + 1, …
//! until it finds the whole board or meets the beam. Sets are `[u64; W]`, W chosen per board (1 to 16). Each cost is
//! worked through in batches of trunks; what a batch gives is found by reading only (`solve/proposals.rs`), by as many
//! threads as are allowed, and added in order, so items, answer and node count are the same for every number of
//! threads. The layers round a union are unions of layers, and a set once ruled out stays so as the moves left fall:
//! that halves the price of the bounds. Islands and target colours: any other final colour costs exactly one move more
//! (`solve/mod.rs`). Every line is replayed by `rules::check` before it leaves the crate. `contraction.rs` is the
//! region graph being painted, with undo: it names the moves of a line and carries the document's search. Slow twins:
//! `solve/busca.rs` (the document's) and `solve/brute.rs` (tests).

mod atlas;
mod beam;
mod bits;
pub mod bound;
#[cfg(test)]
mod brute;
pub mod busca;
mod closure;
mod connected;
mod dominance;
mod hint;
mod part;
mod proposals;
#[cfg(test)]
mod tests;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};

pub use self::bound::{Bound, Bounds};
use self::connected::{Goal, Known, search};
pub use self::hint::{Hint, advise, first_moves, hint, keeping};
use self::part::Part;
use crate::contraction::Contraction;
use crate::position::{Board, Color};
use crate::region::{Region, RegionGraph};
use crate::rules::{Move, Spot, check};

/// How far to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Any solution will do.
    First,
    /// A shortest solution, with its proof.
    #[default]
    Fewest,
}

/// What to solve.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// The colour the board must end in.
    pub target: Option<Color>,
    /// At most this many moves: once proven too few, the answer is *impossible*.
    pub moves: Option<u32>,
    /// How far to go.
    pub effort: Effort,
    /// Which bounds prune.
    pub bounds: Bounds,
}

/// A solution that the rules have accepted, and what is proven about its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, each naming its region by its first place at that moment.
    pub moves: Vec<Move>,
    /// No solution has fewer moves.
    pub lower_bound: u32,
}

/// Moves as (region, colour) of the board.
type Steps = Vec<(Region, Color)>;

/// Solves a board.
pub fn solve(board: &Board, request: &Request, budget: &Budget) -> Answer<Solution> {
    let before = budget.nodes();
    let outcome = Whole::of(board, request).solve(budget);
    let outcome = verified(outcome, |solution| check(board, request.target, &solution.moves).is_ok());
    Answer { outcome, engine: "sets", nodes: budget.nodes() - before }
}

/// One part with what is known of it, in the board's own colours.
struct Piece {
    palette: Vec<Color>,
    lower: usize,
    steps: Steps,
    /// The colour that `steps` end in.
    end: Color,
    /// A region to paint when there are no steps.
    root: Region,
}

struct Whole<'a> {
    board: &'a Board,
    request: &'a Request,
    graph: RegionGraph,
}

impl<'a> Whole<'a> {
    fn of(board: &'a Board, request: &'a Request) -> Self {
        Self { board, request, graph: RegionGraph::of(board) }
    }

    fn solve(&self, budget: &Budget) -> Outcome<Solution> {
        let groups = self.graph.parts();
        let parts: Option<Vec<Part>> = groups.iter().map(|regions| Part::of(&self.graph, regions)).collect();
        let Some(parts) = parts else { return self.too_many_colors(&groups) };
        let alone = parts.len() == 1 && self.request.target.is_none();
        let limit = self.request.moves.filter(|_| alone).map(|moves| moves as usize);
        let mut stop = None;
        let mut pieces = Vec::new();
        for part in &parts {
            let goal = Goal { effort: self.request.effort, limit };
            let known = match search(part) {
                Some(search) => search.fewest(goal, self.request.bounds, budget),
                None => Known { lower: part.rough_lower(), line: part.greedy(), stop: Some(Stop::Memory) },
            };
            stop = stop.or(known.stop);
            pieces.push(piece(part, &known));
        }
        let exact = stop.is_none() && pieces.iter().all(|piece| piece.lower == piece.steps.len());
        if exact && !alone {
            return self.same_end(&parts, &pieces, budget);
        }
        let ends = self.ends(&pieces);
        let lower = ends.iter().map(|&end| lower_for(&pieces, end)).min().unwrap_or(0);
        let best = ends.iter().map(|&end| steps_for(&pieces, end)).min_by_key(Vec::len).unwrap_or_default();
        self.answer(lower, &best, stop)
    }

    /// The colours everything may end in.
    fn ends(&self, pieces: &[Piece]) -> Vec<Color> {
        if let Some(target) = self.request.target {
            return vec![target];
        }
        let mut colors: Vec<Color> = pieces.iter().flat_map(|piece| piece.palette.iter().copied()).collect();
        colors.sort_unstable();
        colors.dedup();
        colors
    }

    /// Every piece is solved with the fewest moves; now they must end in the same colour, as cheaply as possible.
    fn same_end(&self, parts: &[Part], pieces: &[Piece], budget: &Budget) -> Outcome<Solution> {
        let ends = self.ends(pieces);
        // For each end and piece: the steps that end so, `None` when it takes one more, unknown at first.
        let mut found: Vec<Vec<Option<Option<Steps>>>> = ends
            .iter()
            .map(|&end| {
                pieces
                    .iter()
                    .map(|piece| match (piece.end == end, piece.palette.contains(&end)) {
                        (true, _) => Some(Some(piece.steps.clone())),
                        (false, true) => None,
                        (false, false) => Some(None),
                    })
                    .collect()
            })
            .collect();
        let fewest: usize = pieces.iter().map(|piece| piece.steps.len()).sum();
        loop {
            let optimistic = |row: &[Option<Option<Steps>>]| row.iter().filter(|known| **known == Some(None)).count();
            // There is at least one end: the target, or the colours of the pieces.
            let Some(best) = (0..ends.len()).min_by_key(|&row| optimistic(&found[row])) else {
                return self.answer(fewest, &[], Some(Stop::Nodes));
            };
            let lower = fewest + optimistic(&found[best]);
            let open = (0..pieces.len()).filter(|&piece| found[best][piece].is_none());
            let Some(next) = open.min_by_key(|&piece| parts[piece].len()) else {
                let steps: Steps = (0..pieces.len())
                    .flat_map(|piece| match &found[best][piece] {
                        Some(Some(steps)) => steps.clone(),
                        _ => ending_in(&pieces[piece], ends[best]),
                    })
                    .collect();
                return self.answer(lower, &steps, None);
            };
            match self.ending(&parts[next], &pieces[next], ends[best], budget) {
                Ok(steps) => found[best][next] = Some(steps),
                Err(stop) => {
                    let steps = ends.iter().map(|&end| steps_for(pieces, end)).min_by_key(Vec::len).unwrap_or_default();
                    return self.answer(lower, &steps, Some(stop));
                }
            }
        }
    }

    fn ending(&self, part: &Part, piece: &Piece, end: Color, budget: &Budget) -> Result<Option<Steps>, Stop> {
        let color = part.palette.binary_search(&end).unwrap_or_default() as u8;
        let Some(search) = search(part) else { return Err(Stop::Memory) };
        let line = search.ending(color, piece.steps.len(), self.request.bounds, budget)?;
        Ok(line.map(|line| steps(part, &line)))
    }

    /// Names the moves and says what is proven.
    fn answer(&self, lower: usize, steps: &[(Region, Color)], stop: Option<Stop>) -> Outcome<Solution> {
        let moves = self.named(steps);
        let lower_bound = lower as u32;
        if self.request.moves.is_some_and(|moves| lower_bound > moves) {
            return Outcome::Impossible;
        }
        let count = moves.len() as u32;
        let solution = Solution { moves, lower_bound };
        if count == lower_bound {
            Outcome::Solved { solution, proof: Proof::Optimal }
        } else if self.request.effort == Effort::First && self.request.moves.is_none_or(|moves| count <= moves) {
            Outcome::Solved { solution, proof: Proof::FirstFound }
        } else {
            let stop = stop.unwrap_or(Stop::Nodes);
            Outcome::GaveUp { stop, best: Some(solution), lower_bound: Some(lower_bound) }
        }
    }

    /// Each move by the first place its region has when it is played.
    fn named(&self, steps: &[(Region, Color)]) -> Vec<Move> {
        let mut graph = Contraction::of(&self.graph);
        steps
            .iter()
            .map(|&(played, color)| {
                let first = self.graph.first(graph.find(played));
                graph.paint(played, color);
                Move { spot: Spot::of(self.board, first), color }
            })
            .collect()
    }

    /// With more colours than a mask holds nothing is searched: paint everything the first colour, region by region.
    fn too_many_colors(&self, groups: &[Vec<Region>]) -> Outcome<Solution> {
        let mut colors: Vec<Color> = self.graph.colors().to_vec();
        colors.sort_unstable();
        colors.dedup();
        let end = self.request.target.unwrap_or(self.graph.colors()[groups[0][0] as usize]);
        let steps: Steps = (0..self.graph.len() as Region)
            .filter(|&region| self.graph.color(region) != end)
            .map(|region| (region, end))
            .collect();
        self.answer(colors.len() - 1, &steps, Some(Stop::Memory))
    }
}

fn piece(part: &Part, known: &Known) -> Piece {
    let end = known.line.last().map_or(part.colors[0], |&(_, color)| color);
    Piece {
        palette: part.palette.clone(),
        lower: known.lower,
        steps: steps(part, &known.line),
        end: part.palette[usize::from(end)],
        root: part.regions[0],
    }
}

fn steps(part: &Part, line: &[(u32, u8)]) -> Steps {
    line.iter().map(|&(region, color)| (part.regions[region as usize], part.palette[usize::from(color)])).collect()
}

/// A piece's steps, with one more if they do not end in this colour.
fn ending_in(piece: &Piece, end: Color) -> Steps {
    let mut steps = piece.steps.clone();
    if piece.end != end {
        let region = steps.last().map(|&(region, _)| region);
        steps.push((region.unwrap_or(piece.root), end));
    }
    steps
}

fn steps_for(pieces: &[Piece], end: Color) -> Steps {
    pieces.iter().flat_map(|piece| ending_in(piece, end)).collect()
}

fn lower_for(pieces: &[Piece], end: Color) -> usize {
    pieces.iter().map(|piece| piece.lower + usize::from(!piece.palette.contains(&end))).sum()
}
