//! Puzzles of given pieces: empty the board (a perfect clear), or clear so many lines; all ways are counted, and none is
//! proven by trying everything.
//!
//! A depth-first search over the placements that the Super Rotation System reaches, each board with the same pieces left
//! looked at once (its count is remembered). One rule cuts it short, [`Pruning::Parts`]: a column that is filled as high as
//! the field goes parts it for good, since rows that go leave it filled; so the empty cells on each side of it must be a
//! multiple of four, or no pieces fill them.

use std::collections::HashMap;

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};
use rustc_hash::FxBuildHasher;

use crate::position::Piece;
use crate::srs::path::Ways;
use crate::srs::reach::{Stack, Turns, rests};
use crate::srs::{COLUMNS, Spot};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Leave nothing, without ever reaching higher than so many rows.
    Empty {
        /// The rows.
        rows: usize,
    },
    /// Clear at least so many lines.
    Lines(u32),
}

/// Whether a piece may be kept back for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Pieces come as they come.
    #[default]
    Never,
    /// One piece may wait.
    Allowed,
}

/// Which rules cut the search short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// None but that there must be enough pieces.
    None,
    /// Parts of the field must be filled by whole pieces.
    #[default]
    Parts,
}

/// A puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'a> {
    /// What is filled.
    pub stack: Stack,
    /// The pieces, in order.
    pub pieces: &'a [Piece],
    /// What is to be done.
    pub aim: Aim,
    /// Whether a piece may be kept back.
    pub hold: Hold,
    /// Which turns there are.
    pub turns: Turns,
}

/// All ways to do it, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// How many there are: sequences of placements.
    pub ways: u64,
    /// The first: each piece, and where it rests.
    pub line: Vec<(Piece, Spot)>,
}

/// Counts all ways; the first one passes the checker, which shares nothing with the search but the tables of shapes.
pub fn solve(puzzle: &Puzzle<'_>, pruning: Pruning, budget: &Budget) -> Answer<Ends> {
    let mut search = Search { puzzle, pruning, meter: budget.meter(), known: HashMap::default(), nodes: 0 };
    search.known.reserve(1 << 10);
    let most = budget.memory() / (2 * std::mem::size_of::<(Node, u64)>());
    let start = Node { stack: puzzle.stack, next: 0, held: None, lines: 0 };
    let outcome = match search.ways(start, most) {
        Ok(0) => Outcome::Impossible,
        Ok(ways) => {
            let line = search.first(start, most).unwrap_or_default();
            let proof = if ways == 1 { Proof::Unique } else { Proof::NotUnique };
            Outcome::Solved { solution: Ends { ways, line }, proof }
        }
        Err(stop) => Outcome::GaveUp { stop, best: None, lower_bound: None },
    };
    let nodes = search.nodes;
    Answer { outcome: verified(outcome, |ends| accepts(puzzle, &ends.line)), engine: "depth first", nodes }
}

/// Whether a line of placements does what is asked: plainly, one input at a time.
pub fn accepts(puzzle: &Puzzle<'_>, line: &[(Piece, Spot)]) -> bool {
    let (mut stack, mut lines) = (puzzle.stack, 0);
    let (mut queue, mut held) = (puzzle.pieces.iter().copied(), None);
    for &(piece, spot) in line {
        // A piece is the next one, or the one kept back, or the one after the first that is kept back.
        let mut came = queue.next();
        if came != Some(piece) && puzzle.hold == Hold::Allowed {
            let kept = std::mem::replace(&mut held, came);
            came = kept.or_else(|| queue.next());
        }
        let reached = Ways::from(&stack, piece, Spot::ENTRY, puzzle.turns).rests(&stack);
        if came != Some(piece) || !reached.contains(&spot.canonical(piece)) {
            return false;
        }
        if let Aim::Empty { rows } = puzzle.aim
            && spot.cells(piece).iter().any(|&(_, y)| y as usize + lines as usize >= rows)
        {
            return false;
        }
        let (after, gone) = stack.with(piece, spot);
        (stack, lines) = (after, lines + gone);
    }
    match puzzle.aim {
        Aim::Empty { .. } => stack.is_empty(),
        Aim::Lines(count) => lines >= count,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    stack: Stack,
    /// The piece that comes next.
    next: usize,
    held: Option<Piece>,
    /// Lines so far.
    lines: u32,
}

struct Search<'a> {
    puzzle: &'a Puzzle<'a>,
    pruning: Pruning,
    meter: Meter<'a>,
    known: HashMap<Node, u64, FxBuildHasher>,
    nodes: u64,
}

impl Search<'_> {
    fn ways(&mut self, node: Node, most: usize) -> Result<u64, Stop> {
        if self.is_done(&node) {
            return Ok(1);
        }
        if self.is_lost(&node) {
            return Ok(0);
        }
        if let Some(&ways) = self.known.get(&node) {
            return Ok(ways);
        }
        self.nodes += 1;
        self.meter.tick()?;
        let mut ways: u64 = 0;
        for (_, _, after) in self.steps(&node) {
            ways = ways.saturating_add(self.ways(after, most)?);
        }
        if self.known.len() >= most {
            return Err(Stop::Memory);
        }
        self.known.insert(node, ways);
        Ok(ways)
    }

    /// The first way from a board that has one; everything on it is known by now.
    fn first(&mut self, start: Node, most: usize) -> Result<Vec<(Piece, Spot)>, Stop> {
        let (mut node, mut line) = (start, Vec::new());
        while !self.is_done(&node) {
            let mut next = None;
            for (piece, spot, after) in self.steps(&node) {
                if self.ways(after, most)? > 0 {
                    next = Some((piece, spot, after));
                    break;
                }
            }
            let Some((piece, spot, after)) = next else { break };
            line.push((piece, spot));
            node = after;
        }
        Ok(line)
    }

    fn is_done(&self, node: &Node) -> bool {
        match self.puzzle.aim {
            Aim::Empty { .. } => node.stack.is_empty() && node.next > 0,
            Aim::Lines(count) => node.lines >= count,
        }
    }

    fn is_lost(&self, node: &Node) -> bool {
        let left = self.puzzle.pieces.len() - node.next + usize::from(node.held.is_some());
        match self.puzzle.aim {
            Aim::Empty { rows } => {
                let rows = rows - node.lines as usize;
                if node.stack.height() > rows {
                    return true;
                }
                let empty = rows * COLUMNS - node.stack.count();
                !empty.is_multiple_of(4)
                    || empty / 4 > left
                    || (self.pruning == Pruning::Parts && !parts_fit(&node.stack, rows))
            }
            // Each line takes ten cells of those that are there and those to come.
            Aim::Lines(count) => {
                let missing = (count - node.lines) as usize * COLUMNS;
                missing > node.stack.count() + 4 * left
            }
        }
    }

    /// Every placement of the pieces that may be placed now.
    fn steps(&self, node: &Node) -> Vec<(Piece, Spot, Node)> {
        let pieces = self.puzzle.pieces;
        let come = pieces.get(node.next).copied();
        let mut choices = Vec::with_capacity(2);
        if let Some(piece) = come {
            choices.push((piece, node.next + 1, node.held));
        }
        if self.puzzle.hold == Hold::Allowed {
            match (node.held, come, pieces.get(node.next + 1)) {
                (Some(held), _, _) if Some(held) != come => {
                    choices.push((held, node.next + usize::from(come.is_some()), come));
                }
                (None, Some(first), Some(&second)) if first != second => {
                    choices.push((second, node.next + 2, Some(first)));
                }
                _ => {}
            }
        }
        let mut steps = Vec::new();
        for (piece, next, held) in choices {
            for spot in rests(&node.stack, piece, self.puzzle.turns) {
                if let Aim::Empty { rows } = self.puzzle.aim
                    && spot.cells(piece).iter().any(|&(_, y)| y as usize + node.lines as usize >= rows)
                {
                    continue;
                }
                let (stack, gone) = node.stack.with(piece, spot);
                steps.push((piece, spot, Node { stack, next, held, lines: node.lines + gone }));
            }
        }
        steps
    }
}

/// Whether the empty cells between columns that are filled to the top are multiples of four.
fn parts_fit(stack: &Stack, rows: usize) -> bool {
    let mut empty = 0;
    for x in 0..COLUMNS as i8 {
        let missing = (0..rows as i8).filter(|&y| !stack.is_filled(x, y)).count();
        if missing == 0 && empty % 4 != 0 {
            return false;
        }
        empty = if missing == 0 { 0 } else { empty + missing };
    }
    empty % 4 == 0
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::*;

    fn stack(rows: &[&str]) -> Stack {
        let filled =
            rows.iter().rev().enumerate().flat_map(|(y, row)| {
                row.chars().enumerate().filter(|(_, mark)| *mark == '#').map(move |(x, _)| (x, y))
            });
        Stack::of(filled)
    }

    fn pieces(text: &str) -> Vec<Piece> {
        text.chars().filter_map(Piece::from_letter).collect()
    }

    fn ends(puzzle: &Puzzle<'_>) -> Option<Ends> {
        solve(puzzle, Pruning::Parts, &Budget::unlimited()).outcome.solution().cloned()
    }

    /// Every sequence of placements, one after the other, looked at cell by cell.
    fn brute(puzzle: &Puzzle<'_>, stack: Stack, next: usize, held: Option<Piece>, lines: u32) -> u64 {
        let done = match puzzle.aim {
            Aim::Empty { .. } => stack.is_empty() && next > 0,
            Aim::Lines(count) => lines >= count,
        };
        if done {
            return 1;
        }
        let mut choices = Vec::new();
        let come = puzzle.pieces.get(next).copied();
        choices.extend(come.map(|piece| (piece, next + 1, held)));
        if puzzle.hold == Hold::Allowed {
            if let Some(held) = held.filter(|held| Some(*held) != come) {
                choices.push((held, if come.is_some() { next + 1 } else { next }, come));
            } else if held.is_none()
                && let (Some(first), Some(&second)) = (come, puzzle.pieces.get(next + 1))
                && first != second
            {
                choices.push((second, next + 2, Some(first)));
            }
        }
        let mut ways = 0;
        for (piece, next, held) in choices {
            for rest in Ways::from(&stack, piece, Spot::ENTRY, puzzle.turns).rests(&stack) {
                let top = rest.cells(piece).iter().map(|&(_, y)| y as usize).max().unwrap();
                if let Aim::Empty { rows } = puzzle.aim
                    && top + lines as usize >= rows
                {
                    continue;
                }
                let (after, gone) = stack.with(piece, rest);
                ways += brute(puzzle, after, next, held, lines + gone);
            }
        }
        ways
    }

    #[test]
    fn a_slot_for_two_pieces_is_emptied_in_every_way_that_there_is() {
        let stack = stack(&["######....", "######...."]);
        let queue = pieces("OO");
        let puzzle =
            Puzzle { stack, pieces: &queue, aim: Aim::Empty { rows: 2 }, hold: Hold::Never, turns: Turns::Quarters };
        assert_eq!(ends(&puzzle).unwrap().ways, 2);
        let queue = pieces("OT");
        assert_eq!(ends(&Puzzle { pieces: &queue, ..puzzle }), None);
        let queue = pieces("TOO");
        assert_eq!(ends(&Puzzle { pieces: &queue, ..puzzle }), None);
        assert_eq!(ends(&Puzzle { pieces: &queue, hold: Hold::Allowed, ..puzzle }).unwrap().ways, 2, "the T waits");
    }

    #[test]
    fn lines_are_cleared_or_proven_not_to_be() {
        let stack = stack(&["#########.", "#########.", "#########.", "#########."]);
        let queue = pieces("I");
        let puzzle = Puzzle { stack, pieces: &queue, aim: Aim::Lines(4), hold: Hold::Never, turns: Turns::Quarters };
        let found = ends(&puzzle).unwrap();
        assert_eq!((found.ways, found.line.len()), (1, 1));
        let queue = pieces("L");
        assert_eq!(ends(&Puzzle { pieces: &queue, ..puzzle }), None);
    }

    #[test]
    fn all_ways_are_those_of_brute_force() {
        let mut random = Random::new(5);
        let mut solved = 0;
        for round in 0..12 {
            let rows = 2 + round % 3;
            // A field with four to twelve empty cells in a few columns beside each other.
            let width = 2 + random.index(3);
            let left = random.index(COLUMNS - width + 1);
            let cells = (0..rows).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
            let filled: Vec<(usize, usize)> = cells.filter(|(x, _)| !(left..left + width).contains(x)).collect();
            let queue: Vec<Piece> = (0..3).map(|_| Piece::ALL[random.index(7)]).collect();
            for hold in [Hold::Never, Hold::Allowed] {
                for aim in [Aim::Empty { rows }, Aim::Lines(1 + round as u32 % 3)] {
                    let stack = Stack::of(filled.iter().copied());
                    let puzzle = Puzzle { stack, pieces: &queue, aim, hold, turns: Turns::Quarters };
                    let expected = brute(&puzzle, stack, 0, None, 0);
                    for pruning in [Pruning::None, Pruning::Parts] {
                        let answer = solve(&puzzle, pruning, &Budget::unlimited());
                        let ways = answer.outcome.solution().map_or(0, |ends| ends.ways);
                        assert_eq!(ways, expected, "round {round}, {hold:?}, {aim:?}, {pruning:?}");
                    }
                    solved += u32::from(expected > 0);
                }
            }
        }
        assert!(solved > 5, "{solved}");
    }
}
