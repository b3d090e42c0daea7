//! Everything that a piece can reach with shifts, drops and turns, by flooding sets of places.
//!
//! For each facing there is the set of places where the piece fits, and the set that has been reached. Falling is one
//! addition ([`super::plane`]), shifts and kicks are shifts of words: of all places from which a turn was tried, those
//! whose first kick fits go there, the rest try the second, and so on. Most boards are over after the first fall: nothing
//! that fits is left, and no kick need be looked at.

#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use super::kicks::{self, Kicks, Turn};
use super::plane::{High, Low, Middle, Plane, Word};
use super::{COLUMNS, Facing, ROWS, SEEN_ROWS, Spot, canonical, cells};
use crate::position::{Board, Piece};

/// Which turns a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turns {
    /// Quarter turns, as the guideline has them.
    #[default]
    Quarters,
    /// Half turns too.
    Halves,
}

/// What is filled, in rows from the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack(High);

impl Default for Stack {
    fn default() -> Self {
        Self(High::empty())
    }
}

impl Stack {
    /// The stack of some filled cells, as columns and rows from the floor; those beyond the guideline's board do not count.
    pub fn of(cells: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut plane = High::empty();
        for (x, y) in cells.into_iter().filter(|&(x, y)| x < COLUMNS && y < ROWS) {
            plane.set(x as i8, y as i8);
        }
        Self(plane)
    }

    /// The stack of a board of the guideline's columns and at most its rows.
    pub fn of_board(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        let known = usize::from(columns) == COLUMNS && usize::from(rows) <= ROWS;
        let filled = board.cells().cells().filter(|cell| board.is_filled(*cell));
        known.then(|| Self::of(filled.map(|cell| (cell.column.into(), (rows - 1 - cell.row).into()))))
    }

    /// Whether something is at a place, or it is a wall or the floor.
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        !(0..COLUMNS as i8).contains(&x) || y < 0 || ((y as usize) < High::ROWS && self.0.has(x, y))
    }

    /// Whether a piece has room somewhere.
    pub fn fits(&self, piece: Piece, spot: Spot) -> bool {
        spot.cells(piece).into_iter().all(|(x, y)| !self.is_filled(x, y))
    }

    /// With a piece on it, its full rows gone, and how many they were. The piece must fit.
    #[must_use]
    pub fn with(&self, piece: Piece, spot: Spot) -> (Self, u32) {
        let mut plane = self.0;
        for (x, y) in spot.cells(piece) {
            plane.set(x, y);
        }
        let (plane, gone) = plane.cleared();
        (Self(plane), gone)
    }

    /// Rows up to its highest cell.
    pub fn height(&self) -> usize {
        self.0.height()
    }

    /// How many cells are filled.
    pub fn count(&self) -> usize {
        self.0.count() as usize
    }

    /// Whether nothing is filled.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn plane(&self) -> High {
        self.0
    }
}

/// The highest stack over which a piece that enters gets to every column, in any facing.
pub(super) const OPEN: usize = SEEN_ROWS - 4;

/// Rows that must be empty above a stack, so that every place in the highest row of a plane is free.
pub(super) const SKY: usize = 3;

/// Every place where a piece can come to rest, each by its first facing, in the order of facings, columns and rows from
/// above. Spots that look alike from two sides are one.
pub fn rests(stack: &Stack, piece: Piece, turns: Turns) -> Vec<Spot> {
    let (plane, height) = (stack.plane(), stack.height());
    if height + SKY <= Low::<u64>::ROWS {
        let low: Low = plane.into();
        listed(&landed(low, piece, turns, From::Sky))
    } else if height <= OPEN {
        let middle: Middle = plane.into();
        listed(&landed(middle, piece, turns, From::Sky))
    } else {
        listed(&landed(plane, piece, turns, From::Entry))
    }
}

fn listed<const F: u32, const P: usize, const N: usize>(landed: &[Plane<u64, F, P, N>; 4]) -> Vec<Spot> {
    let facings = Facing::ALL.into_iter().zip(landed);
    facings.flat_map(|(facing, plane)| plane.places().map(move |(x, y)| Spot { facing, x, y })).collect()
}

/// Where the flood begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// Anywhere in the highest row: the stack is so low that a piece gets everywhere above it.
    Sky,
    /// Where a piece enters.
    Entry,
}

/// Where a piece comes to rest, by its canonical facing.
#[inline(always)]
pub(super) fn landed<W: Word, const F: u32, const P: usize, const N: usize>(
    board: Plane<W, F, P, N>,
    piece: Piece,
    turns: Turns,
    from: From,
) -> [Plane<W, F, P, N>; 4] {
    match piece {
        Piece::I => Flood::<W, 0, F, P, N>::landed(board, turns, from),
        Piece::Z => Flood::<W, 1, F, P, N>::landed(board, turns, from),
        Piece::S => Flood::<W, 2, F, P, N>::landed(board, turns, from),
        Piece::L => Flood::<W, 3, F, P, N>::landed(board, turns, from),
        Piece::J => Flood::<W, 4, F, P, N>::landed(board, turns, from),
        Piece::O => Flood::<W, 5, F, P, N>::landed(board, turns, from),
        Piece::T => Flood::<W, 6, F, P, N>::landed(board, turns, from),
    }
}

/// The flood of one piece, by its number, so that its cells and kicks are known when this is compiled.
pub(super) struct Flood<W, const PIECE: usize, const F: u32, const P: usize, const N: usize> {
    fits: [Plane<W, F, P, N>; 4],
    reached: [Plane<W, F, P, N>; 4],
    /// What was reached since the facing was last turned from.
    fresh: [Plane<W, F, P, N>; 4],
}

impl<W: Word, const PIECE: usize, const F: u32, const P: usize, const N: usize> Flood<W, PIECE, F, P, N> {
    const KIND: Piece = Piece::ALL[PIECE];

    /// Facings that are looked at: a square looks alike in all.
    const FACINGS: usize = if matches!(Self::KIND, Piece::O) { 1 } else { 4 };

    const CELLS: [[(i8, i8); 4]; 4] = {
        let mut all = [[(0, 0); 4]; 4];
        let mut facing = 0;
        while facing < 4 {
            all[facing] = cells(Self::KIND, Facing::ALL[facing]);
            facing += 1;
        }
        all
    };

    /// The kicks of each facing, by the number of quarter turns less one.
    const KICKS: [[Kicks; 3]; 4] = {
        let mut all = [[kicks::tries(Self::KIND, Facing::North, Turn::Half); 3]; 4];
        let mut facing = 0;
        while facing < 4 {
            let mut turn = 0;
            while turn < 3 {
                all[facing][turn] = kicks::tries(Self::KIND, Facing::ALL[facing], Turn::ALL[turn]);
                turn += 1;
            }
            facing += 1;
        }
        all
    };

    #[inline(always)]
    pub(super) fn landed(board: Plane<W, F, P, N>, turns: Turns, from: From) -> [Plane<W, F, P, N>; 4] {
        let mut flood = Self::new(board);
        flood.enter(from);
        flood.spread(turns);
        flood.rests()
    }

    #[inline(always)]
    fn new(board: Plane<W, F, P, N>) -> Self {
        let mut fits = [Plane::empty(); 4];
        for (fits, cells) in fits.iter_mut().zip(Self::CELLS).take(Self::FACINGS) {
            let mut blocked = Plane::empty();
            for (dx, dy) in cells {
                blocked |= board.blocking(dx, dy);
            }
            *fits = !blocked & Plane::all();
        }
        Self { fits, reached: [Plane::empty(); 4], fresh: [Plane::empty(); 4] }
    }

    #[inline(always)]
    fn enter(&mut self, from: From) {
        match from {
            From::Sky => {
                for facing in 0..Self::FACINGS {
                    self.reach(facing, self.fits[facing] & Plane::top());
                }
            }
            From::Entry => {
                let Spot { facing, x, y } = Spot::ENTRY;
                self.reach(facing as usize, self.fits[facing as usize] & Plane::single(x, y));
            }
        }
    }

    /// Reaches some places where the piece fits, and all below them.
    #[inline(always)]
    fn reach(&mut self, facing: usize, places: Plane<W, F, P, N>) {
        let fallen = self.fits[facing].fallen(places) & !self.reached[facing];
        self.reached[facing] |= fallen;
        self.fresh[facing] |= fallen;
    }

    #[inline(always)]
    fn missing(&self, facing: usize) -> Plane<W, F, P, N> {
        self.fits[facing] & !self.reached[facing]
    }

    #[inline(always)]
    fn spread(&mut self, turns: Turns) {
        loop {
            let mut missing = Plane::empty();
            for facing in 0..Self::FACINGS {
                missing |= self.missing(facing);
            }
            if missing.is_empty() {
                return;
            }
            for facing in 0..Self::FACINGS {
                self.shift(facing);
            }
            if Self::FACINGS == 1 {
                return;
            }
            let mut gained = Plane::empty();
            for from in 0..4 {
                let fresh = std::mem::replace(&mut self.fresh[from], Plane::empty());
                if fresh.is_empty() {
                    continue;
                }
                gained |= self.turn(from, 0, fresh);
                if turns == Turns::Halves {
                    gained |= self.turn(from, 1, fresh);
                }
                gained |= self.turn(from, 2, fresh);
            }
            if gained.is_empty() {
                return;
            }
        }
    }

    #[inline(always)]
    fn shift(&mut self, facing: usize) {
        loop {
            let here = self.reached[facing];
            let side = (here.shifted(1, 0) | here.shifted(-1, 0)) & self.missing(facing);
            if side.is_empty() {
                return;
            }
            self.reach(facing, side);
        }
    }

    /// Turns from some places that were reached, and gives those that had not been.
    #[inline(always)]
    fn turn(&mut self, from: usize, turn: usize, places: Plane<W, F, P, N>) -> Plane<W, F, P, N> {
        let to = (from + turn + 1) % 4;
        let missing = self.missing(to);
        if missing.is_empty() {
            return missing;
        }
        let Kicks { tries, count } = Self::KICKS[from][turn];
        let mut trying = places;
        let mut arrived = Plane::empty();
        for (dx, dy) in tries.into_iter().take(count) {
            let turning = trying & self.fits[to].origins(dx, dy);
            arrived |= turning.shifted(dx, dy);
            trying &= !turning;
        }
        let gained = arrived & missing;
        self.reach(to, gained);
        gained
    }

    /// The reached places under which the piece does not fit, by canonical facing.
    #[inline(always)]
    fn rests(&self) -> [Plane<W, F, P, N>; 4] {
        let mut rests = [Plane::empty(); 4];
        for facing in 0..Self::FACINGS {
            let resting = self.reached[facing] & !self.fits[facing].shifted(0, 1);
            let (first, dx, dy) = canonical(Self::KIND, Facing::ALL[facing]);
            rests[first as usize] |= resting.shifted(dx, dy);
        }
        rests
    }
}
