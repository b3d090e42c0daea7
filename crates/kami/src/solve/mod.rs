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
//! Colours on the board beyond those on offer can be painted over, not with (*locked*). A locked region meets nobody
//! before it is painted, so each takes a move of its own: the *colors* bound counts them, items are repainted with
//! colours on offer only, and a locked region may have to be painted a colour that no neighbour has yet. Every other
//! bound holds for all ways to play, so for these too. A part whose colours are all locked takes exactly one move a
//! region, and may end in any colour.
//!
//! `solve/connected.rs` gets an upper bound from a beam, then runs the closure for K = lower bound, lower bound + 1, …
//! until it finds the whole board or meets the beam. Sets are `[u64; W]`, W chosen per board (1 to 16). Each cost is
//! worked through in batches of trunks; what a batch gives is found by reading only (`solve/proposals.rs`), by as many
//! threads as are allowed, and added in order, so items, answer and node count are the same for every number of
//! threads. The layers round a union are unions of layers, and a set once ruled out stays so as the moves left fall:
//! that halves the price of the bounds. Islands and target colours: any other final colour costs exactly one move more
//! (`solve/mod.rs`). Every line is replayed by `rules::check` before it leaves the crate. `contraction.rs` is the
//! region graph being painted, with undo: it names the moves of a line and carries the course text's search. Slow twins:
//! `solve/busca.rs` (the course text's) and `solve/brute.rs` (tests).

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
use crate::position::{Board, Color, Level, Terms};
use crate::region::{Region, RegionGraph};
use crate::rules::{Move, Spot, check, is_won};

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
    /// Which colours may be painted with, and which the board must end in.
    pub terms: Terms,
    /// At most this many moves: once proven too few, the answer is *impossible*.
    pub moves: Option<u32>,
    /// How far to go.
    pub effort: Effort,
    /// Which bounds prune.
    pub bounds: Bounds,
}

impl Request {
    /// A shortest solution of a level's board, whatever moves its author allows.
    pub fn of(level: &Level) -> Self {
        Self { terms: level.terms(), ..Self::default() }
    }
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
    let outcome = verified(outcome, |solution| check(board, request.terms, &solution.moves).is_ok());
    Answer { outcome, engine: "sets", nodes: budget.nodes() - before }
}

/// What is known of a whole board: no solution has fewer than `lower` moves, and these steps are one.
struct Found {
    lower: usize,
    steps: Steps,
    stop: Option<Stop>,
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
        let Request { terms, moves, effort, .. } = *self.request;
        if is_won(self.board, terms.target) {
            return self.answer(&Found { lower: 0, steps: Steps::new(), stop: None });
        }
        // From here on a move is made, so the end is a colour on offer.
        if terms.target.is_some_and(|target| !terms.offer(target)) {
            return Outcome::Impossible;
        }
        let found = self.found(effort, budget);
        // The first lines of several parts may be too long together: then the shortest are looked for.
        let too_long = moves.is_some_and(|most| found.lower <= most as usize && found.steps.len() > most as usize);
        if too_long && effort == Effort::First && found.stop.is_none() {
            return self.answer(&self.found(Effort::Fewest, budget));
        }
        self.answer(&found)
    }

    fn found(&self, effort: Effort, budget: &Budget) -> Found {
        let terms = self.request.terms;
        let mut groups = self.graph.parts();
        let is_open = |regions: &Vec<Region>| regions.iter().any(|&region| terms.offer(self.graph.color(region)));
        // What stays closed takes one move a region, whatever the end.
        let closed: Vec<Region> = groups.iter().filter(|group| !is_open(group)).flatten().copied().collect();
        groups.retain(is_open);
        let parts: Option<Vec<Part>> = groups.iter().map(|regions| Part::of(&self.graph, regions, terms)).collect();
        let Some(parts) = parts else { return self.too_many_colors() };
        let alone = parts.len() == 1 && closed.is_empty() && terms.target.is_none();
        let limit = self.request.moves.filter(|_| alone).map(|moves| moves as usize);
        let mut stop = None;
        let mut pieces = Vec::new();
        for part in &parts {
            let goal = Goal { effort, limit };
            let known = match search(part) {
                Some(search) => search.fewest(goal, self.request.bounds, budget),
                None => Known { lower: part.rough_lower(), line: part.greedy(), stop: Some(Stop::Memory) },
            };
            stop = stop.or(known.stop.filter(|_| known.lower < known.line.len()));
            pieces.push(piece(part, &known));
        }
        let exact = pieces.iter().all(|piece| piece.lower == piece.steps.len());
        let (end, mut found) = if exact && !alone {
            self.same_end(&parts, &pieces, budget)
        } else {
            let ends = self.ends(&pieces);
            let lower = ends.iter().map(|&end| lower_for(&pieces, end)).min().unwrap_or(0);
            let best = ends.into_iter().map(|end| (end, steps_for(&pieces, end))).min_by_key(|(_, steps)| steps.len());
            // There is always an end.
            let (end, steps) = best.unwrap_or_default();
            (end, Found { lower, steps, stop })
        };
        found.lower += closed.len();
        found.steps.extend(closed.into_iter().map(|region| (region, end)));
        found
    }

    /// The colours everything may end in: those of the parts that are on offer, or else any one on offer.
    fn ends(&self, pieces: &[Piece]) -> Vec<Color> {
        let terms = self.request.terms;
        if let Some(target) = terms.target {
            return vec![target];
        }
        let on_board = pieces.iter().flat_map(|piece| piece.palette.iter().copied());
        let mut colors: Vec<Color> = on_board.filter(|&color| terms.offer(color)).collect();
        colors.sort_unstable();
        colors.dedup();
        if colors.is_empty() { vec![1] } else { colors }
    }

    /// Every piece is solved with the fewest moves; now they must end in the same colour, as cheaply as possible.
    fn same_end(&self, parts: &[Part], pieces: &[Piece], budget: &Budget) -> (Color, Found) {
        let ends = self.ends(pieces);
        // For each end and piece: the steps that end so, `None` when it takes one more, unknown at first.
        let mut known: Vec<Vec<Option<Option<Steps>>>> = ends
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
            // There is at least one end, so there is a first.
            let best = (0..ends.len()).min_by_key(|&row| optimistic(&known[row])).unwrap_or(0);
            let (end, lower) = (ends[best], fewest + optimistic(&known[best]));
            let open = (0..pieces.len()).filter(|&piece| known[best][piece].is_none());
            let Some(next) = open.min_by_key(|&piece| parts[piece].len()) else {
                let steps: Steps = (0..pieces.len())
                    .flat_map(|piece| match &known[best][piece] {
                        Some(Some(steps)) => steps.clone(),
                        _ => ending_in(&pieces[piece], end),
                    })
                    .collect();
                return (end, Found { lower, steps, stop: None });
            };
            match self.ending(&parts[next], &pieces[next], end, budget) {
                Ok(steps) => known[best][next] = Some(steps),
                Err(stop) => {
                    let lines = ends.iter().map(|&end| (end, steps_for(pieces, end)));
                    let (end, steps) = lines.min_by_key(|(_, steps)| steps.len()).unwrap_or_default();
                    return (end, Found { lower, steps, stop: Some(stop) });
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
    fn answer(&self, found: &Found) -> Outcome<Solution> {
        let lower_bound = found.lower as u32;
        if self.request.moves.is_some_and(|moves| lower_bound > moves) {
            return Outcome::Impossible;
        }
        let moves = self.named(&found.steps);
        let count = moves.len() as u32;
        let solution = Solution { moves, lower_bound };
        if count == lower_bound {
            Outcome::Solved { solution, proof: Proof::Optimal }
        } else if self.request.effort == Effort::First && self.request.moves.is_none_or(|moves| count <= moves) {
            Outcome::Solved { solution, proof: Proof::FirstFound }
        } else {
            let stop = found.stop.unwrap_or(Stop::Nodes);
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

    /// With more colours than a mask holds nothing is searched: paint everything one colour, region by region.
    fn too_many_colors(&self) -> Found {
        let terms = self.request.terms;
        let mut open: Vec<Color> = self.graph.colors().iter().copied().filter(|&color| terms.offer(color)).collect();
        let locked = self.graph.len() - open.len();
        open.sort_unstable();
        open.dedup();
        let end = terms.target.or(open.first().copied()).unwrap_or(1);
        let steps = (0..self.graph.len() as Region).filter(|&region| self.graph.color(region) != end);
        let steps: Steps = steps.map(|region| (region, end)).collect();
        let staying = open.len().min(1) * usize::from(terms.target.is_none_or(|target| open.contains(&target)));
        Found { lower: locked + open.len() - staying, steps, stop: Some(Stop::Memory) }
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
