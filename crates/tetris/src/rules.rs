//! How pieces fall: straight down from the top, once turned; full rows stay, as in the document, or vanish.
//!
//! This is the plain statement of the rules, cell by cell. The solvers have their own, faster one, and every plan they
//! find is checked against this.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::position::{Board, Form, Mark, Piece};

/// What happens to a row without an empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FullRows {
    /// It stays: the document's planner looks ahead without removing anything.
    #[default]
    Keep,
    /// It vanishes once the piece rests, and what is above moves down.
    Clear,
}

/// Where a piece goes: its rotation, and the column of its box's left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// Leftmost column, from 0.
    pub column: u16,
}

impl Serialize for Placement {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.rotation, self.column).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (rotation, column) = <(u8, u16)>::deserialize(deserializer)?;
        Ok(Self { rotation, column })
    }
}

impl JsonSchema for Placement {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Placement".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <[u16; 2]>::json_schema(generator);
        schema.insert("description".to_owned(), "Rotation and left column, both from 0.".into());
        schema
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.rotation, self.column)
    }
}

impl FromStr for Placement {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [rotation, column] = words[..]
            && let (Ok(rotation), Ok(column)) = (rotation.parse(), column.parse())
        {
            return Ok(Self { rotation, column });
        }
        let shown: String = text.chars().filter(|letter| !letter.is_control()).take(24).collect();
        let message = format!("`{shown}` is not a placement: expected a rotation and a column, such as `1 4`");
        Err(Problem::new(message).hint("both count from 0; the column is the piece's left edge"))
    }
}

/// Why a piece cannot be placed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The piece has fewer rotations.
    #[error("the piece {piece} has no rotation {rotation}: the last is {}", piece.forms().len() - 1)]
    NoSuchRotation {
        /// The piece.
        piece: Piece,
        /// The rotation asked for.
        rotation: u8,
    },
    /// It would stick out at the side.
    #[error("the piece leaves the board: the last column for it is {last}")]
    OffBoard {
        /// The last column where it fits.
        last: u16,
    },
    /// The board is narrower than the piece.
    #[error("the piece is {width} columns wide, the board only {columns}")]
    TooWide {
        /// Columns of the piece.
        width: u16,
        /// Columns of the board.
        columns: u16,
    },
    /// There is no way in from the top.
    #[error("the piece cannot enter: something is in its way at the top")]
    Blocked,
}

/// A piece at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The board afterwards.
    pub board: Board,
    /// The piece's lowest row, counted from the floor, before any row vanished.
    pub row: u16,
    /// Rows that vanished.
    pub cleared: u16,
    /// The piece's cells that vanished with them.
    pub eroded: u16,
}

/// Lets a piece fall.
pub fn drop(board: &Board, piece: Piece, placement: Placement, full_rows: FullRows) -> Result<Landing, Refusal> {
    let form = entering(board, piece, placement)?;
    let left = placement.column;
    let top = fallen(board, form, left);
    let mut after = board.clone();
    for cell in cells_at(form, left, top) {
        after.lay(cell, piece.mark());
    }
    let row = board.rows() - top - u16::from(form.height);
    Ok(match full_rows {
        FullRows::Keep => Landing { board: after, row, cleared: 0, eroded: 0 },
        FullRows::Clear => {
            let full = self::full_rows(&after);
            let eroded = cells_at(form, left, top).filter(|cell| full.contains(&cell.row)).count() as u16;
            Landing { board: without(&after, &full), row, cleared: full.len() as u16, eroded }
        }
    })
}

/// Every placement of a piece, in the document's order: rotation by rotation, from left to right.
pub fn placements(board: &Board, piece: Piece) -> impl Iterator<Item = Placement> {
    (0..piece.forms().len() as u8)
        .flat_map(|rotation| (0..board.columns()).map(move |column| Placement { rotation, column }))
        .filter(move |&placement| entering(board, piece, placement).is_ok())
}

/// The cells where a piece comes to rest, before any row vanishes.
pub fn rest(board: &Board, piece: Piece, placement: Placement) -> Result<Vec<Cell>, Refusal> {
    let form = entering(board, piece, placement)?;
    let left = placement.column;
    Ok(cells_at(form, left, fallen(board, form, left)).collect())
}

/// The form of a piece that can enter at the top so.
fn entering(board: &Board, piece: Piece, placement: Placement) -> Result<&'static Form, Refusal> {
    let rotation = placement.rotation;
    let form = piece.forms().get(usize::from(rotation)).ok_or(Refusal::NoSuchRotation { piece, rotation })?;
    let (left, width) = (placement.column, u16::from(form.width));
    let Some(last) = board.columns().checked_sub(width) else {
        return Err(Refusal::TooWide { width, columns: board.columns() });
    };
    if left > last {
        return Err(Refusal::OffBoard { last });
    }
    if way_is_free(board, form, left) { Ok(form) } else { Err(Refusal::Blocked) }
}

/// The top row of a form that has entered, once something holds it.
fn fallen(board: &Board, form: &Form, left: u16) -> u16 {
    let mut top = 0;
    while rests_nowhere(board, form, left, top + 1) {
        top += 1;
    }
    top
}

/// The board after each piece of a plan.
pub fn replay(
    board: &Board,
    pieces: &[Piece],
    path: &[Placement],
    full_rows: FullRows,
) -> Result<Vec<Landing>, Refusal> {
    let mut landings: Vec<Landing> = Vec::with_capacity(path.len());
    for (&piece, &placement) in pieces.iter().zip(path) {
        let before = landings.last().map_or(board, |landing| &landing.board);
        landings.push(drop(before, piece, placement, full_rows)?);
    }
    Ok(landings)
}

/// Whether a row has no empty cell.
pub fn is_full(board: &Board, row: u16) -> bool {
    board.cells().row(row).iter().all(|mark| mark.is_filled())
}

/// The rows without an empty cell.
pub(crate) fn full_rows(board: &Board) -> Vec<u16> {
    (0..board.rows()).filter(|&row| is_full(board, row)).collect()
}

fn cells_at(form: &Form, left: u16, top: u16) -> impl Iterator<Item = Cell> + use<> {
    let last = u16::from(form.height) - 1;
    form.cells().map(move |(row, column)| Cell::new(top + last - row, left + column))
}

/// Whether the columns are empty from the top down to the piece in its first place, its own cells included.
fn way_is_free(board: &Board, form: &Form, left: u16) -> bool {
    u16::from(form.height) <= board.rows()
        && cells_at(form, left, 0).all(|cell| (0..=cell.row).all(|row| !board.is_filled(Cell { row, ..cell })))
}

fn rests_nowhere(board: &Board, form: &Form, left: u16, top: u16) -> bool {
    cells_at(form, left, top).all(|cell| cell.row < board.rows() && !board.is_filled(cell))
}

pub(crate) fn without(board: &Board, full: &[u16]) -> Board {
    let mut after = board.clone();
    let kept: Vec<u16> = (0..board.rows()).rev().filter(|row| !full.contains(row)).collect();
    for (place, row) in (0..board.rows()).rev().enumerate() {
        for column in 0..board.columns() {
            let mark = kept.get(place).map_or(Mark::EMPTY, |&from| board.cells()[Cell::new(from, column)]);
            after.lay(Cell::new(row, column), mark);
        }
    }
    after
}

/// How many ways there are to place the first pieces of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PerftLevel {
    /// Sequences of placements.
    pub paths: u64,
    /// Boards they lead to, told apart by their marks.
    pub distinct_boards: u64,
    /// Boards they lead to, told apart by which cells are filled.
    pub distinct_occupancies: u64,
    /// Outlines they lead to: the heights of the columns.
    pub distinct_profiles: u64,
}

/// Counts placements level by level. Equal boards are gone on with once, with the number of ways to reach them.
pub fn perft(board: &Board, pieces: &[Piece], full_rows: FullRows, budget: &Budget) -> Result<Vec<PerftLevel>, Stop> {
    let mut meter = budget.meter();
    let mut boards = BTreeMap::from([(board.clone(), 1_u64)]);
    let mut levels = Vec::with_capacity(pieces.len());
    let most = budget.memory() / (2 * (board.cells().len() + std::mem::size_of::<(Board, u64)>()));
    for &piece in pieces {
        let mut next: BTreeMap<Board, u64> = BTreeMap::new();
        for (board, ways) in &boards {
            for placement in placements(board, piece) {
                meter.tick()?;
                if let Ok(landing) = drop(board, piece, placement, full_rows) {
                    let known = next.entry(landing.board).or_default();
                    *known = known.saturating_add(*ways);
                }
            }
            if next.len() > most {
                return Err(Stop::Memory);
            }
        }
        let filled = next.keys().map(|board| board.cells().map(|mark| mark.is_filled()));
        levels.push(PerftLevel {
            paths: next.values().fold(0, |sum, &ways| sum.saturating_add(ways)),
            distinct_boards: next.len() as u64,
            distinct_occupancies: distinct(filled, &mut meter)?,
            distinct_profiles: distinct(next.keys().map(Board::heights), &mut meter)?,
        });
        boards = next;
    }
    Ok(levels)
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>, meter: &mut Meter<'_>) -> Result<u64, Stop> {
    let mut seen = BTreeSet::new();
    for item in items {
        meter.dwell(1)?;
        seen.insert(item);
    }
    Ok(seen.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        serde_json::from_value(text.split('/').collect()).unwrap()
    }

    fn check(before: &str, piece: Piece, placement: &str, full_rows: FullRows, expected: &str) {
        let landing = drop(&board(before), piece, placement.parse().unwrap(), full_rows).unwrap();
        assert_eq!(landing.board.to_string().replace('\n', "/"), expected);
    }

    #[test]
    fn a_piece_falls_straight_until_something_holds_it() {
        check("00000/00000/00000/00000/10000", Piece::L, "0 0", FullRows::Keep, "00000/00000/00400/44400/10000");
        check("00000/00000/00000/00001/00011", Piece::Z, "0 1", FullRows::Keep, "00000/00000/02200/00221/00011");
        check("0000/0000/0000/0000", Piece::I, "1 3", FullRows::Keep, "0001/0001/0001/0001");
    }

    #[test]
    fn full_rows_stay_or_vanish_as_asked() {
        check("0000/0000/0000/2003", Piece::O, "0 1", FullRows::Keep, "0000/0000/0660/2663");
        check("0000/0000/0000/2003", Piece::O, "0 1", FullRows::Clear, "0000/0000/0000/0660");
        let landing = drop(&board("0000/0000/0000/2003"), Piece::O, "0 1".parse().unwrap(), FullRows::Clear).unwrap();
        assert_eq!((landing.row, landing.cleared, landing.eroded), (0, 1, 2));
    }

    #[test]
    fn a_refused_placement_says_why() {
        let narrow = board("0100/0000/0000/0000");
        let refused = |piece, text: &str| drop(&narrow, piece, text.parse().unwrap(), FullRows::Keep).unwrap_err();
        assert_eq!(refused(Piece::O, "1 0"), Refusal::NoSuchRotation { piece: Piece::O, rotation: 1 });
        assert_eq!(refused(Piece::O, "0 3"), Refusal::OffBoard { last: 2 });
        assert_eq!(refused(Piece::O, "0 1"), Refusal::Blocked);
        // The cell of rotation 0 in column 1 would be below the mark at the top, which it cannot pass.
        assert_eq!(refused(Piece::L, "0 0"), Refusal::Blocked);
        assert!("1 2 3".parse::<Placement>().is_err());
        assert!("one".parse::<Placement>().is_err());
    }

    #[test]
    fn placements_come_rotation_by_rotation_from_left_to_right() {
        let counts = Piece::ALL.map(|piece| placements(&Board::empty(20, 10).unwrap(), piece).count());
        assert_eq!(counts, [17, 17, 17, 34, 34, 9, 34]);
        let listed: Vec<Placement> = placements(&Board::empty(4, 5).unwrap(), Piece::I).collect();
        assert!(listed.is_sorted());
        assert_eq!(listed[1], Placement { rotation: 0, column: 1 });
    }

    #[test]
    fn perft_counts_paths_and_boards() {
        let levels = |pieces: &[Piece], full_rows| {
            perft(&Board::empty(20, 10).unwrap(), pieces, full_rows, &Budget::unlimited()).unwrap()
        };
        let squares = levels(&[Piece::O; 4], FullRows::Keep);
        assert_eq!(squares[3].paths, 6561);
        assert_eq!(squares[3].distinct_occupancies, 1156);
        let turns = levels(&[Piece::T; 3], FullRows::Clear);
        assert_eq!((turns[2].paths, turns[2].distinct_boards, turns[2].distinct_profiles), (39304, 17154, 10875));
    }
}
