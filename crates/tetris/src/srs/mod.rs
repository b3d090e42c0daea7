//! The Super Rotation System: where a piece stands, how it turns, and what it can reach.
//!
//! A piece stands at its centre (the true-rotation centre of the Tetris Bot Protocol), rows counted from the floor. A turn
//! tries up to six places in order, its kicks ([`kicks`]). [`plane`] is a set of places in machine words, one bit each;
//! [`reach`] floods such sets to find everything that a piece can reach, [`path`] finds the shortest inputs to one place by
//! a plain breadth-first search, and [`perft`] counts.

pub mod kicks;
pub mod path;
pub mod perft;
pub mod plane;
pub mod reach;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use kicks::Turn;

use crate::position::Piece;

/// Columns of every board that the guideline knows.
pub const COLUMNS: usize = 10;

/// Rows of such a board: twenty that are seen, and twenty above.
pub const ROWS: usize = 40;

/// Rows that are seen.
pub const SEEN_ROWS: usize = 20;

/// Which way a piece is turned, clockwise from how it enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Facing {
    #[default]
    North,
    East,
    South,
    West,
}

impl Facing {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// After a turn.
    #[must_use]
    pub const fn turned(self, turn: Turn) -> Self {
        Self::ALL[(self as usize + turn as usize) % 4]
    }
}

/// Where a piece stands: how it is turned, and its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// How it is turned.
    pub facing: Facing,
    /// Column of its centre.
    pub x: i8,
    /// Row of its centre, from the floor.
    pub y: i8,
}

impl Spot {
    /// Where a piece enters: over the left middle, just above the rows that are seen.
    pub const ENTRY: Self = Self { facing: Facing::North, x: 4, y: SEEN_ROWS as i8 };

    /// The spot beside it.
    #[must_use]
    pub const fn moved(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The cells of a piece here, as columns and rows from the floor.
    pub fn cells(self, piece: Piece) -> [(i8, i8); 4] {
        cells(piece, self.facing).map(|(dx, dy)| (self.x + dx, self.y + dy))
    }

    /// The same cells by the first facing that gives them: I, S and Z look alike from two sides, O from all.
    #[must_use]
    pub fn canonical(self, piece: Piece) -> Self {
        let (facing, dx, dy) = canonical(piece, self.facing);
        Self { facing, ..self.moved(dx, dy) }
    }
}

/// The cells of a piece around its centre.
pub const fn cells(piece: Piece, facing: Facing) -> [(i8, i8); 4] {
    let mut cells = match piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        Piece::J => [(-1, 1), (-1, 0), (0, 0), (1, 0)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
    };
    let mut turns = 0;
    while turns < facing as usize {
        let mut index = 0;
        while index < 4 {
            let (x, y) = cells[index];
            cells[index] = (y, -x);
            index += 1;
        }
        turns += 1;
    }
    cells
}

/// The first facing in which a piece has the same cells, and how far its centre is then away.
pub(crate) const fn canonical(piece: Piece, facing: Facing) -> (Facing, i8, i8) {
    match (piece, facing) {
        (Piece::I, Facing::South) | (Piece::O, Facing::West) => (Facing::North, -1, 0),
        (Piece::I, Facing::West) => (Facing::East, 0, 1),
        (Piece::S | Piece::Z, Facing::South) | (Piece::O, Facing::East) => (Facing::North, 0, -1),
        (Piece::S | Piece::Z, Facing::West) => (Facing::East, -1, 0),
        (Piece::O, Facing::South) => (Facing::North, -1, -1),
        (_, facing) => (facing, 0, 0),
    }
}
