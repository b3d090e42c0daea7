//! How a piece turns: the places that it tries, in order.
//!
//! Quarter turns are those of the Tetris guideline, by its table of offsets: the kick from one facing to another is the
//! difference of their offsets. Half turns, which the guideline does not have, are those of TETR.IO's SRS+.

use serde::{Deserialize, Serialize};

use super::Facing;
use crate::position::Piece;

/// A turn; as a number, its quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// A quarter clockwise.
    Clockwise = 1,
    /// Upside down.
    Half = 2,
    /// A quarter counterclockwise.
    Counterclockwise = 3,
}

impl Turn {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Clockwise, Self::Half, Self::Counterclockwise];
}

type Offset = (i8, i8);

/// The guideline's offsets for J, L, S, T and Z, by facing.
const OFFSETS: [[Offset; 5]; 4] = [
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

const OFFSETS_I: [[Offset; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];

const OFFSETS_O: [Offset; 4] = [(0, 0), (0, -1), (-1, -1), (-1, 0)];

/// Where a half turn goes beyond turning in place, by facing.
const HALVES: [[Offset; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

/// The most places that any turn tries.
pub(crate) const MOST: usize = 6;

/// The places that a turn tries: the first `count` of them count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kicks {
    pub(crate) tries: [Offset; MOST],
    pub(crate) count: usize,
}

/// How far the centre of a piece goes at each try of a turn, in order.
pub fn kicks(piece: Piece, from: Facing, turn: Turn) -> impl ExactSizeIterator<Item = (i8, i8)> {
    let Kicks { tries, count } = tries(piece, from, turn);
    tries.into_iter().take(count)
}

pub(crate) const fn tries(piece: Piece, from: Facing, turn: Turn) -> Kicks {
    let to = from.turned(turn);
    let mut tries = [(0, 0); MOST];
    let count = match (piece, turn) {
        (Piece::O, _) => 1,
        (_, Turn::Half) => 6,
        _ => 5,
    };
    let mut index = 0;
    while index < count {
        let table = if let Turn::Half = turn { 0 } else { index };
        let (there, here) = match piece {
            Piece::O => (OFFSETS_O[from as usize], OFFSETS_O[to as usize]),
            Piece::I => (OFFSETS_I[from as usize][table], OFFSETS_I[to as usize][table]),
            _ => (OFFSETS[from as usize][table], OFFSETS[to as usize][table]),
        };
        let more = if let Turn::Half = turn { HALVES[from as usize][index] } else { (0, 0) };
        tries[index] = (there.0 - here.0 + more.0, there.1 - here.1 + more.1);
        index += 1;
    }
    Kicks { tries, count }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(piece: Piece, from: Facing, turn: Turn) -> Vec<(i8, i8)> {
        kicks(piece, from, turn).collect()
    }

    /// The tables as players know them: a row for each quarter turn.
    #[test]
    fn quarter_turns_kick_as_the_guideline_says() {
        use Facing::{East, North, South, West};
        use Turn::{Clockwise, Counterclockwise};
        let plain = [
            (North, Clockwise, [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]),
            (East, Counterclockwise, [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]),
            (East, Clockwise, [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]),
            (South, Counterclockwise, [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]),
            (South, Clockwise, [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]),
            (West, Counterclockwise, [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]),
            (West, Clockwise, [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]),
            (North, Counterclockwise, [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]),
        ];
        for piece in [Piece::J, Piece::L, Piece::S, Piece::T, Piece::Z] {
            for (from, turn, expected) in plain {
                assert_eq!(told(piece, from, turn), expected, "{piece} {from:?} {turn:?}");
            }
        }
        // In its box of four the I has these; turning round the centre takes the first of each away.
        let boxed = [
            (North, Clockwise, (1, 0), [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)]),
            (East, Counterclockwise, (-1, 0), [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)]),
            (East, Clockwise, (0, -1), [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)]),
            (South, Counterclockwise, (0, 1), [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)]),
            (South, Clockwise, (-1, 0), [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)]),
            (West, Counterclockwise, (1, 0), [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)]),
            (West, Clockwise, (0, 1), [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)]),
            (North, Counterclockwise, (0, -1), [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)]),
        ];
        for (from, turn, (x, y), kicks) in boxed {
            let expected = kicks.map(|(dx, dy)| (x + dx, y + dy));
            assert_eq!(told(Piece::I, from, turn), expected, "{from:?} {turn:?}");
        }
    }

    #[test]
    fn a_square_turns_in_place() {
        for from in Facing::ALL {
            for turn in Turn::ALL {
                let [(dx, dy)] = told(Piece::O, from, turn)[..] else { panic!("one try") };
                let cells = |facing, dx, dy| {
                    let mut cells = super::super::cells(Piece::O, facing).map(|(x, y)| (x + dx, y + dy));
                    cells.sort_unstable();
                    cells
                };
                assert_eq!(cells(from, 0, 0), cells(from.turned(turn), dx, dy));
            }
        }
    }

    #[test]
    fn half_turns_try_six_places() {
        use Facing::{East, North};
        assert_eq!(told(Piece::T, North, Turn::Half), [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]);
        assert_eq!(told(Piece::T, East, Turn::Half), [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)]);
        assert_eq!(told(Piece::I, North, Turn::Half)[0], (1, -1), "the I turns within its box");
    }
}
