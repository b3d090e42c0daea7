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
//! a wall breaks the unit square, the rule says nothing. And since the cell to the right of the one just left has both
//! its upper and left edge decided then, it is asked at once whether it can be passed, a whole diagonal before its turn.

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
    /// Ask the cell to the right at once: its two edges from before are decided, and it may have no way to be passed.
    pub ahead: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { squares: true, corners: true, ahead: true };
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
const CELL: u8 = 128;

/// An edge that joined two fragments: the ends of the joined fragment, and where each pointed before.
#[derive(Clone, Copy)]
struct Join {
    ends: [u32; 2],
    before: [End; 2],
}

/// The other end of a fragment: where it is, and its colour when it is a dot, from 1.
#[derive(Clone, Copy)]
struct End {
    cell: u32,
    color: u32,
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
    order: Vec<u32>,
    /// The edges that leave each visited cell, `RIGHT` and `DOWN`.
    out: Vec<u8>,
    /// For the end of a fragment, its other end.
    ends: Vec<End>,
    joins: Vec<Join>,
    turns: Vec<Turn>,
    step: usize,
    ahead: bool,
}

/// The ways out of a cell as a set: bit `n` for leaving by the edges `n`.
type Ways = u8;

/// The ways out of a cell by what it is and how it was entered.
const fn ways(traits: u8, [up, beside, crowded, cornered]: [bool; 4]) -> Ways {
    let right = traits & HAS_RIGHT != 0 && !crowded;
    let down = traits & HAS_DOWN != 0;
    let one_way = (right as u8) << RIGHT | (down as u8) << DOWN;
    if traits & DOT != 0 {
        return match (up, beside) {
            (true, true) => 0,
            (false, false) => one_way,
            _ => 1,
        };
    }
    match (up, beside) {
        (true, true) => 1,
        // Coming from the left, going down makes a corner.
        (false, true) if traits & OPENS_LEFT == 0 || cornered => one_way & !(1 << DOWN),
        (true, false) | (false, true) => one_way,
        (false, false) => ((right && down && traits & OPENS_RIGHT != 0) as u8) << (RIGHT | DOWN),
    }
}

/// [`ways`] for every case, so that a step needs one look and no branch.
static WAYS: [Ways; 512] = {
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let traits = (index & 15) as u8 | ((index >> 4 & 1) as u8) << 6;
        let case = [index >> 5 & 1 == 1, index >> 6 & 1 == 1, index >> 7 & 1 == 1, index >> 8 & 1 == 1];
        table[index] = ways(traits, case);
        index += 1;
    }
    table
};

impl Sweep {
    fn new(puzzle: &Puzzle, prunings: Prunings) -> Self {
        let tiles = puzzle.tiles();
        let (rows, columns) = (usize::from(tiles.rows()), usize::from(tiles.columns()));
        let width = columns + 2;
        let size = width * (rows + 2);
        let at = |cell: Cell| (usize::from(cell.row) + 1) * width + usize::from(cell.column) + 1;
        let mut traits = vec![0_u8; size];
        let mut ends: Vec<End> = (0..size as u32).map(|cell| End { cell, color: 0 }).collect();
        let mut holes = true;
        for row in 0..rows {
            let start = (row + 1) * width + 1;
            for (column, &tile) in tiles.row(row as u16).iter().enumerate() {
                let here = start + column;
                traits[here] = CELL + u8::from(column + 1 < columns) * HAS_RIGHT + u8::from(row + 1 < rows) * HAS_DOWN;
                match tile {
                    Tile::Dot(color) => {
                        traits[here] |= DOT;
                        ends[here].color = u32::from(color) + 1;
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
            out: vec![0; size],
            ends,
            joins: Vec::with_capacity(order.len()),
            turns: Vec::with_capacity(order.len()),
            order,
            step: 0,
            ahead: prunings.ahead,
        };
        sweep.find_squares(prunings);
        sweep
    }

    /// Marks whole unit squares, and from the last cell backwards which corners may stand where.
    fn find_squares(&mut self, prunings: Prunings) {
        const BOTH: u8 = HAS_RIGHT | HAS_DOWN;
        let width = self.width;
        let traits = &mut self.traits[..];
        for here in (width..traits.len() - width - 1).rev() {
            if traits[here] & CELL == 0 {
                continue;
            }
            let (me, left, above) = (traits[here], traits[here - 1], traits[here - width]);
            let below = traits[here + width];
            // Whole unit squares with this cell as upper left, upper right and lower left corner.
            let lower_right = me & BOTH == BOTH && traits[here + 1] & HAS_DOWN != 0 && below & HAS_RIGHT != 0;
            let lower_left = left & BOTH == BOTH && me & HAS_DOWN != 0 && traits[here + width - 1] & HAS_RIGHT != 0;
            let upper_right = above & BOTH == BOTH && me & HAS_RIGHT != 0 && traits[here - width + 1] & HAS_DOWN != 0;
            let mut marks = 0;
            if me & BOTH == BOTH {
                let next = traits[here + width + 1];
                let passes = if next & DOT != 0 { next & BOTH != 0 } else { next & OPENS_RIGHT != 0 };
                marks |= u8::from(!prunings.corners || !lower_right || passes) * OPENS_RIGHT;
            }
            if left & HAS_RIGHT != 0 && me & HAS_DOWN != 0 {
                let next = traits[here + width - 1];
                let leaves = traits[here + width - 2] & HAS_RIGHT != 0 || next & HAS_DOWN != 0;
                let passes = if next & DOT != 0 { leaves } else { next & OPENS_LEFT != 0 };
                marks |= u8::from(!prunings.corners || !lower_left || passes) * OPENS_LEFT;
            }
            if prunings.squares {
                marks |= u8::from(upper_right) * SQUARE_RIGHT + u8::from(lower_left) * SQUARE_LEFT;
            }
            traits[here] |= marks;
        }
    }

    /// Goes on from the current step to the end of the board; `false` when nothing is left to try.
    fn advance(&mut self, tick: &mut impl FnMut() -> Result<(), Stop>) -> Result<bool, Stop> {
        let width = self.width;
        while self.step < self.order.len() {
            tick()?;
            let here = self.order[self.step] as usize;
            let traits = self.traits[here];
            let (above, left, beyond) = (self.out[here - width], self.out[here - 1], self.out[here - width + 1]);
            let (up, beside) = ((above & DOWN) >> 1, left & RIGHT);
            // The third edge of the unit square to the upper right would be the one to the right.
            let crowded = u8::from((above & RIGHT) + up + ((beyond & DOWN) >> 1) > 1) & traits >> 4;
            let cornered = (left & DOWN) >> 1 & traits >> 5;
            let index = u16::from(traits & 15 | (traits & DOT) >> 2 | up << 5 | beside << 6)
                | u16::from(crowded & 1) << 7
                | u16::from(cornered & 1) << 8;
            let mut ways = WAYS[usize::from(index)];
            if self.ahead {
                ways &= Self::ways_ahead(self.traits[here + 1], beyond & DOWN != 0);
            }
            // Down before right.
            let first = if ways & 1 << DOWN != 0 { DOWN } else { ways.trailing_zeros() as u8 };
            let rest = ways & !(1 << (first & 7));
            if rest != 0 {
                let out = rest.trailing_zeros() as u8;
                self.turns.push(Turn { step: self.step as u32, joins: self.joins.len() as u32, out });
            }
            let left = ways != 0 && self.leave(here, first);
            if !left && !self.back() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ways to leave a cell that let the one to its right be passed.
    #[inline]
    fn ways_ahead(next: u8, from_above: bool) -> Ways {
        const WITH_RIGHT: Ways = 1 << RIGHT | 1 << (RIGHT | DOWN);
        const WITHOUT: Ways = 1 | 1 << DOWN;
        let leaves = if next & DOT != 0 { next & (HAS_RIGHT | HAS_DOWN) != 0 } else { next & OPENS_RIGHT != 0 };
        match (next & CELL != 0, from_above) {
            (true, true) if next & DOT != 0 => WITHOUT,
            (true, false) if !leaves => WITH_RIGHT,
            _ => WITH_RIGHT | WITHOUT,
        }
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
        if (out & RIGHT != 0 && !self.join(here, here + 1)) || (out & DOWN != 0 && !self.join(here, here + self.width))
        {
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
        let mixed = one.color != other.color && one.color != 0 && other.color != 0;
        if one.cell as usize == there || mixed {
            return false;
        }
        // What is joined is the end of its fragment: either the other end points back to it, or it is alone.
        let back =
            |end: End, cell: usize| if end.cell as usize == cell { end } else { End { cell: cell as u32, color: 0 } };
        self.joins.push(Join { ends: [one.cell, other.cell], before: [back(one, here), back(other, there)] });
        self.ends[one.cell as usize] = other;
        self.ends[other.cell as usize] = one;
        true
    }

    /// The paths of a full board, unless one touches itself in a way that the unit squares do not show.
    fn solution(&self, puzzle: &Puzzle) -> Option<Solution> {
        let width = self.width;
        let out = &self.out[..];
        let at = |cell: Cell| (usize::from(cell.row) + 1) * width + usize::from(cell.column) + 1;
        let mut owners = vec![0_u16; out.len()];
        let mut starts = Vec::with_capacity(puzzle.colors() + 1);
        let mut cells = Vec::with_capacity(self.order.len());
        starts.push(0);
        for (color, &[start, goal]) in puzzle.dots().iter().enumerate() {
            let (mut here, goal, owner) = (at(start), at(goal), color as u16 + 1);
            let mut cell = start;
            // Sides as bits: right, down, left, up; the way back is two further on.
            let mut came = 0_u8;
            loop {
                owners[here] = owner;
                cells.push(cell);
                if here == goal {
                    break;
                }
                let sides = out[here] | (out[here - 1] & RIGHT) << 2 | (out[here - width] & DOWN) << 2;
                let side = sides & !came;
                if side & RIGHT != 0 {
                    (here, cell.column, came) = (here + 1, cell.column + 1, 4);
                } else if side & DOWN != 0 {
                    (here, cell.row, came) = (here + width, cell.row + 1, 8);
                } else if side & 4 != 0 {
                    (here, cell.column, came) = (here - 1, cell.column - 1, RIGHT);
                } else if side != 0 {
                    (here, cell.row, came) = (here - width, cell.row - 1, DOWN);
                } else {
                    return None;
                }
            }
            starts.push(cells.len() as u32);
        }
        for here in width..out.len() - width {
            let open = self.traits[here] & !out[here];
            let beside = open & HAS_RIGHT != 0 && owners[here] == owners[here + 1];
            let below = open & HAS_DOWN != 0 && owners[here] == owners[here + width];
            if beside || below {
                return None;
            }
        }
        Some(Solution::from_parts(starts, cells))
    }
}
