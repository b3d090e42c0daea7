//! The fast search for flat boards, every cell used, no self-touch: a sweep along the diagonals.
//!
//! Cells are visited diagonal by diagonal from the top left corner, each from the upper right to the lower left. When a
//! cell is reached, its upper and left edges are decided, so that at most two choices remain: leave it to the right or
//! downwards. Colours are never tried: each fragment of a path only knows its two ends, and two fragments join unless
//! they begin at dots of different colours or are the two ends of one fragment.
//!
//! What keeps the search narrow is the *corner rule*: without self-touch no three edges of a unit square are used. So
//! inside a corner that opens to the lower right lies, diagonally, the same corner again, and again, until a dot ends
//! the row of corners: a corner whose diagonal runs into the border without meeting a dot is impossible. Where a hole or
//! a wall breaks the unit square, the rule says nothing.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::grid::Cell;

use super::Found;
use crate::position::{Puzzle, Solution, Tile};

/// Which prunings are on; without them the sweep is slower and finds the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// No third edge of a unit square: it would make its path touch itself.
    pub squares: bool,
    /// No corner whose diagonal meets the border before a dot: the squares along it would need a third edge.
    pub corners: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { squares: true, corners: true };
}

/// Whether the sweep can take this board.
pub fn takes(puzzle: &Puzzle) -> bool {
    puzzle.is_flat()
}

/// Finds solutions until there are `limit`; gives up after `most_nodes`.
pub fn run(puzzle: &Puzzle, prunings: Prunings, limit: u64, most_nodes: u64, budget: &Budget) -> Found {
    let mut found = Found::none();
    let mut sweep = Sweep::new(puzzle, prunings);
    let mut meter = budget.meter();
    let mut left = most_nodes;
    let mut tick = || {
        left = left.checked_sub(1).ok_or(Stop::Nodes)?;
        meter.tick()
    };
    let mut more = sweep.advance(&mut tick);
    while let Ok(true) = more {
        if let Some(solution) = sweep.solution(puzzle) {
            found.add(solution);
            if found.count >= u128::from(limit) {
                break;
            }
        }
        more = if sweep.back() { sweep.advance(&mut tick) } else { Ok(false) };
    }
    found.stop = more.err();
    found.nodes = meter.nodes();
    found
}

const RIGHT: u8 = 1;
const DOWN: u8 = 2;

const HAS_RIGHT: u8 = 1;
const HAS_DOWN: u8 = 2;
/// The corner to the right and down may stand here.
const OPENS_RIGHT: u8 = 4;
/// The corner to the left and down may stand here.
const OPENS_LEFT: u8 = 8;
/// The unit square up and to the right is whole.
const SQUARE_RIGHT: u8 = 16;
/// The unit square down and to the left is whole.
const SQUARE_LEFT: u8 = 32;
const DOT: u8 = 64;

/// An edge that joined two fragments: the ends of the joined fragment, and where each pointed before.
#[derive(Clone, Copy)]
struct Join {
    ends: [u32; 2],
    before: [u32; 2],
}

/// A second choice not yet tried.
#[derive(Clone, Copy)]
struct Turn {
    step: u32,
    joins: u32,
    out: u8,
}

/// A board with a border of holes, and the search's state.
struct Sweep {
    width: usize,
    /// What each cell is and may do; never changes during the search.
    traits: Vec<u8>,
    colors: Vec<u16>,
    order: Vec<u32>,
    /// The edges that leave each visited cell, `RIGHT` and `DOWN`.
    out: Vec<u8>,
    /// For the end of a fragment, its other end.
    ends: Vec<u32>,
    joins: Vec<Join>,
    turns: Vec<Turn>,
    step: usize,
}

impl Sweep {
    fn new(puzzle: &Puzzle, prunings: Prunings) -> Self {
        let tiles = puzzle.tiles();
        let (rows, columns) = (usize::from(tiles.rows()), usize::from(tiles.columns()));
        let width = columns + 2;
        let size = width * (rows + 2);
        let at = |cell: Cell| (usize::from(cell.row) + 1) * width + usize::from(cell.column) + 1;
        let mut traits = vec![0_u8; size];
        let mut colors = vec![0_u16; size];
        let mut holes = true;
        for row in 0..rows {
            let start = (row + 1) * width + 1;
            for (column, &tile) in tiles.row(row as u16).iter().enumerate() {
                let here = start + column;
                traits[here] = u8::from(column + 1 < columns) * HAS_RIGHT + u8::from(row + 1 < rows) * HAS_DOWN;
                match tile {
                    Tile::Dot(color) => {
                        traits[here] |= DOT;
                        colors[here] = color + 1;
                    }
                    Tile::Hole | Tile::Bridge => holes = false,
                    Tile::Empty => {}
                }
            }
        }
        if !holes {
            for (index, _) in tiles.values().iter().enumerate().filter(|(_, tile)| **tile == Tile::Hole) {
                let here = at(tiles.cell_at(index));
                traits[here] = 0;
                traits[here - 1] &= !HAS_RIGHT;
                traits[here - width] &= !HAS_DOWN;
            }
        }
        for &(one, other) in puzzle.walls() {
            traits[at(one)] &= if one.row == other.row { !HAS_RIGHT } else { !HAS_DOWN };
        }
        let mut order = Vec::with_capacity(tiles.len());
        for diagonal in 0..rows + columns - 1 {
            let first = diagonal.saturating_sub(columns - 1);
            let last = diagonal.min(rows - 1);
            let mut here = (first + 1) * width + diagonal - first + 1;
            for _ in first..=last {
                order.push(here as u32);
                here += width - 1;
            }
        }
        if !holes {
            order.retain(|&here| {
                let here = here as usize;
                tiles.values()[(here / width - 1) * columns + here % width - 1] != Tile::Hole
            });
        }
        let mut sweep = Self {
            width,
            traits,
            colors,
            out: vec![0; size],
            ends: (0..size as u32).collect(),
            joins: Vec::with_capacity(order.len()),
            turns: Vec::with_capacity(order.len()),
            order,
            step: 0,
        };
        sweep.find_squares(prunings);
        sweep
    }

    /// Marks whole unit squares, and from the last cell backwards which corners may stand where.
    fn find_squares(&mut self, prunings: Prunings) {
        let width = self.width;
        for step in (0..self.order.len()).rev() {
            let here = self.order[step] as usize;
            let has = |cell: usize, edge: u8| self.traits[cell] & edge != 0;
            let whole = |corner: usize| {
                let both = HAS_RIGHT | HAS_DOWN;
                self.traits[corner] & both == both && has(corner + 1, HAS_DOWN) && has(corner + width, HAS_RIGHT)
            };
            let mut marks = 0;
            if has(here, HAS_RIGHT) && has(here, HAS_DOWN) {
                let next = here + width + 1;
                let open = !prunings.corners
                    || !whole(here)
                    || if has(next, DOT) { self.traits[next] & (HAS_RIGHT | HAS_DOWN) != 0 } else { has(next, OPENS_RIGHT) };
                marks |= u8::from(open) * OPENS_RIGHT;
            }
            if has(here - 1, HAS_RIGHT) && has(here, HAS_DOWN) {
                let next = here + width - 1;
                let open = !prunings.corners
                    || !whole(here - 1)
                    || if has(next, DOT) { has(next - 1, HAS_RIGHT) || has(next, HAS_DOWN) } else { has(next, OPENS_LEFT) };
                marks |= u8::from(open) * OPENS_LEFT;
            }
            if prunings.squares {
                marks |= u8::from(whole(here - width)) * SQUARE_RIGHT + u8::from(whole(here - 1)) * SQUARE_LEFT;
            }
            self.traits[here] |= marks;
        }
    }

    /// Goes on from the current step to the end of the board; `false` when nothing is left to try.
    fn advance(&mut self, tick: &mut impl FnMut() -> Result<(), Stop>) -> Result<bool, Stop> {
        let width = self.width;
        while self.step < self.order.len() {
            tick()?;
            let here = self.order[self.step] as usize;
            let traits = self.traits[here];
            let (above, left) = (self.out[here - width], self.out[here - 1]);
            let (up, beside) = (above & DOWN, left & RIGHT);
            // The third edge of the unit square to the upper right would be the one to the right.
            let crowded = (above & RIGHT) + (up >> 1) + ((self.out[here - width + 1] & DOWN) >> 1) > 1;
            let right = traits & HAS_RIGHT != 0 && !(crowded && traits & SQUARE_RIGHT != 0);
            let down = traits & HAS_DOWN != 0;
            let entered = up != 0 || beside != 0;
            let (first, second) = if traits & DOT != 0 {
                match (entered, right, down) {
                    (true, _, _) => (Some(0), None),
                    (false, true, true) => (Some(DOWN), Some(RIGHT)),
                    (false, true, false) => (Some(RIGHT), None),
                    (false, false, true) => (Some(DOWN), None),
                    (false, false, false) => (None, None),
                }
            } else if up != 0 && beside != 0 {
                (Some(0), None)
            } else if entered {
                // Coming from the left, going down makes a corner.
                let turns = beside == 0
                    || (traits & OPENS_LEFT != 0 && !(traits & SQUARE_LEFT != 0 && left & DOWN != 0));
                match (down && turns, right) {
                    (true, true) => (Some(DOWN), Some(RIGHT)),
                    (true, false) => (Some(DOWN), None),
                    (false, true) => (Some(RIGHT), None),
                    (false, false) => (None, None),
                }
            } else if right && traits & OPENS_RIGHT != 0 {
                (Some(RIGHT | DOWN), None)
            } else {
                (None, None)
            };
            if let Some(out) = second {
                self.turns.push(Turn { step: self.step as u32, joins: self.joins.len() as u32, out });
            }
            if !first.is_some_and(|out| self.leave(here, out)) && !self.back() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the last choice back and makes its alternative; `false` when there is none.
    fn back(&mut self) -> bool {
        while let Some(turn) = self.turns.pop() {
            while self.joins.len() > turn.joins as usize {
                if let Some(Join { ends, before }) = self.joins.pop() {
                    self.ends[ends[0] as usize] = before[0];
                    self.ends[ends[1] as usize] = before[1];
                }
            }
            self.step = turn.step as usize;
            if self.leave(self.order[self.step] as usize, turn.out) {
                return true;
            }
        }
        false
    }

    /// Leaves a cell by these edges and moves on, unless a path would be wrong.
    #[inline]
    fn leave(&mut self, here: usize, out: u8) -> bool {
        if (out & RIGHT != 0 && !self.join(here, here + 1)) || (out & DOWN != 0 && !self.join(here, here + self.width)) {
            return false;
        }
        self.out[here] = out;
        self.step += 1;
        true
    }

    /// Joins the fragments that end at two neighbours.
    #[inline]
    fn join(&mut self, here: usize, there: usize) -> bool {
        let (one, other) = (self.ends[here], self.ends[there]);
        let (color, other_color) = (self.colors[one as usize], self.colors[other as usize]);
        let closed = one as usize == there;
        let mixed = color != 0 && other_color != 0 && color != other_color;
        // A dot that has its edge already is the end of another cell's fragment.
        let taken = self.colors[there] != 0 && other as usize != there;
        if closed || mixed || taken {
            return false;
        }
        self.joins.push(Join { ends: [one, other], before: [here as u32, there as u32] });
        self.ends[one as usize] = other;
        self.ends[other as usize] = one;
        true
    }

    /// The paths of a full board, unless one touches itself in a way that the unit squares do not show.
    fn solution(&self, puzzle: &Puzzle) -> Option<Solution> {
        let width = self.width;
        let at = |cell: Cell| (usize::from(cell.row) + 1) * width + usize::from(cell.column) + 1;
        let mut owners = vec![0_u16; self.out.len()];
        let mut starts = Vec::with_capacity(puzzle.colors() + 1);
        let mut cells = Vec::with_capacity(self.order.len());
        starts.push(0);
        for (color, &[start, goal]) in puzzle.dots().iter().enumerate() {
            let (mut here, goal, owner) = (at(start), at(goal), color as u16 + 1);
            let mut came = 0;
            loop {
                owners[here] = owner;
                cells.push(Cell::new((here / width - 1) as u16, (here % width - 1) as u16));
                if here == goal {
                    break;
                }
                let next = [
                    (self.out[here] & RIGHT != 0, here + 1),
                    (self.out[here] & DOWN != 0, here + width),
                    (self.out[here - 1] & RIGHT != 0, here - 1),
                    (self.out[here - width] & DOWN != 0, here - width),
                ]
                .into_iter()
                .find(|&(used, next)| used && next != came)?;
                (came, here) = (here, next.1);
            }
            starts.push(cells.len() as u32);
        }
        for &here in &self.order {
            let here = here as usize;
            let (traits, out) = (self.traits[here], self.out[here]);
            let beside = traits & HAS_RIGHT & !out != 0 && owners[here] == owners[here + 1];
            let below = traits & HAS_DOWN & !out != 0 && owners[here] == owners[here + width];
            if beside || below {
                return None;
            }
        }
        Some(Solution::from_parts(starts, cells))
    }
}
