//! A plan as a fumen: a page for each piece, and the board that is left.

use super::{Block, COLUMNS, Field, Flags, Operation, Page, ROWS, Row, write};
use crate::position::{Board, Piece};
use crate::rules::{FullRows, Landing, Placement, is_full};
use crate::srs::{Facing, cells};
use azulejo_core::grid::Cell;

/// The fumen of a plan, if its board is one that fumens know.
///
/// A locked piece makes full rows vanish. Where they stay, and there are any, no piece is locked: each page brings the
/// whole field.
pub fn of_plan(
    board: &Board,
    pieces: &[Piece],
    path: &[Placement],
    landings: &[Landing],
    full_rows: FullRows,
) -> Option<String> {
    field(board)?;
    let boards: Vec<&Board> = std::iter::once(board).chain(landings.iter().map(|landing| &landing.board)).collect();
    let is_any_full = |board: &&Board| (0..board.rows()).any(|row| is_full(board, row));
    let lock = full_rows == FullRows::Clear && !is_any_full(&board) || !boards.iter().any(is_any_full);
    let pages = boards.iter().enumerate().map(|(level, before)| {
        let placed = path.get(level).zip(landings.get(level)).zip(pieces.get(level));
        let operation = placed.map(|((placement, landing), piece)| operation(*piece, *placement, landing.row));
        Page::new(
            field(before).unwrap_or_default(),
            operation,
            "",
            Flags { lock, colorize: level == 0, ..Flags::default() },
        )
    });
    write(&pages.collect::<Vec<Page>>()).ok()
}

/// A board as a field, if it is one that fumens know.
pub fn field(board: &Board) -> Option<Field> {
    if usize::from(board.columns()) != COLUMNS || usize::from(board.rows()) > ROWS {
        return None;
    }
    let block = |row: u16, column: u16| {
        let mark = board.cells()[Cell::new(row, column)];
        match Piece::ALL.into_iter().find(|piece| piece.mark() == mark) {
            Some(piece) => Block::Of(piece),
            None if mark.is_filled() => Block::Grey,
            None => Block::Empty,
        }
    };
    let row = |row: u16| -> Row { std::array::from_fn(|column| block(row, column as u16)) };
    Some(Field::of((0..board.rows()).rev().map(row)))
}

/// A piece whose lowest row is known, by its centre.
fn operation(piece: Piece, placement: Placement, lowest: u16) -> Operation {
    let facing = Facing::ALL[usize::from(placement.rotation) % 4];
    let cells = cells(piece, facing);
    let left = cells.iter().map(|(x, _)| *x).min().unwrap_or(0);
    let bottom = cells.iter().map(|(_, y)| *y).min().unwrap_or(0);
    Operation::new(piece, facing.into(), placement.column as i8 - left, lowest as i8 - bottom)
}
