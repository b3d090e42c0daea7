//! The fastest search, for plain rectangles, every cell used, no self-touch: paths as particles that move along lanes.
//!
//! A diagonal front sweeps the board from one corner. Where a path crosses it, a particle enters the next diagonal, along
//! its row or along its column. Two particles that enter one cell join there; a cell that nobody enters sends out two,
//! along its row and its column; a dot takes one in or sends one out. What remains is the cell that one particle
//! enters: does it go straight on or turn? Without self-touch no three edges of a unit square are used, and so a particle
//! that turns from its row to its column needs that its neighbour below on the diagonal does the same, and so on down to
//! a dot; likewise upwards for a turn from column to row. *Whoever does not stand in a row that ends at a dot goes
//! straight*, so that all choices are made at dots: which way it sends its particle, and how many beside it turn.
//!
//! A particle that goes straight keeps its lane (a row or a column), and nothing needs to be done for it: a diagonal is a
//! few operations on words with a bit a row. What is known of a particle is where its fragment goes on: another lane, or
//! a dot of some colour. That fits into so few bytes that choices are taken back from a copy; which ones, says `jump`.

mod board;
mod jump;

use azulejo_core::budget::{Budget, Stop};

pub use self::board::Corner;
use self::board::{Diagonal, View};
use self::jump::{Cause, Choice, Options};
use super::Found;
use crate::position::{Puzzle, Solution, Tile, Topology};

/// Which prunings are on; without them the search is slower and finds the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// No corner whose diagonal meets the border before a dot: inside it would lie the same corner again and again, as
    /// the squares along it may not have a third edge.
    pub corners: bool,
    /// Do not even try a turn after which a cell of the next diagonal has no way to be passed.
    pub ahead: bool,
    /// Take back only choices that mattered to a failure: with any other option of the rest it would fail again.
    pub jumps: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { corners: true, ahead: true, jumps: true };
}

/// A word has one bit more, so that the place below the last row can be asked for.
const MOST_ROWS: usize = 63;
const MOST_LANES: usize = 128;

/// Whether this search can take a board.
pub fn takes(puzzle: &Puzzle) -> bool {
    let tiles = puzzle.tiles();
    let (rows, columns) = (usize::from(tiles.rows()), usize::from(tiles.columns()));
    rows.min(columns) <= MOST_ROWS
        && rows + columns <= MOST_LANES
        && puzzle.topology() == Topology::Square
        && puzzle.walls().is_empty()
        && tiles.values().iter().all(|tile| matches!(tile, Tile::Empty | Tile::Dot(_)))
}

/// Finds solutions until there are `limit`; gives up after `most_nodes`. A node is a cell entered, as in the sweep cell by cell,
/// though they come by whole diagonals here.
pub fn run(puzzle: &Puzzle, prunings: Prunings, corner: Corner, limit: u64, most_nodes: u64, budget: &Budget) -> Found {
    match puzzle.tiles().rows() + puzzle.tiles().columns() {
        ..=32 => explore(&mut Lanes::<32>::new(puzzle, prunings, corner), limit, most_nodes, budget),
        33..=64 => explore(&mut Lanes::<64>::new(puzzle, prunings, corner), limit, most_nodes, budget),
        _ => explore(&mut Lanes::<MOST_LANES>::new(puzzle, prunings, corner), limit, most_nodes, budget),
    }
}

fn explore<const LANES: usize>(lanes: &mut Lanes<LANES>, limit: u64, most_nodes: u64, budget: &Budget) -> Found {
    let mut found = Found::none();
    let mut meter = budget.meter();
    let mut left = most_nodes;
    let mut tick = |cells: u64| {
        left = left.checked_sub(cells).ok_or(Stop::Nodes)?;
        meter.ticks(cells)
    };
    let mut more = if lanes.enter(0, 0, 0).is_ok() { lanes.advance(&mut tick) } else { Ok(false) };
    while let Ok(true) = more {
        if let Some(solution) = lanes.solution() {
            found.add(solution);
            if found.count >= u128::from(limit) {
                break;
            }
        }
        more = if lanes.back(Cause::ALL, lanes.now.diagonal) { lanes.advance(&mut tick) } else { Ok(false) };
    }
    found.stop = more.err();
    found.nodes = meter.nodes();
    found
}

/// Where the search stands: a diagonal entered, its dots up to the first pending one decided.
#[derive(Clone, Copy, Default)]
struct Now {
    diagonal: usize,
    /// Who enters from the left and from above.
    beside: u64,
    above: u64,
    /// Who leaves to the right and downwards, as far as decided.
    right: u64,
    down: u64,
    pending: u64,
}

/// Where the fragment of a particle goes on, and the last row and column in which it was put together.
#[derive(Clone, Copy, Default)]
struct Mate {
    /// A lane, rows first, or the number of lanes and a colour.
    to: u16,
    row: u8,
    column: u8,
}

impl Mate {
    /// Of a fragment that has just begun.
    fn new(to: u16) -> Self {
        Self { to, row: 0, column: 0 }
    }
}

struct Lanes<'a, const LANES: usize> {
    puzzle: &'a Puzzle,
    prunings: Prunings,
    view: View,
    diagonals: Vec<Diagonal>,
    /// For each lane with a particle.
    mates: [Mate; LANES],
    now: Now,
    /// The diagonals entered so far.
    passed: Vec<Now>,
    choices: Vec<Choice>,
    /// The mates at each choice that has options left.
    copies: Vec<[Mate; LANES]>,
}

/// The places of the bits of a word.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let place = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

impl<'a, const LANES: usize> Lanes<'a, LANES> {
    fn new(puzzle: &'a Puzzle, prunings: Prunings, corner: Corner) -> Self {
        let view = View::new(puzzle, corner);
        Self {
            puzzle,
            prunings,
            view,
            diagonals: board::diagonals(puzzle, view, prunings.corners),
            mates: [Mate::default(); LANES],
            now: Now::default(),
            passed: vec![Now::default(); view.rows + view.columns - 1],
            choices: Vec::with_capacity(2 * puzzle.colors()),
            copies: Vec::with_capacity(2 * puzzle.colors()),
        }
    }

    /// What stands for the colour of a dot in place of a lane.
    fn color(&self, row: usize, column: usize) -> u16 {
        let View { origin, down, right, .. } = self.view;
        match self.puzzle.tiles().values()[(origin + row as isize * down + column as isize * right) as usize] {
            Tile::Dot(color) => LANES as u16 + color,
            _ => u16::MAX,
        }
    }

    /// The lane of the column in which this diagonal meets a row.
    fn column_lane(&self, row: usize) -> usize {
        self.view.rows + self.now.diagonal - row
    }

    /// Goes on to the end of the board; `false` when nothing is left to try.
    fn advance(&mut self, tick: &mut impl FnMut(u64) -> Result<(), Stop>) -> Result<bool, Stop> {
        loop {
            tick(self.diagonals[self.now.diagonal].size)?;
            while self.now.pending != 0 {
                if let Err(cause) = self.decide()
                    && !self.back(cause, self.now.diagonal)
                {
                    return Ok(false);
                }
            }
            let Now { diagonal, right, down, .. } = self.now;
            let passed = &mut self.passed[diagonal];
            (passed.right, passed.down) = (right, down);
            if diagonal + 1 == self.passed.len() {
                return Ok(true);
            }
            if let Err(cause) = self.enter(diagonal + 1, right, down << 1)
                && !self.back(cause, diagonal)
            {
                return Ok(false);
            }
        }
    }

    /// Does on a new diagonal what needs no choice.
    fn enter(&mut self, diagonal: usize, beside: u64, above: u64) -> Result<(), Cause> {
        self.now.diagonal = diagonal;
        let here = self.diagonals[diagonal];
        let both = beside & above;
        let (left, up) = (beside & !above & !here.dots, above & !beside & !here.dots);
        let stuck = if here.dots == 0 { left & !here.right | up & !here.down } else { 0 };
        let wrong = !(beside | above | here.bare) | both & here.dots | stuck;
        if wrong != 0 {
            return Err(self.cause(wrong.trailing_zeros() as usize));
        }
        for row in bits(both) {
            self.join(row)?;
        }
        for row in bits((beside ^ above) & here.dots) {
            let lane = if beside >> row & 1 == 1 { row } else { self.column_lane(row) };
            self.absorb(row, lane)?;
        }
        let new = here.cells & !here.dots & !beside & !above;
        for row in bits(new) {
            let column_lane = self.column_lane(row);
            self.mates[row] = Mate::new(column_lane as u16);
            self.mates[column_lane] = Mate::new(row as u16);
        }
        let now = Now { diagonal, beside, above, right: left | new, down: up | new, pending: here.dots };
        (self.now, self.passed[diagonal]) = (now, now);
        Ok(())
    }

    /// Joins the fragments of the two particles that enter a cell.
    fn join(&mut self, row: usize) -> Result<(), Cause> {
        let column_lane = self.column_lane(row);
        let (one, other) = (self.mates[row], self.mates[column_lane]);
        let (open, other_open) = (usize::from(one.to) < LANES, usize::from(other.to) < LANES);
        let column = column_lane - self.view.rows;
        let (row, column) = (one.row.max(other.row).max(row as u8), one.column.max(other.column).max(column as u8));
        if usize::from(one.to) == column_lane || !(open || other_open || one.to == other.to) {
            return Err(Cause { row: usize::from(row), column: usize::from(column) });
        }
        if open {
            self.mates[usize::from(one.to)] = Mate { to: other.to, row, column };
        }
        if other_open {
            self.mates[usize::from(other.to)] = Mate { to: one.to, row, column };
        }
        Ok(())
    }

    /// Ends the fragment of the particle that enters a dot.
    fn absorb(&mut self, row: usize, lane: usize) -> Result<(), Cause> {
        let cause = self.cause(row);
        let color = self.color(row, cause.column);
        let mate = self.mates[lane];
        if usize::from(mate.to) < LANES {
            let (row, column) = (mate.row.max(row as u8), mate.column.max(cause.column as u8));
            self.mates[usize::from(mate.to)] = Mate { to: color, row, column };
        } else if mate.to != color {
            return Err(mate.cause().and(cause));
        }
        Ok(())
    }

    /// Decides the first pending dot; fails when it has no way.
    fn decide(&mut self) -> Result<(), Cause> {
        let Now { diagonal, beside, above, right, down, pending } = self.now;
        let (here, next) = (self.diagonals[diagonal], self.diagonals[diagonal + 1]);
        let dot = pending.trailing_zeros() as usize;
        let bit = 1_u64 << dot;
        let pending = pending & !bit;
        self.now.pending = pending;
        let (left, up) = (beside & !above & !here.dots, above & !beside & !here.dots);
        // The particles in the rows just above that enter from the left may turn, and those just below from above.
        let (mut downs, mut rights, mut first, mut last) = (0, 0, dot, dot);
        if above & bit == 0 && (beside | here.down) & bit != 0 {
            first -= (left << (MOST_ROWS - dot) << 1).leading_ones() as usize;
            downs = 2 * bit - (1 << first);
        }
        if beside & bit == 0 && (above | here.right) & bit != 0 {
            last += (up >> dot >> 1).trailing_ones() as usize;
            rights = (2 << last) - bit;
        }
        let thinkable = downs.count_ones() + rights.count_ones();
        let mut cause = Cause { row: last + 1, column: diagonal + 1 - first };
        if self.prunings.ahead {
            // The cell behind the last turn must be entered from its other side, or need not be entered.
            downs &= down << 1 | next.bare;
            rights &= (right | pending | next.bare) >> 1;
        }
        // Who cannot go straight must turn: the first by the first dot, the last by the last.
        let (must_turn_down, must_turn_right) = (left & !here.right, up & !here.down);
        if must_turn_down != 0 && here.dots & (bit - 1) == 0 {
            (downs, rights) = (downs & must_turn_down, 0);
            cause.column = self.view.columns;
        }
        if must_turn_right != 0 && pending == 0 {
            (downs, rights) = (0, rights & must_turn_right);
            cause.row = self.view.rows;
        }
        let options = Options { dot, downs, rights };
        if !options.any() {
            return Err(cause);
        }
        if thinkable > 1 {
            let now = Now { diagonal, beside, above, right, down, pending };
            self.choose(Choice { now, options, first, last, cause });
        } else {
            self.turn(options);
        }
        Ok(())
    }

    /// Turns the particles beside a dot by the first of its options, and sends its own out if it took none in.
    fn turn(&mut self, options: Options) {
        let Options { dot, downs, rights } = options;
        let bit = 1_u64 << dot;
        let column_lane = self.column_lane(dot);
        let sent = if (self.now.beside | self.now.above) & bit == 0 { bit } else { 0 };
        let mate = Mate::new(self.color(dot, column_lane - self.view.rows));
        if downs != 0 {
            let first = downs.trailing_zeros() as usize;
            for row in first..dot {
                self.shift(row, self.column_lane(row));
            }
            let turned = bit - (1 << first);
            self.now.right &= !turned;
            self.now.down |= turned | sent;
            if sent != 0 {
                self.mates[column_lane] = mate;
            }
        } else {
            let last = rights.ilog2() as usize;
            for row in dot + 1..=last {
                self.shift(self.column_lane(row), row);
            }
            let turned = (2 << last) - 2 * bit;
            self.now.down &= !turned;
            self.now.right |= turned | sent;
            if sent != 0 {
                self.mates[dot] = mate;
            }
        }
    }

    /// A particle changes its lane.
    fn shift(&mut self, from: usize, to: usize) {
        let mate = self.mates[from];
        self.mates[to] = mate;
        if usize::from(mate.to) < LANES {
            self.mates[usize::from(mate.to)].to = to as u16;
        }
    }

    /// The paths of a full board, unless one touches itself in a way that the unit squares do not show.
    fn solution(&self) -> Option<Solution> {
        // Sides: right, down, left, up. Where a step leads, and the side where one comes in.
        const STEPS: [([isize; 2], u8); 4] = [([0, 1], 4), ([1, 0], 8), ([0, -1], 1), ([-1, 0], 2)];
        let width = self.view.columns;
        let mut owners = vec![0_u16; self.view.rows * width];
        let mut starts = Vec::with_capacity(self.puzzle.colors() + 1);
        let mut cells = Vec::with_capacity(owners.len());
        starts.push(0);
        for (color, dots) in self.puzzle.dots().iter().enumerate() {
            let [(mut row, mut column), goal] = dots.map(|dot| self.view.see(dot));
            let mut came = 0;
            loop {
                owners[row * width + column] = color as u16;
                cells.push(self.view.cell(row, column));
                if (row, column) == goal {
                    break;
                }
                let Now { beside, above, right, down, .. } = self.passed[row + column];
                let side = |word: u64, number: u8| ((word >> row & 1) as u8) << number;
                let sides = side(right, 0) | side(down, 1) | side(beside, 2) | side(above, 3);
                let ([lower, further], back) = *STEPS.get((sides & !came).trailing_zeros() as usize)?;
                (row, column) = (row.checked_add_signed(lower)?, column.checked_add_signed(further)?);
                came = back;
            }
            starts.push(cells.len() as u32);
        }
        // When no path touches itself, neighbours of one colour are consecutive and nothing else.
        let beside = owners.chunks(width).map(|row| row.windows(2).filter(|pair| pair[0] == pair[1]).count());
        let below = owners.iter().zip(&owners[width..]).filter(|(one, other)| one == other).count();
        (beside.sum::<usize>() + below + starts.len() - 1 == cells.len()).then(|| Solution::from_parts(starts, cells))
    }
}
