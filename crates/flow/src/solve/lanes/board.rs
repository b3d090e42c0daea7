//! What never changes during the search along lanes: the board seen from a corner, diagonal by diagonal.

use azulejo_core::grid::Cell;

use crate::position::Puzzle;

/// The corner at which the sweep begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// At the bottom.
    pub bottom: bool,
    /// On the right.
    pub right: bool,
}

impl Corner {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self { bottom: false, right: false },
        Self { bottom: false, right: true },
        Self { bottom: true, right: false },
        Self { bottom: true, right: true },
    ];
}

/// The board seen from a corner, lying on its longer side.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The place of the first cell among the board's cells in reading order, and what a step down and to the right adds.
    pub(super) origin: isize,
    pub(super) down: isize,
    pub(super) right: isize,
    transposed: bool,
    corner: Corner,
}

impl View {
    pub(super) fn new(puzzle: &Puzzle, corner: Corner) -> Self {
        let (rows, columns) = (usize::from(puzzle.tiles().rows()), usize::from(puzzle.tiles().columns()));
        let width = columns as isize;
        let down = if corner.bottom { -width } else { width };
        let right = if corner.right { -1 } else { 1 };
        let above = if corner.bottom { (rows as isize - 1) * width } else { 0 };
        let origin = above + if corner.right { width - 1 } else { 0 };
        if rows > columns {
            Self { rows: columns, columns: rows, origin, down: right, right: down, transposed: true, corner }
        } else {
            Self { rows, columns, origin, down, right, transposed: false, corner }
        }
    }

    /// Row and column as they are seen.
    pub(super) fn see(self, cell: Cell) -> (usize, usize) {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let (height, width) = if self.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let row = if self.corner.bottom { height - 1 - row } else { row };
        let column = if self.corner.right { width - 1 - column } else { column };
        if self.transposed { (column, row) } else { (row, column) }
    }

    /// The cell seen in a row and column.
    pub(super) fn cell(self, row: usize, column: usize) -> Cell {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        let (height, width) = if self.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let row = if self.corner.bottom { height - 1 - row } else { row };
        let column = if self.corner.right { width - 1 - column } else { column };
        Cell::new(row as u16, column as u16)
    }
}

/// What is known of a diagonal before the search; bit `r` of a word is its cell in row `r`.
#[derive(Clone, Copy, Default)]
pub(super) struct Diagonal {
    pub(super) cells: u64,
    /// How many cells.
    pub(super) size: u64,
    pub(super) dots: u64,
    /// Cells with a neighbour to the right, and below.
    pub(super) right: u64,
    pub(super) down: u64,
    /// Where nobody needs to enter: dots, cells that may be a corner, and all that lies beside the board.
    pub(super) bare: u64,
}

/// The diagonals from the corner on, and two behind the board. With `corners`, a cell may only be a corner when the one
/// that then lies inside it may be one too, or is a dot.
pub(super) fn diagonals(puzzle: &Puzzle, view: View, corners: bool) -> Vec<Diagonal> {
    let number = view.rows + view.columns - 1;
    let mut diagonals = vec![Diagonal { bare: u64::MAX, ..Diagonal::default() }; number + 2];
    for &cell in puzzle.dots().iter().flatten() {
        let (row, column) = view.see(cell);
        diagonals[row + column].dots |= 1 << row;
    }
    let before = |row: usize| (1_u64 << row) - 1;
    for index in (0..number).rev() {
        let cells = before(view.rows.min(index + 1)) & !before((index + 1).saturating_sub(view.columns));
        let right = cells & !before((index + 2).saturating_sub(view.columns));
        let down = cells & before(view.rows - 1);
        let inside = diagonals[index + 2];
        let opens = if corners { (inside.cells & inside.bare) >> 1 } else { u64::MAX };
        let dots = diagonals[index].dots;
        let size = u64::from(cells.count_ones());
        diagonals[index] = Diagonal { cells, size, dots, right, down, bare: dots | right & down & opens | !cells };
    }
    diagonals
}
